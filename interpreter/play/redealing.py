"""Deal again what a player does not know, so that everything that he saw, and can remember, stays as it is.

The state that is dealt is a moment of the tree like any other: `undo` goes back to what really lies there. It is made
from the line of play and a seed (`kernel.dealing`), so a saved game needs to keep only these.
"""

from __future__ import annotations

import re

from ..kernel.dealing import dealt
from ..kernel.names import player_name
from .moment import Moment
from .not_done import NotDone
from .recalling import REDEAL, memory, step
from .session import Session

LINE = re.compile(r"redeal for p(\d), seed (\d{1,9})")
"""The line of a moment that was made so."""


def redeal(session: Session, viewer: int | None, seed: int | None = None) -> Moment | NotDone:
    """Go to a moment in which all that a player does not know is dealt again. `seed`: by which seed (None: by the next
    that was not used here). Right after one, this goes on from the moment before it."""
    if viewer is None:
        return NotDone("you see everything, so nothing is left to deal: type `as p2 redeal` for what p2 does not know")
    history = session.history
    history.within = None
    if history.now.line.startswith(f"{REDEAL}{player_name(viewer)},") and history.now.parent is not None:
        history.here = history.now.parent
    used = [session.moment(id).line for id in history.children().get(history.here, ())]
    if seed is None:
        seed = next(number for number in range(1, len(used) + 2) if line_of(viewer, number) not in used)
    lib, line = session.machine.lib, list(map(step, session.path()))
    return history.add(line_of(viewer, seed), dealt(lib, line, memory(lib, history, viewer), viewer, seed), ())


def line_of(viewer: int, seed: int) -> str:
    """Return the line of a moment that is dealt again."""
    return f"{REDEAL}{player_name(viewer)}, seed {seed}"


def said(session: Session, line: str) -> Moment | NotDone | None:
    """Do what the line of such a moment says; None if it is no such line."""
    found = LINE.fullmatch(line)
    if found is None:
        return None
    player = int(found[1]) - 1
    if player >= session.cast.players:
        return NotDone(f"there is no p{found[1]}")
    return redeal(session, player, int(found[2]))
