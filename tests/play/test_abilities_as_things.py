"""What is written on one card works for another, or for another player; an ability that is used can be answered."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play.session import NotDone, begin
from moot.interpreter.sets.cast import NoGame, Wish

from .fair import GAME, failures, fair

CARDS = """
good Mirror
  price 1, type salt
  once in your turn, you may
    choose  shown: another good in any stall
    do      until the end of the turn, this has the abilities of shown

good Bell
  price 1, type sweet
  once in your turn, you may
    do      earn 5 coin
  always your wealth is 10 more

good Clapper
  price 1, type sweet
  when coin is earned by you, you may
    do      put 1 coin on this
"""
CASES = {
    "a card has an ability of another, with a chance of its own": """
ruling T1 "twice"
  given   3 players
          p1 stall Mirror, Bell, coin 0
  when    p1 Mirror Bell
          p1 Mirror earns
          p1 Bell
  expect  p1 coin 10
""",
    "and its rules": """
ruling T2 "its owner is richer for it"
  given   3 players
          p1 stall Mirror, coin 0
          p2 stall Bell, coin 0
  when    p1 Mirror Bell
  expect  p1 wealth 10; p2 wealth 10
""",
    "until the turn is over": """
ruling T3 "no longer"
  given   3 players
          p1 stall Mirror, coin 0
          p2 stall Bell, coin 0
  when    p1 Mirror Bell
          p1 ends the turn
  expect  p1 wealth 0
""",
    "what it was given it does not give on": """
good Glass
  price 1, type salt
  always this has the abilities of Bell

ruling T4 "a mirror of a glass shows the glass alone"
  given   3 players
          p1 stall Mirror, coin 0
          p2 stall Glass, coin 0
  when    p1 Mirror Glass
  not offered Mirror
  expect  p1 wealth 0; p2 wealth 10
""",
    "this is the card that has it": """
ruling T5 "the coin lies on the mirror"
  given   3 players
          p1 stall Mirror, coin 0
          p2 stall Clapper
  when    p1 Mirror Clapper
          p1 earns 1 coin
          p1 yes
  expect  Mirror coin 1; Clapper coin 0
""",
    "a blank card has nothing, nor has the one that has its abilities": """
good Fog
  price 1, type salt
  always Mirror is blank

ruling T6 "the mirror shows nothing"
  given   3 players
          p1 stall Mirror, coin 0
          p2 stall Bell, Fog
  not offered Mirror
""",
    "others use an ability as their own": """
good Gate
  price 1, type salt
  always players may use any ability of Bell

ruling T7 "p1 earns with the bell of p2"
  given   3 players
          p1 stall Gate, coin 0
          p2 stall Bell, coin 0
  when    p1 Bell
  expect  p1 coin 5; p2 coin 0
  when    p1 Bell
  refused because "once in your turn"
""",
    "not what no rule lets them use": """
good Gate
  price 1, type salt
  always your neighbours have the abilities of Bell
  always your neighbours may use any ability of Bell

ruling T24 "p1 is not a neighbour of p1"
  given   3 players
          p1 stall Gate, coin 0
          p2 stall Bell, coin 0
  when    p1 Bell
  refused because "not yours"
""",
    "but not what has to wait for its card": """
good Gate
  price 1, type salt
  always players may use any ability of Bell

ruling T8 "a bell in a bag does not ring"
  given   3 players
          p1 stall Gate, coin 0
          p2 bag Bell, coin 0
  not offered Bell
""",
    "a neighbour has what stands on the card of another": """
good Gate
  price 1, type salt
  always your left neighbour has the abilities of this
  always your wealth is 2 more
  at the end of your turn, you must
    do      earn 1 coin

ruling T20 "its rule, and what comes at the end of a turn"
  given   3 players
          p1 stall Gate, coin 0
          p2 coin 0
          p3 coin 0
  expect  p1 wealth 2; p2 wealth 2; p3 wealth 0
  when    p1 ends the turn
          p2 ends the turn
          p3 ends the turn
  expect  p1 coin 1; p2 coin 1; p3 coin 0
""",
    "everybody has it, each with a chance of his own": """
good Square
  price 1, type salt
  always players have the abilities of sweet goods in your stall

ruling T21 "once for each, and every coin is counted"
  given   3 players
          p1 stall Square, Bell, Clapper, coin 0
          p2 coin 0
          p3 coin 0
  expect  p1 wealth 10; p2 wealth 10; p3 wealth 10
  when    p1 Bell
          p1 yes
  not offered Bell
  when    p1 ends the turn
          p2 Bell
          p2 yes
  expect  p2 coin 5; Clapper coin 2
  when    p2 Bell
  refused because "once in your turn"
