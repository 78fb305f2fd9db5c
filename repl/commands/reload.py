"""Read the cards' folder anew and play the present line again with the cards as they are now.

It says the first event that differs. The line as it was keeps a name: `goto before` comes back to it, with the cards as
they were. If the folder has mistakes now, they are shown and nothing changes. `edit CARD` opens a card's file.
"""

from __future__ import annotations

from moot.interpreter.play.again import reread
from moot.interpreter.play.replaying import replay
from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def hidden_line(console: Console, name: str) -> str:
    """Say why a player cannot play the line again, and what can be done instead."""
    who = console.session.seats[console.viewer or 0]
    return (
        f"the line has answers that {who} has not heard, and what differs could tell them: `as nobody {name}` plays it "
        f"again, and then `as {who} log` tells what {who} hears of it"
    )


def run(console: Console, rest: str) -> Output:
    """Read the cards anew."""
    if console.viewer is not None:
        return said(hidden_line(console, "reload"), REFUSED)
    session = console.session
    set_ = reread(session)
    if isinstance(set_, NotDone):
        return said(set_.render(), REFUSED)
    if set_.hash == session.card_set.hash:
        return said("the cards are as they were")
    found = replay(session, set_)
    return said(found.render(), REFUSED) if isinstance(found, NotDone) else console.replayed(found)


COMMAND = Command("reload", "", "read the cards anew, and play this line again", run, "files")
