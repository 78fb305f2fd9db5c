"""Says what a game that is over was worth to each player."""

from __future__ import annotations

from .evaluate import apply
from .machine import Machine
from .program import Library
from .state import State


def payoffs(lib: Library, s: State) -> tuple[int, ...] | None:
    """Return what each player gets, by seat; None while the game goes on, and in a game that does not say it."""
    if s.over is None or lib.payoff is None:
        return None
    context = Machine(lib).context(s)
    return tuple(int(apply(context, lib.payoff, (player,))) for player in range(s.m[lib.players_cell]))
