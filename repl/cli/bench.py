"""Measure Moot on this machine: how fast it plays, starts and undoes, and how much memory a game takes.

The answers are random, the log is off, and everything runs in one process. The figures are those of the installed
program.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median
from typing import TYPE_CHECKING, Any

from moot.dsl.kept import OFF
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import NoGame, Wish, resolve
from moot.interpreter.sets.opening import opened

from ..trouble import Trouble
from .support.choosing import good, meant_by, set_argument
from .support.law import law_arguments, reading, refused, under
from .support.numbers import decimal

if TYPE_CHECKING:
    from moot.interpreter.proof.pace import Pace

Figure = dict[str, Any]
REPEATS = 3
ARGUED = 1000  # refused answers that are explained
SOON = 0.1  # seconds: who wants figures sooner has each process started once


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    set_argument(parser)
    law_arguments(parser)
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")
    seconds = decimal(0.01, 3600)
    parser.add_argument("--seconds", metavar="S", type=seconds, default=1.0, help="seconds of play for each figure")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    figures = []
    for figure in measure(args):
        figures.append(figure)
        if args.format == "text":
            print(f"{figure['name']:<52} {figure['value']:>12,} {figure['unit']}", flush=True)
    if args.format == "json":
        print(json.dumps(figures, indent=2))
    return 0


def measure(args: argparse.Namespace) -> Iterator[Figure]:
    """Measure the figures one by one, and yield each as soon as it is known."""
    from moot.interpreter.sets.finding import find_sets

    folder = find_sets(meant_by(args.set), or_ours=True)[0].folder
    set_ = good(under(reading(folder, args), args))
    yield from _starting(folder.as_posix(), REPEATS if args.seconds >= SOON else 1)
    scenario = set_.scenario()
    for players in scenario.players if scenario else ():
        if 4 <= players <= 7 or len(scenario.players if scenario else ()) < 4:
            yield from _speed(_pace(set_, None, players), f"{players} players", args.seconds)
    if any(s.id == "random" for s in set_.scenarios):
        for players in (2, 6, 8):
            yield from _speed(_pace(set_, "random", players), f"random cast, {players} players", args.seconds)
    yield from _states(_pace(set_, None, None))
    yield from _argued(_pace(set_, None, None), ARGUED if args.seconds >= SOON else 10)
    yield from _searching(_pace(set_, None, None), args.seconds)
    yield from _explained(_pace(set_, None, None), ARGUED if args.seconds >= SOON else 10)


def _pace(set_: CardSet, id: str | None, players: int | None) -> Pace:
    from moot.interpreter.proof.pace import Pace

    found = opened(set_, id)
    if isinstance(found, NoGame):
        raise refused(found, set_.whole)
    if found.scenario is None:
        raise Trouble(f"{set_.name} has no scenario to measure")
    cast = resolve(found.set, found.scenario, Wish(players=players, seed=1))
    if isinstance(cast, NoGame):
        raise Trouble(str(cast))
    return Pace(found.set, cast)


# ---- playing -----------------------------------------------------------------------------------------------------


def _speed(pace: Pace, label: str, seconds: float) -> Iterator[Figure]:
    games, decisions = pace.speed(seconds)
    yield {"name": f"random games, {label}", "value": round(games), "unit": "games/s"}
    yield {"name": f"decisions, {label}", "value": round(decisions), "unit": "decisions/s"}


def _states(pace: Pace) -> Iterator[Figure]:
    states, undo = pace.states(), pace.undo()
    yield {"name": "clone of a mid-game state", "value": round(states.clone * 1e6, 2), "unit": "us"}
    middle = round(states.answer * 1e6, 1)
    yield {"name": "an answer and the next legal answers, median", "value": middle, "unit": "us"}
    yield {"name": f"{states.count:,} live mid-game states", "value": round(states.memory / 1e6, 1), "unit": "MB"}
    if undo is not None:
        yield {"name": "undo in a session, median", "value": round(undo * 1e3, 4), "unit": "ms"}


def _argued(pace: Pace, count: int) -> Iterator[Figure]:
    times = pace.whynot(count)
    if times:
        yield {"name": "whynot, median", "value": round(median(times) * 1e3, 2), "unit": "ms"}
        yield {"name": f"whynot, the slowest of {len(times):,}", "value": round(max(times) * 1e3, 1), "unit": "ms"}


def _searching(pace: Pace, seconds: float) -> Iterator[Figure]:
    tree = pace.tree()
    for name, value in (("undo", tree.undo), ("goto", tree.goto), ("a new branch", tree.branch)):
        yield {"name": f"{name} in a line of 500 answers, median", "value": round(value * 1e3, 4), "unit": "ms"}
    for name, merged in (("equal ones merged", True), ("none merged", False)):
        value = round(pace.search(seconds, merged))
        yield {"name": f"find, {name}", "value": value, "unit": "positions/s"}


def _explained(pace: Pace, count: int) -> Iterator[Figure]:
    pace.why(20)  # the first questions load what reads phrases
    times = pace.why(count)
    if times:
        yield {"name": "why, median", "value": round(median(times) * 1e3, 2), "unit": "ms"}
        yield {"name": f"why, the slowest of {len(times):,}", "value": round(max(times) * 1e3, 1), "unit": "ms"}


# ---- starting ----------------------------------------------------------------------------------------------------


def _starting(folder: str, repeats: int) -> Iterator[Figure]:
    """Measure whole processes, from the start to the answer, each so many times."""
    check = ["check", folder]
    yield {"name": "moot check, nothing cached", "value": _process(check, {OFF: "1"}, repeats), "unit": "s"}
    _process(check, {}, 1)
    yield {"name": "moot check", "value": _process(check, {}, repeats), "unit": "s"}
    ready = ["repl", "--set", folder]
    _process(ready, {}, 1)
    yield {"name": "moot repl, ready", "value": _process(ready, {}, repeats), "unit": "s"}


def _process(arguments: list[str], environment: dict[str, str], repeats: int) -> float:
    """Return the time of the fastest of several runs, in seconds. Nothing is typed: the prompt ends at once. `-P` keeps
    Python from importing files of the current folder in place of the program."""
    command = [sys.executable, "-P", "-m", "moot", *arguments]
    environment = {**os.environ, **environment}
    best = float("inf")
    for _ in range(repeats):
        began = time.perf_counter()
        done = subprocess.run(
            command, env=environment, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False
        )
        best = min(best, time.perf_counter() - began)
        if done.returncode:
            last = (done.stderr.strip() or done.stdout.strip() or "it says nothing").splitlines()[-1]
            raise Trouble(f"`moot {arguments[0]}` cannot be measured: {last}")
    return round(best, 3)
