"""A card that begins to work in its own turn answers the beginning of that turn as soon as it works. A clause counts in
the state that it speaks of."""

from __future__ import annotations

from pathlib import Path

import pytest

from .small import FIRST, SECOND, cells, coins, library, played

GAME = """\
game Small
  players 2

kind beast
  has size: number
  you are the owner of this
  works while this is awake

marker coin on player, counted, seen by everyone
marker awake on beast, until the end of the day, seen by everyone
marker lame on beast, until the end of the game, seen by everyone
zone wild, holds beast, seen by nobody
zone den of player, holds beast, seen by everyone

verb feed (fed) sum: coin
  do move sum from the bank to you

verb dig (dug) sum: coin
  do move sum from the bank to you

verb maim (maimed) prey: a beast
  do mark prey as lame

phase game
  step deal
    for each keeper: player whose seat is 1
      move all beasts to den of keeper
      the keeper must maim Mole
  step days
    repeat until there is a beast in the wild
      run the day

phase day
  step work
    for each part: beast in order of size
      run the turn of part

phase turn of part: a beast
  step call (called)
    if part is lame
      leave the turn
  step wake (woken)
    mark part as awake
  step play (played)
    the owner of part must
      either feed 1 coin
      or     dig 1 coin

position
  begins at step work of day
"""

FIRES = [
    ("at the start of your turn", 1),
    ("when this is called", 1),
    ("when this is woken", 1),
    ("when a beast is called", 1),
    ("when this is played", 0),
    ("at the start of your turn, if your coin is 1", 0),
    ("at the start of your turn, if this is awake", 1),
    ("at the start of your turn, even if lame", 0),
]


@pytest.mark.parametrize(("moment", "times"), FIRES, ids=[moment for moment, _ in FIRES])
def test_the_beginning_of_its_turn_waits_until_it_works(tmp_path: Path, moment: str, times: int) -> None:
    lib = library(tmp_path, {"Fox": f"  {moment}, you must\n    do      feed 10 coin\n", "Mole": ""}, GAME)
    assert coins(lib, played(lib)) == 10 * times


def test_in_each_of_its_turns_once(tmp_path: Path) -> None:
    fox = "  at the start of your turn, you must\n    do      feed 10 coin\n"
    lib = library(tmp_path, {"Fox": fox, "Mole": ""}, GAME)
    assert coins(lib, played(lib, FIRST, FIRST)) == 10 + 1 + 10 + 1 + 10


def test_who_never_works_in_its_turn_stays_silent(tmp_path: Path) -> None:
    mole = "  at the start of your turn, you must\n    do      feed 10 coin\n"
    lib = library(tmp_path, {"Fox": "", "Mole": mole}, GAME)
    assert coins(lib, played(lib, FIRST, SECOND)) == 2


def test_a_player_may_answer_in_any_order(tmp_path: Path) -> None:
    fox = "  at the start of your turn, you may\n    do      feed 10 coin\n"
    fox += "  at the start of your turn, you may\n    do      feed 20 coin\n"
    lib = library(tmp_path, {"Fox": fox, "Mole": ""}, GAME)
    assert cells(lib, played(lib, SECOND), "coin")[0] == 20
    assert cells(lib, played(lib, SECOND, FIRST), "coin")[0] == 30


@pytest.mark.parametrize(
    ("moment", "times"),
    [
        ("when this is maimed", 1),
        ("when this is maimed, even if lame", 1),
        ("when this is maimed, only if awake", 0),
    ],
)
def test_it_counts_in_the_state_that_it_speaks_of(tmp_path: Path, moment: str, times: int) -> None:
    lib = library(tmp_path, {"Fox": "", "Mole": f"  {moment}, you must\n    do      feed 10 coin\n"}, GAME)
    assert coins(lib, played(lib)) == 10 * times
