"""Whether the line before this was refused, and for this reason: `refused because "..."`, `refused only because`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import holding
from ..output import Output
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return holding.refused(console.session, console.attempt, rest)


COMMAND = Command("refused", "because REASON", "whether the last line was refused for this", run, "argue")
