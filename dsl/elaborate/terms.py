"""Writes types in the author's words, and makes the small expressions that conditions consist of."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..source import Span
from ..words import plural, with_article

PLAYER = ir.Type("player")
NUMBER = ir.Type("number")
TRUTH = ir.Type("truth")
BANK = ir.Type("bank")
ABILITY = ir.Type("ability")
ANY_CARD = ir.Type("card")
NAME = ir.Type("name")


def both(parts: list[ir.Expr], span: Span) -> ir.Expr:
    """Returns the condition that all of some conditions hold; there is at least one."""
    return parts[0] if len(parts) == 1 else ir.And(type=TRUTH, span=span, parts=tuple(parts))


def conjunction(parts: list[ir.Expr], span: Span) -> ir.Expr | None:
    """Returns the condition that all of some conditions hold; None if there are none."""
    return both(parts, span) if parts else None


def negated(cond: ir.Expr, span: Span | None = None) -> ir.Expr:
    """Returns the condition that another does not hold. `span`: the words that say so, if they are more than its
    own."""
    if isinstance(cond, ir.Not):
        return cond.of if span is None else replace(cond.of, span=span)
    return ir.Not(type=TRUTH, span=span or cond.span, of=cond)


def equal(left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Returns the condition that two values are the same."""
    return ir.Is(type=TRUTH, span=span, op="==", left=left, right=right)


def says(t: ir.Type) -> str:
    """Returns a type in the author's words: `a district`, `gold`, `players`."""
    name = t.name or t.sort
    match t.sort:
        case "amount":
            return f"several amounts of {name}" if t.many else name
        case "bearer":
            return " or ".join(with_article(w) if w != "bank" else "the bank" for w in name.split(" "))
        case "number" if t.name:
            return f"a number of {t.name}s"
        case "bank":
            return "the bank"
        case "truth":
            return "a condition"
        case _:
            return plural(name) if t.many else with_article(name)


def fits(wanted: ir.Type, got: ir.Type) -> bool:
    """Returns whether something of type `got` can come where `wanted` is needed."""
    if wanted.sort == "bearer":
        names = (wanted.name or "").split(" ")
        return not got.many and (got.sort in names or got.name in names)
    if wanted.sort != got.sort or (got.many and not wanted.many):
        return False
    return wanted.name is None or got.name is None or wanted.name == got.name
