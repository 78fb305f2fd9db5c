"""Check that answers are legal. `offered only ...`: these and no others; `not offered ...`: none of these."""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Check that these answers are legal."""
    if not rest:
        return said("which answers?", UNKNOWN)
    return console.offered(rest)


COMMAND = Command("offered", "[only] ANSWERS", "check that these answers are legal", run, "argue", "answers")
