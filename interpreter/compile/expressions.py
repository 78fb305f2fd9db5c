"""Compiles expressions. Phrases contain phrases, so all of them are in this one module.

What phrases ask for by name (values, qualities, permissions) only gets a number here. It is compiled later, once all of
it is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from moot.dsl import ir

from ..kernel.bounds import remainder
from ..kernel.program import E
from .bearers import lies_face_down, mark_base, sort_of, zone
from .hooks import trivial
from .keys import (
    AbilityTable,
    CanFunction,
    CountsFunction,
    OptionalTable,
    QualityFunction,
    SeemsFunction,
    TitleTable,
    ValueFunction,
    abilities_word,
)  # fmt: skip
from .origins import origin
from .past_moves import Journey
from .scope import Scope
from .secrets import deed_hidden, unseen_place
from .sorts import answer_sort
from .terms import FALSE, NONE, TRUE, both, either, negate, num, plus, slot
from .unit import Unit
from .walk import history_key, parted

N = TypeVar("N", bound=ir.Expr)
Form = Callable[[Unit, Any, Scope], E]

SAID = (
    ir.Is, ir.Has, ir.Among, ir.QualityOf, ir.Can, ir.Some, ir.Happened, ir.CountsAs, ir.Running,
    ir.ValueOf, ir.Not, ir.Image, ir.Where,
)  # fmt: skip
"""Kinds of phrases that explanations show in the author's words."""


def expr(u: Unit, node: ir.Expr, s: Scope) -> E:
    """Compile an expression."""
    e = FORMS[type(node)](u, node, s)
    if e.origin is None and isinstance(node, SAID) and e.op not in ("num", "slot"):
        e = replace(e, origin=origin(u, node.span))
    return e


# ---- what is asked for by name --------------------------------------------------------------------------------------


def value(u: Unit, name: str, args: tuple[E, ...]) -> E:
    """Compile a question for a value."""
    return E("call", (u.function(ValueFunction(name)), *args))


def quality(u: Unit, name: str, arg: E, s: Scope) -> E:
    """Ask whether a quality holds. A quality that no rule changes is written out in place."""
    declared = u.game.qualities[name]
    if u.book.on(QualityFunction(name)) or name in u.layout.as_cell:
        return E("call", (u.function(QualityFunction(name)), arg))
    if declared.cond is None:
        return FALSE
    if arg.op not in ("num", "slot"):
        n = s.slot()
        inner = s.fresh({declared.param.name: slot(n)})
        return E("pick", (n, arg, expr(u, declared.cond, inner)))
    return expr(u, declared.cond, s.fresh({declared.param.name: arg}))


def can(u: Unit, verb: str, doer: E, args: tuple[E, ...]) -> E:
    """Ask whether somebody may do a verb."""
    if trivial(u, verb):
        return TRUE
    return E("call", (u.function(CanFunction(verb)), doer, *args))


def seems(u: Unit, verb: str, doer: E, args: tuple[E, ...]) -> E:
    """Ask whether somebody may do a verb, as far as everybody can see."""
    if trivial(u, verb):
        return TRUE
    if not deed_hidden(u, verb):
        return can(u, verb, doer, args)
    return E("call", (u.function(SeemsFunction(verb)), doer, *args))


def argument(u: Unit, node: ir.Expr, param: ir.Param, s: Scope) -> E:
    """Compile an argument of a verb. Where the parameter may be a player, a card or the bank, cards are numbered on
    from the players (their markers lie after those of players), and the bank is nobody."""
    e = expr(u, node, s)
    if param.type.sort == "bearer" and node.type.sort == "card":
        e = plus(e, u.layout.players)
    if param.type.many and not node.type.many:
        e = E("set", (e,))  # a single thing where several are taken
    return e


def arguments(u: Unit, nodes: tuple[ir.Expr, ...], params: tuple[ir.Param, ...], s: Scope) -> tuple[E, ...]:
    """Compile the arguments of a verb."""
    return tuple(argument(u, a, p, s) for a, p in zip(nodes, params, strict=True))


# ---- players and going round ----------------------------------------------------------------------------------------


def active(u: Unit, what: str, s: Scope) -> E:
    """Return what the innermost running phase with such a parameter is about."""
    for phase in reversed(u.game.phases.values()):
        if phase.param is None:
            continue
        arg = E("-", (E("cell", (u.layout.phase_cell[phase.name],)), num(1)))
        t = phase.param.type
        if what == sort_of(t):
            return arg
        if what == "player" and t.sort == "card":
            assert t.name is not None
            you = u.game.kinds[t.name].you
            return NONE if you is None else expr(u, you, s.fresh({"this": arg}))
    return NONE


