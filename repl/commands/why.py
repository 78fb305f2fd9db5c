"""Explain why the last thing happened; or why a value is what it is, part by part, each with its card and line.

`why VALUE of CARD for p1`, or as you would ask it: `why does CARD cost 5`. If the words name no value, they are looked
up in the log: `why CARD` explains the last thing that happened to that card.
"""

from __future__ import annotations

from ..console import Console
from ..output import Output
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Explain why something happened, or why a value is what it is."""
    return console.why(rest)


COMMAND = Command(
    "why", "[VALUE of CARD for p1]", "explain what happened, or a value", run, "argue", "why", asks=True
)
