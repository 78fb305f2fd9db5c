"""Show every line of play that was tried, with the numbers that `goto` takes. `*` marks where you are.

Answers that follow each other without an alternative are drawn as one stretch.
"""

from __future__ import annotations

from .. import render
from ..console import Console
from ..output import Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show every line of play."""
    return said(render.tree(console.session, console.viewer, console.width))


COMMAND = Command("tree", "", "show every line of play that was tried", run, "history")