def who_acts(u: Unit, s: Scope) -> E:
    """Return the player from whom one goes round: the player whose turn it is; outside turns whoever acts, else the
    first player."""
    you = s.vars.get("you", NONE)
    if you.op == "slot" and s.slots.names[you.args[0]][1] == "card":  # a card does this deed
        you = NONE
    known = tuple(e for e in (active(u, "player", s), you) if e != NONE)
    return E("first", (E("set", (*known, num(0))),)) if known else num(0)


def seated(of: E, start: E, s: Scope) -> E:
    """Put players in the order of seats, clockwise from `start`."""
    n = s.slot("", "player")
    return E("sort", (n, of, E("seats_from", (start, slot(n)))))


# ---- things, places and sets ----------------------------------------------------------------------------------------


def _word(u: Unit, n: ir.Word, s: Scope) -> E:
    assert n.type.name is not None
    return num(u.game.enums[n.type.name].words.index(n.word))


def _card_named(u: Unit, n: ir.CardNamed, s: Scope) -> E:
    copies = u.layout.copies(n.title)
    return E("set", tuple(num(c) for c in copies)) if n.type.many else num(copies[0])


def _all_of(u: Unit, n: ir.AllOf, s: Scope) -> E:
    if n.kind is None:  # a kind for which there is no place, such as a rule, is no card that lies anywhere
        held = {zone.holds for zone in u.game.zones.values()}
        index = u.layout.kind_index
        kinds = [i for kind, i in index.items() if kind in held or "card" in held] or list(index.values())
        zones = tuple(E("cards", (num(u.layout.all_zone[i]),)) for i in kinds)
        return zones[0] if len(zones) == 1 else E("union", zones)
    return E("inplay", (u.layout.kind_index[n.kind],))


def _words_of(u: Unit, n: ir.WordsOf, s: Scope) -> E:
    return E("set", tuple(num(i) for i in range(len(u.game.enums[n.enum].words))))


def _numbers(u: Unit, n: ir.Numbers, s: Scope) -> E:
    high = expr(u, n.high, s)
    if not isinstance(n.high, ir.Num):
        high = E("min", (high, num(ir.MOST_NUMBERS)))
    return E("range", (expr(u, n.low, s), high))


def _neighbour(u: Unit, n: ir.Neighbour, s: Scope) -> E:
    if n.places is not None:
        return _places_on(u, n, n.places, s)
    if n.among is not None:
        return _next_to(u, n, n.among, s)
    op = {"left": "left", "right": "right", "both": "neighbours"}[n.side]
    return E(op, (expr(u, n.of, s),))


def _next_to(u: Unit, n: ir.Neighbour, among: ir.Expr, s: Scope) -> E:
    """Find the first of some players to one side of a player, who is none of them."""
    one, of = s.slot("", "player"), expr(u, n.of, s)
    way = (of, slot(one)) if n.side == "left" else (slot(one), of)
    others = E("without", (expr(u, among, s), E("set", (of,))))
    return E("first", (E("sort", (one, others, E("seats_from", way))),))


def _side(u: Unit, n: ir.Side, s: Scope) -> E:
    among = expr(u, n.among, s)
    return among if n.type.many else E("first", (seated(among, expr(u, n.of, s), s),))


def _places_on(u: Unit, n: ir.Neighbour, places: ir.Expr, s: Scope) -> E:
    """Count places at the table from a player on, past the last one to the first; from nobody, it is nobody."""
    one = s.slot("", "player")
    there = E("+" if n.side == "left" else "-", (slot(one), expr(u, places, s)))
    return E("first", (E("image", (one, expr(u, n.of, s), E("%", (there, E("cell", (u.layout.players_cell,)))))),))


def _zone_of(u: Unit, n: ir.ZoneOf, s: Scope) -> E:
    if n.bearer is None:
        return zone(u, n.zone, None, None)
    if n.bearer.type.many:
        one = s.slot("", sort_of(n.bearer.type))
        return E("image", (one, expr(u, n.bearer, s), zone(u, n.zone, slot(one), n.bearer.type)))
    return zone(u, n.zone, expr(u, n.bearer, s), n.bearer.type)


