"""Check that something is so whatever is answered: `always p1 COUNTER at least 1 within 3 answers`.

It looks at every position that can be reached within so many answers, at the present one first. If the condition does
not hold in one of them, a shortest line of play there is shown. `by p2`, `as p2`, `for 60 seconds` and Ctrl-C are as in
`find`.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from ..searched import searched
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Search for a line of play after which it is not so."""
    if not rest:
        return said("always what? `always CONDITION within 4 answers`", UNKNOWN)
    return searched(console, rest, otherwise=True)


COMMAND = Command("always", "CONDITION [within N]", "check that something is so in any case", run, "argue", "bounded")
