"""Go on with a game from a file: everything that was answered is played again with the cards as they are now.

If the cards were changed since, it says at which line that makes a difference."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import files
from ..output import UNKNOWN, Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return files.load(console, rest) if rest else said("from which file?", UNKNOWN)


COMMAND = Command("load", "FILE", "go on with a game that was kept", run, "files", "files")
