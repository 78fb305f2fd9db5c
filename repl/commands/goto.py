"""Go to any moment by its number in `tree`, or to the end of a branch by its name.

`goto 12.3` goes to the third event of the answer that led to moment 12.
`goto start` goes to the beginning, `goto end` to the last moment of the line of play that was used last.
"""

from __future__ import annotations

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, Output, said
from . import back
from .back import PLACE
from .command import Command
from .counting import number

STARTS, ENDS = ("start", "beginning", "the start", "the beginning"), ("end", "the end")


def run(console: Console, rest: str) -> Output:
    """Go to a moment or to the end of a branch."""
    rest = rest.removeprefix("to ").strip()
    if rest in console.branches:
        return console.moved(console.session.goto(console.branches[rest]))
    if PLACE.fullmatch(rest):
        return back.run(console, rest)
    moment = _place(console, rest)
    if moment is None:
        hint = meant(rest, console.branches) if rest else None
        what = f"there is no branch `{rest}`" if rest else "where to? `goto 3`, `goto start`, `goto end`, or a name"
        return said(f"{what}; {hint or 'moments have numbers: `tree` shows them'}", REFUSED)
    return console.moved(console.session.goto(moment))


def _place(console: Console, said: str) -> int | None:
    """Return the number of a moment that is called by a number or by where it lies."""
    if said in STARTS:
        return 0
    ahead = console.session.ahead() if said in ENDS else []
    return ahead[-1].id if ahead else number(said)


COMMAND = Command("goto", "N | NAME | start", "go to another moment of the tree", run, "history", "moments", ("go",))
