"""`can` in a ruling asks what the player who is asked could really do, not what nothing refuses."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Jar
  price 1, type salt
  once in your turn, you may
    choose  victim: a good in any stall that is sweet
    cost    pay 2 coin to the bank
    do      burn victim

ruling K "what the Jar reaches"
  given   2 players
          p1 stall Jar, coin {coin}, bag Pie
          p2 stall Pie, Nuts
  expect  {said}
"""


@pytest.mark.parametrize(
    ("coin", "said"),
    [
        (3, "p1 can burn Pie of p2"),
        (3, "p1 can burn Pie"),
        (3, "p1 cannot burn Nuts of p2"),  # nothing refuses it, and no card does it
        (1, "p1 cannot burn Pie of p2"),  # nothing pays for it
        (1, "p1 can sell Pie"),
        (0, "p1 cannot sell Pie"),
        (3, "p2 can burn Nuts of p2"),  # p2 is not asked: nothing refuses it
    ],
)
def test_can(coin: int, said: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS.format(coin=coin, said=said)) == []
