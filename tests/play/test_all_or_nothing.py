"""What something costs is paid wholly or not at all, and whatever is below a choice must be possible together."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
zone shelf of player, holds good, seen by everyone

verb stack (stacked) ware: a good
  refused "the shelf is full" if number of cards in your shelf is at least 2
  do move ware to your shelf
"""
RULINGS = [
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    choose  high: a card in your bag
    choose  low: a card in your bag except high
    cost
      stack high
      stack low
    do      earn 5 coin

ruling C1 "each could be paid, but not both"
  given   2 players
          p1 stall Rack, bag Pie, Cake, shelf Nuts
  when    p1 Rack, Pie
  refused because "the shelf is full"
  expect  p1 bag Pie, Cake, shelf Nuts, coin 3

ruling C2 "where both fit, both are paid"
  given   2 players
          p1 stall Rack, bag Pie, Cake, shelf nothing
  when    p1 Rack, Pie, Cake
  expect  p1 bag nothing, shelf Pie, Cake, coin 8
""", id="two costs"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    choose  high: a card in your bag
    cost
      stack high
      pay (2 times number of cards in your shelf) coin to the bank
    do      earn 9 coin

ruling C3 "a cost that the one before makes dearer"
  given   2 players
          p1 stall Rack, bag Pie, shelf nothing, coin 1
  when    p1 Rack
  refused because "not enough coins"
  expect  p1 bag Pie, coin 1
""".replace("(2 times number of cards in your shelf) coin", "2 coin for each card in your shelf"), id="dearer"),
    pytest.param("""
good Mirror
  price 1, type salt
  once in your turn, you may
    choose  old: a card in your stall except this
    cost    scrap-one old
    do      earn 5 coin

verb scrap-one (lost) ware: a good
  do move ware to the bin

good Angel
  price 1, type salt
  when a good in your stall would be lost, you may
    cost    pay 1 coin to the bank
    instead nothing

ruling C4 "who was saved was not the price"
  given   2 players
          p1 stall Mirror, Pie, Angel
  when    p1 Mirror, Pie, yes
  expect  p1 coin 2, stall Mirror, Pie, Angel

ruling C5 "who was not saved was"
  given   2 players
          p1 stall Mirror, Pie, Angel
  when    p1 Mirror, Pie, no
  expect  p1 coin 8, stall Mirror, Angel
""", id="a cost that another card replaced"),
    pytest.param("""
good Mirror
  price 1, type salt
  once in your turn, you may
    choose  old: a card in your stall except this
    cost    scrap-one old
    do      earn 5 coin

verb scrap-one (lost) ware: a good
  do move ware to the bin

good Angel
  price 1, type salt
  when a good in your stall would be lost, you must
    instead nothing

ruling C6 "what is always saved cannot be the price"
  given   2 players
          p1 stall Mirror, Pie, Angel
  when    p1 Mirror, Pie
  refused because Mirror
  expect  p1 coin 3, stall Mirror, Pie, Angel
""", id="a cost that must be replaced"),
    pytest.param("""
good Plate
  price 1, type salt
  once in your turn, you may
    do
      earn 1 coin
      you may
        choose first-one: a card in your bag
        burn first-one
        choose second-one: a card in your bag
        burn second-one
        earn 5 coin

ruling C7 "one card is not two"
  given   2 players
          p1 stall Plate, bag Pie
  when    p1 Plate
  expect  p1 coin 4, bag Pie; bin nothing

ruling C8 "two are"
  given   2 players
          p1 stall Plate, bag Pie, Cake
  when    p1 Plate, yes, Pie
  expect  p1 coin 9, bag nothing; bin Pie, Cake
""", id="a nested you may"),
    pytest.param("""
good Plate
  price 1, type salt
  once in your turn, you may
    do
      repeat until your coin is at least 6
        either
          choose first-one: a card in your bag
          burn first-one
          choose second-one: a card in your bag
          burn second-one
          earn 5 coin
        or
          earn 1 coin

ruling C9 "the branch is not there with one card"
  given   2 players
          p1 stall Plate, bag Pie
  when    p1 Plate
  offered only earn 1 coin
  when    p1 earn 1 coin, earn 1 coin, earn 1 coin
  expect  p1 coin 6, bag Pie; bin nothing; p1 must answer
""", id="a branch in a loop"),
    pytest.param("""
good Plate
  price 1, type salt
  once in your turn, you may
    choose  first-one: a card in your bag
    do
      burn first-one
      choose second-one: a card in your bag
      burn second-one
      earn 5 coin

ruling C10 "below a choice of the clause itself"
  given   2 players
          p1 stall Plate, bag Pie
  when    p1 Plate
  refused because Plate
  expect  p1 bag Pie, coin 3
""", id="a late choice of an optional clause"),
    pytest.param("""
good Plate
  price 1, type salt
  once in your turn, you may
    choose  ware: a card in your bag
    cost
      for each friend: other player
        pay 1 coin to friend
    do      earn 9 coin

ruling C11 "everybody's share"
  given   4 players
          p1 stall Plate, bag Pie, coin 2
  when    p1 Plate
  refused because "not enough coins"
  expect  p1 coin 2

ruling C12 "is there"
  given   4 players
          p1 stall Plate, bag Pie, coin 3
  when    p1 Plate
  expect  p1 coin 9; p2 coin 4
""".replace("choose  ware: a card in your bag\n    ", ""), id="a cost for each"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    choose  high: a card in your bag
    cost
      stack high
      burn-like high
    do      earn 5 coin

verb burn-like (offered) ware: a good
  refused "it must be sweet" unless ware is sweet
  do move ware to the bin

ruling C13 "only what can be paid with is offered"
  given   2 players
          p1 stall Rack, bag Pie, Nuts, Cake, shelf nothing
  when    p1 Rack
  offered only Pie, Cake
  when    p1 Nuts
  refused because "it must be sweet"
""", id="what is offered can be paid with"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    choose  lamb: a good in your stall except this
    cost
      offer lamb
      pay 1 coin for each card in your stall
    do      earn 5 coin

verb offer (offered) wares: goods
  do
    let mixed be (number of wares) random goods of wares
    move mixed to the bin
    shuffle the bin

ruling C14 "an order that chance makes decides nothing"
  given   2 players
          p1 stall Rack, Pie, Nuts, coin 1
  when    p1 Rack
  refused because "not enough coins"
  expect  p1 stall Rack, Pie, Nuts, coin 1

ruling C15 "what can be paid wholly is"
  given   2 players
          p1 stall Rack, Pie, Nuts, coin 2
  when    p1 Rack, Pie
  expect  p1 stall Rack, Nuts, coin 5; bin Pie
""", id="an order that chance makes"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    either
      pay 4 coin to the bank
      earn 9 coin
    or
      pay 5 coin to the bank
      earn 8 coin

ruling C16 "a branch that cannot be paid"
  given   2 players
          p1 stall Rack, bag Pie
  when    p1 Rack
  refused because "not enough coins"
  expect  p1 coin 3

ruling C17 "is there when it can"
  given   2 players
          p1 stall Rack, bag Pie, coin 4
  when    p1 Rack, pay 4
  expect  p1 coin 9
""", id="a choice that is the whole ability"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    either
      choose high: a card in your bag
      choose low: a card in your bag except high
      stack high
      stack low
      earn 8 coin
    or
      choose old: a card in your bag
      burn old
      choose more: a card in your bag
      burn more
      earn 9 coin

ruling C18 "a branch whose second deed the first one closes"
  given   2 players
          p1 stall Rack, bag Pie, Nuts, shelf Cake
  when    p1 Rack stack
  refused because "the shelf is full"
  when    p1 Rack burn, Pie, Nuts
  expect  p1 coin 12

ruling C19 "a branch whose second choice is empty"
  given   2 players
          p1 stall Rack, bag Pie, shelf Cake
  when    p1 Rack burn
  refused because Rack
""", id="a choice of deeds that move cards"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    choose  friend: another player
    do      move 1 coin from the bank to friend
            pay 4 coin to the bank

good Tub
  price 1, type salt
  marker robbed on helper, until the end of the day, seen by everyone
  once in your turn, you may
    choose  victim: a helper
    do      mark victim as robbed
            pay 4 coin to the bank
  always your wealth is 1 more if there is a robbed helper

ruling D1 "a deed that is bound to be refused closes the ability"
  given   2 players
          p1 stall Rack, Tub, bag Pie
  when    p1 Rack
  refused because "not enough coins"
  when    p1 Tub
  refused because "not enough coins"
  expect  p1 coin 3; p2 coin 3

ruling D2 "not when it can be done"
  given   2 players
          p1 stall Rack, Tub, bag Pie, coin 4
  when    p1 Rack
  expect  p1 coin 0; p2 coin 4
""", id="a deed that is bound to be refused"),
    pytest.param("""
good Jar
  price 1, type salt
  once in your turn, you may
    choose  victim: a good in any stall except this
    cost    pay 1 coin to the bank
    do      burn victim

good Lid
  price 1, type salt
  always a player cannot burn this

ruling D3 "what protects itself is not offered"
  given   2 players
          p1 stall Jar
          p2 stall Lid, Pie, Cake
  when    p1 Jar
  offered only Pie, Cake
  when    p1 Lid
  refused because Lid
  expect  p1 coin 3

ruling D4 "and closes what has nothing else to take"
  given   2 players
          p1 stall Jar
          p2 stall Lid
  when    p1 Jar
  refused because Lid
""", id="a card that is protected from the deed"),
    pytest.param("""
good Jar
  price 1, type salt
  once in your turn, you may
    choose  friend: another player
    do
      earn 5 coin
      the friend must
        pay 9 coin to the bank
      if your coin is at least 10
        pay 20 coin to the bank

ruling D6 "others are not counted on"
  given   2 players
          p1 stall Jar
  when    p1 Jar
  expect  p1 coin 8; p2 coin 3
""", id="deeds of others, and under a condition"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    do
      pay 4 coin to the bank if you can
      earn 9 coin

ruling E1 "what need not be done"
  given   2 players
          p1 stall Rack, bag Pie
  when    p1 Rack
  expect  p1 coin 12

ruling E2 "is done where it can be"
  given   2 players
          p1 stall Rack, bag Pie, coin 4
  when    p1 Rack
  expect  p1 coin 9
""", id="what is left out if it is refused"),
    pytest.param("""
good Rack
  price 1, type salt
  once in your turn, you may
    do
      earn 1 coin
      you may
        pay 8 coin to the bank if you can
        earn 9 coin

ruling E3 "in a you may"
  given   2 players
          p1 stall Rack, bag Pie
  when    p1 Rack, yes
  expect  p1 coin 13
""", id="what is left out in a you may"),
    pytest.param("""
good Jot
  price 1, type salt
  once in your turn, you may
    do
      earn 2 coin
      pay 4 coin to the bank

good Pot
  price 1, type salt
  once in your turn, you may
    choose  friend: another player
    do
      pay 1 coin to friend
      pay 3 coin to the bank

good Pit
  price 1, type salt
  once in your turn, you may
    cost    pay 3 coin to the bank
    do
      earn 2 coin
      pay 2 coin to the bank

good Pat
  price 1, type salt
  once in your turn, you may
    choose  friend: another player
    do
      move up to 2 coin from friend to you
      pay 4 coin to the bank

ruling D7 "a gain counts, a payment to a friend does not"
  given   2 players
          p1 stall Jot, Pot, Pit, Pat, bag nothing
  when    p1 Pot
  refused because "not enough coins"
  when    p1 Jot
  expect  p1 coin 1

ruling D8 "after a cost"
  given   2 players
          p1 stall Pit, bag nothing
  when    p1 Pit
  expect  p1 coin 0

ruling D9 "what is taken up to an amount"
  given   2 players
          p1 stall Pat, bag nothing
  when    p1 Pat
  expect  p1 coin 1; p2 coin 1

verb grab (grabbed) sum: coin from loser: player
  refused "there is too little" if coin of loser is less than sum
  do move sum from loser to you

good Pug
  price 1, type salt
  once in your turn, you may
    choose  friend: another player
    do
      grab 2 coin from friend
      pay 4 coin to the bank

ruling D10 "what is not there is not taken"
  given   2 players
          p1 stall Pug, bag nothing
          p2 coin 1
  when    p1 Pug
  refused because "there is too little"

ruling D11 "what was taken can be paid"
  given   2 players
          p1 stall Pug, bag nothing
          p2 coin 2
  when    p1 Pug
  expect  p1 coin 1
""", id="what is gained before it is paid"),
    pytest.param("""
good Lottery
  price 1, type salt
  once in your turn, you may
    do
      move the top 1 card of the store to your bag
      pay 2 coin to the bank

ruling C40 "what is drawn pays for nothing, so who cannot pay does not draw"
  given   2 players
          p1 stall Lottery, bag nothing, coin 1
  when    p1 Lottery
  refused because "not enough coins"
  expect  p1 bag nothing, coin 1

ruling C41 "who can pay draws"
  given   2 players
          p1 stall Lottery, bag nothing, coin 2
  when    p1 Lottery
  expect  p1 bag 1 card, coin 0
""", id="a card is drawn, and then there is something to pay"),
    pytest.param("""
good Lottery
  price 1, type salt
  once in your turn, you may
    do
      move the top 1 card of the store to your bag
      pay (number of cards in your bag) coin to the bank

ruling C42 "what depends on the cards is not known before"
  given   2 players
          p1 stall Lottery, bag nothing, coin 0
  when    p1 Lottery
  expect  p1 bag 1 card, coin 0
""", id="what is drawn decides what is to pay"),
]  # fmt: skip


@pytest.mark.parametrize("text", RULINGS)
def test_all_or_nothing(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
