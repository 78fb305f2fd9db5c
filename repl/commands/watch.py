"""Show what a phrase comes to whenever that changes: `watch VALUE of p1`, `watch hand of each player`.

Any phrase that `ask` reads will do. `watch` lists what is watched, `watch delete 2` watches one no longer, `watch
delete all` none.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from .break_ import DELETE
from .command import Command
from .counting import number


def run(console: Console, rest: str) -> Output:
    """List, add or delete watched phrases."""
    words, watches = rest.split(), console.watches
    if words and words[0].lower() in DELETE:
        if words[1:] in ([], ["all"]):
            return said(f"{watches.clear()} deleted")
        gone = watches.remove(number(" ".join(words[1:])) or 0)
        return said(gone.render(), REFUSED) if isinstance(gone, NotDone) else said(f"deleted: {gone.text}")
    if words:
        missing = console.missing(rest)
        added = NotDone(missing) if missing else watches.add(console.session, rest, console.viewer)
        if isinstance(added, NotDone):
            return said(added.render(), UNKNOWN)
    listed = [f"{i:>3}  {one.text}: {one.shown}" for i, one in enumerate(watches.watched, 1)]
    return said(listed or "nothing is watched: `watch PHRASE` shows it whenever it changes")


COMMAND = Command("watch", "[PHRASE]", "show a phrase whenever it changes", run, "play", "watches")
