"""Go to any moment: by its number in `tree`, by a name that `branch` gave, or to the `start`.

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


def run(console: Console, rest: str) -> Output:
    """Go to a moment or to the end of a branch."""
    session = console.session
    rest = rest.removeprefix("to ").strip()
    place = session.places.of(rest, session.game)
    if place is not None:
        return console.moved(session.visit(place))
    if PLACE.fullmatch(rest):
        return back.run(console, rest)
    moment = number(rest)
    if moment is None:
        hint = meant(rest, session.places.named) if rest else None
        what = f"there is no branch `{rest}`" if rest else "where to? `goto 3`, `goto start`, `goto end`, or a name"
        return said(f"{what}; {hint or 'moments have numbers: `tree` shows them'}", REFUSED)
    return console.moved(session.goto(moment))


COMMAND = Command("goto", "N | NAME | start", "go to another moment of the tree", run, "history", "moments", ("go",))
