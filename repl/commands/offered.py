"""Whether these are among the legal answers; `offered only ...`: whether they are all; `not offered ...`: or none."""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Say whether these answers are legal."""
    if not rest:
        return said("which answers?", UNKNOWN)
    return console.offered(rest)


COMMAND = Command("offered", "[only] ANSWERS", "whether these answers are legal", run, "argue", "answers")
