"""IR expressions to machine expressions, and what they read."""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from moot.dsl import ir
from moot.dsl.source import NOWHERE, Source, Span

from ..kernel.program import E, Origin
from .layout import Layout, history_key, walk

TRUE = E("num", (1,))
FALSE = E("num", (0,))
NONE = E("num", (-1,))


def num(n: int) -> E:
    return E("num", (n,))


def both(*parts: E | None) -> E:
    """All of these hold (None and the constant truth are left out)."""
    kept = [p for p in parts if p is not None and p != TRUE]
    flat: list[E] = []
    for p in kept:
        flat.extend(p.args if p.op == "and" and p.origin is None else (p,))
    if any(p == FALSE for p in flat):
        return FALSE
    return TRUE if not flat else flat[0] if len(flat) == 1 else E("and", tuple(flat))


def either(*parts: E) -> E:
    """At least one of these holds."""
    kept = [p for p in parts if p != FALSE]
    if any(p == TRUE for p in kept):
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else E("or", tuple(kept))


def negate(e: E) -> E:
    if e == TRUE:
        return FALSE
    if e == FALSE:
        return TRUE
    return E("not", (e,))


def _plus(e: E, n: int) -> E:
    """So much further on."""
    return num(e.args[0] + n) if e.op == "num" else E("+", (e, num(n))) if n else e


@dataclass
class Scope:
    """What variables stand for, and the slots of the program or function under construction. `hidden`: those that
    stand for what not everybody knows; `private`: those that were picked secretly, and by whom; `unsized`: those for
    sets of which not everybody knows how many they are; `anywhere`: cards that were named wherever they lie."""

    vars: dict[str, E] = field(default_factory=dict)
    count: list[int] = field(default_factory=lambda: [0])
    names: list[tuple[str, str]] = field(default_factory=list)
    hidden: frozenset[str] = frozenset()
    private: Mapping[str, E] = field(default_factory=dict)
    unsized: frozenset[str] = frozenset()
    anywhere: frozenset[str] = frozenset()

    def slot(self, name: str = "", sort: str = "") -> int:
        n = self.count[0]
        self.count[0] += 1
        self.names.append((name, sort))
        return n

    def bind(self, name: str, sort: str = "") -> int:
        """A new slot for a variable."""
        n = self.slot(name, sort)
        self.vars[name] = E("slot", (n,))
        return n

    def inner(self, **given: E) -> Scope:
        """The same slots, with variables of its own on top."""
        return replace(self, vars={**self.vars, **given})

    def fresh(self, given: Mapping[str, E]) -> Scope:
        """The same slots, none of the outer variables."""
        return Scope(dict(given), self.count, self.names)


COMPARE = {"==", "!=", "<", "<=", ">", ">="}


