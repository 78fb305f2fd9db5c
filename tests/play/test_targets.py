"""A card targets what its clauses choose: that can be forbidden, answered and cancelled."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: a good in any stall
    cost    pay 2 coin to the bank
    do      burn old

good Purse
  price 1, type salt
  once in your turn, you may
    choose  host: another player
    do      move 1 coin from host to you

good Levy
  price 1, type salt
  once in your turn, you may
    do
      for each payer: another player
        move 1 coin from payer to you

good Helpers
  price 1, type salt
  once in your turn, you may
    do
      choose  who: a helper
      put 1 coin on who
      earn 1 coin
"""
SHIELD = """
good Shield
  price 1, type salt
  always other cards cannot target you
"""
CASES = {
    "who cannot be targeted cannot be chosen": SHIELD + """
ruling A1 "not from p2"
  given   3 players
          p1 stall Purse, coin 0
          p2 stall Shield, coin 3
          p3 coin 3
  when    p1 Purse p2
  refused because Shield
  when    p1 Purse
  expect  p1 coin 1; p2 coin 3; p3 coin 2
""",
    "a shield for a while": """
good Cloak
  price 1, type salt
  once in your turn, you may
    do      until the start of your next turn, any good whose owner is not you cannot target you

ruling A9 "until p1 has a turn again"
  given   2 players
          p1 stall Cloak, coin 3
          p2 stall Purse, Levy, coin 0
  when    p1 Cloak
          p1 ends the turn
  not offered Purse, Levy
  when    p2 ends the turn
          p1 ends the turn
          p2 Purse
  expect  p1 coin 2; p2 coin 1
""",
    "what takes from everybody passes them over": SHIELD + """
ruling A2 "p3 alone pays"
  given   3 players
          p1 stall Levy, coin 0
          p2 stall Shield, coin 3
          p3 coin 3
  when    p1 Levy
  expect  p1 coin 1; p2 coin 3; p3 coin 2
""",
    "not even oneself is kept from oneself": """
good Shield
  price 1, type salt
  always cards cannot target you

ruling A3 "p1 helps p1"
  given   3 players
          p1 stall Shield, Helpers, coin 0
          p2 is Ann
  when    p1 Helpers Ann
  expect  p1 coin 1
""",
    "what was paid stays paid, and the chance is gone": """
good Guard
  price 1, type salt
  when a good in your stall would be targeted by any good, you may
    instead nothing

ruling A4 "the torch goes out"
  given   3 players
          p1 stall Torch, coin 3
          p2 stall Guard, Pie
  when    p1 Torch burns Pie
          p2 yes
  expect  p1 coin 1; p2 stall Guard, Pie
  when    p1 Torch burns Pie
  refused because "once in your turn"
""",
    "one's own are not targeted": """
good Guard
  price 1, type salt
  when a good in any stall would be targeted by any good, you must
    instead nothing

ruling A5 "what p1 has may burn"
  given   3 players
          p1 stall Torch, Pie, coin 3
          p2 stall Guard
  when    p1 Torch burns Pie
  expect  p1 stall Torch
""",
    "a choice in the middle ends what follows it": """
good Guard
  price 1, type salt
  when a helper would be targeted by any good, you must
    instead nothing

ruling A6 "neither help nor coin"
  given   3 players
          p1 stall Helpers, coin 0
          p2 stall Guard
          p3 is Ann
  when    p1 Helpers Ann
  expect  p1 coin 0; Ann coin 0
""",
    "anything, and the first of several who wants to": """
good Watch
  price 1, type salt
  marker watchful on player, until the end of the day, seen by everyone
  once in your turn, you may
    do      mark you as watchful
  when anything would be targeted by any good, any watchful player may
    cost    pay 1 coin to the bank
    instead unmark them as watchful

ruling A7 "p2 does not, p3 does"
  given   3 players
          p1 stall Purse, coin 0
          p2 stall Watch, coin 3
          p2 is watchful; p3 is watchful
          p3 coin 3
  when    p1 Purse p2
          p2 no
          p3 yes
  expect  p1 coin 0; p2 coin 3; p3 coin 2; p2 is watchful; p3 is not watchful
""",
    "it is heard when nothing stops it": """
good Ear
  price 1, type salt
  when you are targeted by any good, you must
    do      earn 5 coin

ruling A8 "p2 is paid for it"
  given   3 players
          p1 stall Purse, coin 0
          p2 stall Ear, coin 3
  when    p1 Purse p2
  expect  p1 coin 1; p2 coin 7
""",
    "a card of another kind is not meant": """
good Guard
  price 1, type salt
  when you would be targeted by a helper, you must
    instead nothing
  always any helper whose player is not you cannot target you

ruling A10 "a good is no helper"
  given   3 players
          p1 stall Purse, coin 0
          p2 stall Guard, coin 3
  when    p1 Purse p2
  expect  p1 coin 1; p2 coin 2
""",
    "nor in a question about the past": """
good Diary
  price 1, type salt
  once in your turn, if a helper was targeted this turn, you may
    do      earn 5 coin

ruling A11 "a pie is no helper"
  given   3 players
          p1 stall Torch, Helpers, Diary, coin 3
          p2 stall Pie
          p3 is Ann
  when    p1 Torch burns Pie
  not offered Diary
  when    p1 Helpers Ann
          p1 Diary
  expect  p1 coin 7
""",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_a_card_targets(tmp_path: Path, name: str) -> None:
    assert failures(tmp_path, CARDS, CASES[name]) == []
