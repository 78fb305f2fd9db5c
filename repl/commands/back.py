"""Go back by one event, or to a place that `when did VALUE change` names.

`back 3` goes back by three events, `back to 12.3` to the third event of the answer that led to moment 12, `back to 12`
to the question there. Nothing is lost: `step` goes forward again, `undo` goes back by whole answers.
"""

from __future__ import annotations

import re

from moot.interpreter.play import stepping
from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import Output, Through
from ..stepped import stepped
from .command import Command
from .counting import counted

PLACE = re.compile(r"(?:to +)?(\d{1,7})\.(\d{1,7})")


def run(console: Console, rest: str) -> Output:
    """Go back."""
    place = PLACE.fullmatch(rest)
    if place is not None:
        return stepped(console, stepping.to(console.session, console.viewer, int(place[1]), int(place[2])))
    if rest.startswith("to "):
        return Output(through=Through(console.viewer, f"goto {rest}"))
    number = counted(rest, 1)
    if isinstance(number, Output):
        return number
    shown = stepping.back(console.session, console.viewer)
    for _ in range((number or 1) - 1):
        further = stepping.back(console.session, console.viewer)
        if isinstance(further, NotDone):
            break
        shown = further
    return stepped(console, shown)


COMMAND = Command("back", "[N | to PLACE]", "go back by one event, or to a place", run, "play", "back")
