"""Show what a phrase of the cards' language comes to: a number, cards, players, or yes or no.

`ask VALUE of each player`, `ask CARDS in your hand whose VALUE is at least 3`, `ask either p1 is COUNTED or ...`. `you`
means whoever looks (`as p2`), or else whoever is asked. `p2 CARD` is the card that p2 has. If a player cannot know the
answer, it says so.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Evaluate a phrase."""
    return console.ask(rest) if rest else said("ask what?", UNKNOWN)


COMMAND = Command("ask", "PHRASE", "show what a phrase comes to", run, "argue", "phrases", asks=True)
