"""Go to any moment by its number in `tree`, or to the end of a branch by its name.

`goto 12.3` goes to the third event of the answer that led to moment 12.
"""

from __future__ import annotations

from moot.interpreter.sets.nearest import meant

from ..console import Console
from ..output import REFUSED, Output, said
from . import back
from .back import PLACE
from .command import Command
from .counting import number


def run(console: Console, rest: str) -> Output:
    """Go to a moment or to the end of a branch."""
    rest = rest.removeprefix("to ").strip()
    if rest in console.branches:
        return console.moved(console.session.goto(console.branches[rest]))
    if PLACE.fullmatch(rest):
        return back.run(console, rest)
    moment = number(rest)
    if moment is None:
        hint = meant(rest, console.branches) if rest else None
        what = f"there is no branch `{rest}`" if rest else "where to?"
        return said(f"{what}; {hint or 'moments have numbers: `tree` shows them'}", REFUSED)
    return console.moved(console.session.goto(moment))


COMMAND = Command("goto", "N | NAME", "go to another moment of the tree", run, "history", "moments", ("go",))
