"""Continue a saved game from a file: all its answers are played again with the cards as they are now.

If the cards have changed since, it says at which line that makes a difference, and keeps what went before.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..files import Odd, reason, shown, text_of, to_read
from ..output import REFUSED, UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Load a saved game, in the language of the present one."""
    from moot.interpreter.play import saving  # slow to load, and rarely the first thing anybody does

    if not rest:
        return said("from which file?", UNKNOWN)
    try:
        text = text_of(to_read(rest, console.reach))
    except (OSError, ValueError, RuntimeError, Odd) as trouble:
        return said(f"`{shown(rest)}` cannot be read: {reason(trouble)}", REFUSED)
    found = saving.load(console.session.card_set, text, rest, console.session.language)
    if isinstance(found, NotDone):
        return said(found.render(), REFUSED)
    console.begin(found.session)
    return said([*found.remarks, console.table()])


COMMAND = Command("load", "FILE", "continue a saved game", run, "files", "files")
