"""Make something so. With a number of players it is a new position, and everything begins anew.

`given 5 players; p1 is CARD; p2 COUNTER 3, PLACE CARD, CARD` and so on, as docs/notation.md has it; statements stand
behind each other with `;`, or on lines of their own. What is not said is dealt from the seed: `position` shows it.
Without a number of players (`set` reads better then) only what is named changes, and `undo` takes it back."""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Pose a position, or change this one."""
    if not rest:
        return said("given what? `given 5 players; p1 …`: `help given`", UNKNOWN)
    return console.given(rest)


COMMAND = Command("given", "FACTS", "pose a position, or change this one", run, "argue", "facts", ("set",))
