"""A card may lie face down where others lie open: it says nothing, has no name and nothing printed, and only those who
saw it know what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Sack
  price 1, type salt
  once in your turn, you may
    choose  plan: a good in your bag
    do      move plan to your stall face down

good Lamp
  price 4, type sweet
  always your wealth is 9 more
  only if face-down, price of this is 2
  only if face-down, once in your turn, you may
    do      turn this face up

good Crowbar
  price 1, type salt
  once in your turn, you may
    choose  guess: a face-down good in any stall
    do      look at guess
            earn (price of guess) coin
  once in your turn, you may
    choose  guess: a good in stall of another player
    do      burn guess
            earn 1 coin
"""
RULINGS = [
    pytest.param(
        """
ruling F1 "who lays it knows it, the others do not; it says nothing meanwhile"
  given   3 players
          p1 stall Sack, bag Lamp, coin 0
  when    p1 Sack Lamp
  expect  p1 stall Sack, Lamp; Lamp is face-down; wealth of p1 is 0; price of Lamp is 2
  as p1 expect p1 stall Sack, Lamp
  as p2 expect p1 stall unknown
  as p2 expect Lamp face-down unknown
""",
        id="laid down",
    ),
    pytest.param(
        """
ruling F2 "turned up it is as any other"
  given   3 players
          p1 stall Sack, bag Lamp, coin 0
  when    p1 Sack Lamp
          p1 Lamp
  expect  wealth of p1 is 9; price of Lamp is 4; Lamp is not face-down
  as p2 expect p1 stall Sack, Lamp; wealth of p1 is 9
""",
        id="turned up",
    ),
    pytest.param(
        """
ruling F3 "others choose it as what it is to them, and a look is for the one who looks"
  given   3 players
          p1 stall Crowbar, coin 0
          p2 stall Lamp
          Lamp is face-down
  when    p1 Crowbar look
  expect  p1 coin 2
  as p1 expect p2 stall Lamp
  as p2 expect p2 stall Lamp
  as p3 expect p2 stall unknown
""",
        id="looked at",
    ),
    pytest.param(
        """
ruling F4 "moved on it is turned up"
  given   3 players
          p1 stall Crowbar, coin 0
          p2 stall Lamp
          Lamp is face-down
  when    p1 Crowbar burns face-down card of p2
  expect  bin Lamp; Lamp is not face-down
  as p3 expect bin Lamp
""",
        id="moved on",
    ),
    pytest.param(
        """
good Mask
  price 3, type sweet
  once in your turn, you may
    choose  plan: a good in your stall except this
    do      turn plan face down

ruling F5 "covered after all have seen it, all know it, and it says nothing"
  given   3 players
          p1 stall Mask, Lamp, coin 0
  expect  wealth of p1 is 9
  when    p1 Mask Lamp
  expect  wealth of p1 is 0
  as p3 expect p1 stall Mask, Lamp; Lamp is face-down
""",
        id="covered",
    ),
    pytest.param(
        """
good Guild
  price 3, type sweet
  once in your turn, you may
    do      earn (number of salt goods in your stall) coin
            earn (number of names of goods in your stall) coin

ruling F6 "what lies face down has no type and no name"
  given   3 players
          p1 stall Guild, Sack, Crowbar, coin 0
          Crowbar is face-down
  when    p1 Guild
  expect  p1 coin 3
""",
        id="no type and no name",
    ),
    pytest.param(
        """
good Twin
  price 3, type sweet
  copies 2
  once in your turn, you may
    choose  guess: a face-down good in stall of another player
    do      turn guess face up

ruling F7 "two of a kind are two answers, each known by its place"
  given   3 players
          p1 stall Twin
          p2 stall Lamp, Twin, Sack
          Lamp is face-down; Sack is face-down
  when    p1 Twin
  offered only first face-down card of p2; second face-down card of p2
  when    p1 second face-down card of p2
  expect  Sack is not face-down; Lamp is face-down
""",
        id="told apart by their places",
    ),
]


@pytest.mark.parametrize("ruling", RULINGS)
def test_a_card_that_lies_face_down(ruling: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS + ruling) == []


BACKS = """
game Backs
  players 2

kind tile
  has worth: number

marker hinted on tile, seen by everyone
marker point on player, counted, seen by everyone

zone bag, holds tile, seen by nobody, counted
zone rack of player, holds tile, seen by everyone but its owner
zone table, holds tile, seen by everyone

verb lay (laid) tile-chosen: a tile
  do
    put (worth of tile-chosen) point on you
    move tile-chosen to the table

phase game
  step begin
    move all tiles to the bag
    for each sitter: player
      move the top 3 cards of the bag to rack of sitter
  step play
    for each sitter: player
      the sitter must
        choose mine: a tile in their rack
        lay mine
    for each sitter: player
      mark tiles in rack of sitter whose worth is at least 3 as hinted
    for each sitter: player
      the sitter must
        choose mine: a tile in their rack
        lay mine
    win by point

position
  begins at step play of game

table tile: name, worth, copies
  One, 1, 3
  Three, 3, 3

ruling B1 "who sits before a rack does not see it, and names its tiles by their places"
  given   2 players
          p1 rack One, One, Three
          p2 rack Three, One, Three
  as p1 expect p2 rack Three, One, Three; p1 rack unknown
  as p2 expect p1 rack One, One, Three; p2 rack unknown
  offered only first card; second card; third card
  when    p1 second card
  expect  p1 point 1; p1 rack One, Three
  when    p2 first card
  expect  p2 point 3
  as p1 expect p1 rack unknown
  offered only first card; second card
  when    p1 second card
  expect  p1 point 4
"""


def test_a_place_that_all_but_its_owner_see(tmp_path: Path) -> None:
    assert failures(tmp_path, game=BACKS) == []
