"""Go forward again, along the branch that you used last. `redo 3` goes forward by three answers."""

from __future__ import annotations

from ..console import Console
from ..output import Output
from .command import Command
from .counting import counted


def run(console: Console, rest: str) -> Output:
    """Go forward again."""
    number = counted(rest, 1)
    if isinstance(number, Output):
        return number
    return console.moved(console.session.redo(number or 1))


COMMAND = Command("redo", "[N]", "go forward again", run, "history")
