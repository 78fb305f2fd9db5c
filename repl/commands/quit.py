"""Leave. Ctrl-D does the same."""

from __future__ import annotations

from ..console import Console
from ..output import QUIT, Output
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Leave."""
    return Output("", QUIT)


COMMAND = Command("quit", "", "leave (Ctrl-D)", run, "files", "", ("exit", "q"))
