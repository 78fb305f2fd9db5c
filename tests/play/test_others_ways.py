"""What other players may do about a deed never makes it possible, and never stops the game."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Pawn
  price 2, type salt
  when a good would be paid for by you, you may
    choose  old: a card in your stall except this
    instead scrap old

good Rival
  price 2, type salt
  when a good would be sold by another player, you may
    instead
      earn 1 coin
"""
RULINGS = [
    pytest.param("""
ruling O1 "what nobody can pay is not offered, whoever might put something else in its place"
  given   2 players
          p1 stall Pawn, bag Cake, coin 0
          p2 stall Rival
  when    p1 sells Cake
  refused because "not enough coins"
""", id="an unpayable deed"),
    pytest.param("""
ruling O2 "what can be paid is, and may be replaced"
  given   2 players
          p1 stall Pawn, bag Cake, coin 2
          p2 stall Rival, coin 0
  when    p1 sells Cake
          p2 yes
  expect  p1 bag Cake, coin 2; p2 coin 1
""", id="a payable deed"),
    pytest.param("""
good Thief
  price 2, type salt
  when a good would be sold by seller: another player, you may
    do      move all coin from seller to the bank

ruling O3 "who is robbed in the middle sells nothing, and goes on"
  given   2 players
          p1 stall Pawn, bag Cake, coin 2
          p2 stall Thief
  when    p1 sells Cake
          p2 yes
  expect  p1 bag Cake, coin 0; p1 must answer
""", id="a deed that others make impossible"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_the_answers_of_another_player_have_their_effect(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
