"""Deal again all that the one who looks does not know: `as p2 redeal`. What he saw, and can remember, stays as it is.

`redeal 7` deals with the seed 7, always the same; without a number, otherwise each time. `undo` goes back to what
really lies there.
"""

from __future__ import annotations

from moot.interpreter.play.redealing import redeal
from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command
from .counting import counted


def run(console: Console, rest: str) -> Output:
    """Deal again."""
    seed = counted(rest, None)
    if isinstance(seed, Output):
        return seed
    done = redeal(console.session, console.viewer, seed)
    if isinstance(done, NotDone):
        return said(done.render(), REFUSED)
    return said([f"{done.id}  {done.line}", "", console.table()])


COMMAND = Command("redeal", "[SEED]", "deal again what the viewer does not know", run, "argue")
