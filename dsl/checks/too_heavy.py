"""Finds what takes too long to work out: definitions that ask for others several times, which ask for others in turn.

The weight of an expression is the number of questions it takes, with all definitions in it followed, and a set counted
as a fixed number of things. What cards add is left out, because it is added only once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import below, bodies

HEAVIEST = 20_000  # the heaviest of a large real game is at 150
LONGEST = 1_000  # deeds that one deed comes to; the longest of a large real game comes to a dozen
MANY = 8  # things in a set
FEWER = "do a thing several times with a number or with `for each`"

Key = tuple[str, str]


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each definition, phrase, deed and clause that is too heavy."""
    scale = _Scale(game)
    for key in _definitions(game):
        scale.definition(key)
    found = [_told(_span(game, key), weight) for key, weight in scale.over.items()]
    for name in game.verbs:
        scale.deeds(name)
    found += [
        Diagnostic("too-heavy", f"this comes to too many deeds: more than {LONGEST:,}", game.verbs[name].span, FEWER)
        for name in scale.long
    ]
    found += [_told(span, w) for span, parts in _said(game) if (w := scale.phrase(parts)) > HEAVIEST]
    return found + [
        _told(clause.span, w, "choose fewer things in a row, or let less depend on all of them")
        for card in game.cards.values()
        for clause in card.clauses
        if (w := scale.choices(_needed(clause))) > HEAVIEST
    ]


def weigh(game: ir.Game, e: ir.Expr) -> int:
    """Returns about how many questions a phrase by itself takes in a game with all cards: a set of all cards of a kind
    is counted as it is."""
    return _Scale(game, exact=True).phrase(e)


def _needed(clause: ir.Clause) -> ir.Block:
    """Returns what is looked at before a clause can begin: its choices, conditions and costs."""
    return (*clause.lead, *clause.cost)


def _told(span: Span, weight: int, help: str = "") -> Diagnostic:
    much = f"about {weight // 1000},000" if weight < 1_000_000 else "more than a million"
    help = help or "ask for each definition once, as with `let`, and count fewer things inside others"
    return Diagnostic("too-heavy", f"this takes too long to work out: {much} questions", span, help)


def _definitions(game: ir.Game) -> Iterator[Key]:
    yield from (("value", name) for name in game.values)
    yield from (("quality", name) for name in game.qualities)
    yield from (("verb", name) for name in game.verbs)


def _span(game: ir.Game, key: Key) -> Span:
    form, name = key
    if form == "value":
        return game.values[name].span
    return game.qualities[name].span if form == "quality" else game.verbs[name].span


def _said(game: ir.Game) -> Iterator[tuple[Span, tuple[object, ...]]]:
    """Yields everything else that is worked out, with its place: what cards say and what is done."""
    for card in game.cards.values():
        for rule in card.rules:
            yield rule.span, (rule.match, rule.cond, rule.amount, rule.during)
        for clause in card.clauses:
            yield clause.span, (clause.cond, clause.moment.cond)
    for body in bodies(game):
        for s in _statements(body):
            yield s.span, tuple(getattr(s, f.name) for f in fields(s))


def _parts(game: ir.Game, key: Key) -> tuple[object, ...]:
    """Returns the expressions of a definition."""
    form, name = key
    if form == "value":
        value = game.values[name]
        return (value.base, *((r.match, r.cond, r.amount) for r in value.rules))
    if form == "quality":
        return (game.qualities[name].cond,)
    return tuple(r.cond for r in game.verbs[name].refusals) if name in game.verbs else ()


def _statements(block: object) -> Iterator[ir.Stmt]:
    if isinstance(block, ir.Stmt):
        yield block
    if isinstance(block, tuple):
        for part in block:
            yield from _statements(part)
    elif isinstance(block, ir.Stmt | ir.Branch):
        for f in fields(block):
            yield from _statements(getattr(block, f.name))


class _Scale:
    """Weighs definitions, each of them once. `over` holds those that are too heavy. Where others use them they weigh
    nothing, because they have been reported. `exact`: all cards of a kind are counted as they are."""

    def __init__(self, game: ir.Game, exact: bool = False) -> None:
        self.game = game
        self.exact = exact
        self.known: dict[Key, int] = {}
        self.over: dict[Key, int] = {}
        self.done: dict[str, int] = {}
        self.long: list[str] = []

    def phrase(self, e: object) -> int:
        """The weight of an expression, or of several together. A statement within a statement is weighed by itself."""
        if isinstance(e, tuple):
            return sum(self.phrase(part) for part in e)
        if not isinstance(e, ir.Expr):
            return 0
        match e:
            case ir.Where():
                return self.phrase(e.of) + self._size(e.of) * max(1, self.phrase(e.cond))
            case ir.Image() | ir.Fold():
                return self.phrase(e.of) + self._size(e.of) * max(1, self.phrase(e.body))
            case ir.ValueOf():
                own = 1 + self.definition(("value", e.value))
            case ir.QualityOf():
                own = 1 + self.definition(("quality", e.quality))
            case ir.Can():
                own = 1 + self.definition(("verb", e.verb.partition("/")[0]))
            case _:
                own = 1
        return own + sum(self.phrase(getattr(e, f.name)) for f in fields(e))

    def _size(self, of: ir.Expr) -> int:
        """The number of things that a set is counted as."""
        while isinstance(of, ir.Where | ir.Without):
            of = of.of
        if not self.exact or not isinstance(of, ir.AllOf):
            return MANY
        return sum(card.copies for card in self.game.cards.values() if of.kind in (None, card.kind))

    def choices(self, block: ir.Block) -> int:
        """The weight of finding out whether choices can be made. If later choices depend on one, they are tried with
        each of its candidates."""
        if not block:
            return 0
        first, rest = block[0], self.choices(block[1:])
        if isinstance(first, ir.Choose):
            if first.otherwise is not None:
                return self.phrase(first.of)
            asked = any(isinstance(n, ir.Var) and n.name == first.name for n in below(block[1:]))
            return self.phrase(first.of) + (MANY * max(1, rest) if asked and first.single else rest)
        own = self.phrase(tuple(getattr(first, f.name) for f in fields(first)))
        return own + rest + (self.definition(("verb", first.verb.partition("/")[0])) if isinstance(first, ir.Do) else 0)

    def deeds(self, name: str) -> int:
        """The number of deeds that a deed comes to, with all deeds within it followed. A deed that is too long counts
        as one where others do it, because it has been reported; so does a deed that does itself."""
        if name not in self.done:
            self.done[name] = 1
            within = [s.verb for step in self.game.verbs[name].steps for s in below(step.body) if isinstance(s, ir.Do)]
            count = 1 + sum(self.deeds(verb) for verb in within if verb in self.game.verbs)
            if count > LONGEST:
                self.long.append(name)
                return 1
            self.done[name] = count
        return self.done[name]

    def definition(self, key: Key) -> int:
        """The weight of a definition; 0 while it is being weighed, and if it is too heavy."""
        if key not in self.known:
            self.known[key] = 0  # for one that asks for itself
            weight = self.phrase(_parts(self.game, key))
            if weight > HEAVIEST:
                self.over[key] = weight
            else:
                self.known[key] = weight
        return self.known[key]
