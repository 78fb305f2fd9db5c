"""Leave. Ctrl-D does the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..output import QUIT, Output
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return Output("", QUIT)


COMMAND = Command("quit", "", "leave (Ctrl-D)", run, "files", "", ("exit", "q"))
