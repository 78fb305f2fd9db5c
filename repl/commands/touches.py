"""List every sentence of the game and of all cards that bears on a value, a deed, a marker, a quality or a phase.

They come in the order in which they count, each with its place and whether it is in force now: of a value what it is at
first, what sets it and what adds to it; of a deed what forbids it, what comes before, the deed itself and what comes
after.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone
from moot.interpreter.play.touches import touches

from ..console import Console
from ..output import UNKNOWN, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """List what bears on a word."""
    if not rest:
        return said("what bears on what? a value, a deed, a marker, a quality or a phase", UNKNOWN)
    found = touches(console.session, rest, console.viewer)
    if isinstance(found, NotDone):
        return said(found.render(), UNKNOWN)
    return said([line for one in found for line in one.render()])


COMMAND = Command("touches", "NAME", "list every sentence that bears on a word", run, "argue", "words")
