"""Explain why an answer is not legal: the words that forbid it, with their card and line, and the values that they
read.

You may name anything that somebody could do here at another time; `whynot p2 ...` asks for another player.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Explain which words forbid an answer."""
    if not rest:
        return said("why not what?", UNKNOWN)
    return console.whynot(rest)


COMMAND = Command("whynot", "ANSWER", "show which words forbid an answer", run, "argue", "others", asks=True)
