"""`name "…"`: what a card, or a word, is called as well, in the language of the titles. People see it, and may write it
or the title; the machine and the files know the title."""

from __future__ import annotations

from pathlib import Path

from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Wish

from .fair import GAME, failures, fair

FAIR = GAME.replace("kind good type: sweet, salt\n", 'kind good type: sweet, salt\n  name sweet "sugary"\n')
CARDS = """
good Tart
  price 2, type sugary, copies 2
  name "Apple Tart"

helper Cook
  rank 4
  always your wealth is 5 more for each sugary good in your stall that is Apple Tart

ruling E1 "by either name"
  given   3 players
          p1 is Cook, coin 4, stall Apple Tart
          p2 coin 9, bag Tart
  expect  type of Apple Tart is sugary; wealth of p1 is 9
  when    p1 ends the turn
          p2 sells Apple Tart
  expect  p2 stall Tart
"""


def session(set_: CardSet) -> Session:
    """A game of these cards."""
    found = begin(set_, None, Wish(players=3))
    assert isinstance(found, Session)
    return found


def test_cards_and_rulings_may_use_either_name(tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, game=FAIR) == []


def test_the_other_name_is_shown_and_heard(tmp_path: Path) -> None:
    set_ = fair(tmp_path, CARDS, game=FAIR)
    names = set_.names()
    assert set_.title("apple tart") == set_.title("Tart") == "Tart"
    assert names.say("sell Tart") == "sell Apple Tart"
    assert names.hear("sell apple tart") == names.hear("sell Tart") == "sell Tart"
    assert names.say(names.say("a sweet good")) == "a sugary good"
    assert names.hear("a sugary good") == "a sweet good"


def test_it_is_shown_in_the_answers(tmp_path: Path) -> None:
    game = session(fair(tmp_path, CARDS, game=FAIR))
    assert not isinstance(game.given("3 players; p1 coin 9, bag Apple Tart"), NotDone)
    assert "sell Apple Tart" in game.shown()


def test_a_name_means_one_thing(tmp_path: Path) -> None:
    (tmp_path / "more.table").write_text("table good: name, price, type\n  Flan, 1, sweet\n", encoding="utf-8")
    set_ = fair(tmp_path, CARDS.replace("Apple Tart", "Flan"), game=FAIR)
    assert "`Flan` is `Flan` already: a name means one thing" in [d.message for d in set_.diagnostics]