def _cards_in(u: Unit, n: ir.CardsIn, s: Scope) -> E:
    place = n.zone
    if isinstance(place, ir.ZoneOf) and place.bearer is not None and place.bearer.type.many:
        return E("cards_of", (u.layout.zone_base[place.zone], expr(u, place.bearer, s)))
    if place.type.many:
        return E("cards_of", (0, expr(u, place, s)))
    return E("cards", (expr(u, place, s),))


def _holder(u: Unit, n: ir.Holder, s: Scope) -> E:
    (on,) = u.game.markers[n.mark].on[:1]
    base = u.layout.mark_base[n.mark, on]
    if on == "player":
        return E("holder", (base, u.layout.players))
    first, last = u.layout.kind_range[on]
    return E("+", (E("holder", (base + first, last - first)), num(first)))


def _each(u: Unit, of: ir.Expr, var: str, body: ir.Expr, s: Scope) -> tuple[int, E, E]:
    """Compile what is said of each member of a set. Return the slot that holds each member in turn, the set, and the
    body."""
    things = expr(u, of, s)
    inner, n = s.bind(var, answer_sort(of.type))
    return n, things, expr(u, body, inner)


def _without(u: Unit, n: ir.Without, s: Scope) -> E:
    gone = expr(u, n.gone, s)
    return E("without", (expr(u, n.of, s), gone if n.gone.type.many else E("set", (gone,))))


# ---- numbers --------------------------------------------------------------------------------------------------------


def _counted(u: Unit, n: ir.Counted, s: Scope) -> E:
    base, bearer = mark_base(u, n.mark, n.bearer.type), expr(u, n.bearer, s)
    if n.bearer.type.many:
        return E("mark_total", (base, bearer))
    e = E("mark", (base, bearer))
    gone = s.spent.get((base, bearer)) if s.spent else None
    return e if gone is None else E("-", (e, gone))


def _kept(u: Unit, n: ir.Kept, s: Scope) -> E:
    cell = E("mark", kept_cell(u, n, s))
    return cell if is_number(n.type) else E("-", (cell, num(1)))


def kept_cell(u: Unit, n: ir.Kept, s: Scope) -> tuple[int, E]:
    """Return where a kept value lies: the base of its cells, and its bearer. A cell holds the number itself; of all
    else one more than what is kept, so that an empty cell is nobody."""
    if n.bearer is None:
        return u.layout.mark_base[n.name, "game"], num(0)
    return mark_base(u, n.name, n.bearer.type), expr(u, n.bearer, s)


def is_number(t: ir.Type) -> bool:
    """Return whether things of a type are numbers."""
    return t.sort in ("number", "amount")


def _arith(u: Unit, n: ir.Arith, s: Scope) -> E:
    left, right = expr(u, n.left, s), expr(u, n.right, s)
    if left.op == right.op == "num":
        a, b = left.args[0], right.args[0]
        return num({"+": a + b, "-": a - b, "*": a * b, "%": remainder(a, b)}[n.op])
    return E(n.op, (left, right))


def _quotient(u: Unit, n: ir.Quotient, s: Scope) -> E:
    way = "up" if n.up else "down"
    if isinstance(n.by, ir.Num) and n.by.value == 2:
        return E(f"half_{way}", (expr(u, n.of, s),))
    return E(f"quotient_{way}", (expr(u, n.of, s), expr(u, n.by, s)))


# ---- truths ---------------------------------------------------------------------------------------------------------


def _not(u: Unit, n: ir.Not, s: Scope) -> E:
    of = expr(u, n.of, s)
    if of.op in ("and", "or"):  # so that an explanation can tell these words from those of the denial
        of = replace(of, origin=origin(u, n.of.span))
    return negate(of)


def _is(u: Unit, n: ir.Is, s: Scope) -> E:
    """Compare two things. A card that was named wherever it lies stands for any card with its title."""
    sides = expr(u, n.left, s), expr(u, n.right, s)
    if any(isinstance(side, ir.Var) and side.name in s.anywhere for side in (n.left, n.right)) and sides[1] != NONE:
        names = u.table(TitleTable())
        sides = E("table", (names, sides[0])), E("table", (names, sides[1]))
    return E(n.op, sides)


def _among(u: Unit, n: ir.Among, s: Scope) -> E:
    if isinstance(n.of, ir.Var) and n.of.name in s.anywhere and unseen_place(u, n.in_):
        return _title_among(u, n, s)  # a named card stands for any card with its title
    if isinstance(n.in_, ir.CardsIn) and isinstance(n.in_.zone, ir.ZoneOf) and not n.in_.zone.type.many:
        if n.in_.zone.bearer is None or not n.in_.zone.bearer.type.many:
            card = expr(u, n.of, s)
            return E("==", (E("zone_of", (card,)), expr(u, n.in_.zone, s)))
    if isinstance(n.in_, ir.Players) or (isinstance(n.in_, ir.AllOf) and n.of.type.name == n.in_.kind):
        return E(">=", (expr(u, n.of, s), num(0)))
    return E("in", (expr(u, n.of, s), expr(u, n.in_, s)))


