"""A card that is not in the game changes nothing; naming something that only this card brings adds the card, or is
refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from moot.interpreter.kernel.machine import Machine
from moot.interpreter.play.session import NotDone, Session, begin
from moot.interpreter.proof.spec import Spec, run
from moot.interpreter.sets.card_set import load

from .fair import GAME, failures, fair
from .sets import card_set


def test_a_way_of_an_absent_card_changes_no_answer_and_no_reason(tmp_path: Path) -> None:
    """The shipped rulings hold with a card beside them that offers another way to gather, and is in no scenario."""
    shipped = Path(__file__).resolve().parents[2] / "cards" / "citadels"
    shutil.copytree(shipped, tmp_path / "citadels")
    (tmp_path / "citadels" / "districts" / "idle-hands.card").write_text(
        "district Idle Hands\n  cost 3, type unique\n"
        "  when resources would be gathered by you, you may\n    instead gain 3 gold\n"
        "  when a district would be paid for by you, you may\n"
        "    choose gone: a card in your hand\n    instead discard gone\n",
        encoding="utf-8",
    )
    set_ = load(tmp_path / "citadels")
    assert set_.library is not None
    results = run(set_, Spec(set_.rulings.value[::4], ()), Machine(set_.library)).results
    assert len(results) > 100
    assert [(r.id, r.message) for r in results if r.status != "passed"] == []


ANSWERS = (
    "  when gold is gained by another player, you may\n    do gain 1 gold\n",
    "  before a district in any hand is discarded, you must\n    do gain 1 gold\n",
    "  at the end of your turn, if gold was gained by another player this round, you must\n    do gain 1 gold\n",
)


@pytest.mark.parametrize("clause", ANSWERS, ids=["answers", "sees what goes", "asks afterwards"])
def test_what_an_absent_card_would_answer_makes_nothing_worth_doing(clause: str, tmp_path: Path) -> None:
    """What changes nothing is not offered, though a card that is in no scenario would answer it."""
    shipped = Path(__file__).resolve().parents[2] / "cards" / "citadels"
    shutil.copytree(shipped, tmp_path / "citadels")
    (tmp_path / "citadels" / "districts" / "listener.card").write_text(
        f"district Listener\n  cost 3, type unique\n{clause}", encoding="utf-8"
    )
    set_ = load(tmp_path / "citadels")
    assert set_.library is not None
    rulings = [r for r in set_.rulings.value if r.id.startswith(("N-", "O-gathering"))]
    results = run(set_, Spec(tuple(rulings), ()), Machine(set_.library)).results
    assert len(results) > 10
    assert [(r.id, r.message) for r in results if r.status != "passed"] == []


def test_a_card_in_the_game_that_would_answer_does(tmp_path: Path) -> None:
    text = """
good Horn
  price 1, type salt
  once in your turn, you may
    do      earn 1 coin for each sweet good in your stall

good Ear
  price 1, type salt
  when coin is earned by you, you must
    do      put 5 coin on you

ruling N2 "nothing to earn, but it is heard"
  given   2 players
          p1 stall Horn, Ear, coin 0
  offered Horn
  when    p1 Horn
  expect  p1 coin 5
"""
    assert failures(tmp_path, text) == []


def test_a_marker_brings_its_card(tmp_path: Path) -> None:
    text = """
helper Painter
  rank 4
  marker painted on good, until the end of the game, seen by everyone
  always price of any painted good is 1 more
  once in your turn, you may
    choose  chosen: a good in your stall
    do      mark chosen as painted

ruling N1 "a painted good is dearer"
  given   2 players
          p1 stall Pie
          Pie is painted; p2 is Painter
  expect  price of Pie is 2
"""
    assert failures(tmp_path, text) == []


def test_a_marker_of_a_shipped_card() -> None:
    set_ = card_set("citadels")
    session = begin(set_)
    assert isinstance(session, Session)
    moment = session.given("5 players; p2 city Barracks; Barracks of p2 is beautified; p1 acts")
    assert not hasattr(moment, "reason"), moment
    assert "Artist" in session.cast.titles


def test_without_its_card_it_is_refused() -> None:
    session = begin(card_set("citadels"))
    assert isinstance(session, Session)
    found = session.given("5 players, without Artist; p2 city Barracks; Barracks of p2 is beautified")
    assert isinstance(found, NotDone)
    assert "`beautified` is a word of Artist, which is not in this game" in str(found)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "5 players, cast Assassin, Spy, Magician, King, Bishop, Merchant, Architect, Warlord; Merchant is robbed",
            "`robbed` brings Thief",
        ),
        ("5 players; p1 is Spy; Merchant is robbed", "`robbed` brings Thief"),
        (
            "5 players; Merchant is robbed; King is threatened by p1",
            "`robbed` brings Thief, `threatened` brings Blackmailer",
        ),
    ],
)
def test_which_word_brings_a_card_that_cannot_be_there(text: str, why: str) -> None:
    session = begin(card_set("citadels"))
    assert isinstance(session, Session)
    found = session.given(text)
    assert isinstance(found, NotDone)
    assert "one character for each rank" in str(found) and f"({why})" in str(found)


def test_a_scenario_may_name_a_card_that_there_is_not(tmp_path: Path) -> None:
    """Rulings are played all the same, without it; what is wrong with the scenario is said beside them."""
    (tmp_path / "scenarios").mkdir()
    (tmp_path / "scenarios" / "market.yaml").write_text(
        "id: market\nnames: {en: Market}\nplayers: [2, 3, 4]\ncast: [Ann]\ncards: [Buns, Bun]\n", encoding="utf-8"
    )
    for title in ("Bun", "Roll"):
        text = f"good {title}\n  price 1, type sweet\n"
        (tmp_path / f"{title.lower()}.card").write_text(text, encoding="utf-8")
    either = 'refused "bun or roll" if there is a good that is Bun and there is a good that is Roll'
    set_ = fair(
        tmp_path,
        'ruling E1 "a roll instead"\n  given   2 players\n          p1 stall Roll\n  expect  p1 stall Roll\n',
        game=GAME.replace("  order good, helper\n", f"  order good, helper\n  {either}\n"),
    )
    assert [d.message for d in set_.diagnostics if d.code == "unknown-card"] == ["no card is called `Buns`"]
    assert set_.library is not None
    assert [r.message for r in run(set_, Spec(set_.rulings.value, ()), Machine(set_.library)).results] == [""]


LENT = """
good Mirror
  price 1, type salt
  once in your turn, you may
    choose  shown: another good in any stall
    do      until the end of the turn, this has the abilities of shown

good Gossip
  price 1, type sweet
  left out if number of players is 3
  when coin is earned by any player, you must
    do      put 1 coin on this

helper Dee
  rank 4
  once in your turn, you may
    do      earn (number of sweet goods in your stall) coin

ruling N3 "what a card only might have of another hears nothing"
  given   3 players
          p1 is Dee, stall Mirror
  not offered Dee

ruling N4 "as soon as it has it, it does"
  given   2 players
          p1 is Dee, stall Mirror, coin 0
          p2 stall Gossip
  when    p1 Mirror Gossip
          p1 Dee
  expect  Mirror coin 1
"""


def test_what_a_card_might_have_of_another_makes_nothing_worth_doing(tmp_path: Path) -> None:
    assert failures(tmp_path, LENT) == []
