"""Make it the turn of another player: it begins now, whoever has played before. The turn that is running is over, with
what lasts as long as it; all else stays. `undo` takes it back.

`turn p3`; `turn p3 as CARD` if it is the turn of a card and p3 has several of these.
"""

from __future__ import annotations

import re

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Make it a player's turn."""
    m = re.fullmatch(r"(p\d{1,2})(\s+as\s+\S.*)?", rest.strip().lower())
    if m is None:
        return said("whose turn? `turn p3`, or `turn p3 as CARD`", UNKNOWN)
    return console.given(f"{m[1]} acts{rest.strip()[len(m[1]) :]}")


COMMAND = Command("turn", "PLAYER", "make it the turn of another player", run, "argue", "turn")
