"""The program plays a game it has never heard of: every word of a set replaced, the same seeds give the same games.

What the scan of `test_walls` looks for, this proves: decisions, events and scores are the same up to the renaming.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from pathlib import PurePath
from random import Random
from typing import Any

import pytest

from moot.dsl import checks
from moot.dsl.diagnostic import render
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel.evaluate import apply
from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State
from moot.interpreter.sets.card_set import whole
from moot.interpreter.sets.cast import Cast, Wish, resolve

from .renaming import Renaming, renamed
from .sets import ROOT, card_set

GAMES = ["citadels", "kuhn-poker"]
CASTS = [("citadels", 5, seed) for seed in range(1, 6)] + [("kuhn-poker", 2, seed) for seed in range(1, 21)]


@dataclass(frozen=True)
class Pair:
    """A set as it is written, and the same in nonsense."""

    plain: Library
    nonsense: Library
    renaming: Renaming
    text: str


@lru_cache
def pair(name: str) -> Pair:
    found = whole(ROOT / "cards" / name).parts.base
    sources = [s for path, s in found.items() if PurePath(path).suffix in (".game", ".table", ".card")]
    new, renaming = renamed(sources)
    plain = elaborate([parse(s) for s in sources])
    nonsense = elaborate([parse(s) for s in new])
    assert plain.game is not None and nonsense.game is not None
    by_path = {s.path: s for s in new}
    said = [*nonsense.diagnostics, *checks.run(nonsense.game, by_path)]
    assert render(said, by_path) == ""
    text = "\n".join(s.text for s in new)
    return Pair(compile_game(plain.game, {}), compile_game(nonsense.game, by_path), renaming, text)


def setup(name: str, players: int, seed: int) -> Cast:
    """The cards of a game, by number: the renamed set has the same."""
    set_ = card_set(name)
    scenario = set_.scenario()
    assert scenario is not None
    found = resolve(set_, scenario, Wish(players=players, seed=seed))
    assert isinstance(found, Cast)
    return found


def told(events: list[Event], renaming: Renaming | None = None) -> list[Any]:
    """What happened and what it changed; who is behind it, by how many frames deep it was. Words only stand in a note
    (what sort of note it is, and the name of what it is about), and are replaced."""
    said = []
    for e in events:
        data = e.data
        if renaming is not None and e.kind == "note":
            data = (data[0], *(renaming.says(part) if isinstance(part, str) else part for part in data[1:]))
        said.append((e.kind, data, e.writes, len(tuple(e.cause))))
    return said


@pytest.mark.parametrize("name", GAMES)
def test_every_word_was_replaced(name: str) -> None:
    """The titles, kinds, markers, places, words of lists and deeds of one library are nowhere in the other."""
    both = pair(name)
    for title in both.plain.cards:
        assert title not in both.nonsense.cards
    assert not {m.name for m in both.plain.marks} & {m.name for m in both.nonsense.marks}
    assert not {z.name for z in both.plain.zones} & {z.name for z in both.nonsense.zones}
    assert set(both.plain.phases) & set(both.nonsense.phases) == {"game"}
    plain, nonsense = ({w for ws in lib.words.values() for w in ws} for lib in (both.plain, both.nonsense))
    assert not plain & nonsense


@pytest.mark.parametrize("name", GAMES)
def test_the_programs_have_the_same_shape(name: str) -> None:
    both = pair(name)
    assert [(p.params, p.slots, [i.op for i in p.code]) for p in both.plain.programs] == [
        (p.params, p.slots, [i.op for i in p.code]) for p in both.nonsense.programs
    ]
    assert both.plain.tables == both.nonsense.tables


@pytest.mark.parametrize(("name", "players", "seed"), CASTS)
def test_the_same_seeds_give_the_same_games(name: str, players: int, seed: int) -> None:
    both = pair(name)
    cards = setup(name, players, seed).cards
    libraries = (both.plain, both.nonsense)
    machines = [Machine(lib) for lib in libraries]
    happened: tuple[list[Event], list[Event]] = ([], [])
    states = [new_game(lib, players, seed, cards, None, h) for lib, h in zip(libraries, happened, strict=True)]
    random = Random(seed)
    while states[0].ask is not None:
        assert states[0].key() == states[1].key()
        answer = random.choice(states[0].ask.answers)
        for machine, state, events in zip(machines, states, happened, strict=True):
            machine.apply(state, answer, events)
        assert told(happened[0], both.renaming) == told(happened[1])
        for events in happened:
            events.clear()
    assert states[0].over is not None
    assert states[0].key() == states[1].key()
    assert scores(both.plain, states[0]) == scores(both.nonsense, states[1])


def scores(lib: Library, state: State) -> list[tuple[Any, ...]]:
    """What every value of a player is at the end, in the order in which the game declares them."""
    context = Machine(lib).context(state)
    players = range(state.m[lib.players_cell])
    found = []
    for name, number in lib.function_ids.items():
        f = lib.functions[number]
        if name.startswith("value ") and f.params == 1 and f.names and f.names[0][1] == "player":
            found.append(tuple(apply(context, number, (p,)) for p in players))
    return found
