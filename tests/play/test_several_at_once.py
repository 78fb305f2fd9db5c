"""A deed that takes several things happens to each of them: a clause is about one, and is asked once for each."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Broom
  price 1, type salt
  once in your turn, you may
    choose  old: 2 cards in your bag
    do      scrap old
"""
RULINGS = [
    pytest.param("""
good Ragman
  price 1, type salt
  when a good is scrapped by any player, you must
    do      earn 1 coin

ruling S1 "once for each"
  given   3 players
          p1 stall Broom, bag Pie, Cake
          p2 stall Ragman
  when    p1 Broom
  expect  p2 coin 5; bin Pie, Cake
""", id="when"),
    pytest.param("""
good Ragman
  price 1, type salt
  before a good in any bag is scrapped, you must
    do      earn 1 coin

ruling S2 "while they still lie there"
  given   3 players
          p1 stall Broom, bag Pie, Cake
          p2 stall Ragman
  when    p1 Broom
  expect  p2 coin 5
""", id="before, by where they lie"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a salt good is scrapped by any player, you may
    do      earn 1 coin

ruling S3 "only of those that it speaks of"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman
  when    p1 Broom
          p2 yes
  expect  p2 coin 4; p1 must answer
""", id="when, by a property, optional"),
    pytest.param("""
good Ragman
  price 1, type salt
  when gone: a salt good would be scrapped by another player, you may
    instead
      move gone to your bag

ruling S4 "the others go on"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman, bag nothing
  when    p1 Broom
          p2 yes
  expect  p2 bag Nuts; bin Pie; p1 must answer
""", id="instead, for one of them"),
    pytest.param("""
good Ragman
  price 1, type salt
  when gone: a good would be scrapped by any player, you must
    instead
      move gone to your bag

ruling S5 "none is left"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman, bag nothing
  when    p1 Broom
  expect  p2 bag Pie, Nuts; bin nothing; p1 must answer
""", id="instead, for all of them"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good would be scrapped by another player, you must
    do      earn 1 coin

ruling S6 "and it happens all the same"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman
  when    p1 Broom
  expect  p2 coin 5; bin Pie, Nuts
""", id="would, first"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good is scrapped by another player, once in a turn, you must
    do      earn 1 coin

ruling S7 "unless it says how often"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman
  when    p1 Broom
  expect  p2 coin 4
""", id="once"),
    pytest.param("""
good Ragman
  price 1, type salt
  at the end of your turn, if Pie was scrapped this turn, you must
    do      earn 1 coin
  at the end of your turn, if Sponge was scrapped this turn, you must
    do      earn 5 coin

good Pear
  price 1, type sweet

good Sponge
  price 1, type sweet

ruling S8 "the record has each of them"
  given   3 players
          p1 stall Broom, Ragman, bag Pear, Nuts
  when    p1 Broom
          p1 ends the turn
  expect  p1 coin 4
""".replace("if Pie", "if Pear"), id="the record"),
    pytest.param("""
good Relic
  price 1, type salt
  before this is scrapped, even from your bag, you must
    do      earn 1 coin

ruling S9 "one of them hears its own going"
  given   3 players
          p1 stall Broom, bag Relic, Nuts, coin 3
  when    p1 Broom
  expect  p1 coin 4; bin Relic, Nuts
""", id="its own going"),
    pytest.param("""
good Ragman
  price 1, type salt
  when a good is scrapped by another player, you may
    do      earn 1 coin

good Tinker
  price 1, type salt
  when a good is scrapped by another player, you may
    do      earn 2 coin

ruling S10 "each with its questions"
  given   3 players
          p1 stall Broom, bag Pie, Nuts
          p2 stall Ragman, Tinker
  when    p1 Broom
          p2 Ragman
          p2 Tinker
          p2 Tinker
          p2 no
  expect  p2 coin 8; p1 must answer
""", id="several optional clauses"),
    pytest.param("""
good Feast
  price 1, type salt
  once in your turn, you may
    choose  guest: another player
    do
      each of you and guest and your left neighbour may
        choose  eaten: a card in their bag
        pay 1 coin to the bank
        scrap eaten
      each of guest and you must
        earn 3 coin

ruling S11 "those who are named act in this order, and nobody twice"
  given   3 players
          p1 stall Feast, bag Pie, coin 1
          p2 bag Cake, coin 1
          p3 coin 0
  when    p1 Feast p2
          p1 yes
          p2 yes
  expect  p1 coin 3; p2 coin 3; p3 coin 0; bin Pie, Cake
""", id="each of those who are named"),
    pytest.param("""
good Three Ways
  price 1, type salt
  once in your turn, you may
    let     seen be all cards in your bag
    choose  host: another player
    choose  gift: one of seen
    do      move gift to bag of host
            choose kept: one of the rest of seen
            move kept to your stall
            scrap the rest of seen

ruling S12 "the rest of them is also without what was chosen of the rest"
  given   3 players
          p1 stall Three Ways, bag Pie, Cake, Nuts
          p2 bag nothing
  when    p1 Three Ways p2, Pie, Cake
  expect  p2 bag Pie; p1 stall Three Ways, Cake; bin Nuts
""", id="the rest of the rest"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_each_of_several(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
