"""Judge what is not to be answered now at the time when it was, or would be: where its time has just gone, or on the
turn of the player whose it is."""

from __future__ import annotations

from ..sets.card_set import CardSet
from .finding import Finding
from .history import History
from .look import Look
from .missed import missed
from .on_turn import on_turn
from .words import Line


def another_time(
    look: Look, set_: CardSet, history: History, player: int | None, line: Line, found: Finding
) -> Finding:
    """Return what is found about a line at its own time, where nothing but the time is against it now (`found`); or
    else what was found."""
    then = missed(look.machine, history, player, line, look.viewer) if found.elsewhere else None
    if then is None and look.viewer is None:
        then = on_turn(look.machine, set_, look.state, player, line, found)
    return then or found
