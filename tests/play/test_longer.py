"""Rules that last beyond the phase under way, turns inside turns, and turns that are suspended."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CASES = {
    "until the start of your next turn": """
helper Saver
  rank 9
  once in your turn, you may
    do      until the start of your next turn, your wealth is 10 more

ruling D1 "in the turns of the others, too"
  given   2 players
          p1 is Saver, coin 0
          p2 is Ann
  when    p1 Saver
          p1 ends the turn
  expect  p1 wealth 10
  when    p2 ends the turn
  expect  p1 wealth 0
""",
    "until the end of your next turn": """
helper Saver
  rank 9
  once in your turn, you may
    do      until the end of your next turn, your wealth is 10 more

ruling D2 "not with the turn that is running"
  given   2 players
          p1 is Saver, coin 0
          p2 is Ann
  when    p1 Saver
          p1 ends the turn
          p2 ends the turn
  expect  p1 wealth 10
  when    p1 ends the turn
  expect  p1 wealth 0
""",
    "what forbids a deed is the card that began the rule": """
helper Guard
  rank 9
  once in your turn, you may
    choose  ward: another player
    do      until the end of the day, nobody may burn goods in stall of ward

good Torch
  price 1, type salt
  once in your turn, you may
    choose  target: a good in stall of another player
    do      burn target

ruling D20 "Guard is the reason"
  given   2 players
          p1 is Guard, stall Torch
          p2 stall Pie
  when    p1 Guard p2
          p1 Torch Pie
  refused because Guard
""",
    "until the end of the next phase": """
helper Saver
  rank 9
  once in your turn, you may
    do      until the end of the next day, your wealth is 10 more

ruling D3 "this day, and the next"
  given   2 players
          p1 is Saver, coin 0
          p2 is Ann
  when    p1 Saver
          p1 ends the turn
          p2 ends the turn
          p1 ends the turn
  expect  p1 wealth 10
  when    p2 ends the turn
  expect  p1 wealth 0
""",
    "until a card leaves": """
good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: a good in any stall
    do      burn old

good Sign
  price 1, type salt
  once in your turn, you may
    choose  shown: another good in any stall
    do      until shown leaves its stall, your wealth is 10 more

ruling D4 "as long as it lies there"
  given   2 players
          p1 stall Sign, Torch, coin 0
          p2 stall Pie, Cake
  when    p1 Sign Pie
          p1 Torch burns Cake
  expect  p1 wealth 10

ruling D5 "and no longer"
  given   2 players
          p1 stall Sign, Torch, coin 0
          p2 stall Pie, Cake
  when    p1 Sign Pie
          p1 Torch burns Pie
  expect  p1 wealth 0
""",
    "a marker that lasts until the start of your next turn": """
helper Guard
  rank 9
  marker warded on good, until the start of your next turn, seen by everyone
  once in your turn, you may
    choose  ward: a good in any stall
    do      mark ward as warded
  always nobody may burn warded goods

ruling D30 "it is gone when whoever put it acts again, and not before"
  given   2 players
          p1 is Guard, stall Pie
          p2 is Ann
  when    p1 Guard Pie
          p1 ends the turn
  expect  Pie is warded
  when    p2 ends the turn
  expect  Pie is not warded
  when    p1 Guard Pie
  expect  Pie is warded
""",
    "a marker that lasts until the end of your next turn": """
helper Guard
  rank 9
  marker warded on good, until the end of your next turn, seen by everyone
  once in your turn, you may
    choose  ward: a good in any stall
    do      mark ward as warded
  always your wealth is 1 more for each warded good in your stall

ruling D31 "not with the turn that is running; put on anew it lasts anew"
  given   2 players
          p1 is Guard, stall Pie, Cake
          p2 is Ann
  when    p1 Guard Pie
          p1 ends the turn
          p2 ends the turn
  expect  Pie is warded
  when    p1 Guard Cake
          p1 ends the turn
  expect  Pie is not warded; Cake is warded
  when    p2 ends the turn
          p1 Guard Cake
          p1 ends the turn
  expect  Cake is warded
  when    p2 ends the turn
          p1 ends the turn
  expect  Cake is not warded
""",
    "a marker that lasts until the next turn of the player who has it, or of anybody": """
helper Nurse
  rank 9
  marker tired on player, until the end of their next turn, seen by everyone
  marker dusty on good, until the start of the next turn, seen by everyone
  once in your turn, you may
    choose  guest: another player
    do      mark guest as tired
            mark goods in stall of guest as dusty
  always wealth of a player is 1 more for each dusty good in their stall
  always wealth of tired players is 1 more

ruling D32 "they end by themselves"
  given   2 players
          p1 is Nurse, coin 1
          p2 is Ann, stall Pie
          p2 coin 0
  when    p1 Nurse p2
  expect  p2 is tired; Pie is dusty; p2 wealth 2
  when    p1 ends the turn
  expect  p2 is tired; Pie is not dusty
  when    p2 ends the turn
  expect  p2 is not tired
""",
    "a turn inside a turn leaves the outer one as it was": """
helper Host
  rank 9
  once in your turn, you may
    choose  guest: another player
    do      run the turn of guest
  always your wealth is 1 more if coin was earned this turn

helper Digger
  rank 8
  once in your turn, you may
    do      earn 1 coin

ruling D6 "its history, its limits and its markers"
  given   2 players
          p1 is Host, coin 0
          p2 is Digger, coin 0
  when    p1 earns 1 coin
          p1 Host
  expect  p1 wealth 1
  when    p2 Digger
          p2 ends the turn
  not offered Host
  expect  p1 wealth 2
  when    p1 ends the turn
          p2 Digger
  expect  p2 coin 2
""",
    "one more turn": """
helper Twice
  rank 9
  marker again on player, until the end of the day, seen by everyone
  at the end of your turn, if you are not again, you may
    do      mark you as again
            run the turn of you
  once in your turn, you may
    do      earn 1 coin

ruling D7 "with limits of its own"
  given   2 players
          p1 is Twice, coin 0
          p2 is Ann
  when    p1 Twice
          p1 ends the turn
          p1 yes
          p1 Twice
          p1 ends the turn
  expect  p1 coin 2; p2 must answer
""",
    "a turn that is suspended, and resumed in another": """
helper Sleeper
  rank 9
  marker asleep on player, until the end of the day, seen by everyone
  once in your turn, if you are not asleep, you may
    do      mark you as asleep
            suspend the turn
  once in your turn, you may
    do      earn 1 coin
  at the start of your turn, if you are asleep, you must
    do      resume the turn
  at the end of the turn, if you are asleep, if you are not the active player, you must
    do      run the turn of you
            unmark you as asleep
  always your wealth is 1 more if coin was earned this turn

ruling D8 "what was used is used, what happened has happened"
  given   2 players
          p1 is Sleeper, coin 0
          p2 is Ann, coin 0
  when    p1 Sleeper earns
          p1 Sleeper marks
          p2 ends the turn
  expect  p1 wealth 2
  when    p1 ends the turn
  expect  p1 coin 1
""",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_lasts_longer(tmp_path: Path, name: str) -> None:
    assert failures(tmp_path, CASES[name]) == []
