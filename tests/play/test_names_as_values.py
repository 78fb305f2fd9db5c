"""`name of ware`: what a card is called, to be compared, counted and remembered."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.cast import Wish

from .fair import failures, fair

RULINGS = [
    pytest.param(
        """
helper Clerk
  rank 1
  always your wealth is number of names of goods in your stall more

ruling N1 "different names are counted"
  given   3 players
          p1 is Clerk, coin 0, stall 2 Pie, Cake
  expect  wealth of p1 is 2
""",
        id="different ones",
    ),
    pytest.param(
        """
helper Clerk
  rank 1
  always your wealth is 7 more if number of names of goods in your stall is less than number of goods in your stall

ruling N2 "two of a name"
  given   3 players
          p1 is Clerk, coin 0, stall 2 Pie, Cake
          p2 stall Nuts
  expect  wealth of p1 is 7

ruling N2b "none of a name twice"
  given   3 players
          p1 is Clerk, coin 0, stall Pie, Cake
  expect  wealth of p1 is 0
""",
        id="duplicates",
    ),
    pytest.param(
        """
helper Clerk
  rank 1
  once in your turn, you may
    choose  old: a card in your bag
    let     said be name of old
    let     alike be goods in any stall whose name is said
    do      scrap old
            earn (number of alike) coin

ruling N3 "a name is kept when the card is gone"
  given   3 players
          p1 is Clerk, bag Pie
          p2 stall 2 Pie
          p3 stall Pie, Cake
  when    p1 Clerk, Pie
  expect  p1 coin 6
""",
        id="kept in a name",
    ),
    pytest.param(
        """
helper Clerk
  rank 1
  when ware: a good would be sold by you, if there is a good in your stall whose name is not the name of ware, you must
    do      earn 1 coin

ruling N4 "another name"
  given   3 players
          p1 is Clerk, coin 9, bag Pie, Cake, stall Pie
  when    p1 sells Pie
  expect  p1 coin 8
  when    p1 sells Cake
  expect  p1 coin 7
""",
        id="not the same",
    ),
    pytest.param(
        """
value heap of said: a name is number of (goods in the bin whose name is said)
value label of ware: a good is name of ware

helper Clerk
  rank 1
  once in your turn, you may
    choose  old: a card in your bag
    do      scrap old
            earn (heap of name of old) coin

ruling N5 "a value of a name"
  given   3 players
          p1 is Clerk, bag Pie, Cake
          bin Pie, Cake, Pie
  when    p1 Clerk, Pie
  expect  p1 coin 6; label of Pie is Pie
""",
        id="values of a name, and a name as a value",
    ),
    pytest.param(
        """
helper Clerk
  rank 1
  always your wealth is 1 more for each Pie in any stall
  always your wealth is 9 less if number of Cake in your stall is 2

ruling N6 "copies in a place are named by their title"
  given   3 players
          p1 is Clerk, coin 10, stall Pie, 2 Cake
          p2 stall 2 Pie, Nuts
          p3 bag Pie
  expect  wealth of p1 is 4
""",
        id="a title and a place",
    ),
    pytest.param(
        """
helper Clerk
  rank 1
  once in your turn, you may
    choose  wanted: a good
    do
      for each host: another player
        let those be goods in bag of host that are wanted
        scrap those

ruling N7 "every card of the title that was named"
  given   3 players
          p1 is Clerk
          p2 bag Pie, Cake
          p3 bag 2 Pie
  when    p1 Clerk Pie
  expect  p2 bag Cake; p3 bag nothing
""",
        id="a title that was named",
    ),
]


@pytest.mark.parametrize("text", RULINGS)
def test_names_are_compared_and_counted(tmp_path: Path, text: str) -> None:
    assert failures(tmp_path, text) == []


ASKED = {
    "name of Ann": "Ann",
    "number of names of goods in stall of p1": "2",
    "name of Ann is name of Bob": "no",
    "there is a good in stall of p1 whose name is name of Cake": "yes",
}


def test_a_name_is_told_as_a_title(tmp_path: Path) -> None:
    session = begin(fair(tmp_path), None, Wish(players=3, seed=1))
    assert isinstance(session, Session)
    session.given("3 players; p1 stall 2 Pie, Cake")
    for phrase, answer in ASKED.items():
        found = session.tell(None).ask(phrase)
        assert not isinstance(found, NotDone), (phrase, found)
        assert found.values[0].result == answer
