"""Whether something is so: `expect p1 COUNTER 4; VALUE of p2 is 3; p1 wins`. It says what is so instead.

`as p2 expect ...` asks for what that player can know. In a script, what is not as expected makes the exit code 1."""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Say whether facts hold."""
    if not rest:
        return said("expect what?", UNKNOWN)
    return console.expect(rest)


COMMAND = Command("expect", "FACTS", "whether this is so", run, "argue", "facts")
