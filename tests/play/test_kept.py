"""Kept values: what is set is so until it is set again or the phase ends, and only those know it who may."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

KEPT = """
kept wind: a good type, seen by everyone
kept herald: a player, seen by everyone
kept prize: a good, until the end of the day, seen by everyone
kept hope of player: a number, seen by its owner
kept wear of good: a number, seen by everyone

helper Dora
  rank 4
  once in your turn, you may
    do      set wind to salt
            set herald to your left neighbour
            set prize to Drum
            set your hope to your hope minus 2
            set wear of Drum to wear of Drum plus your skill
  as soon as wind is salt, you must
    do      earn 1 coin
  once in your turn, if wind is nothing and there is no herald and prize is nothing, you may
    do      earn 5 coin

value skill of owner: a player is total rank of helpers in crew of owner

good Drum
  price 3, type salt
  always your wealth is wear of this more if prize is this
"""
RULINGS = [
    pytest.param(
        """
ruling K1 "what is set is so"
  given   2 players
          p1 is Dora, stall Drum, coin 3
  when    p1 Dora set
  expect  wind is salt; herald is p2; prize is Drum; hope of p1 is -2; wear of Drum is 4; p1 coin 4; wealth of p1 is 8
""",
        id="set",
    ),
    pytest.param(
        """
ruling K2 "before, it is nothing, and a number is 0"
  given   2 players
          p1 is Dora, coin 3
  when    p1 Dora earn
  expect  wind is nothing; herald is nobody; hope of p1 is 0; p1 coin 8
""",
        id="not yet set",
    ),
    pytest.param(
        """
ruling K3 "a position says what is kept"
  given   2 players
          wind sweet, prize Drum, herald p2
          p1 is Dora, coin 3, hope -3, stall Drum
          Drum has wear 2
  expect  wind is sweet; prize is Drum; herald is p2; hope of p1 is -3; wealth of p1 is 5
  not offered p1 Dora earn
""",
        id="given",
    ),
    pytest.param(
        """
ruling K4 "at the end of the phase it is over"
  given   2 players
          prize Drum, wind salt
          p1 coin 3
  when    p1 ends the turn
          p2 ends the turn
  expect  prize is nothing; wind is salt
""",
        id="forgotten",
    ),
    pytest.param(
        """
marker lucky on player, seen by everyone

helper Eve
  rank 5
  once in your turn, you may
    do
      each player must, secretly
        choose mine: a number up to 3
        set their hope to mine
      for each seller: player whose hope is the highest hope of players
        mark seller as lucky

ruling K6 "all choose before anything is known"
  given   2 players
          p1 is Eve
  when    p1 Eve
          p1 2
  as p2 expect hope of p1 unknown
  when    p2 3
  expect  p1 is not lucky; p2 is lucky
""",
        id="together",
    ),
    pytest.param(
        """
ruling K5 "who may not know it does not"
  given   2 players
          p1 is Dora, hope 2
  as p1 expect hope of p1 is 2
  as p2 expect hope of p1 unknown
""",
        id="hidden",
    ),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_what_is_kept(ruling: str, tmp_path: Path) -> None:
    assert failures(tmp_path, KEPT, ruling) == []
