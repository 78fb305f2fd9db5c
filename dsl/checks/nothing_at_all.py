"""Finds a deed that is done to nothing: `draw 0 cards`, `up to 0`, `0 more`. It reads as if something happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Declared, Doing, Once, below, bodies_of, declared


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each 0 that is a count."""
    help = "leave it out, or write how many"
    numbers = [n for one in declared(game) for n in _zeros(one)]
    return [Diagnostic("nothing-at-all", "0 of something is nothing", n.span, help, "warning") for n in numbers]


@Once[Declared, list[ir.Num]]
def _zeros(one: Declared) -> list[ir.Num]:
    """Returns each 0 that is a count in the blocks and the rules of a declaration."""
    parts: tuple[object, ...] = bodies_of(one) if isinstance(one, Doing) else ()
    parts = (*parts, *one.rules) if isinstance(one, ir.Value | ir.Card) else parts
    return [n for node in below(parts) for count in _counts(node) for n in _factors(count) if n.value == 0]


def _factors(e: object) -> Iterator[ir.Num]:
    """Yields the numbers that a count is, or is multiplied by."""
    if isinstance(e, ir.Num):
        yield e
    elif isinstance(e, ir.Arith) and e.op == "*":
        yield from _factors(e.left)
        yield from _factors(e.right)


def _counts(node: object) -> tuple[object, ...]:
    """Returns the expressions that say how many of something a node is about."""
    match node:
        case ir.Choose():
            return (node.most,)
        case ir.Put() | ir.MoveAmount():
            return (node.amount,)
        case ir.PickRandom() | ir.Top():
            return (node.count,)
        case ir.Do():
            return node.args
        case ir.Rule() if node.op == "more":
            return (node.amount,)
        case ir.Numbers():
            return (node.high,)
    return ()