""",
    "a card of which one has the abilities lies anywhere": """
good Mask
  price 1, type salt
  once in your turn, you may
    as      "be what lies in your bag"
    choose  worn: a sweet good in your bag
    do      until the end of the turn, you have the abilities of worn

ruling T22 "the bell in the bag"
  given   3 players
          p1 stall Mask, bag Bell, Pie, coin 0
          p2 coin 0
  when    p1 Mask Bell
          p1 Bell
  expect  p1 coin 5, wealth 15
  when    p1 ends the turn
  expect  p1 wealth 5
""",
    "unless it is blank": """
good Square
  price 1, type salt
  always players have the abilities of Bell

good Fog
  price 1, type salt
  always Bell is blank

ruling T23 "nobody is richer"
  given   3 players
          p1 stall Square, Bell, coin 0
          p2 stall Fog, coin 0
  not offered Bell
  expect  p1 wealth 0; p2 wealth 0
""",
    "an ability that is used is heard": """
good Ear
  price 1, type salt
  when an optional ability is used by another player, you must
    do      earn 1 coin

ruling T9 "of a menu, and of a yes"
  given   3 players
          p1 stall Bell, Clapper, coin 0
          p2 stall Ear, coin 0
  when    p1 Bell
          p1 yes
  expect  p2 coin 2
""",
    "a no is no use": """
good Ear
  price 1, type salt
  when an optional ability is used by another player, you must
    do      earn 1 coin

ruling T10 "only the bell"
  given   3 players
          p1 stall Bell, Clapper, coin 0
          p2 stall Ear, coin 0
  when    p1 Bell
          p1 no
  expect  p2 coin 1
""",
    "it can be stopped before it begins": """
good Hush
  price 1, type salt
  when an ability of any good would be used by another player, you may
    instead nothing

ruling T11 "the bell is silent, and has been rung"
  given   3 players
          p1 stall Bell, coin 0
          p2 stall Hush
  when    p1 Bell
          p2 yes
  expect  p1 coin 0
  when    p1 Bell
  refused because "once in your turn"
""",
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_abilities_are_things(tmp_path: Path, name: str) -> None:
    assert failures(tmp_path, CARDS, CASES[name]) == []


def test_the_log_names_the_cards_that_a_rule_is_about(tmp_path: Path) -> None:
    """The author's names for them, `this` and `shown`, say nothing to whoever reads the log."""
    session = begin(fair(tmp_path, CARDS), None, Wish(players=3, seed=1))
    assert not isinstance(session, NoGame)
    assert not isinstance(session.given("3 players\np1 stall Mirror, Bell"), NotDone)
    assert not isinstance(done := session.play("p1 Mirror Bell"), NotDone), done
    for viewer in (None, 1):
        told = [one.text for one in session.log(viewer)]
        assert "until the end of the turn: Mirror has the abilities of Bell" in told


EACH_SELLER = "    for each seller: player\n      run the turn of seller\n"
EACH_HELPER = "    for each hand: helper in a crew\n      run the turn of hand\n"
OF_SELLER = "phase turn of seller: a player\n  step work\n    the seller must"
OF_HELPER = "phase turn of hand: a helper\n  step work\n    the player of hand must"
TURNS_OF_HELPERS = GAME.replace(EACH_SELLER, EACH_HELPER).replace(OF_SELLER, OF_HELPER)
BORROWED = """
good Licence
  price 1, type salt
  always players may use any ability of helpers in a crew

helper Dee
  rank 4
  once in your turn, you may
    do      earn 5 coin
  once in your turn, you must
    do      earn 1 coin

ruling T12 "p1 in the turn of Ann, and p2 in that of Dee"
  given   2 players
          p1 is Ann, stall Licence, coin 0
          p2 is Dee, coin 0
  when    p1 Dee earns 5 coin
  not offered Dee earns 5 coin
  when    p1 ends the turn
          p2 Dee earns 5 coin
          p2 Dee earns 1 coin
  expect  p1 coin 5; p2 coin 6
"""


def test_what_is_done_in_the_turn_of_a_card_is_borrowed_for_ones_own(tmp_path: Path) -> None:
    assert failures(tmp_path, BORROWED, game=TURNS_OF_HELPERS) == []
