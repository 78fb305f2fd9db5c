"""Measures how fast a card set is played on this machine: games and decisions a second, and the cost of one state.

Games are played with random answers on the fast executor, without a log, in one process. `moot bench` shows the
figures.
"""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from statistics import median

from ..kernel.machine import Machine, blank
from ..kernel.state import State
from ..play.history import History
from ..play.search import Bounds, Search
from ..play.session import NotDone, start
from ..play.teller import Explained
from ..play.whynot import whynot
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from ..sets.engine import engine
from .refused import refused
from .simulate import simulated

REPEATS = 3
KEPT = 1000  # how many states are kept to measure the size of one
LATE = 120  # after so many answers, a game counts as late
GAMES = 1000  # games in which refused answers are looked for
BACK = 60  # how many steps back are measured
LINE = 500  # answers of a long line of play


@dataclass(frozen=True, slots=True)
class States:
    """The cost of states in the middle of a game. `clone`: seconds to copy one. `answer`: seconds for an answer and the
    next legal answers. `memory`: bytes that `count` kept states take."""

    clone: float
    answer: float
    count: int
    memory: int


@dataclass(frozen=True, slots=True)
class Tree:
    """The seconds of one step in a line of `LINE` answers: back by one, to any moment, and to a new branch there."""

    undo: float
    goto: float
    branch: float


class Pace:
    """Measures games of one card set with one cast."""

    def __init__(self, set_: CardSet, cast: Cast) -> None:
        assert set_.library is not None
        self.set, self.cast, self.lib = set_, cast, set_.library
        self.engine = engine(set_.library)

    def speed(self, seconds: float) -> tuple[float, float]:
        """Measure games and decisions a second. The result is the best of several runs, the one that other work on the
        machine disturbed least. `seconds`: how long all runs take together."""
        games_s = decisions_s = 0.0
        games = 10
        for _ in range(REPEATS + 1):  # the first run only finds out how many games fill the time
            done = simulated(self.set, self.cast, games)
            games_s, decisions_s = max(games_s, games / done.seconds), max(decisions_s, done.decisions / done.seconds)
            games = max(10, round(games_s * seconds / REPEATS))
        return games_s, decisions_s

    def states(self) -> States:
        """Measure the cost of a state in the middle of a game."""
        length = self._through(1)[1]
        state, _ = self._through(1, length // 2)
        clone = _each(state.clone, 5000)
        answer = median(second for seed in range(1, 6) for second in self._answers(seed))
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = [self._through(seed, length // 2)[0] for seed in range(KEPT)]
        used = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        return States(clone, answer, len(kept), used)

    def whynot(self, count: int) -> list[float]:
        """Measure the seconds that each of so many refused answers of random games takes to explain."""
        machine, times = Machine(self.lib), list[float]()
        for seed in range(1, GAMES):
            for state, line in refused(machine, self.cast, Random(seed)):
                began = time.perf_counter()
                whynot(machine, state, None, line)
                times.append(time.perf_counter() - began)
                if len(times) == count:
                    return times
        return times

    def why(self, count: int) -> list[float]:
        """Measure the seconds that each of so many questions why takes: of what happened in random games, of cards and
        of answers."""
        times: list[float] = []
        for seed in range(1, GAMES):
            session = start(self.set, replace(self.cast, seed=seed))
            pick = Random(seed)
            while session.asked is not None and len(times) < count:
                session.random(1)
                told = [one for one in session.tell().happenings(session.now) if one.text]
                may = f"may p{session.asked + 1} {pick.choice(session.legal())}" if session.asked is not None else ""
                times += [_seconds(partial(session.tell().because, one)) for one in told[-2:]]
                times += [_seconds(partial(session.why, about)) for about in (pick.choice(session.cast.titles), may)]
            if len(times) >= count:
                break
        return times[:count]

    def undo(self) -> float | None:
        """Measure the seconds of one step back in a session, late in a game. None if no step can be taken back."""
        session = start(self.set, self.cast)
        pick = Random(1)
        for _ in range(LATE):
            if session.asked is not None:
                session.answer(str(1 + pick.randrange(len(session.legal()))))
        times = []
        for _ in range(BACK):
            began = time.perf_counter()
            if isinstance(session.undo(), NotDone):
                break
            times.append(time.perf_counter() - began)
        return median(times) if times else None

    def tree(self) -> Tree:
        """Measure going back and forth in a line of many answers."""
        history, pick = self._long_line(), Random(1)
        back, going, branching = [], [], []
        for _ in range(BACK):
            history.goto(LINE)
            back.append(_timed(lambda: history.undo(1)))
            far = pick.randrange(LINE)
            going.append(_timed(lambda: history.goto(far)))  # noqa: B023
            now = history.now
            branching.append(_timed(lambda: history.add(f"branch {len(history.moments)}", now.state, now.events)))  # noqa: B023
        return Tree(median(back), median(going), median(branching))

    def _long_line(self) -> History:
        """Return a line of many answers: games that are played one after the other, if one is too short."""
        history, seed = History.begun(self._start(1), ()), 0
        while history.here < LINE:
            session, seed = start(self.set, self.cast), seed + 1
            session.random(LINE - history.here)
            for moment in session.path()[1:]:
                history.add(f"{history.here} {moment.line}", moment.state, moment.events, moment.player, moment.code)
        return history

    def search(self, seconds: float, merged: bool) -> float:
        """Measure how many positions a second a search for a line of play reaches, with equal ones merged or not."""
        state = self._start(1)
        search = Search(self.lib, state, lambda then: False, Bounds(answers=99, merged=merged))
        began = time.perf_counter()
        for _ in search:
            if time.perf_counter() - began > seconds:
                break
        return search.positions / (time.perf_counter() - began)

    def _start(self, seed: int) -> State:
        """Return a new game at its first question."""
        state = blank(self.lib, self.cast.players, seed, self.cast.cards)
        self.engine.run(state)
        return state

    def _through(self, seed: int, most: int | None = None) -> tuple[State, int]:
        """Play a game with random answers. Return it, and the number of answers given."""
        state = self._start(seed)
        playout = self.engine.playout
        return state, playout(state, seed) if most is None else playout(state, seed, most)

    def _answers(self, seed: int) -> list[float]:
        """Return the seconds that each answer of a game took."""
        state, pick = self._start(seed), Random(seed)
        times = []
        while state.ask is not None:
            answer = pick.choice(state.ask.answers)
            began = time.perf_counter()
            self.engine.apply(state, answer)
            times.append(time.perf_counter() - began)
        return times


def _timed(do: Callable[[], object]) -> float:
    """Measure the seconds that `do` takes once."""
    began = time.perf_counter()
    do()
    return time.perf_counter() - began


def _seconds(explain: Callable[[], Explained | NotDone]) -> float:
    """Measure the seconds that an explanation takes, with its words."""
    began = time.perf_counter()
    explain().render()
    return time.perf_counter() - began


def _each(do: Callable[[], object], count: int) -> float:
    """Measure the seconds that `do` takes once: the shortest average of several series of `count` calls."""
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(count):
            do()
        best = min(best, (time.perf_counter() - began) / count)
    return best
