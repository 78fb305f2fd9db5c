"""What a player knows at each moment of a history (`kernel.memory`); each is worked out once."""

from __future__ import annotations

from ..kernel.memory import Memory, Step, after, begun, remembering
from ..kernel.names import player_name
from ..kernel.program import Library
from ..kernel.state import State
from .history import History
from .moment import Moment

REDEAL = "redeal for "
"""How the line of a moment begins in which what one player does not know was dealt again."""


def memory(lib: Library, history: History, viewer: int, moment: Moment | None = None) -> Memory:
    """Return what a player knows at a moment (None: the present one)."""
    known = history.remembered.setdefault(viewer, {})
    todo: list[Moment] = []
    at: Moment | None = history.now if moment is None else moment
    last = at
    while at is not None and (at.id not in known or known[at.id][0] is not at):
        todo.append(at)
        at = None if at.parent is None else history.moments[at.parent]
    for one in reversed(todo):
        known[one.id] = one, _after(lib, history, viewer, one, None if one.parent is None else known[one.parent][1])
    assert last is not None
    return known[last.id][1]


def recalled(lib: Library, history: History, viewer: int) -> State:
    """Return the shown state with everything that a player remembers of it."""
    return remembering(lib, history.state, viewer, shown(lib, history, viewer))


def shown(lib: Library, history: History, viewer: int) -> Memory:
    """Return what a player knows at the shown state."""
    now, before = history.now, history.before(history.now)
    if history.within is None or before is None:
        return memory(lib, history, viewer)
    known = memory(lib, history, viewer, history.moments[now.parent or 0])
    return after(lib, known, before, step(now), now.depth, viewer, history.within)


def step(moment: Moment) -> Step:
    """Return a moment as a step of a line of play."""
    return Step(moment.code, moment.events, moment.state)


def _after(lib: Library, history: History, viewer: int, moment: Moment, known: Memory | None) -> Memory:
    before = history.before(moment)
    if known is None or before is None:
        return begun(lib, moment.state, viewer, 0, (moment.recalled or {}).get(viewer))
    if moment.line.startswith(f"{REDEAL}{player_name(viewer)},"):
        return known  # nothing that he knows was changed
    return after(lib, known, before, step(moment), moment.depth, viewer)
