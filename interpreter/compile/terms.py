"""Makes the smallest machine expressions, and joins truths."""

from __future__ import annotations

from ..kernel.program import E

TRUE = E("num", (1,))
FALSE = E("num", (0,))
NONE = E("num", (-1,))


def num(n: int) -> E:
    """Make a number."""
    return E("num", (n,))


def slot(n: int) -> E:
    """Read what a slot holds."""
    return E("slot", (n,))


def both(*parts: E | None) -> E:
    """Say that all of these hold. None and the constant truth are left out."""
    kept = [p for p in parts if p is not None and p != TRUE]
    flat: list[E] = []
    for p in kept:
        flat.extend(p.args if p.op == "and" and p.origin is None else (p,))
    if any(p == FALSE for p in flat):
        return FALSE
    return TRUE if not flat else flat[0] if len(flat) == 1 else E("and", tuple(flat))


def either(*parts: E) -> E:
    """Say that at least one of these holds."""
    kept = [p for p in parts if p != FALSE]
    if any(p == TRUE for p in kept):
        return TRUE
    return FALSE if not kept else kept[0] if len(kept) == 1 else E("or", tuple(kept))


def negate(e: E) -> E:
    """Say that this does not hold."""
    if e == TRUE:
        return FALSE
    if e == FALSE:
        return TRUE
    return e.args[0] if e.op == "not" else E("not", (e,))


def plus(e: E, n: int) -> E:
    """Add a constant to a number."""
    return num(e.args[0] + n) if e.op == "num" else E("+", (e, num(n))) if n else e
