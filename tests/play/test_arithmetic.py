"""Numbers and loops: repeat so many times, products and remainders, sums of unlike things, one of several words, places
at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import GAME, failures

WORDS = """
marker medal on player, counted, seen by everyone

helper Dora
  rank 4
"""
RULINGS = [
    pytest.param(
        """
  once in your turn, you may
    do
      repeat 3 times
        earn 2 coin
      repeat (number of players) times
        put 1 medal on you

ruling A1 "repeat so many times"
  given   2 players
          p1 is Dora, coin 3
  when    p1 Dora
  expect  p1 coin 9, medal 2
""",
        id="repeat",
    ),
    pytest.param(
        """
  once in your turn, you may
    let     over be the remainder of your coin divided by 4
    let     more be over times number of players plus 1
    do      put (more) medal on you

ruling A2 "products and remainders"
  given   3 players
          p1 is Dora, coin 7
  when    p1 Dora
  expect  p1 medal 10
""",
        id="product and remainder",
    ),
    pytest.param(
        """
  once in your turn, you may
    do      put (2 for each 3 coin of you) medal on you
            earn 1 coin for each 2 goods in your bag
            put (your coin divided by 4 rounded up) medal on you
            put (your coin divided by number of salt goods in your bag rounded down) medal on you

ruling A21 "so much for every 3; divided and rounded; divided by nothing is nothing"
  given   2 players
          p1 is Dora, coin 7, bag Pie, Cake, Pie, Cake, Pie
  when    p1 Dora
  expect  p1 coin 9, medal 7
""",
        id="quotient",
    ),
    pytest.param(
        """
  once in your turn, if your coin times 2 is at least 6 and your coin plus your medal is less than 6, you may
    do      put (your coin plus your medal) medal on you

ruling A3 "two unlike counters add up, on the left too"
  given   2 players
          p1 is Dora, coin 3, medal 2
  when    p1 Dora
  expect  p1 medal 7
  not offered p1 Dora
""",
        id="sums",
    ),
    pytest.param(
        """
  once in your turn, if number of goods in your bag whose price is 2 is at least 2, you may
    let     best be the highest price of goods in your bag whose type is sweet
    do      put (number of goods in your bag that are salt) medal on you
            earn (total price of goods in your bag whose type is sweet) coin
            earn (best) coin

ruling A7 "what is told of a number is told of what is counted"
  given   2 players
          p1 is Dora, bag Pie, Cake, Nuts, Nuts, coin 0
  when    p1 Dora
  expect  p1 medal 2, coin 5
""",
        id="only such are counted",
    ),
    pytest.param(
        """
  once in your turn, if you have at least 2 coin and your bag has more than 1 good whose type is salt, you may
    choose  rich: a player that has at most 5 coin
    choose  poor: a player whose stall has at least 3 salt goods
    do      put 1 medal on rich
            put 3 medal on poor

ruling A8 "so many that somebody has"
  given   2 players
          p1 is Dora, bag Pie, Nuts, Nuts, coin 2
          p2 coin 6, stall Nuts, Nuts, Nuts
  when    p1 Dora
  expect  p1 medal 1; p2 medal 3
  when    p1 ends the turn
          p2 earns 1 coin
          p2 ends the turn
  given   p1 coin 1
  not offered p1 Dora
""",
        id="so many that somebody has",
    ),
    pytest.param(
        """
  once in your turn, you may
    choose  ware: a good in your bag that is salt or Cake
    do      scrap ware
            if type of ware is sweet or salt and your coin is 3 or 4
              earn 1 coin

ruling A4 "one of several"
  given   2 players
          p1 is Dora, coin 3, bag Pie, Cake, Nuts
  when    p1 Dora
  offered only Cake, Nuts
  when    p1 Nuts
  expect  p1 coin 4
""",
        id="or",
    ),
    pytest.param(
        """
  once in your turn, you may
    do      mark the player 2 places left of you as far
            mark the player (number of players) places right of you as far
            put 1 medal on the player 1 place right of you

ruling A5 "so many places on"
  given   3 players
          p1 is Dora
  when    p1 Dora
  expect  p3 is far, medal 1; p1 is far; p2 is not far

marker far on player, seen by everyone
""",
        id="places",
    ),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_what_is_worked_out(ruling: str, tmp_path: Path) -> None:
    assert failures(tmp_path, WORDS + ruling.lstrip("\n")) == []


def test_the_lowest_can_win(tmp_path: Path) -> None:
    low = """
ruling L1 "the lowest wins"
  given   2 players
          p1 coin 3
          p2 coin 4
          store Pie
  when    p1 ends the turn
          p2 ends the turn
  expect  p1 wins
"""
    assert failures(tmp_path, low, game=GAME.replace("win by wealth", "win by lowest wealth, then wealth")) == []
