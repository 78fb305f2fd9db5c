"""Names the sorts of things as answers, slots and kept values say them."""

from __future__ import annotations

from moot.dsl import ir


def answer_sort(t: ir.Type) -> str:
    """Return the sort by which answers name a thing of this type."""
    if t.sort == "enum":
        return f"word:{t.name}"
    return t.sort if t.sort in ("player", "card", "ability", "zone", "bearer", "name") else "number"
