"""Says in which teams the players are, and what a game that is over was worth to each of them."""

from __future__ import annotations

from .evaluate import apply
from .knowing import Eyes, unknown
from .machine import Machine
from .program import Library
from .state import State

Teams = tuple[tuple[int, ...], ...]
"""The players of each team in the order of their seats; the team of the first seat first."""


def payoffs(lib: Library, s: State) -> tuple[int, ...] | None:
    """Return what each player gets, by seat; None while the game goes on, and in a game that does not say it."""
    if s.over is None or lib.payoff is None:
        return None
    context = Machine(lib).context(s)
    return tuple(int(apply(context, lib.payoff, (player,))) for player in range(s.m[lib.players_cell]))


def teams(lib: Library, s: State, viewer: int | None = None) -> Teams:
    """Return the teams that a viewer knows (None: somebody who sees everything), without the players of whom he does
    not know it. A player who is in no team is one by himself; none in a game without teams."""
    if lib.team is None:
        return ()
    eyes = Eyes(lib, s, viewer)
    found: dict[tuple[int, int], list[int]] = {}
    numbers = lib.functions[lib.team].sort == "number"
    for player in range(s.m[lib.players_cell]):
        team = eyes.apply(lib.team, (player,))
        if not unknown(team):
            alone = team < 0 and not numbers
            found.setdefault((team, player if alone else -1), []).append(player)
    return tuple(map(tuple, found.values()))
