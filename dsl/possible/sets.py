"""Finds what is never in a set, from the words of the set alone: the same place is spoken of twice in it."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from .terms import key


def parts(cond: ir.Expr) -> Iterator[ir.Expr]:
    """Yields the questions that all must hold for a condition to hold."""
    if isinstance(cond, ir.And):
        for part in cond.parts:
            yield from parts(part)
    else:
        yield cond


def others(cond: ir.Expr, name: str) -> Iterator[ir.Expr]:
    """Yields what a thing of that name is not, by a condition: `another` and `except` say so."""
    for part in parts(cond):
        match part:
            case ir.Not(of=ir.Is(op="==", left=ir.Var(name=one), right=other)) if one == name:
                yield other


def emptied(e: ir.Where) -> bool:
    """Returns whether nothing of a set can be left, whatever lies where: what the set is taken from is left out of it,
    or lies in a place of one player and is asked to lie in the same place of another."""
    return any(_emptied(e.of, part, e.var) for part in parts(e.cond))


def _emptied(of: ir.Expr, part: ir.Expr, name: str) -> bool:
    match part:
        case ir.Among(of=ir.Var(name=one), in_=among) if one == name:
            return any(_apart(origin, among) for origin in origins(of))
        case ir.Not(of=ir.Among(of=ir.Var(name=one), in_=gone)) if one == name:
            return key(gone) in map(key, origins(of))
    return False


def origins(e: ir.Expr) -> Iterator[ir.Expr]:
    """Yields a set and the larger ones from which it is taken."""
    yield e
    while isinstance(e, ir.Where | ir.Without):
        e = e.of
        yield e


def _apart(one: ir.Expr, other: ir.Expr) -> bool:
    """Returns whether two sets are the cards in the same place of two players that are not the same."""
    match one, other:
        case (
            ir.CardsIn(zone=ir.ZoneOf(zone=here, bearer=ir.Expr() as mine)),
            ir.CardsIn(zone=ir.ZoneOf(zone=there, bearer=ir.Expr() as yours)),
        ):
            return here == there and (_is_not(mine, yours) or _is_not(yours, mine))
    return False


def _is_not(some: ir.Expr, one: ir.Expr) -> bool:
    """Returns whether some players are never this one player, by their words."""
    if not isinstance(some, ir.Where) or one.type.many or not some.type.sort == one.type.sort == "player":
        return False
    return any(key(other) == key(one) for other in others(some.cond, some.var))
