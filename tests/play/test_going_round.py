"""Whatever follows the order of seats goes clockwise, from the player who acts."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Bell
  price 1, type salt
  at the end of your turn, each other player may
    do      earn 1 coin

good Horn
  price 1, type salt
  marker late on player, until the end of the game, seen by everyone
  once in your turn, you may
    do
      for each runner: player
        if there is no late player
          mark runner as late

good Drum
  price 1, type salt
  marker early on player, until the end of the game, seen by everyone
  once in your turn, you may
    do
      for each runner: other player in order of wealth
        if there is no early player
          mark runner as early

good Flute
  price 1, type salt
  once in your turn, you may
    choose  pair: 2 other players
    do
      for each runner: one of pair
        if there is no early player
          mark runner as early

good Wheel
  price 1, type salt
  once in your turn, you may
    let     all-others be other players
    do
      for each runner: one of all-others
        if there is no early player
          mark runner as early

good Red Flag
  price 1, type salt
  when a good is sold by another player, you may
    do      earn 1 coin

good Blue Flag
  price 1, type salt
  when a good is sold by another player, you may
    do      earn 1 coin

good Red Scarf
  price 1, type salt
  when a good would be paid for by another player, you may
    do      earn 1 coin

good Blue Scarf
  price 1, type salt
  when a good would be paid for by another player, you may
    do      earn 1 coin
"""
RULINGS = [
    pytest.param("""
ruling G1 "each other player may: the left neighbour first"
  given   4 players
          p2 stall Bell
  when    p1 ends the turn
          p2 ends the turn
          p3 yes
          p4 no
          p1 yes
  expect  p1 coin 4; p3 coin 4; p4 coin 3
""", id="each other player may"),
    pytest.param("""
ruling G2 "for each player: who acts first"
  given   4 players
          p3 stall Horn
  when    p1 ends the turn
          p2 ends the turn
          p3 Horn
  expect  p3 is late; p1 is not late
""", id="for each player"),
    pytest.param("""
ruling G3 "in order of a value: equals from who acts"
  given   4 players
          p3 stall Drum, coin 1
          p1 coin 2; p2 coin 3; p4 coin 2
  when    p1 ends the turn
          p2 ends the turn
          p3 Drum
  expect  p4 is early; p1 is not early
""", id="in order of a value"),
    pytest.param("""
helper Cantor
  rank 4
  once in your turn, you may
    do
      for each singer: player in order of coin
        earn (coin of singer) coin

ruling G20 "in order of a counter, looked at anew"
  given   3 players
          p1 is Cantor, coin 1
          p2 coin 10
          p3 coin 3
  when    p1 Cantor
  expect  p1 coin 15
""", id="in order of a counter"),
    pytest.param("""
ruling G4 "who was picked comes in the order of the picking"
  given   4 players
          p3 stall Flute
  when    p1 ends the turn
          p2 ends the turn
          p3 Flute, p2, p4
  expect  p2 is early; p4 is not early
""", id="players that were picked"),
    pytest.param("""
ruling G5 "who was only named comes clockwise"
  given   4 players
          p3 stall Wheel
  when    p1 ends the turn
          p2 ends the turn
          p3 Wheel
  expect  p4 is early; p1 is not early
""", id="players that have a name"),
    pytest.param("""
ruling G6 "of several who may answer, the next from who acts is asked first"
  given   4 players
          p1 stall Red Flag
          p3 stall Blue Flag
          p2 bag Pie
  when    p1 ends the turn
          p2 sells Pie
  expect  p3 must answer
  when    p3 yes
  expect  p1 must answer
  when    p1 no
  expect  p3 coin 4; p1 coin 3
""", id="optional clauses of several players"),
    pytest.param("""
ruling G7 "before it happens, too"
  given   4 players
          p1 stall Red Scarf
          p3 stall Blue Scarf
          p2 bag Pie
  when    p1 ends the turn
          p2 sells Pie
  expect  p3 must answer
  when    p3 no
  expect  p1 must answer
  when    p1 yes
  expect  p3 coin 3; p1 coin 4
""", id="what would happen"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_one_goes_round_from_who_acts(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
