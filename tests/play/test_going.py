"""A card hears what takes it away, and what takes away the cards that it speaks of: it is asked as it lay before."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Broom
  price 1, type salt
  once in your turn, you may
    choose  old: 2 cards in your stall
    do      scrap old

good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: a good in any stall
    do      burn old
"""
RULINGS = [
    pytest.param("""
good Relic
  price 1, type salt
  when this is burnt, you must
    do      earn 5 coin

ruling G1 "its own going"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
  expect  p2 coin 5; bin Relic
""", id="its own going"),
    pytest.param("""
good Relic
  price 1, type salt
  when this is burnt, you must
    do      earn 5 coin

good Stove
  price 1, type salt
  once in your turn, you may
    choose  old: a good in your bag
    do      burn old

ruling G2 "it does not work in a bag"
  given   3 players
          p1 stall Stove, bag Relic, coin 0
  when    p1 Stove burns Relic
  expect  p1 coin 0; bin Relic
""", id="not from where it does not work"),
    pytest.param("""
good Relic
  price 1, type salt
  when this is burnt, you may
    do      earn 5 coin

ruling G3 "its former owner is asked"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
          p2 yes
  expect  p2 coin 5; p1 must answer
""", id="optional"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good in your stall is burnt, you must
    do      earn 5 coin

ruling G4 "a card in a place that it leaves"
  given   3 players
          p1 stall Torch, coin 0
          p2 stall Ragman, Pie, coin 0
  when    p1 Torch burns Pie of p2
  expect  p2 coin 5
""", id="another card's going"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good in your stall is burnt, you must
    do      earn 5 coin

ruling G5 "its own going is the going of a good in your stall"
  given   3 players
          p1 stall Torch, Pie, coin 0
          p2 stall Ragman, coin 0
  when    p1 Torch burns Ragman
  expect  p2 coin 5

ruling G6 "that of a good in another stall is not"
  given   3 players
          p1 stall Torch, Pie, coin 0
          p2 stall Ragman, coin 0
  when    p1 Torch burns Pie
  expect  p2 coin 0
""", id="one of them"),
    pytest.param("""
good Relic
  price 1, type salt
  when a good in your stall is scrapped, you must
    do      earn 5 coin

ruling G7 "those that go at the same moment hear each other"
  given   3 players
          p1 stall Broom, Relic, Pie, coin 0
  when    p1 Broom with Relic, Pie
  expect  p1 coin 10; bin Relic, Pie
""", id="at the same moment"),
    pytest.param("""
good Relic
  price 1, type salt
  when another good is scrapped, you may
    do      earn 5 coin

good Amulet
  price 1, type salt
  when another good is scrapped, you may
    do      earn 1 coin

ruling G8 "several of them are asked"
  given   3 players
          p1 stall Broom, Relic, Amulet, coin 0
  when    p1 Broom with Relic, Amulet
          p1 yes
          p1 yes
  expect  p1 coin 6; bin Relic, Amulet; p1 must answer
""", id="at the same moment, optional"),
    pytest.param("""
good Relic
  price 1, type salt
  when this is sold, you must
    do      earn 5 coin

ruling G9 "its coming is heard, too"
  given   3 players
          p1 bag Relic, coin 1
  when    p1 sells Relic
  expect  p1 coin 5
""", id="coming"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good in your bag is sold, you must
    do      earn 5 coin

ruling G10 "from where it comes"
  given   3 players
          p1 bag Pie, stall Ragman, coin 1
  when    p1 sells Pie
  expect  p1 coin 5
""", id="from where it comes"),
    pytest.param("""
good Carter
  price 1, type salt
  when a good is burnt, you may
    do      move it to your bag

good Hauler
  price 1, type salt
  when a good is burnt, you may
    do      move it to your bag
            earn 1 coin

ruling G11 "what one has taken, the next does not take from him"
  given   3 players
          p1 stall Torch, coin 0, bag nothing
          p2 stall Pie, Hauler, coin 0, bag nothing
          p3 stall Carter, bag nothing, coin 0
  when    p1 Torch burns Pie of p2
          p2 yes
  expect  p2 bag Pie, coin 1; p3 bag nothing; p1 must answer

ruling G12 "and takes it if it still lies there"
  given   3 players
          p1 stall Torch, coin 0, bag nothing
          p2 stall Pie, Hauler, coin 0, bag nothing
          p3 stall Carter, bag nothing, coin 0
  when    p1 Torch burns Pie of p2
          p2 no
          p3 yes
  expect  p3 bag Pie; p2 bag nothing, coin 0
""", id="taken by another answer"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_who_goes_is_heard(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
