"""`as soon as` is looked at after every change that its condition reads. All for whom it has become true are asked at
one moment, before one of them does anything."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

GUILD = """
marker early on player, until the end of the game, seen by everyone
marker rich on player, until the end of the game, seen by everyone
marker rush on player, until the end of the game, seen by everyone

value plenty is 9

helper Guild
  rank 1
  as soon as there is trader: a player that is not rich whose coin is at least plenty, if there is no rich player,
  the trader must
    do      mark them as early
  as soon as there is trader: a player that is not rich whose coin is at least plenty, the trader must
    do      mark them as rich

helper Crier
  rank 2
  marker loud on helper, until the end of the game, seen by everyone
  once in your turn, you may
    do      mark this as loud
  if this is loud, plenty is 5
"""
RULINGS = [
    pytest.param(
        """
ruling M1 "a counter makes it true"
  given   3 players
          p1 is Guild, coin 8
  when    p1 earns 1 coin
  expect  p1 is early; p1 is rich; p2 is not early
""",
        id="a counter",
    ),
    pytest.param(
        """
ruling M2 "a rule makes it true for several at once: both are early"
  given   3 players
          p1 is Crier, coin 6
          p2 is Guild, coin 5
          p3 coin 4
  when    p1 Crier
  expect  p1 is early; p2 is early; p1 is rich; p2 is rich; p3 is not rich
  when    p1 ends the turn
          p2 ends the turn
          p3 earns 1 coin
  expect  p3 is rich; p3 is not early
""",
        id="all at one moment",
    ),
    pytest.param(
        """
helper Picker
  rank 3
  as soon as there is ware: a salt good in any stall whose owner is not you, you must
    do      scrap ware
            earn 1 coin

ruling M3 "of cards too"
  given   3 players
          p1 coin 9, bag Nuts
          p2 is Picker, coin 0
  when    p1 sells Nuts
  expect  p1 stall nothing; p2 coin 1
""",
        id="of cards",
    ),
    pytest.param(
        """
helper Herald
  rank 3
  as soon as a good was sold this turn by any player, once in this turn, you must
    do      earn 1 coin

ruling M5 "what has happened"
  given   3 players
          p1 coin 9, bag Pie, Cake
          p2 is Herald, coin 0
  when    p1 sells Pie
  expect  p2 coin 1
  when    p1 sells Cake
  expect  p2 coin 1
""",
        id="what has happened",
    ),
    pytest.param(
        """
helper Watcher
  rank 3
  marker asleep on helper, until the end of the turn, seen by everyone
  once in your turn, you may
    do      mark this as asleep
  as soon as this is not asleep, if your coin is 3, you must
    do      earn 5 coin

ruling M6 "when a marker ends"
  given   3 players
          p1 is Watcher, coin 3
          Watcher is asleep
  when    p1 ends the turn
  expect  p1 coin 8
""",
        id="a marker that ends",
    ),
    pytest.param(
        """
helper Hawker
  rank 3
  as soon as your bag is barren, you must
    do      earn 5 coin

ruling M7 "the last card that leaves a place"
  given   3 players
          p1 is Hawker, coin 3, bag Pie, Nuts
  when    p1 sells Pie
  expect  p1 coin 2
  when    p1 sells Nuts
  expect  p1 coin 5
""",
        id="the last card that leaves",
    ),
    pytest.param(
        """
good Broom
  price 1, type salt
  once in your turn, you may
    choose  old: 2 cards in your bag
    do      scrap old

helper Hawker
  rank 3
  as soon as your bag is barren, you must
    do      earn 5 coin

ruling M8 "the last cards that leave a place, whatever takes them"
  given   3 players
          p1 is Hawker, coin 3, bag Pie, Nuts, stall Broom
          p2 bag Cake
  when    p1 Broom
  expect  p1 coin 8
""",
        id="the last cards that leave",
    ),
]


@pytest.mark.parametrize("text", RULINGS)
def test_what_has_become_true_is_done_at_once(tmp_path: Path, text: str) -> None:
    assert failures(tmp_path, GUILD, text) == []
