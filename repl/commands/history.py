"""List when a value changed, with the event that changed it: `history VALUE of p1`, or `when did VALUE of p1 change`.

Ask as you would say it: `when did p1 get COUNTER`, `when was CARD MARKED`, `when did CARD move`. `back to PLACE` goes
to the place with which a line begins.
"""

from __future__ import annotations

from moot.interpreter.play.changes import when_did
from moot.interpreter.play.session import NotDone

from .. import render
from ..console import Console
from ..output import UNKNOWN, Output, said
from ..patience import patience
from .command import Command


def run(console: Console, rest: str) -> Output:
    """List the changes of a phrase on the way to the current moment."""
    if not rest:
        return said("when did what change?", UNKNOWN)
    missing = console.missing(rest)
    found = NotDone(missing) if missing else when_did(console.session, rest, console.viewer, patience())
    if isinstance(found, NotDone):
        return said(found.render(), UNKNOWN)
    phrase, changed = found
    teller, lines = console.teller, [f"{phrase} now: {changed[-1].after}" if changed[-1].after else phrase]
    for one in changed:
        line = render.line_of(teller, console.session.moment(one.moment))
        if one.told is None:
            said_of = "at the beginning" if one.moment == 0 else line
        else:
            said_of = f"{render.event(console.session, one.told)}"
        change = one.after if not one.before else f"{one.before} → {one.after}"
        lines.append(f"{one.place:>6}  {change:<12}  {said_of}" if one.after else f"{one.place:>6}  {said_of}")
    return said(lines)


COMMAND = Command("history", "PHRASE", "list the events that changed a value", run, "argue", "phrases")
