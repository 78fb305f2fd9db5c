"""Finds a thing that is said twice: on a card, below a value, as a refusal of a verb or of the game, as two deeds in a
row, or as two branches of one `either`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import below, bodies, meaning


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about everything that repeats something before it."""
    found: list[Diagnostic] = []
    for name, parts in _together(game):
        said: dict[object, Span] = {}
        for part in parts:
            first = said.setdefault(meaning(part), part.span)
            if first is not part.span:
                found.append(_twice(f"`{name}` says this twice", part.span, first, "keep one"))
    for body in bodies(game):
        for block in _blocks(body):
            for one, other in zip(block, block[1:], strict=False):
                if meaning(one) == meaning(other):
                    help = "keep one; to do a thing twice, use a number or `for each`"
                    found.append(_twice("this is done twice", other.span, one.span, help))
        for either in below(body):
            if isinstance(either, ir.Either):
                found += _branches(either)
    return found


def _branches(either: ir.Either) -> Iterator[Diagnostic]:
    said: dict[object, Span] = {}
    for branch in either.branches:
        first = said.setdefault(meaning((branch.choose, branch.body)), branch.span)
        if first is not branch.span:
            yield _twice("this branch repeats one above it", branch.span, first, "keep one")


def _twice(message: str, span: Span, first: Span, help: str) -> Diagnostic:
    return Diagnostic("duplicate-clause", message, span, help, "warning", ((first, "the first time"),))


def _together(game: ir.Game) -> Iterator[tuple[str, tuple[ir.Clause | ir.Rule | ir.Refusal, ...]]]:
    for card in game.cards.values():
        yield card.title, (*card.clauses, *card.rules, *card.refused)
    for value in game.values.values():
        yield value.name, value.rules
    for verb in game.verbs.values():
        yield verb.key, verb.refusals
    yield game.name, game.refused


def _blocks(value: object) -> Iterator[tuple[ir.Stmt, ...]]:
    """Yields every run of deeds."""
    if isinstance(value, tuple):
        if value and all(isinstance(part, ir.Stmt) for part in value):
            yield value
        for part in value:
            yield from _blocks(part)
    elif isinstance(value, ir.Stmt | ir.Branch):
        for f in fields(value):
            yield from _blocks(getattr(value, f.name))
