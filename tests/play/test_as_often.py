"""An ability without a limit is offered as often as it can be used; a card may offer one to somebody else than its
owner."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

RULINGS = [
    pytest.param(
        """
good Still
  price 1, type salt
  during your turn, you may
    cost    pay 2 coin
    do      move the top 1 card of the store to your bag

ruling A1 "as long as one can pay"
  given   2 players
          p1 stall Still, coin 5, bag nothing
  when    p1 Still
          p1 Still
  expect  p1 coin 1, bag 2 cards
  when    p1 Still
  refused because "not enough coins"
""",
        id="as long as one can pay",
    ),
    pytest.param(
        """
good Anvil
  price 3, type salt
  only from the bin, during a turn, the active player may
    do      sell this

ruling A2 "what lies on the table is there for whoever is at turn"
  given   3 players
          bin Anvil
          p1 coin 1
          p2 coin 3
  not offered p1 Anvil
  when    p1 ends the turn
          p2 Anvil
  expect  p2 stall includes Anvil; p2 coin 0
""",
        id="for whoever is at turn",
    ),
    pytest.param(
        """
good Toll
  price 3, type salt
  once in a turn, the active player may
    do      pay 1 coin to you
            move the top 1 card of the store to bag of the active player

ruling A3 "you stays the owner of the card"
  given   2 players
          p1 stall Toll, coin 0
          p2 coin 1, bag nothing
  when    p1 ends the turn
          p2 Toll
  expect  p1 coin 1; p2 coin 0, bag 1 card
""",
        id="you stays the owner",
    ),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_an_ability_without_a_limit_or_for_another(ruling: str, tmp_path: Path) -> None:
    assert failures(tmp_path, ruling) == []
