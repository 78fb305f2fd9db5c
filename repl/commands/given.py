"""Make something true. With a number of players this poses a new position, and the game begins again from there.

`given 5 players; p1 is CARD; p2 COUNTER 3, PLACE CARD, CARD` and so on (see docs/notation.md). Separate statements with
`;`, or write each on its own line. Whatever you do not state is dealt from the seed: `position` shows it.
At the prompt `given 5 players` alone goes on in the next lines, until an empty one. Without a number of players (`set`
then reads better) only what you name changes, and `undo` takes it back.
"""

from __future__ import annotations

import re

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Pose a position, or change this one."""
    if not rest:
        return said("given what? `given 5 players; p1 …`: `help given`", UNKNOWN)
    return console.given(re.sub(r"(?<![.…])\.$", "", rest))


COMMAND = Command("given", "FACTS", "pose a position, or change this one", run, "argue", "facts", ("set",))
