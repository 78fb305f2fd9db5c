"""Show everything that is true now, in words that `given` takes: to keep a dispute, or to send it to somebody."""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the position as the lines of a `given`."""
    lines = console.teller.position()
    if isinstance(lines, NotDone):
        return said(lines.render(), REFUSED)
    chosen = console.session.card_set.chosen
    return said([f"# under {chosen}", *lines] if chosen else lines)


COMMAND = Command("position", "", "show everything that is true, as a `given`", run, "look")
