"""The order of a value is looked at anew before each next one: nobody comes twice, and nobody is missed."""

from __future__ import annotations

from pathlib import Path

from .fair import GAME, failures

CALLING = GAME.replace(
    """    for each seller: player
      run the turn of seller
""",
    """    for each seller: player in order of place
      run the turn of seller
""",
).replace(
    "quality blank on card\n",
    """value place of seller: a player is seat of seller
quality blank on card
marker late on player, until the end of the day, seen by everyone
""",
)
CARDS = """
good Anchor
  price 1, type salt, copies 2
  once in your turn, you may
    choose  host: another player
    do      mark host as late
  always place of any late player is 9

good Mirror
  price 1, type salt
  once in your turn, you may
    do      until the end of the day, place of any player is 9 minus its seat

good Stool
  price 1, type salt
  once in your turn, you may
    do      until the end of the day, place of you is 99
"""
RULINGS = """
ruling O1 "who is late comes last"
  given   4 players
          p1 stall Anchor
  when    p1 Anchor marks p2
          p1 ends the turn
  expect  p3 must answer
  when    p3 ends the turn
          p4 ends the turn
  expect  p2 must answer
  when    p2 ends the turn
  expect  p1 must answer

ruling O2 "those who are left go backwards"
  given   4 players
          p2 stall Mirror
  when    p1 ends the turn
          p2 Mirror
          p2 ends the turn
  expect  p4 must answer
  when    p4 ends the turn
  expect  p3 must answer
  when    p3 ends the turn
  expect  p1 must answer

ruling O3 "who has had the turn does not have it again"
  given   4 players
          p2 stall Stool
  when    p1 ends the turn
          p2 Stool
          p2 ends the turn
          p3 ends the turn
          p4 ends the turn
  expect  p1 must answer

ruling O4 "equals go round the table from who acted first"
  given   4 players
          p1 stall Anchor, Anchor
  when    p1 Anchor marks p3
          p1 Anchor marks p2
          p1 ends the turn
          p4 ends the turn
  expect  p2 must answer
  when    p2 ends the turn
  expect  p3 must answer
"""


def test_the_order_is_looked_at_anew(tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, RULINGS, game=CALLING) == []
