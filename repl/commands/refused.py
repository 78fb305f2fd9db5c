"""Check that the last line was refused, and for this reason: `refused because "..."`, `refused only because`."""

from __future__ import annotations

from .. import expectations
from ..console import Console
from ..output import Output
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Check that the last line was refused for this reason."""
    return expectations.refused(console.session, console.attempt, rest)


COMMAND = Command("refused", "because REASON", "check that the last line was refused for this", run, "argue", "because")
