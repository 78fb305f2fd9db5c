"""Many games with random answers, as fast as they go, and what came of them.

A game is found again by its number alone: game i of a run with seed n is the game with seed n + i, and its answers come
from a stream of their own that starts with that number. So the sum does not depend on who plays which part of a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ..kernel.executor import Executor
from ..kernel.faults import Fault
from ..kernel.machine import blank
from ..kernel.program import Library
from ..kernel.state import seeded
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from ..sets.engine import engine

Progress = Callable[[int], None]
ANSWERS = 0xA5A5A5A5
"""Keeps the stream of answers apart from that of the game with the same seed."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of some games. `seconds`: of one core. `wins`: for each seat, games won (a shared win counts for each
    winner); `shared`: games with several winners, `drawn`: with none. `scores`: for each seat the sum of what decided,
    () if the game has no such value; `best`: the sum of the highest score of each game. `faults`: game -> what the
    cards asked for that cannot be."""

    scenario: str
    players: int
    games: int
    finished: int
    decisions: int
    seconds: float
    wins: tuple[int, ...]
    shared: int
    drawn: int
    scores: tuple[int, ...]
    best: int
    faults: tuple[tuple[int, str], ...]

    def __add__(self, other: Result) -> Result:
        """Both together."""
        return Result(
            self.scenario, self.players, self.games + other.games, self.finished + other.finished,
            self.decisions + other.decisions, self.seconds + other.seconds, _sum(self.wins, other.wins),
            self.shared + other.shared, self.drawn + other.drawn, _sum(self.scores, other.scores),
            self.best + other.best, self.faults + other.faults,
        )  # fmt: skip


def _sum(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def deciding(lib: Library) -> int | None:
    """The function by which the winner is found, if a program says so."""
    for program in lib.programs:
        for ins in program.code:
            if ins.op == "win" and ins.args[0] is None:
                return int(ins.args[1])
    return None


def simulate(
    executor: Executor,
    lib: Library,
    players: int,
    games: int,
    seed: int,
    cards: Sequence[int],
    options: Mapping[str, str] | None = None,
    progress: Progress | None = None,
    *,
    first: int = 0,
    scenario: str = "",
) -> Result:
    """Play games `first`… of the run with this seed. `progress` hears how many games are over, about once a second."""
    base = blank(lib, players, seed, cards, options)
    score = deciding(lib)
    wins, scores = [0] * players, [0] * players
    finished = decisions = shared = drawn = best = 0
    faults: list[tuple[int, str]] = []
    began = told = time.perf_counter()
    for game in range(seed + first, seed + first + games):
        state = base.clone()
        state.rng = seeded(game)
        try:
            decisions += executor.playout(state, seeded(game ^ ANSWERS))
        except Fault as fault:
            faults.append((game, str(fault)))
            continue
        over = state.over
        if over is None:
            continue
        finished += 1
        for player in over:
            wins[player] += 1
        shared += len(over) > 1
        drawn += not over
        if score is not None:
            reached = [executor.value(score, state, player) for player in range(players)]
            best += max(reached)
            for player, value in enumerate(reached):
                scores[player] += value
        if progress is not None and (now := time.perf_counter()) - told >= 1:
            told = now
            progress(game + 1 - seed - first)
    return Result(
        scenario, players, games, finished, decisions, time.perf_counter() - began, tuple(wins), shared, drawn,
        () if score is None else tuple(scores), best, tuple(faults),
    )  # fmt: skip


def simulated(set_: CardSet, cast: Cast, games: int, progress: Progress | None = None) -> Result:
    """Play so many games of a card set with this cast, on its fast executor."""
    lib = set_.library
    assert lib is not None
    return simulate(
        engine(lib), lib, cast.players, games, cast.seed, cast.cards, cast.options, progress, scenario=cast.scenario
    )
