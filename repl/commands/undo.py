"""Go back by one answer, or by several. Nothing is lost: `redo` goes forward again, `tree` shows all that was tried."""

from __future__ import annotations

from ..console import Console
from ..output import Output
from .command import Command
from .counting import counted


def run(console: Console, rest: str) -> Output:
    """Go back."""
    number = counted(rest, 1)
    if isinstance(number, Output):
        return number
    return console.moved(console.session.undo(number or 1))


COMMAND = Command("undo", "[N]", "go back by one answer, or by N", run, "history", "", ("u",))
