"""Measure Moot on this machine: how fast it plays, starts and undoes, and how much memory a game takes.

Random answers, the log off, one process. Each figure is that of the installed program, in its own words."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

from moot.interpreter.sets.cache import OFF
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Cast, NoGame, Wish, resolve

from ..trouble import Trouble
from .support.choosing import good, meant_by, set_argument
from .support.numbers import decimal

Figure = dict[str, Any]
REPEATS = 3


def arguments(parser: argparse.ArgumentParser) -> None:
    set_argument(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text")
    seconds = decimal(0.01, 3600)
    parser.add_argument("--seconds", metavar="S", type=seconds, default=1.0, help="how long to play for each figure")


def run(args: argparse.Namespace) -> int:
    figures = []
    for figure in measure(args):
        figures.append(figure)
        if args.format == "text":
            print(f"{figure['name']:<52} {figure['value']:>12,} {figure['unit']}", flush=True)
    if args.format == "json":
        print(json.dumps(figures, indent=2))
    return 0


def measure(args: argparse.Namespace) -> Iterator[Figure]:
    """Each figure as soon as it is known."""
    from moot.interpreter.sets.finding import find_sets

    folder = find_sets(meant_by(args.set), or_ours=True)[0].folder
    set_ = good(folder)
    yield from _starting(folder.as_posix())
    play = Play(set_)
    scenario = set_.scenario()
    for players in scenario.players if scenario else ():
        if 4 <= players <= 7 or len(scenario.players if scenario else ()) < 4:
            yield from play.speed(_setup(set_, None, players), f"{players} players", args.seconds)
    if any(s.id == "random" for s in set_.scenarios):
        for players in (2, 6, 8):
            yield from play.speed(_setup(set_, "random", players), f"random cast, {players} players", args.seconds)
    usual = _setup(set_, None, None)
    yield from play.states(usual)
    yield from _undo(set_, usual)


def _setup(set_: CardSet, id: str | None, players: int | None) -> Cast:
    scenario = set_.scenario(id)
    if scenario is None:
        raise Trouble(f"{set_.name} has no scenario to measure")
    setup = resolve(set_, scenario, Wish(players=players, seed=1))
    if isinstance(setup, NoGame):
        raise Trouble(str(setup))
    return setup


# ---- playing -----------------------------------------------------------------------------------------------------


class Play:
    """Random games on the fast executor."""

    def __init__(self, set_: CardSet) -> None:
        from moot.interpreter.sets.engine import engine

        assert set_.library is not None
        self.lib = set_.library
        self.engine = engine(self.lib)

    def start(self, setup: Cast, seed: int) -> Any:
        """A new game at its first question."""
        from moot.interpreter.kernel.machine import blank

        state = blank(self.lib, setup.players, seed, setup.cards, setup.options)
        self.engine.run(state)
        return state

    def through(self, setup: Cast, seed: int, most: int | None = None) -> tuple[Any, int]:
        """A game played on with random answers, and how many were given."""
        state = self.start(setup, seed)
        playout = self.engine.playout
        return state, playout(state, seed) if most is None else playout(state, seed, most)

    def speed(self, setup: Cast, label: str, seconds: float) -> Iterator[Figure]:
        """Games and decisions a second: the best of several runs, which other work on the machine disturbs least."""
        from moot.interpreter.proof.simulate import simulate

        games_s = decisions_s = 0.0
        games = 10
        for _ in range(REPEATS + 1):  # the first only finds out how many games fill the time
            done = simulate(self.engine, self.lib, setup.players, games, 1, setup.cards, setup.options)
            games_s, decisions_s = max(games_s, games / done.seconds), max(decisions_s, done.decisions / done.seconds)
            games = max(10, round(games_s * seconds / REPEATS))
        yield {"name": f"random games, {label}", "value": round(games_s), "unit": "games/s"}
        yield {"name": f"decisions, {label}", "value": round(decisions_s), "unit": "decisions/s"}

    def states(self, setup: Cast) -> Iterator[Figure]:
        """What a state in the middle of a game costs."""
        length = self.through(setup, 1)[1]
        state, _ = self.through(setup, 1, length // 2)
        yield {"name": "clone of a mid-game state", "value": round(_each(state.clone, 5000) * 1e6, 2), "unit": "us"}
        times = []
        for seed in range(1, 6):
            state, pick = self.start(setup, seed), Random(seed)
            while state.ask is not None:
                answer = pick.choice(state.ask.answers)
                began = time.perf_counter()
                self.engine.apply(state, answer)
                times.append(time.perf_counter() - began)
        middle = round(median(times) * 1e6, 1)
        yield {"name": "an answer and the next legal answers, median", "value": middle, "unit": "us"}
        tracemalloc.start()
        before = tracemalloc.get_traced_memory()[0]
        kept = [self.through(setup, seed, length // 2)[0] for seed in range(1000)]
        used = tracemalloc.get_traced_memory()[0] - before
        tracemalloc.stop()
        yield {"name": f"{len(kept):,} live mid-game states", "value": round(used / 1e6, 1), "unit": "MB"}


def _each(do: Callable[[], object], count: int) -> float:
    best = float("inf")
    for _ in range(5):
        began = time.perf_counter()
        for _ in range(count):
            do()
        best = min(best, (time.perf_counter() - began) / count)
    return best


def _undo(set_: CardSet, setup: Cast) -> Iterator[Figure]:
    """One step back in a session, late in a game."""
    from moot.interpreter.play.session import NotDone, start

    session = start(set_, setup)
    pick = Random(1)
    for _ in range(120):
        if session.asked is not None:
            session.answer(str(1 + pick.randrange(len(session.legal()))))
    times = []
    for _ in range(60):
        began = time.perf_counter()
        if isinstance(session.undo(), NotDone):
            break
        times.append(time.perf_counter() - began)
    if times:
        yield {"name": "undo in a session, median", "value": round(median(times) * 1e3, 4), "unit": "ms"}


# ---- starting ----------------------------------------------------------------------------------------------------


def _starting(folder: str) -> Iterator[Figure]:
    """Whole processes, from nothing to the answer."""
    check = ["check", folder]
    yield {"name": "moot check, nothing cached", "value": _process(check, {OFF: "1"}), "unit": "s"}
    _process(check, {})
    yield {"name": "moot check", "value": _process(check, {}), "unit": "s"}
    ready = ["repl", "--set", folder]
    _process(ready, {})
    yield {"name": "moot repl, ready", "value": _process(ready, {}), "unit": "s"}


def _process(arguments: list[str], environment: dict[str, str]) -> float:
    """The shortest of several runs, in seconds. Nothing is typed: the prompt ends as soon as it is there. What lies in
    the working folder is not the program, whatever it is called: `-P` keeps it from being imported."""
    command = [sys.executable, "-P", "-m", "moot", *arguments]
    environment = {**os.environ, **environment}
    best = float("inf")
    for _ in range(REPEATS):
        began = time.perf_counter()
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        best = min(best, time.perf_counter() - began)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
            raise Trouble(f"`moot {arguments[0]}` cannot be measured: {last}")
    return round(best, 3)
