"""Plays many games with random answers, as fast as possible, and sums up their results.

A game can be replayed from its number alone: game i of a run with seed n is the game with seed n + i, and its answers
come from a random stream of their own that starts with that number. So the sum does not depend on who plays which part
of a run.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from ..kernel.executor import Executor
from ..kernel.faults import Fault
from ..kernel.machine import blank
from ..kernel.program import Library
from ..kernel.state import State, seeded
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from ..sets.engine import engine
from .counting import Counting, Counts, counting, joined, of_cards

Progress = Callable[[int], None]
ANSWERS = 0xA5A5A5A5
"""Combined with a seed, so that the answers have another random stream than the game with the same seed."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """The results of some games. `seconds`: of one core. `wins`: for each seat, the games won (a shared win counts for
    each winner). `shared`: games with several winners who are not partners. `drawn`: games with none. `scores`: for
    each seat the sum of the value that decides, () if the game has no such value. `best`: the sum of the highest score
    of each game. `faults`: game -> what the cards asked for that is impossible. `payoffs`: for each seat the sum of
    what the games were worth to it, () if the game does not say so. `counts`: what the cards did, if that was
    counted."""

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
    payoffs: tuple[int, ...] = ()
    counts: Counts = field(default_factory=dict)

    def __add__(self, other: Outcome) -> Outcome:
        """Add the results of two runs."""
        return Outcome(
            self.scenario, self.players, self.games + other.games, self.finished + other.finished,
            self.decisions + other.decisions, self.seconds + other.seconds, _sum(self.wins, other.wins),
            self.shared + other.shared, self.drawn + other.drawn, _sum(self.scores, other.scores),
            self.best + other.best, self.faults + other.faults,
            _sum(self.payoffs, other.payoffs), joined((self.counts, other.counts)),
        )  # fmt: skip


def _sum(a: tuple[int, ...], b: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(x + y for x, y in zip(a, b, strict=True))


def deciding(lib: Library) -> int | None:
    """Return the number of the function by which the winner is found; None if no program names one."""
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
    progress: Progress | None = None,
    *,
    first: int = 0,
    scenario: str = "",
) -> Outcome:
    """Play the games `first`… of the run with this seed. `progress` is called with the number of finished games, about
    once a second."""
    base = blank(lib, players, seed, cards)
    decides = deciding(lib)
    lowest = None if decides is None else lib.functions[decides].lowest
    tally = _Tally(executor, decides if lowest is None else lowest, players, lowest is not None, lib.payoff, lib.team)
    began = told = time.perf_counter()
    for game in range(seed + first, seed + first + games):
        state = base.clone()
        state.rng = seeded(game)
        try:
            tally.decisions += executor.playout(state, seeded(game ^ ANSWERS))
        except Fault as fault:
            tally.faults.append((game, str(fault)))
            continue
        tally.add(state)
        if progress is not None and (now := time.perf_counter()) - told >= 1:
            told = now
            progress(game + 1 - seed - first)
    return tally.result(scenario, games, time.perf_counter() - began)


class _Tally:
    """Sums up games. `score`: the function by which they are won, if there is one. `lowest`: its lowest value wins.
    `payoff`, `team`: the functions of what they are worth to a player, and of his team, if there are such."""

    def __init__(
        self, executor: Executor, score: int | None, players: int, lowest: bool, payoff: int | None, team: int | None
    ) -> None:
        self.executor, self.score, self.players, self.lowest = executor, score, players, lowest
        self.payoff, self.team = payoff, team
        self.wins, self.scores, self.payoffs = [0] * players, [0] * players, [0] * players
        self.finished = self.decisions = self.shared = self.drawn = self.best = 0
        self.faults: list[tuple[int, str]] = []

    def add(self, state: State) -> None:
        """Count a game, if it is over."""
        over = state.over
        if over is None:
            return
        self.finished += 1
        for player in over:
            self.wins[player] += 1
        sides = over if self.team is None else {self.executor.value(self.team, state, player) for player in over}
        self.shared += len(sides) > 1
        self.drawn += not over
        if self.score is not None:
            reached = [self.executor.value(self.score, state, player) for player in range(self.players)]
            self.best += min(reached) if self.lowest else max(reached)
            for player, value in enumerate(reached):
                self.scores[player] += value
        if self.payoff is not None:
            for player in range(self.players):
                self.payoffs[player] += self.executor.value(self.payoff, state, player)

    def result(self, scenario: str, games: int, seconds: float) -> Outcome:
        """Return the sum of the games counted."""
        return Outcome(
            scenario, self.players, games, self.finished, self.decisions, seconds, tuple(self.wins), self.shared,
            self.drawn, () if self.score is None else tuple(self.scores), self.best, tuple(self.faults),
            () if self.payoff is None else tuple(self.payoffs),
        )  # fmt: skip


def simulated(set_: CardSet, cast: Cast, games: int, progress: Progress | None = None) -> Outcome:
    """Play `games` games of a card set with this cast, on its fast executor."""
    lib = set_.library
    assert lib is not None
    return simulate(engine(lib), lib, cast.players, games, cast.seed, cast.cards, progress, scenario=cast.scenario)


def counted(set_: CardSet, cast: Cast, games: int, progress: Progress | None = None) -> Outcome:
    """Play the same games as `simulated`, and count what the cards that take part do in them. This takes fifteen times
    as long."""
    lib = set_.library
    assert lib is not None
    with counting():
        machine = Counting(lib)
        result = simulate(machine, lib, cast.players, games, cast.seed, cast.cards, progress, scenario=cast.scenario)
    return replace(result, counts=of_cards(machine.counts, {lib.cards[card] for card in cast.cards}))
