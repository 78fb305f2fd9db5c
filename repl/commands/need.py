"""Show what would make an answer legal: the smallest changes of the position, found by trying them.

Each is a line that can be pasted: `set p1 COUNTER 3`. At most three are shown. You may name anything that somebody
could do here at another time; `need p2 ...` asks for another player.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the smallest changes after which an answer is legal."""
    if not rest:
        return said("need what?", UNKNOWN)
    line, missing = console.spoken(rest)
    if missing:
        return said(missing, UNKNOWN)
    found = console.teller.need(line, None if line.seat is None else line.seat - 1)
    if not isinstance(found, NotDone) and found.means_nothing:
        return console.whynot(rest)
    return said(found.render(), REFUSED) if isinstance(found, NotDone) else said(found.render())


COMMAND = Command("need", "ANSWER", "show what would make an answer legal", run, "argue", "others")
