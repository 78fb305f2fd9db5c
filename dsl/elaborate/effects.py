"""Checks the slots that say what is done: one `do` or `instead`, and perhaps an `either` after it."""

from __future__ import annotations

from collections.abc import Sequence

from .. import syntax
from .scope import Desk


def in_one(desk: Desk, slots: Sequence[syntax.Effect], above: str) -> None:
    """Reports a second slot: it belongs in the first, or to another sentence whose first line is missing. `above` is
    how such a first line begins."""
    for before, slot in zip(slots, slots[1:], strict=False):
        if isinstance(slot, syntax.Either) and before is slots[0] and not isinstance(before, syntax.Either):
            continue
        message = f"`{before.word}` above already says what is done"
        help = f"move it below that word, or add the line that is missing between them ({above})"
        desk.report("second-slot", message, slot.span, help)
