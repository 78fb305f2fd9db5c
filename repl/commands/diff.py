"""Compare two moments, or the ends of two branches: the first thing that happened differently, then what is so now.

`diff 3 12`, `diff NAME start`, `diff NAME` (with the present moment). A moment is its number in `tree`, a name that
`branch` gave, `start` or `now`.
"""

from __future__ import annotations

from moot.interpreter.play.differing import difference
from moot.interpreter.play.places import Place

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from .command import Command

BETWEEN = ("and", "with", "to", "from")


def run(console: Console, rest: str) -> Output:
    """Compare two places."""
    words = rest.split()
    if not words:
        return said("which moments? `diff 3 12`, or `diff NAME` for that moment and the present one", UNKNOWN)
    pair = _pair(console, [word for word in words if word not in BETWEEN]) or _pair(console, words)
    if pair is None:
        return said(f"`{rest}` names no two moments; `tree` shows their numbers and names", REFUSED)
    (one, a), (other, b) = pair
    found = difference(a, b, console.viewer)
    return said(found.render((one, other)))


def _pair(console: Console, words: list[str]) -> tuple[tuple[str, Place], tuple[str, Place]] | None:
    """Return the two places that words name, each with its name. A name may have several words."""
    session = console.session
    for cut in range(len(words), 0, -1):
        names = " ".join(words[:cut]), " ".join(words[cut:]) or "now"
        one, other = (session.places.of(name, session.game) for name in names)
        if one is not None and other is not None:
            return (names[0], one), (names[1], other)
    return None


COMMAND = Command("diff", "A [B]", "compare two moments of the tree", run, "history", "diff")
