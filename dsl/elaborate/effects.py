"""The slots that say what is done: one `do` or `instead`, and behind it perhaps an `either`."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Tree

from .scope import Desk, Node

EFFECTS = ("do", "instead", "either")


def in_one(desk: Desk, children: Sequence[object], above: str) -> None:
    """A second slot is the rest of a sentence whose first line got lost, or belongs into the first. `above`: how such a
    first line begins."""
    slots: list[Node] = [c for c in children if isinstance(c, Tree) and c.data in EFFECTS]
    for before, slot in zip(slots, slots[1:], strict=False):
        if slot.data == "either" and before is slots[0] and before.data != "either":
            continue
        message = f"`{before.data}` above says already what is done"
        help = f"put it into the slot above, or write the line that is missing between them ({above})"
        desk.report("second-slot", message, desk.span(slot), help)