def _title_among(u: Unit, n: ir.Among, s: Scope) -> E:
    at, names = s.slot("", "card"), u.table(TitleTable())
    same = E("==", (E("table", (names, slot(at))), E("table", (names, expr(u, n.of, s)))))
    return E("some", (E("where", (at, expr(u, n.in_, s), same)),))


def _name_of(u: Unit, n: ir.NameOf, s: Scope) -> E:
    card = expr(u, n.of, s)
    at = slot(s.slot("", "card"))
    hidden = lies_face_down(u, at)
    if hidden != FALSE:  # a card that lies face down has no name
        card = E("first", (E("where", (at.args[0], E("set", (card,)), negate(hidden))),))
    return E("table", (u.table(TitleTable()), card))


def _counts_as(u: Unit, n: ir.CountsAs, s: Scope) -> E:
    return E("call", (u.function(CountsFunction(n.field)), expr(u, n.card, s), expr(u, n.word, s)))


def _has_abilities(u: Unit, n: ir.HasAbilities, s: Scope) -> E:
    return E("call", (u.function(abilities_word(n)), expr(u, n.taker, s), expr(u, n.giver, s)))


def _can(u: Unit, n: ir.Can, s: Scope) -> E:
    args = arguments(u, n.args, u.game.verbs[n.verb].params, s)
    return can(u, n.verb, expr(u, n.doer, s), args)


def _running(u: Unit, n: ir.Running, s: Scope) -> E:
    cell = E("cell", (u.layout.phase_cell[n.phase],))
    if n.of is None:
        return E(">", (cell, num(0)))
    return E("==", (cell, plus(expr(u, n.of, s), 1)))


# ---- the past -------------------------------------------------------------------------------------------------------


def _happened(u: Unit, n: ir.Happened, s: Scope) -> E:
    base = u.layout.history[history_key(n)]
    journey = Journey.of(history_key(n))
    if journey is not None:
        return E(">", (_moves(u, n, s, journey.kept, num(0), base), num(0)))

    def record(x: E) -> E:
        return E("mark", (base, x))

    if n.by is not None and n.subject is not None:
        by, players = n.by, num(u.layout.players)

        def together(x: E) -> E:
            return _past(u, by, s, lambda y: record(E("+", (E("*", (x, players)), y))), True)

        count = _past(u, n.subject, s, together, True, _recorded_from(u, n))
    elif n.by is not None:
        count = _past(u, n.by, s, record)
    elif n.subject is not None:
        count = _past(u, n.subject, s, record, False, _recorded_from(u, n))
    else:
        count = E("cell", (base,))
    return count if n.measure is not None else E(">", (count, num(0)))


def _moves(u: Unit, n: ir.Happened, s: Scope, kept: Sequence[str], at: E, base: int) -> E:
    """Count how often such a card was moved. `kept`: for each of what the record is kept; `at`: the cell reached by
    those before."""
    if not kept:
        return E("cell", (base,)) if at == num(0) else E("mark", (base, at))
    asked = {"subject": n.subject, "from": n.origin, "to": n.goal, "by": n.by}[kept[0]]
    assert asked is not None
    first = -u.layout.zone_base[asked.zone] if isinstance(asked, ir.ZoneOf) else 0

    def count(x: E) -> E:
        return _moves(u, n, s, kept[1:], x if at == num(0) else E("+", (E("*", (at, num(u.layout.players))), x)), base)

    return _past(u, asked, s, count, True, first)


def _past(u: Unit, n: ir.Expr, s: Scope, count: Callable[[E], E], somebody: bool = False, first: int = 0) -> E:
    """Count what is recorded of one thing, or of several together. `somebody`: the thing may be nobody, who has no
    record. `first`: where records of such things begin."""
    of = expr(u, n, s)
    if not n.type.many and (of.op == "num" or not somebody):
        return count(plus(of, first))
    at = s.slot()
    things = of if n.type.many else E("set", (of,))
    return E("fold", ("total", at, things, count(plus(slot(at), first))))


