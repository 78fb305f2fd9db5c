"""Say who is meant, and why: who is asked, who has won, who acts for a card.

`who is asked`, `who has won`, `who is the VALUE of CARD`. It is `why`, asked another way.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Say who is meant, and why."""
    return console.why(f"who {rest}") if rest else said("who is what?", UNKNOWN)


COMMAND = Command("who", "is asked | has won | is …", "say who is meant, and why", run, "argue", "who")
