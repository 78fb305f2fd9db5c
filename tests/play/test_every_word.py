"""Every word of a phrase counts: exactly those who are named are forbidden, allowed or meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

RULINGS = [
    pytest.param("""
good Guard
  price 1, type salt
  always the player of Bob cannot sell any sweet good

ruling W1 "only the player of Bob"
  given   3 players
          p1 is Ann, stall Guard, bag Pie, Nuts
          p2 is Bob, bag Cake, Nuts
  when    p1 sells Pie
          p1 ends the turn
          p2 sells Cake
  refused because Guard
  when    p2 sells Nuts
  expect  p1 stall Guard, Pie; p2 stall Nuts
""", id="the player of a card cannot"),
    pytest.param("""
good Guard
  price 1, type salt
  always the player of any vexed helper cannot sell any sweet good
  marker vexed on helper, until the end of the game, seen by everyone
  at the start of your turn, you must
    do      mark Bob as vexed

ruling W2 "whose helper is vexed"
  given   3 players
          p1 is Ann, stall Guard, bag Pie
          p2 is Bob, bag Cake
  when    p1 sells Pie
          p1 ends the turn
          p2 sells Cake
  refused because Guard
""", id="the player of any of several cards cannot"),
    pytest.param("""
good Licence
  price 1, type salt
  always the player of Bob may pay any coin to the bank even if "not enough coins"

ruling W3 "Bob's player has credit, the others have none"
  given   3 players
          p1 is Ann, coin 0, stall Licence, bag Pie
          p2 is Bob, coin 0, bag Cake
  when    p1 sells Pie
  refused because "not enough coins"
  when    p1 ends the turn
          p2 sells Cake
  expect  p2 stall Cake
""", id="the player of a card may even if"),
    pytest.param("""
good Decree
  price 1, type salt
  at the start of your turn, you must
    do      until the end of the day, the player of Bob cannot sell any sweet good

ruling W4 "until the day ends"
  given   3 players
          p1 is Ann, stall Decree, bag Pie
          p2 is Bob, bag Cake
  when    p1 sells Pie
          p1 ends the turn
          p2 sells Cake
  refused because "cannot sell any sweet good"
""", id="a lasting rule about the player of a card"),
    pytest.param("""
good Guard
  price 1, type salt
  always the owner of Bob cannot scrap any good
  at the start of your turn, you must
    do      clear out

verb clear out
  do
    let old be goods in the store
    scrap old

ruling W5 "what nobody owns forbids nobody"
  given   3 players
          p1 is Ann, stall Guard
          store Pie
  expect  bin Pie
""", id="nobody is not whom a card without an owner names"),
    pytest.param("""
good Siesta
  price 1, type salt
  during this turn, wealth of a player is 1 more
  at the start of the day, you must
    do      earn (your wealth minus your coin) coin

ruling W6 "only while there is a turn"
  given   3 players
          p1 is Ann, coin 3, stall Siesta
  expect  wealth of p1 is 4

ruling W7 "and not before"
  given   3 players at the start of the day
          p1 coin 3, stall Siesta
  expect  coin of p1 is 3; wealth of p1 is 4
""", id="during this turn is not always"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_it_is_meant_as_it_is_said(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, text) == []
