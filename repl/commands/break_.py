"""Stop where something happens: `break on EVENT`, `break on CARD`, `break on window of CARD`, `break on CONDITION`.

Play stops there, whatever plays on (answers, `pass`, `until`, `random`), also in the middle of what an answer leads to;
`step` goes on from there. An event is named by words of the log (`break on p1 COUNTER`), a window as `window`, `before
DEED`, `instead of DEED` or `after DEED`. A condition stops where it becomes true. `break` lists the breakpoints, `break
delete 2` deletes one, `break delete all` all of them.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from .command import Command
from .counting import number

DELETE = ("delete", "remove", "off", "clear")


def run(console: Console, rest: str) -> Output:
    """List, add or delete breakpoints."""
    stops, words = console.session.stops, rest.split()
    if words and words[0].lower() in DELETE:
        return _delete(console, " ".join(words[1:]))
    if words:
        for filler in ("on ", "at ", "if "):
            rest = rest.removeprefix(filler)
        missing = console.missing(rest)
        if missing:
            return said(missing, UNKNOWN)
        added = stops.add(console.teller, rest)
        if isinstance(added, NotDone):
            return said(added.render(), UNKNOWN)
    listed = [f"{i:>3}  {one.told()}" for i, one in enumerate(stops.breaks, 1)]
    return said(listed or "there are no breakpoints: `break on EVENT`, a card, a window or a condition sets one")


def _delete(console: Console, which: str) -> Output:
    stops = console.session.stops
    if which in ("", "all"):
        return said(f"{stops.clear()} deleted")
    gone = stops.remove(number(which) or 0)
    return said(gone.render(), REFUSED) if isinstance(gone, NotDone) else said(f"deleted: {gone.told()}")


COMMAND = Command("break", "[on EVENT | CONDITION]", "stop where something happens", run, "play", "breaks")