def _recorded_from(u: Unit, n: ir.Happened) -> int:
    """Return where the records of such a subject begin: cards come after the players if the subject may be either."""
    verb = u.game.verbs.get(parted(n.event)[0])
    either_sort = verb is not None and bool(verb.params) and verb.params[0].type.sort == "bearer"
    return u.layout.players if either_sort and n.subject is not None and n.subject.type.sort == "card" else 0


# ---- all of them ----------------------------------------------------------------------------------------------------


def _on(kind: type[N], form: Callable[[Unit, N, Scope], E]) -> tuple[type[ir.Expr], Form]:
    return kind, form


FORMS: Mapping[type[ir.Expr], Form] = dict(
    (
        _on(ir.Num, lambda u, n, s: num(n.value)),
        _on(ir.Word, _word),
        _on(ir.CardNamed, _card_named),
        _on(ir.Var, lambda u, n, s: s.vars[n.name]),
        _on(ir.Nobody, lambda u, n, s: NONE),
        _on(ir.Players, lambda u, n, s: E("players")),
        _on(ir.AllOf, _all_of),
        _on(ir.WordsOf, _words_of),
        _on(ir.Numbers, _numbers),
        _on(ir.Neighbour, _neighbour),
        _on(ir.Side, _side),
        _on(ir.Seat, lambda u, n, s: E("seat", (expr(u, n.of, s),))),
        _on(ir.Owner, lambda u, n, s: E("owner", (expr(u, n.of, s),))),
        _on(
            ir.MarkOwner,
            lambda u, n, s: E("mark_owner", (mark_base(u, n.mark, n.bearer.type), expr(u, n.bearer, s))),
        ),
        _on(ir.Active, lambda u, n, s: active(u, n.what, s)),
        _on(ir.ZoneOf, _zone_of),
        _on(ir.CardsIn, _cards_in),
        _on(ir.Top, lambda u, n, s: E("top", (expr(u, n.count, s), expr(u, n.zone, s)))),
        _on(ir.ValueOf, lambda u, n, s: value(u, n.value, tuple(expr(u, a, s) for a in n.args))),
        _on(ir.Counted, _counted),
        _on(ir.Kept, _kept),
        _on(ir.Has, lambda u, n, s: E("has", (mark_base(u, n.mark, n.bearer.type), expr(u, n.bearer, s)))),
        _on(ir.Holder, _holder),
        _on(ir.Size, lambda u, n, s: E("size", (expr(u, n.of, s),))),
        _on(ir.Where, lambda u, n, s: E("where", _each(u, n.of, n.var, n.cond, s))),
        _on(ir.Image, lambda u, n, s: E("image", _each(u, n.of, n.var, n.body, s))),
        _on(ir.Fold, lambda u, n, s: E("fold", (n.op, *_each(u, n.of, n.var, n.body, s)))),
        _on(ir.Without, _without),
        _on(ir.Together, lambda u, n, s: E("set", tuple(expr(u, part, s) for part in n.parts))),
        _on(ir.Arith, _arith),
        _on(ir.Quotient, _quotient),
        _on(ir.AtLeast, lambda u, n, s: E("max", (expr(u, n.of, s), num(n.low)))),
        _on(ir.AtMost, lambda u, n, s: E("min", (expr(u, n.of, s), expr(u, n.high, s)))),
        _on(ir.Is, _is),
        _on(ir.Among, _among),
        _on(ir.NameOf, _name_of),
        _on(ir.CountsAs, _counts_as),
        _on(ir.And, lambda u, n, s: both(*(expr(u, p, s) for p in n.parts))),
        _on(ir.Or, lambda u, n, s: either(*(expr(u, p, s) for p in n.parts))),
        _on(ir.Not, _not),
        _on(ir.Some, lambda u, n, s: E("some", (expr(u, n.of, s),))),
        _on(ir.QualityOf, lambda u, n, s: quality(u, n.quality, expr(u, n.of, s), s)),
        _on(ir.Can, _can),
        _on(ir.Abilities, lambda u, n, s: E("abilities", (expr(u, n.of, s), int(n.only_must)))),
        _on(ir.AbilityCard, lambda u, n, s: E("table", (u.table(AbilityTable()), expr(u, n.of, s)))),
        _on(ir.HasAbilities, _has_abilities),
        _on(ir.IsOptional, lambda u, n, s: E("table", (u.table(OptionalTable()), expr(u, n.of, s)))),
        _on(ir.Running, _running),
        _on(ir.Happened, _happened),
    )
)
"""The function that compiles each kind of phrase."""
