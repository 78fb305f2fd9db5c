"""Finds a thing that is said twice: on a card, below a value, as a refusal of a verb or of the game, as two deeds in a
row, or as two branches of one `either`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import Doing, Once, below, bodies_of, declared, meaning, runs_of_deeds


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about everything that repeats something before it."""
    found = [d for one in declared(game) if not isinstance(one, ir.Quality | ir.Kind) for d in _within(one)]
    return [*found, *_repeated(game.name, game.refused)]


@Once[ir.Value | Doing, list[Diagnostic]]
def _within(one: ir.Value | Doing) -> list[Diagnostic]:
    """Returns what a declaration says twice."""
    if isinstance(one, ir.Value):
        return _repeated(one.name, one.rules)
    found: list[Diagnostic] = []
    if isinstance(one, ir.Card):
        found += _repeated(one.title, (*one.clauses, *one.rules, *one.refused))
    elif isinstance(one, ir.Verb):
        found += _repeated(one.key, one.refusals)
    for body in bodies_of(one):
        found += _done_twice(body)
    return found


def _repeated(name: str, parts: Sequence[ir.Clause | ir.Rule | ir.Refusal]) -> list[Diagnostic]:
    """Returns what repeats another part of the same."""
    if len(parts) < 2:
        return []
    said: dict[object, Span] = {}
    found = []
    for part in parts:
        first = said.setdefault(meaning(part), part.span)
        if first is not part.span:
            found.append(_twice(f"`{name}` says this twice", part.span, first, "keep one"))
    return found


def _done_twice(body: ir.Block) -> Iterator[Diagnostic]:
    for block in runs_of_deeds(body):
        for one, other in zip(block, block[1:], strict=False):
            by_chance = isinstance(one, ir.PickRandom)  # which falls anew each time
            if type(one) is type(other) and not by_chance and meaning(one) == meaning(other):
                help = "keep one; to do a thing twice, use a number or `for each`"
                yield _twice("this is done twice", other.span, one.span, help)
    for either in below(body):
        if isinstance(either, ir.Either):
            yield from _branches(either)


def _branches(either: ir.Either) -> Iterator[Diagnostic]:
    said: dict[object, Span] = {}
    for branch in either.branches:
        first = said.setdefault(meaning((branch.choose, branch.body)), branch.span)
        if first is not branch.span:
            yield _twice("this branch repeats one above it", branch.span, first, "keep one")


def _twice(message: str, span: Span, first: Span, help: str) -> Diagnostic:
    return Diagnostic("duplicate-clause", message, span, help, "warning", ((first, "the first time"),))
