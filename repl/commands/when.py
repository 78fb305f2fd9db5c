"""Play a line as a ruling writes it: `when p1 ...`, `when the PHASE ends`, `when p2 passes`.

Right after a position was posed, the first such line also decides who acts first. `when did VALUE of p1 change` lists
when it did (`history`).
"""

from __future__ import annotations

import re

from ..console import Console
from ..output import UNKNOWN, Output, said
from . import history
from .command import Command

DID = re.compile(r"(?:did +|(?=(?:was|were) ))(.+?) *\??", re.IGNORECASE)


def run(console: Console, rest: str) -> Output:
    """Play the lines of a ruling, one after the other."""
    if not rest:
        return said("when what? `when p1 …` answers for player 1", UNKNOWN)
    asked = DID.fullmatch(rest)
    if asked is not None:
        return history.run(console, asked[1])
    parts = []
    for line in rest.splitlines():
        for one in line.split(";"):
            if one.strip():
                out = console.move(one.strip())
                parts.append(out.text)
                if not out.good:
                    return Output("\n".join(filter(None, parts)), out.status)
    return Output("\n".join(filter(None, parts)))


COMMAND = Command("when", "p1 ANSWER", "play a line of a ruling", run, "play", "players")
