"""Several copies of a card that has clauses: `copies 2` among what is printed on it. Each copy counts for itself."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

BELL = """
good Bell
  price 1, type salt, copies 2
"""
RULINGS = [
    pytest.param(
        """
  once in your turn, you may
    do      earn 1 coin

ruling C1 "each copy gives its chance"
  given   3 players
          p1 stall 2 Bell
  when    p1 Bell
          p1 Bell
  expect  p1 coin 5
  not offered p1 Bell
""",
        id="once in a turn, for each",
    ),
    pytest.param(
        """
  when a good is scrapped by any player, you must
    do      earn 1 coin

good Broom
  price 1, type salt
  once in your turn, you may
    choose  old: a card in your bag
    do      scrap old

ruling C2 "both answer"
  given   3 players
          p1 stall Broom, bag Pie
          p2 stall Bell, Bell
  when    p1 Broom
  expect  p2 coin 5
""",
        id="both answer one event",
    ),
    pytest.param(
        """
  always your wealth is 1 more

ruling C3 "both count, whoever has them"
  given   3 players
          p1 coin 0, stall Bell, Bell
          p2 coin 0, stall Bell
  refused because there are only 2 Bell

ruling C4 "one each"
  given   3 players
          p1 coin 0, stall Bell
          p2 coin 0, stall Bell
          p3 coin 0
  expect  wealth of p1 is 1; wealth of p2 is 1; wealth of p3 is 0
""",
        id="a rule of each adds up",
    ),
    pytest.param(
        """
  once in your turn, you may
    choose  lost: another good in any stall that is Bell
    do      burn lost

ruling C6 "the other one"
  given   3 players
          p1 stall Bell
          p2 stall Bell
  when    p1 Bell
  expect  p1 stall Bell; p2 stall nothing; bin Bell
""",
        id="another is the other copy",
    ),
    pytest.param(
        """
  marker rung on good, until the end of the day, seen by everyone
  once in your turn, if this is not rung, you may
    do      mark this as rung
            earn 1 coin

ruling C5 "a copy that is marked is another"
  given   3 players
          p1 stall Bell, Bell
          Bell is rung
  when    p1 Bell
  expect  p1 coin 4
  not offered p1 Bell
""",
        id="one of two is marked",
    ),
    pytest.param(
        """
  when this would be burnt by any player, you must
    do      earn 2 coin

good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: a good in any stall that is Bell
    do      burn old

ruling C7 "of two the one that is meant"
  given   3 players
          p1 stall Torch
          p2 stall Bell
          p3 stall Bell
  when    p1 Torch, Bell of p3
  expect  p3 stall nothing; p2 stall Bell; p3 coin 5; p2 coin 3
""",
        id="one of two is named by its owner",
    ),
]


@pytest.mark.parametrize("text", RULINGS)
def test_each_copy_counts_for_itself(tmp_path: Path, text: str) -> None:
    assert failures(tmp_path, BELL + text.lstrip("\n")) == []


PAINTED = """
good Brush
  price 1, type salt
  always sweet goods in your stall count as any good type
  always your wealth is 1 more for each salt good in your stall

ruling C20 "what is sweet counts as salt, and a sweet good is one whose type is sweet"
  given   2 players
          p1 coin 0, stall Brush, Pie, Nuts
          p2 coin 0, stall Pie
  expect  wealth of p1 is 3; wealth of p2 is 0
"""


def test_what_counts_as_something_is_named_by_its_own_word(tmp_path: Path) -> None:
    assert failures(tmp_path, PAINTED) == []
