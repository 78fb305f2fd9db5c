"""Play many games with random answers and summarise the results.

Everything runs in one process. The same seed gives the same games: game number i of a run is the game with seed S + i.
With `--vary`, each game draws anew the cards that the scenario leaves to chance, and every hundredth game the house
rules besides those named: drawing them costs as much as reading the set, and playing with them nothing.

With `--clauses`, also list what the cards never did in these games: clauses that were never begun, or never changed
anything, rules that never held or changed a value, and choices that had nothing to choose from. The games are the same,
and take fifteen times as long.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

from moot.interpreter.proof.simulate import Outcome, Progress, counted, simulated
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Cast, NoGame, recast, resolve
from moot.interpreter.sets.drawing import drawn

from .support.choosing import game_arguments, playable, wish_of
from .support.counted import as_json as counts_as_json
from .support.counted import lines
from .support.numbers import whole
from .support.progress import bar

EACH = 100  # games that are played with one draw of house rules


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    game_arguments(parser)
    parser.add_argument("--games", metavar="G", type=whole(1, 10**8), default=100, help="games (default: 100)")
    parser.add_argument("--clauses", action="store_true", help="list what the cards never did, or only in vain")
    parser.add_argument("--vary", action="store_true", help="choose cards and house rules anew")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="how to write the output")


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    set_, cast = playable(args)
    called = set_.names(args.lang).scenario(cast.scenario)
    with bar(args.games, f"{called}, {cast.players} players") as progress:
        if args.vary:
            result = _varied(set_, cast, args, progress)
        else:
            result = (counted if args.clauses else simulated)(set_, cast, args.games, progress)
    if args.format == "json":
        print(json.dumps(as_json(result, cast, args.clauses), indent=2, ensure_ascii=False))
    else:
        print("\n".join(as_text(result, cast, called)))
        if args.clauses:
            print("\n".join(lines(result.counts)) or "every clause, rule and refusal came up, and changed something")
    return 0 if result.finished == result.games else 1


def _varied(set_: CardSet, cast: Cast, args: argparse.Namespace, progress: Progress) -> Outcome:
    """Play each game with a draw of its own. If the rules refuse a combination, the next one is drawn."""
    whole: Outcome | None = None
    under, base = set_, cast
    for i in range(args.games):
        seed = cast.seed + i
        if i % EACH == 0:
            under = drawn(set_, Random(seed))
            again = recast(under, set_, cast)
            under, base = (set_, cast) if isinstance(again, NoGame) else (under, again)
        scenario = under.scenario(cast.scenario)
        wish = replace(wish_of(args), seed=seed)
        one = base if scenario is None else resolve(under, scenario, wish)
        game = base if isinstance(one, NoGame) else one
        done = (counted if args.clauses else simulated)(under, replace(game, seed=seed, scenario=cast.scenario), 1)
        done = replace(done, faults=tuple((n, f"{said} (under {under.chosen})") for n, said in done.faults))
        whole = done if whole is None else whole + done
        progress(i + 1)
    assert whole is not None
    return whole


def as_json(result: Outcome, cast: Cast, counts: bool = False) -> dict[str, Any]:
    """Return the results as plain data. `wins`, `scores` and `payoffs` go by seat: games won, the average score, and
    what a game was worth on the average. `seconds` is the time spent playing. `counts`: whether to add what was counted
    of the cards."""
    figures = {
        "scenario": result.scenario,
        "players": result.players,
        "games": result.games,
        "seed": cast.seed,
        "finished": result.finished,
        "seconds": round(result.seconds, 3),
        "decisions": result.decisions,
        "wins": list(result.wins),
        "scores": [round(s / max(1, result.finished), 2) for s in result.scores],
        "best": round(result.best / max(1, result.finished), 2),
        "payoffs": [round(paid / max(1, result.finished), 2) for paid in result.payoffs],
        "shared": result.shared,
        "drawn": result.drawn,
        "faults": [{"seed": seed, "message": message} for seed, message in result.faults],
    }
    return {**figures, "counts": counts_as_json(result.counts.items())} if counts else figures


def as_text(result: Outcome, cast: Cast, called: str) -> Iterator[str]:
    """Return the results as lines for people."""
    rate = result.games / result.seconds if result.seconds else 0.0
    over = f"{result.finished} of {result.games} games over"
    yield f"{called}, {result.players} players, seed {cast.seed}: {over}"
    yield f"  {rate:,.0f} games a second, {result.decisions / max(1, result.games):.0f} decisions a game"
    yield from _idle(result, cast)
    games = max(1, result.finished)
    scores = () if result.scores == result.payoffs else result.scores
    for seat, won in enumerate(result.wins):
        score = f"  {scores[seat] / games:6.2f} points" if scores else ""
        paid = f"  {result.payoffs[seat] / games:+7.3f} a game" if result.payoffs else ""
        yield f"  p{seat + 1}  {100 * won / games:5.1f} % won{score}{paid}"
    for seed, message in result.faults[:10]:
        yield f"  the game with seed {seed} cannot go on: {message}"


def _idle(result: Outcome, cast: Cast) -> Iterator[str]:
    """Say so if no player was asked anything in any game."""
    if result.decisions:
        return
    yield "  nobody was asked anything in any game"
    if not cast.cards:
        named = "its scenario has no line `cards:`" if cast.scenario else "there is no scenario that names them"
        yield f"  no card takes part ({named}; `--cards` names them here)"
