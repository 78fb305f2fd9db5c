"""List every sentence, of the game and of all its cards, that bears on a word: a value, a deed with its permission and
its windows, a marker, a quality, a phase, a place or a card.

They come in the order in which they count: of a value its base, what overrules it and what is added; of a deed what
forbids it, what comes before it, the deed and what comes after. Each says whether it is in force now, as far as the
viewer knows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from moot.dsl import ir
from moot.dsl.source import Source, Span

from ..kernel.evaluate import frame
from ..kernel.index import index_of
from ..kernel.partly import joined, truth, unknown
from ..kernel.program import E, Function, Origin
from ..sets.card_set import CardSet
from .causes import at
from .look import Look
from .lookup import Impossible, in_game
from .not_done import NotDone
from .phrases import seated
from .possessive import as_phrase
from .session import Session
from .words import normal

LONGEST = 160  # letters of a sentence that are shown
IN_FORCE, NOT_IN_FORCE, ABSENT, HIDDEN = "in force", "not in force", "not in this game", "unknown from this seat"
TRIED = 3000
"""Players and things for which it is tried whether a rule applies to any of them."""
OF_OWNER = re.compile(r"\s+of\s+p\d{1,2}\s*$")
"""The player of a thing: what bears on it does so whosever it is."""
WINDOWS = {
    "would": "first", "instead": "instead", "before": "before", "start": "at the start", "after": "after",
    "end": "at the end", "state": "as soon as", "ability": "ability",
}  # fmt: skip
"""How the moments of clauses are called, in the order in which they come."""


@dataclass(frozen=True)
class Touch:
    """A sentence that bears on a word. `role`: what it does to it. `status`: whether it is in force ('' where that
    means nothing, as for what the game file says)."""

    role: str
    origin: Origin
    status: str = ""

    def render(self, wide: int) -> str:
        """Return `forbids   WORDS (CARD, card.card:4)   not in force`."""
        text = self.origin.text if len(self.origin.text) <= LONGEST else self.origin.text[: LONGEST - 1] + "…"
        status = f"  {self.status}" if self.status else ""
        return f"  {self.role:<{wide}}  {text} {at(self.origin)}{status}"


@dataclass(frozen=True)
class Touched:
    """All that bears on one word. `what`: what the word is, as `value`."""

    name: str
    what: str
    touches: tuple[Touch, ...]

    def render(self) -> list[str]:
        """Return the word, and a line for each sentence."""
        wide = max((len(one.role) for one in self.touches), default=0)
        lines = [one.render(wide) for one in self.touches]
        return [f"{self.name} ({self.what})", *(lines or ["  nothing bears on it"])]


def touches(session: Session, name: str, viewer: int | None = None) -> list[Touched] | NotDone:
    """List what bears on the things of this name."""
    game = session.card_set.game
    assert game is not None
    name = OF_OWNER.sub("", as_phrase(name, session.card_set.words))
    said = normal(name)
    looking = _Looking(session.card_set, game, session.tell(viewer).look())
    exactly = " ".join(name.split()) in [word for _, word, _ in _things(game)]
    meant = [one for one in _things(game) if (one[1] == " ".join(name.split()) if exactly else normal(one[1]) == said)]
    found = [Touched(word, what, tuple(of(looking, word))) for what, word, of in meant]
    if found:
        return found
    begun = [word for _, word, _ in _things(game) if said and set(said) <= set(normal(word))]
    near = f"; did you mean {' or '.join(f'`{w}`' for w in dict.fromkeys(begun[:4]))}?" if begun else ""
    return NotDone(f"this game has no value, deed, marker, quality, phase, place or card `{name}`{near}")


def _things(game: ir.Game) -> Iterator[tuple[str, str, Callable[[_Looking, str], Iterable[Touch]]]]:
    """Yield everything of the game that has a name."""
    yield from (("value", name, _value) for name in game.values)
    yield from (("quality", name, _quality) for name in game.qualities)
    yield from (("deed", name, _deed) for name in game.verbs)
    yield from (("marker", name, _marker) for name in game.markers)
    yield from (("phase", name, _phase) for name in game.phases)
    yield from (("place", name, _place) for name in game.zones)
    yield from (("card", title, _card) for title in game.cards)


# ---- what is in force -----------------------------------------------------------------------------------------------


class _Looking:
    """Finds the sentences of a game, and whether they are in force in a position as a viewer sees it."""

    def __init__(self, set_: CardSet, game: ir.Game, look: Look) -> None:
        self.set, self.game, self.look, self.lib = set_, game, look, look.lib
        self.there = in_game(look.lib, look.state)

    def origin(self, span: Span, card: str = "") -> Origin | None:
        """Return where words are written; None if nobody has written them."""
        source: Source | None = self.set.sources.get(span.path)
        if source is None or span.end <= span.start:
            return None
        written = source.written(span)
        lines = (line.partition("#")[0] for line in source.text[span.start : span.end].splitlines())
        text = " ".join(" ".join(lines).split())
        return Origin(card, text, written.path, written.line, written.column, None, written.by)

    def status(self, card: str, where: ir.Where_ | None = None) -> str:
        """Return whether the sentences of a card are in force: it is in the game and works, or lies where (or is what)
        the sentence says that it counts besides, or only."""
        if not card:
            return ""
        copies = [c for c in self.there if self.lib.cards[c] == card]
        works = self.game.kinds[self.game.cards[card].kind].works
        if not copies:
            return ABSENT
        found = [] if where is None else [self._counts(c, where) for c in copies]
        if where is None or not where.only:
            if works is None:
                return IN_FORCE
            try:
                works_for = seated(self.look, Source("", ""), works, None, [("this", "card")])
            except Impossible:
                return ""
            found += [works_for.value(c) for c in copies]
        return _either(found)

    def _counts(self, card: int, where: ir.Where_) -> Any:
        """Return whether a card lies in one of these places or is one of these things, as far as it is known."""
        eyes, found = self.look.eyes, []
        if where.zones:
            declared = index_of(self.lib).zone
            at = [declared[z][0].name in where.zones for z in eyes.places(card) if z in declared]
            found.append(joined(list(at), frozenset({("card", card)})))
        for state in where.states:
            number = self.lib.function_ids.get(f"quality {state}")
            mark = next((m for m in self.lib.marks if m.name == state and m.bearer == "card"), None)
            if number is not None:
                found.append(eyes.apply(number, (card,)))
            elif mark is not None and 0 <= card - mark.first < mark.span:
                cell = mark.base + card - mark.first
                seen = eyes.sees_cell(cell)
                found.append(self.look.state.m[cell] > 0 if seen else truth(frozenset({("cell", cell)})))
        hidden = [one for one in found if unknown(one)]
        return True if any(one is True for one in found) else hidden[0] if hidden else False

    def applies(self, fn: Function, cond: E, card: str) -> str:
        """Return whether a condition of a function holds for any players and things."""
        if card and card not in {self.lib.cards[c] for c in self.there}:
            return ABSENT
        sorts = [sort for _, sort in fn.names[: fn.params]]
        domains = [self._domain(sort) for sort in sorts]
        if any(domain is None for domain in domains):
            return self.status(card)
        tried = islice(product(*(domain or () for domain in domains)), TRIED)
        return _either(self.look.eyes.value(cond, frame(-1, fn.slots, args)) for args in tried)

    def _domain(self, sort: str) -> Sequence[int] | None:
        if sort == "player":
            return range(self.look.state.m[self.lib.players_cell])
        return self.there if sort == "card" else None

    # ---- sentences

    def sentences(self) -> Iterator[tuple[str, ir.Clause | ir.Rule | ir.Refusal | ir.Stmt | ir.Expr, Span]]:
        """Yield every sentence with its card ('' for the game) and its place, those of the game first, and then the
        cards by their kinds in the order that the game states."""
        game = self.game
        for verb in game.verbs.values():
            yield from (("", refusal, refusal.span) for refusal in verb.refusals)
        steps = [step for declared in (game.verbs, game.phases) for one in declared.values() for step in _steps(one)]
        yield from (("", stmt, stmt.span) for step in steps for stmt in step.body)
        for value in game.values.values():
            yield from (("", one, one.span) for one in (value.base, *value.rules) if one is not None)
        for quality in game.qualities.values():
            yield from (("", one, one.span) for one in (quality.cond,) if one is not None)
        order = {kind: i for i, kind in enumerate(game.order)}
        for card in sorted(game.cards.values(), key=lambda c: order.get(c.kind, len(order))):
            printed: tuple[ir.Clause | ir.Rule | ir.Refusal, ...] = (*card.clauses, *card.rules, *card.refused)
            yield from ((card.title, said, said.span) for said in printed)

    def naming(self, names: Callable[[Any], str]) -> Iterator[Touch]:
        """Yield the sentences in which something has a role, by what `names` calls that of a node ('': none)."""
        from ..compile.walk import walk  # loads the compiler, which play itself does not need

        for card, said, span in self.sentences():
            role = next((role for node in walk(said) if (role := names(node))), "")
            origin = self.origin(span, card) if role else None
            if origin is not None:
                yield Touch(role, origin, self.status(card, _where(said)))

    def windows(self, names: Callable[[ir.Moment], bool], *kinds: str) -> list[Touch]:
        """Return the clauses that answer something, in the order of their moments: forced ones first, then by kind."""
        order = {kind: i for i, kind in enumerate(self.game.order)}
        found = [
            (kinds.index(clause.moment.kind), order.get(card.kind, len(order)), not clause.must, card.title, clause)
            for card in self.game.cards.values()
            for clause in card.clauses
            if clause.moment.kind in kinds and names(clause.moment)
        ]
        told = []
        for _, _, _, title, clause in sorted(found, key=lambda one: one[:3]):
            origin = self.origin(clause.span, title)
            if origin is not None:
                told.append(Touch(WINDOWS[clause.moment.kind], origin, self.status(title, clause.where)))
        return told


def _where(said: object) -> ir.Where_ | None:
    """Return where a sentence counts besides, or only, if it says so."""
    return said.where if isinstance(said, ir.Clause | ir.Rule) else None


def _steps(declared: object) -> tuple[ir.Step, ...]:
    return declared.steps if isinstance(declared, ir.Verb | ir.Phase) else ()


def _either(found: Iterable[Any]) -> str:
    """Return whether any of these holds, as far as it is known."""
    hidden = False
    for one in found:
        if unknown(one):
            hidden = True
        elif one:
            return IN_FORCE
    return HIDDEN if hidden else NOT_IN_FORCE


def _once(found: Iterable[Touch]) -> Iterator[Touch]:
    """Leave out what the copies of a card say again; what is in force of any of them is."""
    kept: dict[tuple[str, str, int, int], Touch] = {}
    for one in found:
        key = (one.role, one.origin.path, one.origin.line, one.origin.column)
        if key not in kept or (one.status == IN_FORCE and kept[key].status != IN_FORCE):
            kept[key] = one
    yield from kept.values()


# ---- values and qualities -------------------------------------------------------------------------------------------


def _value(of: _Looking, name: str) -> Iterator[Touch]:
    value = of.game.values[name]
    base = of.origin(value.span if value.base is None else value.base.span)
    if base is not None:
        yield Touch("is at first", base)
    yield from _once(_rules(of, of.lib.functions[of.lib.function_ids[f"value {name}"]]))
    yield from of.naming(lambda n: "asks for it" if isinstance(n, ir.ValueOf) and n.value == name else "")


def _rules(of: _Looking, fn: Function) -> Iterator[Touch]:
    """Yield the rules that change a value, or that give a quality: what overrules first, and the highest last."""
    lasting = {rule[0] for rule in of.look.state.lasting}
    for m in sorted(fn.modifiers, key=lambda m: (m.op != "is", m.level, m.lasting is not None)):
        role = {"is": "sets it", "more": "adds to it"}.get(m.op, "gives it")
        if m.lasting is not None:
            yield Touch(role, m.origin, IN_FORCE if m.lasting in lasting else NOT_IN_FORCE)
        else:
            yield Touch(role, m.origin, of.applies(fn, m.guard, m.origin.card))


def _quality(of: _Looking, name: str) -> Iterator[Touch]:
    quality = of.game.qualities[name]
    base = of.origin(quality.span if quality.cond is None else quality.cond.span)
    if base is not None:
        yield Touch("holds if", base)
    number = of.lib.function_ids.get(f"quality {name}")
    if number is not None:
        yield from _once(_rules(of, of.lib.functions[number]))
    yield from of.naming(lambda n: "asks for it" if isinstance(n, ir.QualityOf) and n.quality == name else "")


# ---- deeds ----------------------------------------------------------------------------------------------------------


def _deed(of: _Looking, name: str) -> Iterator[Touch]:
    verb = of.game.verbs[name]
    number = of.lib.function_ids.get(f"can {name}")
    if number is not None:
        yield from _once(_refusals(of, of.lib.functions[number]))

    def about(moment: ir.Moment) -> bool:
        return (moment.event or "").partition("/")[0] == name

    yield from of.windows(about, "would", "instead", "before", "start")
    for stmt in (stmt for step in verb.steps for stmt in step.body):
        origin = of.origin(stmt.span)
        if origin is not None:
            yield Touch("the deed", origin)
    yield from of.windows(about, "after", "end")
    yield from of.naming(lambda n: "does it" if isinstance(n, ir.Do) and n.verb == name else "")
    yield from of.naming(lambda n: "asks for it" if _asks_about(n, name) else "")


def _refusals(of: _Looking, fn: Function) -> Iterator[Touch]:
    """Yield what forbids a deed, each with what lifts it."""
    for one in fn.refusals:
        yield Touch("forbids it" if one.ban else "refuses it", one.origin, of.applies(fn, one.cond, one.origin.card))
        for cond, origin in one.lifts:
            yield Touch("lifts that", origin, of.applies(fn, cond, origin.card))


def _asks_about(node: Any, name: str) -> bool:
    if isinstance(node, ir.Can):
        return node.verb == name
    return isinstance(node, ir.Happened) and node.event.partition("/")[0] == name


# ---- markers, phases, places, cards ---------------------------------------------------------------------------------


def _marker(of: _Looking, name: str) -> Iterator[Touch]:
    yield from of.naming(lambda n: "moves it" if _moves(n, name) else "")
    yield from of.windows(lambda moment: moment.event == f"mark:{name}", *WINDOWS)
    yield from of.naming(lambda n: "asks for it" if _reads(n, name) else "")


def _moves(node: Any, name: str) -> bool:
    return isinstance(node, ir.Mark | ir.Put | ir.MoveAmount | ir.MoveSingle) and node.mark == name


def _reads(node: Any, name: str) -> bool:
    return isinstance(node, ir.Has | ir.Counted | ir.Holder | ir.MarkOwner) and node.mark == name


def _phase(of: _Looking, name: str) -> Iterator[Touch]:
    def about(moment: ir.Moment) -> bool:
        return moment.phase == name or (moment.event or "").partition("/")[0] == name

    begins = (ir.RunPhase, ir.Leave, ir.Suspend, ir.Resume)
    yield from of.naming(lambda n: "runs or ends it" if isinstance(n, begins) and n.phase == name else "")
    yield from of.windows(about, *[kind for kind in WINDOWS if kind != "ability"])
    yield from of.naming(lambda n: "asks for it" if isinstance(n, ir.Running) and n.phase == name else "")


def _place(of: _Looking, name: str) -> Iterator[Touch]:
    def moves(node: Any) -> bool:
        return isinstance(node, ir.MoveCards) and isinstance(node.to, ir.ZoneOf) and node.to.zone == name

    yield from of.naming(lambda n: "moves cards there" if moves(n) else "")
    yield from of.naming(lambda n: "names it" if isinstance(n, ir.ZoneOf) and n.zone == name else "")


def _card(of: _Looking, title: str) -> Iterator[Touch]:
    card = of.game.cards[title]
    printed: tuple[ir.Clause | ir.Rule | ir.Refusal, ...] = (*card.refused, *card.rules, *card.clauses)
    for said in printed:
        origin = of.origin(said.span, title)
        if origin is not None:
            yield Touch("says", origin, of.status(title, _where(said)))
    for touch in of.naming(lambda n: "names it" if isinstance(n, ir.CardNamed) and n.title == title else ""):
        if touch.origin.card != title:
            yield touch
