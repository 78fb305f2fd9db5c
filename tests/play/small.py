"""A small game for tests of single clauses, its cards written in the test, played by both executors at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.generate import load as fast
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State
from moot.interpreter.sets.card_set import load

GAME = """\
game Small
  players 2

kind beast
  has size: number
  you are the owner of this
  works while this is in a den

marker coin on player, counted, seen by everyone
zone wild, holds beast, seen by nobody
zone den of player, holds beast, seen by everyone

verb feed (fed) sum: coin
  do move sum from the bank to you

verb dig (dug) sum: coin
  do move sum from the bank to you

phase game
  step deal
    for each keeper: player whose seat is 1
      move all beasts to den of keeper
  step days
    repeat until there is a beast in the wild
      run the day
  step freedom
    move all beasts to the wild

phase day
  step work
    for each keeper: player whose seat is 1
      run the turn of keeper

phase turn of keeper: a player
  step work
    the keeper must
      either feed 1 coin
      or     dig 1 coin

position
  begins at step work of day
"""
FIRST, SECOND = 0, 4096
"""The two answers: feed, dig."""


def written(folder: Path, cards: dict[str, str], game: str = GAME) -> None:
    """The game in a folder of its own."""
    (folder / "small.game").write_text(game)
    for title, clauses in cards.items():
        (folder / f"{title.lower()}.card").write_text(f"beast {title}\n  size 1\n{clauses}")
    if not cards:
        (folder / "beasts.table").write_text("table beast: name, size\n  Fox, 1\n")


def library(folder: Path, cards: dict[str, str], game: str = GAME) -> Library:
    written(folder, cards, game)
    set_ = load(folder)
    assert set_.library is not None, set_.diagnostics
    return set_.library


def played(lib: Library, *answers: int, events: list[Event] | None = None) -> State:
    """The state after these answers, which both executors agree on."""
    s = blank(lib, 2, 1, range(len(lib.cards)))
    t = s.clone()
    machine, compiled = Machine(lib), fast(lib)
    machine.run(s)
    compiled.run(t)
    for answer in answers:
        machine.apply(s, answer, events)
        compiled.apply(t, answer)
        assert s.key() == t.key()
    return s


def fault(lib: Library, answer: int, *before: int) -> Fault:
    """The fault that an answer ends in, after others that do not, in both executors."""
    found = []
    for executor in (Machine(lib), fast(lib)):
        s = blank(lib, 2, 1, range(len(lib.cards)))
        executor.run(s)
        for earlier in before:
            executor.apply(s, earlier)
        with pytest.raises(Fault) as raised:
            executor.apply(s, answer)
        found.append(raised.value)
    assert found[0].message == found[1].message
    return found[0]


def cells(lib: Library, s: State, name: str) -> list[int]:
    """How much of a counter each bearer has."""
    (mark,) = (m for m in lib.marks if m.name == name)
    return s.m[mark.base : mark.base + mark.span]


def coins(lib: Library, s: State) -> int:
    """What p1 has."""
    return cells(lib, s, "coin")[0]