class Expressions(ABC):
    """Compiles expressions. Functions are asked for by name and numbered on first use by the subclass."""

    def __init__(self, game: ir.Game, layout: Layout, sources: Mapping[str, Source]) -> None:
        self.game = game
        self.layout = layout
        self.sources = sources
        self._card_of_path: dict[str, str] = {}

    # -- provided by the compiler proper
    @abstractmethod
    def function(self, name: str) -> int:
        ...

    @abstractmethod
    def table(self, name: str) -> int:
        ...

    @abstractmethod
    def can(self, verb: str, doer: E, args: tuple[E, ...], scope: Scope) -> E:
        ...

    @abstractmethod
    def quality(self, name: str, arg: E, scope: Scope) -> E:
        ...

    # -- origins
    def words(self, span: Span) -> str:
        """How the author wrote it, on one line, without comments."""
        source = self.sources.get(span.path)
        if source is None or span is NOWHERE:
            return ""
        lines = (re.sub(r"\s*#.*", "", line) for line in source.text[span.start : span.end].splitlines())
        return " ".join(" ".join(lines).split())

    def origin(self, span: Span, card: str = "", source: str | None = None) -> Origin | None:
        text = self.sources.get(span.path)
        if text is None:
            return None
        line, column = text.place(span.start)
        return Origin(card, self.words(span), span.path, line, column, source)

    # -- kinds of bearer
    def sort_of(self, t: ir.Type) -> str:
        """`player`, or the kind of a card."""
        return "player" if t.sort == "player" else (t.name or "card")

    def argument(self, node: ir.Expr, param: ir.Param, scope: Scope) -> E:
        """An argument of a verb. Where the parameter may be a player, a card or the bank, a card is told from a player
        by counting on from the players (its markers lie after theirs), and the bank is nobody."""
        e = self.expr(node, scope)
        if param.type.sort == "bearer" and node.type.sort == "card":
            e = _plus(e, self.layout.players)
        if param.type.many and not node.type.many:
            e = E("set", (e,))  # one where several are taken
        return e

    def mark_base(self, mark: str, t: ir.Type) -> int:
        sort = "player" if t.sort == "bearer" else self.sort_of(t)
        bases = self.layout.mark_base
        if (mark, sort) in bases:
            return bases[mark, sort]
        if (mark, "card") in bases and sort != "player":
            return bases[mark, "card"]
        return next(base for (m, _), base in bases.items() if m == mark)

    def zone(self, zone: str, bearer: E | None, bearer_type: ir.Type | None) -> E:
        decl = self.game.zones[zone]
        base = self.layout.zone_base[zone]
        if decl.owner is None or bearer is None:
            return E("zone", (base, None))
        if decl.owner == "player" and bearer_type is not None and bearer_type.sort != "player":
            bearer = E("owner", (bearer,))
        return E("zone", (base, bearer))

    # -- the expression itself
    def expr(self, node: ir.Expr, scope: Scope) -> E:
        """The machine's form of an expression."""
        method = getattr(self, "_" + type(node).__name__.lower())
        e: E = method(node, scope)
        if e.origin is None and isinstance(node, _SAID) and e.op not in ("num", "slot"):
            e = replace(e, origin=self.origin(node.span))
        return e

    def _num(self, n: ir.Num, s: Scope) -> E:
        return num(n.value)

    def _word(self, n: ir.Word, s: Scope) -> E:
        assert n.type.name is not None
        return num(self.game.enums[n.type.name].words.index(n.word))

    def _cardnamed(self, n: ir.CardNamed, s: Scope) -> E:
        copies = self.layout.copies(n.title)
        if n.type.many:
            return E("set", tuple(num(c) for c in copies))
        return num(copies[0])

    def _var(self, n: ir.Var, s: Scope) -> E:
        return s.vars[n.name]

    def _nobody(self, n: ir.Nobody, s: Scope) -> E:
        return NONE

    def _players(self, n: ir.Players, s: Scope) -> E:
        return E("players")

    def _allof(self, n: ir.AllOf, s: Scope) -> E:
        if n.kind is None:
            zones = tuple(E("cards", (num(z),)) for z in self.layout.all_zone.values())
            return zones[0] if len(zones) == 1 else E("union", zones)
        return E("inplay", (self.layout.kind_index[n.kind],))

    def _wordsof(self, n: ir.WordsOf, s: Scope) -> E:
        return E("set", tuple(num(i) for i in range(len(self.game.enums[n.enum].words))))

    def _numbers(self, n: ir.Numbers, s: Scope) -> E:
        high = self.expr(n.high, s)
        if not isinstance(n.high, ir.Num):
            high = E("min", (high, num(ir.MOST_NUMBERS)))
        return E("range", (self.expr(n.low, s), high))

    def _neighbour(self, n: ir.Neighbour, s: Scope) -> E:
        op = {"left": "left", "right": "right", "both": "neighbours"}[n.side]
        return E(op, (self.expr(n.of, s),))

    def _seat(self, n: ir.Seat, s: Scope) -> E:
        return E("seat", (self.expr(n.of, s),))

    def _seatsfrom(self, n: Any, s: Scope) -> E:
        return E("seats_from", (self.expr(n.start, s), self.expr(n.to, s)))

    def _owner(self, n: ir.Owner, s: Scope) -> E:
        return E("owner", (self.expr(n.of, s),))

    def _markowner(self, n: ir.MarkOwner, s: Scope) -> E:
        return E("mark_owner", (self.mark_base(n.mark, n.bearer.type), self.expr(n.bearer, s)))

    def _active(self, n: ir.Active, s: Scope) -> E:
        for phase in reversed(self.game.phases.values()):
            if phase.param is None:
                continue
            arg = E("-", (E("cell", (self.layout.phase_cell[phase.name],)), num(1)))
            t = phase.param.type
            if n.what == self.sort_of(t):
                return arg
            if n.what == "player" and t.sort == "card":
                assert t.name is not None
                you = self.game.kinds[t.name].you
                return NONE if you is None else self.expr(you, s.fresh({"this": arg}))
        return NONE

    def who_acts(self, s: Scope) -> E:
        """From whom one goes round: whose turn it is; outside turns who does this; else the first player."""
        player = self._active(ir.Active(type=ir.Type("player"), span=NOWHERE, what="player"), s)
        known = tuple(e for e in (player, s.vars.get("you", NONE)) if e != NONE)
        return E("first", (E("set", (*known, num(0))),)) if known else num(0)

    def seated(self, of: E, start: E, s: Scope) -> E:
        """Players in the order of seats, clockwise from one of them."""
        slot = s.slot("", "player")
        return E("sort", (slot, of, E("seats_from", (start, E("slot", (slot,))))))

    def _zoneof(self, n: ir.ZoneOf, s: Scope) -> E:
        bearer = None if n.bearer is None else self.expr(n.bearer, s)
        return self.zone(n.zone, bearer, n.bearer.type if n.bearer else None)

    def _cardsin(self, n: ir.CardsIn, s: Scope) -> E:
        zone = n.zone
        if isinstance(zone, ir.ZoneOf) and zone.bearer is not None and zone.bearer.type.many:
            return E("cards_of", (self.layout.zone_base[zone.zone], self.expr(zone.bearer, s)))
        if zone.type.many:
            return E("cards_of", (0, self.expr(zone, s)))
        return E("cards", (self.expr(zone, s),))

    def _top(self, n: ir.Top, s: Scope) -> E:
        return E("top", (self.expr(n.count, s), self.expr(n.zone, s)))

    def _valueof(self, n: ir.ValueOf, s: Scope) -> E:
        return self.value(n.value, tuple(self.expr(a, s) for a in n.args))

    def value(self, name: str, args: tuple[E, ...]) -> E:
        return E("call", (self.function("value " + name), *args))

    def _counted(self, n: ir.Counted, s: Scope) -> E:
        op = "mark_total" if n.bearer.type.many else "mark"
        return E(op, (self.mark_base(n.mark, n.bearer.type), self.expr(n.bearer, s)))

    def _has(self, n: ir.Has, s: Scope) -> E:
        return E("has", (self.mark_base(n.mark, n.bearer.type), self.expr(n.bearer, s)))

    def _holder(self, n: ir.Holder, s: Scope) -> E:
        (on,) = self.game.markers[n.mark].on[:1]
        if on == "player":
            return E("holder", (self.layout.mark_base[n.mark, on], self.layout.players))
        first, last = self.layout.kind_range[on]
        return E("+", (E("holder", (self.layout.mark_base[n.mark, on] + first, last - first)), num(first)))

    def _size(self, n: ir.Size, s: Scope) -> E:
        return E("size", (self.expr(n.of, s),))

    def _each(self, op: str, n: Any, body: ir.Expr, s: Scope) -> E:
        of = self.expr(n.of, s)
        inner = s.inner()
        slot = inner.bind(n.var, self.answer_sort(n.of.type))
        return E(op, (slot, of, self.expr(body, inner)))

    def _where(self, n: ir.Where, s: Scope) -> E:
        return self._each("where", n, n.cond, s)

    def _image(self, n: ir.Image, s: Scope) -> E:
        return self._each("image", n, n.body, s)

    def _fold(self, n: ir.Fold, s: Scope) -> E:
        e = self._each("fold", n, n.body, s)
        return E("fold", (n.op, *e.args))

    def _without(self, n: ir.Without, s: Scope) -> E:
        gone = self.expr(n.gone, s)
        return E("without", (self.expr(n.of, s), gone if n.gone.type.many else E("set", (gone,))))

    def _arith(self, n: ir.Arith, s: Scope) -> E:
        left, right = self.expr(n.left, s), self.expr(n.right, s)
        if left.op == right.op == "num":
            a, b = left.args[0], right.args[0]
            return num(a + b if n.op == "+" else a - b if n.op == "-" else a * b)
        return E(n.op, (left, right))

    def _half(self, n: ir.Half, s: Scope) -> E:
        return E("half_up" if n.up else "half_down", (self.expr(n.of, s),))

    def _atleast(self, n: ir.AtLeast, s: Scope) -> E:
        return E("max", (self.expr(n.of, s), num(n.low)))

    def _atmost(self, n: ir.AtMost, s: Scope) -> E:
        return E("min", (self.expr(n.of, s), self.expr(n.high, s)))

    def _is(self, n: ir.Is, s: Scope) -> E:
        assert n.op in COMPARE
        return E(n.op, (self.expr(n.left, s), self.expr(n.right, s)))

    def _among(self, n: ir.Among, s: Scope) -> E:
        if isinstance(n.of, ir.Var) and n.of.name in s.anywhere and self.unseen_place(n.in_):
            return self._title_among(n, s)  # a card that was named is any of its title
        if isinstance(n.in_, ir.CardsIn) and isinstance(n.in_.zone, ir.ZoneOf) and not n.in_.zone.type.many:
            if n.in_.zone.bearer is None or not n.in_.zone.bearer.type.many:
                card = self.expr(n.of, s)
                return both(E("==", (E("zone_of", (card,)), self.expr(n.in_.zone, s))))
        if isinstance(n.in_, (ir.Players, ir.AllOf)):
            return E(">=", (self.expr(n.of, s), num(0)))
        return E("in", (self.expr(n.of, s), self.expr(n.in_, s)))

    def unseen_place(self, node: Any) -> bool:
        """Whether a place is spoken of that not everybody sees."""
        return any(isinstance(n, ir.ZoneOf) and self.game.zones[n.zone].seen != "everyone" for n in walk(node))

    def _title_among(self, n: ir.Among, s: Scope) -> E:
        slot, names = s.slot("", "card"), self.table("name")
        same = E("==", (E("table", (names, E("slot", (slot,)))), E("table", (names, self.expr(n.of, s)))))
        return E("some", (E("where", (slot, self.expr(n.in_, s), same)),))

    def _samename(self, n: ir.SameName, s: Scope) -> E:
        names = self.table("name")
        return E("==", (E("table", (names, self.expr(n.left, s))), E("table", (names, self.expr(n.right, s)))))

    def _countsas(self, n: ir.CountsAs, s: Scope) -> E:
        return E("call", (self.function("counts " + n.field), self.expr(n.card, s), self.expr(n.word, s)))

    def _and(self, n: ir.And, s: Scope) -> E:
        return both(*(self.expr(p, s) for p in n.parts))

    def _or(self, n: ir.Or, s: Scope) -> E:
        return either(*(self.expr(p, s) for p in n.parts))

    def _not(self, n: ir.Not, s: Scope) -> E:
        return negate(self.expr(n.of, s))

    def _some(self, n: ir.Some, s: Scope) -> E:
        return E("some", (self.expr(n.of, s),))

    def _qualityof(self, n: ir.QualityOf, s: Scope) -> E:
        return self.quality(n.quality, self.expr(n.of, s), s)

    def _can(self, n: ir.Can, s: Scope) -> E:
        params = self.game.verbs[n.verb].params
        args = tuple(self.argument(a, p, s) for a, p in zip(n.args, params, strict=True))
        return self.can(n.verb, self.expr(n.doer, s), args, s)

    def _abilities(self, n: ir.Abilities, s: Scope) -> E:
        return E("abilities", (self.expr(n.of, s), int(n.only_must)))

    def _abilitycard(self, n: ir.AbilityCard, s: Scope) -> E:
        return E("table", (self.table("ability's card"), self.expr(n.of, s)))

    def _running(self, n: ir.Running, s: Scope) -> E:
        cell = E("cell", (self.layout.phase_cell[n.phase],))
        if n.of is None:
            return E(">", (cell, num(0)))
        of = self.expr(n.of, s)
        return E("==", (cell, num(of.args[0] + 1) if of.op == "num" else E("+", (of, num(1)))))

    def _happened(self, n: ir.Happened, s: Scope) -> E:
        key = history_key(n)
        base = self.layout.history[key]
        if n.by is not None and n.subject is not None:
            by, players = n.by, num(self.layout.players)

            def together(x: E) -> E:
                return self._past(by, s, lambda y: E("mark", (base, E("+", (E("*", (x, players)), y)))), True)

            count = self._past(n.subject, s, together, True, self._as_recorded(n))
        elif n.by is not None:
            count = self._past(n.by, s, lambda x: E("mark", (base, x)))
        elif n.subject is not None:
            count = self._past(n.subject, s, lambda x: E("mark", (base, x)), False, self._as_recorded(n))
        else:
            count = E("cell", (base,))
        return count if n.measure is not None else E(">", (count, num(0)))

    def _past(
        self, n: ir.Expr, s: Scope, count: Callable[[E], E], somebody: bool = False, first: int = 0
    ) -> E:
        """What is counted of one thing, or of several together; `somebody`: nobody must be kept away from it."""
        of = self.expr(n, s)
        if not n.type.many and (of.op == "num" or not somebody):
            return count(_plus(of, first))
        slot = s.slot()
        things = of if n.type.many else E("set", (of,))
        return E("fold", ("total", slot, things, count(_plus(E("slot", (slot,)), first))))

    def _as_recorded(self, n: ir.Happened) -> int:
        """Where what an event was about begins in its record: cards after the players, if it may be either."""
        verb = self.game.verbs.get(n.event.partition("/")[0])
        either = verb is not None and bool(verb.params) and verb.params[0].type.sort == "bearer"
        return self.layout.players if either and n.subject is not None and n.subject.type.sort == "card" else 0

    def _optionis(self, n: ir.OptionIs, s: Scope) -> E:
        settings = self.game.options[n.option].settings
        return E("==", (E("cell", (self.layout.option_cell[n.option],)), num(settings.index(n.setting))))

    # -- naming answers
    def answer_sort(self, t: ir.Type) -> str:
        """How a thing of this type is named in an answer."""
        if t.sort == "enum":
            return f"word:{t.name}"
        return t.sort if t.sort in ("player", "card", "ability", "zone", "bearer") else "number"



_SAID = (
    ir.Is, ir.Has, ir.Among, ir.QualityOf, ir.Can, ir.Some, ir.Happened, ir.CountsAs, ir.Running, ir.OptionIs,
    ir.ValueOf, ir.Not, ir.SameName,
)  # fmt: skip
"""Phrases that explanations show as the author wrote them."""
