"""Finds a kept value that nothing ever sets, or that nothing ever asks for."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Declared, Once, below, declared, in_bodies


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such value."""
    kept = [value for value in game.values.values() if value.memory is not None]
    if not kept:
        return []
    sets = {node.of.name for node in in_bodies(game, ir.Remember)}
    asked = {name for one in declared(game) for name in _asked(one)} | set(_names(game.refused)) | {ir.PAYOFF, ir.TEAM}
    found: list[Diagnostic] = []
    for value in kept:
        if value.name not in sets:
            message, help = f"nothing ever sets `{value.name}`", f"write `set {value.name} to` and what it is to be"
            found.append(Diagnostic("kept-in-vain", message, value.span, help))
        elif value.name not in asked:
            message = f"nothing ever asks for `{value.name}`"
            found.append(Diagnostic("kept-in-vain", message, value.span, "use it, or leave it out", "warning"))
    return found


@Once[Declared, frozenset[str]]
def _asked(one: Declared) -> frozenset[str]:
    """Returns the values that a declaration asks for, by which it lets somebody win, or that decide an order."""
    return frozenset(_names(one))


def _names(part: object) -> Iterator[str]:
    for node in below(part):
        if isinstance(node, ir.ValueOf):
            yield node.value
        elif isinstance(node, ir.Win):
            yield from (one.name for one in node.by)
        elif isinstance(node, ir.ForEach) and node.by is not None:
            yield node.by
