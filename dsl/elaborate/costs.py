"""Says what a cost needs beside what its verbs refuse: all of an amount that it moves, a marker that it takes off."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .. import ir
from .terms import TRUTH


def whole(cost: Sequence[ir.Stmt]) -> Iterator[ir.Stmt]:
    """Yields the statements of a cost, each behind what must be there for it."""
    for stmt in cost:
        lacking = _lacking(stmt)
        if lacking is not None:
            yield ir.Require(span=stmt.span, cond=lacking, text=None, implied=True)
        yield stmt


def _lacking(stmt: ir.Stmt) -> ir.Expr | None:
    """Returns what must not be so; None if nothing is in the way."""
    match stmt:
        case ir.MoveAmount(source=ir.Expr() as source, up_to=False):
            there = ir.Counted(type=stmt.amount.type, span=stmt.span, mark=stmt.mark, bearer=source)
            return ir.Is(type=TRUTH, span=stmt.span, op="<", left=there, right=stmt.amount)
        case ir.Mark(off=True) if not stmt.on.type.many:
            marked = ir.Has(type=TRUTH, span=stmt.span, mark=stmt.mark, bearer=stmt.on)
            return ir.Not(type=TRUTH, span=stmt.span, of=marked)
    return None
