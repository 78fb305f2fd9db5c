"""An answer that is the only one may be left out, but nothing else that could be said there stands for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play.given_text import given_text
from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.card_set import load
from moot.interpreter.sets.cast import NoGame, Wish

GAME = """\
game Chips
  players 2

marker chip on player, counted, seen by its owner
marker load on player, counted, seen by everyone

verb pay (paid)
  refused "no chip is left" if your chip is 0
  do
    move 1 chip from you to the bank
    put 1 load on you

verb pass
  refused "no chip is left to pass with" if your chip is 0
  do put 2 load on you

verb stay
  do nothing

phase game
  step deal
    for each giver: player
      put 1 chip on giver
  step days
    repeat 6 times
      for each giver: player
        the giver may
          pay
  step nights
    repeat 6 times
      for each giver: player
        the giver must
          either pass
          or     stay
  step end
    win by load

position
  begins at step days of game
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "chips.game").write_text(GAME, "utf-8")
    (tmp_path / "set.yaml").write_text("id: chips\nnames: {en: Chips}\n", "utf-8")
    set_ = load(tmp_path)
    assert set_.library is not None, set_.diagnostics
    found = begin(set_, None, Wish(players=2))
    assert not isinstance(found, NoGame), found
    return found


def test_yes_is_not_said_where_only_no_can_be(session: Session) -> None:
    assert not isinstance(session.play("p1 yes"), NotDone)
    assert not isinstance(session.play("p2 yes"), NotDone)
    before = session.position()
    found = session.play("p1 yes")
    assert isinstance(found, NotDone), "the chip is gone, and `no` is not what was said"
    assert session.position() == before
    assert not isinstance(session.play("p1 no"), NotDone)


def test_why_not_says_it_is_not_legal(session: Session) -> None:
    session.play("p1 yes")
    session.play("p2 yes")
    found = session.whynot("yes", 0)
    assert not isinstance(found, NotDone)
    assert found.verdict == "forbidden"


def test_the_word_of_a_game_goes_before_that_of_the_notation(session: Session) -> None:
    session.given("p1 chip 1")
    while "stay" not in session.legal():
        session.play(f"p{(session.asked or 0) + 1} no")
    assert not isinstance(session.play("p1 pass"), NotDone)
    assert session.card_set.game is not None
    assert "load 2" in " ".join(given_text(session.machine.lib, session.card_set.game, session.now.state))
    session.play("p2 stay")
    session.given("p1 chip 0")
    found = session.play("p1 pass")
    assert isinstance(found, NotDone)
