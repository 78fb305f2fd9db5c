"""Write the game into a file: the cards, the seed and every line of play, as text. Nothing else is needed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import files
from ..output import UNKNOWN, Output, said
from .command import Command

if TYPE_CHECKING:
    from ..console import Console


def run(console: Console, rest: str) -> Output:
    return files.save(console, rest) if rest else said("into which file?", UNKNOWN)


COMMAND = Command("save", "FILE", "keep this game, with all its branches", run, "files", "files")
