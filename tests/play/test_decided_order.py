"""When several cards must answer one event, a player decides which comes first, if the game says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import GAME, failures

ACTIVE = GAME.replace("  order good, helper\n", "  order good, helper\n  order decided by the active player\n")
OWNERS = GAME.replace("  order good, helper\n", "  order good, helper\n  order decided by their owners\n")
CARDS = """
good Barrel
  price 1, type salt, copies 2
  at the end of a turn, you must
    do      earn (your coin) coin

good Crate
  price 1, type salt
  at the end of a turn, you must
    do      earn 1 coin
  at the end of a turn, if your coin is odd, you must
    do      earn 10 coin

good Idle
  price 1, type salt
  at the end of a turn, if your coin is at least 100, you must
    do      earn 1 coin

good Secret
  price 1, type salt
  at the end of a turn, only from your bag, you must
    do      earn 1 coin

good Guard
  price 1, type salt
  when a good would be burnt, you must
    instead earn 1 coin

good Shield
  price 1, type salt
  when a good would be burnt, you must
    instead earn 2 coin

good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: a good in any stall
    do      burn old
"""
CASES = {
    "who acts decides": (ACTIVE, """
ruling D1 "first the Crate"
  given   3 players
          p1 stall Barrel, Crate, Idle, coin 3
  when    p1 ends the turn
  expect  p1 must answer
  when    p1 Crate
  expect  p1 coin 8

ruling D2 "first the Barrel"
  given   3 players
          p1 stall Barrel, Crate, Idle, coin 3
  when    p1 ends the turn
          p1 Barrel
  expect  p1 coin 17

ruling D3 "who acts decides for all"
  given   3 players
          p1 coin 0
          p2 stall Barrel, Crate, coin 3
  when    p1 ends the turn
          p1 Crate
  expect  p2 coin 8

ruling D5 "copies of one card, a card that has nothing to do, and one that not everybody sees"
  given   3 players
          p1 stall Barrel, Barrel, Idle, bag Secret, coin 3
  when    p1 ends the turn
  expect  p1 coin 13; p2 must answer

ruling D6 "the first that replaces it is the only one"
  given   3 players
          p1 stall Torch, Shield, coin 0
          p2 stall Guard, coin 0
  when    p1 Torch burns Torch
          p1 Guard
  expect  p1 coin 0, stall Torch, Shield; p2 coin 1
"""),
    "each decides about the own cards": (OWNERS, """
ruling D4 "clockwise from who acts"
  given   3 players
          p1 stall Idle
          p2 stall Barrel, Crate, coin 3
  when    p1 ends the turn
  expect  p2 must answer
  when    p2 Barrel
  expect  p2 coin 17
"""),
    "nobody decides": (GAME, """
ruling D7 "in the order of the files"
  given   3 players
          p1 stall Barrel, Crate, coin 3
  when    p1 ends the turn
  expect  p1 coin 17
"""),
}  # fmt: skip


@pytest.mark.parametrize(("game", "text"), CASES.values(), ids=CASES.keys())
def test_who_decides_the_order(game: str, text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text, game=game) == []
