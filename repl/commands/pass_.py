"""Play on with no effect: with answers that end or decline, or else a mandatory answer, or else the first in the list.

`pass` alone plays on until another player is asked. `pass until p3`, `pass until the PHASE of CARD`, `pass until STEP`
and `pass until the PHASE ends` play on until then, `pass until CONDITION` until that holds. `until ...` alone and `run
until ...` do the same.
"""

from __future__ import annotations

from ..console import Console
from ..output import UNKNOWN, Output, said
from . import until
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Play on until another player is asked, or until what the line names."""
    words = rest.split()
    if words[:1] == ["until"]:
        return until.run(console, " ".join(words[1:]))
    if words:
        return said("`pass`, or `pass until …`", UNKNOWN)
    asked = console.session.asked
    return said("nobody is asked", UNKNOWN) if asked is None else console.move(f"p{asked + 1} passes")


COMMAND = Command("pass", "[until ...]", "play on with no effect", run, "play", "pass", ("run",))
