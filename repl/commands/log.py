"""Show what has happened so far: each answer, what it led to, and the card and line that caused it.

`log 3` shows the last three answers. Through a player's eyes (`as p2`) it shows only what that player may know.
"""

from __future__ import annotations

from ..console import Console
from ..output import Output, said
from .command import Command
from .counting import counted


def run(console: Console, rest: str) -> Output:
    """Show what has happened."""
    number = counted(rest, None)
    if isinstance(number, Output):
        return number
    return said(console.log(number) or "nothing has happened yet")


COMMAND = Command("log", "[N]", "show what has happened (the last N answers), and by which card", run, "look")
