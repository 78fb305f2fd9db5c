"""Finds a comparison of numbers that always holds, and a part of a condition that is said twice.

One that never holds is an error (`never-true`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Declared, Once, below, declared, meaning


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each of them."""
    found = possible.told(game, sources, "always", "settled")
    found += [d for one in declared(game) for d in _within(one)]
    return [*found, *_twice(game.refused)]


@Once[Declared, list[Diagnostic]]
def _within(one: Declared) -> list[Diagnostic]:
    return _twice(one)


def _twice(part: object) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for node in below(part):
        if isinstance(node, ir.And | ir.Or):
            said: set[object] = set()
            for one in _flat(node):
                if meaning(one) in said:
                    found.append(Diagnostic("settled", "this is said twice", one.span, "keep one", "warning"))
                said.add(meaning(one))
    return found


def _flat(node: ir.And | ir.Or) -> Sequence[ir.Expr]:
    parts: list[ir.Expr] = []
    for part in node.parts:
        parts += _flat(part) if type(part) is type(node) and isinstance(part, ir.And | ir.Or) else [part]
    return parts
