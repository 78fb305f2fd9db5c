"""Give a random answer, or several. From the same moment the answers are always the same.

`random end` plays on until the game is over, or for 3,000 answers.
"""

from __future__ import annotations

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command
from .counting import counted

MOST = 3000


def run(console: Console, rest: str) -> Output:
    """Give random answers."""
    number = counted(rest, 1) if rest not in ("end", "game") else MOST
    if isinstance(number, Output):
        return number
    if console.session.asked is None:
        return said(console.teller.question(), REFUSED)
    return console.chance(min(number or 1, MOST))


COMMAND = Command("random", "[N | end]", "give a random answer, or N", run, "play", "end")
