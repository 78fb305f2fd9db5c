"""Check whether something is true: `expect p1 COUNTER 4; VALUE of p2 is 3; p1 wins`. If not, it says what is true
instead.

`as p2 expect ...` checks what that player can know. If an expectation fails in a script, the exit code is 1.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Check facts."""
    if not rest:
        return said("expect what?", UNKNOWN)
    return console.expect(rest)


COMMAND = Command("expect", "FACTS", "check that this is true", run, "argue", "phrases", asks=True)
