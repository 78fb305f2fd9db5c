"""`whose price is highest`: those that have most, of the things that the words before it name."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load

from .fair import GAME, failures

CARDS = """
helper Hag
  rank 4
  once in your turn, you may
    choose  ware: a good in any stall whose price is highest
    do      burn ware
  once in your turn, you may
    choose  buyer: another player whose coin is lowest
    do      put 5 coin on buyer
  once in your turn, you may
    choose  ware: a sweet good in any stall whose price is not highest
    do      scrap ware
  always your wealth is 20 more for each player whose coin is highest
"""
RULINGS = [
    pytest.param(
        """
ruling H1 "all that cost most, and nothing else"
  given   2 players
          p1 is Hag, stall Pie, Nuts
          p2 stall Cake
  not offered p1 Hag Pie
  when    p1 Hag burns Cake of p2
  expect  p2 stall nothing
""",
        id="highest",
    ),
    pytest.param(
        """
ruling H2 "the lowest of the others, who need not be lowest of all"
  given   3 players
          p1 is Hag, coin 1
          p2 coin 3
          p3 coin 2
  when    p1 Hag put 5
  expect  p3 coin 7; p2 coin 3
""",
        id="lowest of these",
    ),
    pytest.param(
        """
ruling H3 "every word before it counts: of the sweet ones"
  given   2 players
          p1 is Hag, stall Pie, coin 0
          p2 stall Nuts
  not offered p1 Hag scraps Pie
""",
        id="none is not the highest",
    ),
    pytest.param(
        """
ruling H4 "equals are all highest"
  given   3 players
          p1 is Hag, coin 4
          p2 coin 4
          p3 coin 1
  expect  wealth of p1 is 44; wealth of p2 is 4
""",
        id="equals",
    ),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_which_has_most(tmp_path: Path, ruling: str) -> None:
    assert failures(tmp_path, CARDS, ruling) == []


SEATS = """
helper Guest
  rank 2
  once in your turn, you may
    let     host be a random other player
    do      swap your seat with seat of host
"""
CHANGED = """
ruling S1 "all that is theirs goes with them"
  given   2 players
          p1 is Guest, coin 4
          p2 coin 1
  when    p1 Guest
  expect  p1 coin 1; p2 coin 4
"""


def test_seats_are_swapped_as_seats(tmp_path: Path) -> None:
    assert failures(tmp_path, SEATS, CHANGED) == []


SWAP = "swap your seat with seat of host"
LATE = [
    ([SWAP], False),
    (["put 1 coin on host", SWAP], False),
    ([SWAP, "put 1 coin on host"], True),
    ([SWAP, "for each foe: player", "  put 1 coin on foe"], False),
    (["repeat until coin of host is 1", f"  {SWAP}"], True),
    (["if coin of host is 1", f"  {SWAP}", "put 1 coin on you"], True),
    (["if coin of host is 1", f"  {SWAP}", "otherwise", "  put 1 coin on you"], False),
]


@pytest.mark.parametrize(("deeds", "late"), LATE)
def test_seats_are_swapped_last(tmp_path: Path, deeds: list[str], late: bool) -> None:
    written = "do\n      " + "\n      ".join(deeds)
    (tmp_path / "fair.game").write_text(GAME + SEATS.replace(f"do      {SWAP}", written), "utf-8")
    (tmp_path / "set.yaml").write_text("id: fair\nnames: {en: Fair}\n", "utf-8")
    found = load(tmp_path).diagnostics
    assert [d.code for d in found if d.severity == "error"].count("seats-swapped") == late
