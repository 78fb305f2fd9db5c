"""Find a shortest line of play after which something is so: `find p1 COUNTER at least 5 within 4 answers`.

Any condition that `expect` or `ask` reads will do. The answer is a list of lines that can be typed, played again to
check it, or that there is no such line. `by p2` tries the answers of p2 alone, and counts only those; the others pass.
Chance decides as it will in this game. Without `within`, six answers are tried. A search ends after four seconds, or
`for 60 seconds`, or with Ctrl-C. `as p2 find` searches in several games that look the same to p2.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from ..searched import searched
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Search for a line of play."""
    if not rest:
        return said("find what? `find CONDITION within 4 answers`", UNKNOWN)
    return searched(console, rest)


COMMAND = Command("find", "CONDITION [within N] [by p2]", "find a shortest way to something", run, "argue", "bounded")
