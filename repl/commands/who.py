"""Say who is meant, and why: who is asked, who has won, who acts for a card.

`who is asked`, `who acts`, `who has won`, `who is the VALUE of CARD`, `who is QUALITY`, `who has the MARKER`, `who has
the most COUNTER`, `who has CARD`, `who is p2`. It is `why`, asked another way.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Say who is meant, and why."""
    if rest.startswith("turn"):  # whose turn it is
        return console.why("who acts")
    return console.why(f"who {rest}") if rest else said("who is what?", UNKNOWN)


COMMAND = Command("who", "is asked | has won | is …", "say who is meant, and why", run, "argue", "who", ("whose",))
