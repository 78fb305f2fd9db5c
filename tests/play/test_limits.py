"""`once in a day` is spent when it is taken; `the first time in a day` when its moment comes, taken or not. A card that
comes back into play has every chance anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load

from .fair import failures
from .small import FIRST, GAME, coins, library, played, written

DAYS = GAME.replace("      run the turn of keeper\n", "      run the turn of keeper\n" * 3)
"""The small game, with three turns in a day."""
YES, NO = 0, 4096
OWL, NEITHER = 4096, 8192
TEN = "    do put 10 coin on you\n"
IF_POOR = "    refused if your coin is 1\n"
CASES = {
    "a no does not spend it": ("once in this day, you may", (FIRST, NO, FIRST, YES, FIRST), 13),
    "a yes spends it": ("once in this day, you may", (FIRST, YES, FIRST, FIRST), 13),
    "the first time is gone with a no": ("the first time in this day, you may", (FIRST, NO, FIRST, FIRST), 3),
    "the first time is taken": ("the first time in this day, you may", (FIRST, YES, FIRST, FIRST), 13),
    "each day has a first time": ("the first time in this day, you may", (FIRST, NO, FIRST, FIRST, FIRST, YES), 14),
    "what must be done is done once": ("once in this day, you must", (FIRST, FIRST, FIRST), 13),
    "what must be done is done the first time": ("the first time in this day, you must", (FIRST, FIRST, FIRST), 13),
}


@pytest.mark.parametrize("name", CASES)
def test_when_a_chance_is_spent(tmp_path: Path, name: str) -> None:
    often, answers, had = CASES[name]
    lib = library(tmp_path, {"Fox": f"  when coin is fed by any player, {often}\n{TEN}"}, DAYS)
    assert coins(lib, played(lib, *answers)) == had


@pytest.mark.parametrize(("often", "had"), [("once in this day", 13), ("the first time in this day", 3)])
@pytest.mark.parametrize("force", ["may", "must"])
def test_when_it_cannot_be_taken_the_first_time(tmp_path: Path, often: str, had: int, force: str) -> None:
    lib = library(tmp_path, {"Fox": f"  when coin is fed by any player, {often}, you {force}\n{IF_POOR}{TEN}"}, DAYS)
    answers = (FIRST, FIRST, *([YES] if force == "may" and had == 13 else []), FIRST)
    assert coins(lib, played(lib, *answers)) == had


def test_of_two_at_one_moment_each_has_its_own(tmp_path: Path) -> None:
    may = "  when coin is fed by any player, {}, you may\n    do put {} coin on you\n"
    cards = {"Fox": may.format("the first time in this day", 10), "Owl": may.format("once in this day", 100)}
    lib = library(tmp_path, cards, DAYS)
    assert coins(lib, played(lib, FIRST, NEITHER, FIRST, OWL, FIRST)) == 103  # in the end the Owl's is left


def test_an_ability_has_no_first_time(tmp_path: Path) -> None:
    written(tmp_path, {"Fox": f"  the first time in your turn, you may\n{TEN}"})
    (found,) = load(tmp_path).errors
    assert found.message == "the first time that what happens?"
    assert found.help is not None and "`when …, the first time in a turn, …`" in found.help


BACK = """
good Bell
  price 1, type sweet
  once in your turn, you may
    do      earn 5 coin
  once in the game, you may
    do      earn 7 coin

good Hook
  price 1, type salt
  during your turn, you may
    choose  down: a good in your stall
    do      move down to your bag

good Peg
  price 1, type salt
  during your turn, you may
    choose  down: a good in your stall
    choose  up: a good in your bag
    do      swap down with up

good Cart
  price 1, type salt
  during your turn, you may
    choose  sent: a good in your stall
    choose  fetched: a good in stall of another player
    do      swap sent with fetched

helper Dee
  rank 4
  once in the game, you may
    do      earn 7 coin

good Leave
  price 1, type salt
  once in your turn, you may
    do      move Dee to the yard
            move Dee to your crew

ruling B1 "taken up and sold again it is a new thing"
  given   2 players
          p1 stall Hook, Bell, bag nothing, coin 0
  when    p1 Bell earns 5 coin
          p1 Bell earns 7 coin
  not offered Bell
  when    p1 Hook Bell
          p1 sells Bell
          p1 Bell earns 5 coin
          p1 Bell earns 7 coin
  not offered Bell
  expect  p1 coin 23

ruling B2 "so it is where it was exchanged for another"
  given   2 players
          p1 stall Bell, Peg, bag Pie, coin 0
  when    p1 Bell earns 5 coin
          p1 Peg Bell, Pie
          p1 sells Bell
          p1 Bell earns 5 coin
  expect  p1 coin 9

ruling B3 "what goes from stall to stall stays what it was"
  given   2 players
          p1 stall Bell, Cart, coin 0
          p2 stall Cake
  when    p1 Bell earns 7 coin
          p1 Cart Bell, Cake
          p1 Cart Cake, Bell
  not offered Bell earns 7 coin

ruling B4 "a helper who comes back is a new one"
  given   2 players
          p1 is Dee, stall Leave, coin 0
  when    p1 Dee: earn
          p1 Leave: move
          p1 Dee: earn
  expect  p1 coin 14
"""


def test_a_card_that_comes_back_has_its_chances_anew(tmp_path: Path) -> None:
    assert failures(tmp_path, BACK) == []
