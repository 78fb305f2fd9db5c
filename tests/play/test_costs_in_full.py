"""A cost is paid in full or not at all, also where it moves an amount or takes off a marker."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.dsl.diagnostic import render
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.card_set import load
from moot.interpreter.sets.cast import NoGame, Wish

GAME = """\
game Small
  players 2

kind beast
  has size: number
  you are the owner of this
  works while this is in a den

marker coin on player or beast, counted, seen by everyone
marker sleepy on player, seen by everyone
zone wild, holds beast, seen by nobody
zone den of player, holds beast, seen by everyone

verb feed
  do
    mark you as sleepy
    for each fed: beast
      put 1 coin on fed

phase game
  step deal
    for each keeper: player whose seat is 1
      move all beasts to den of keeper
  step days
    repeat 4 times
      for each keeper: player whose seat is 1
        run the turn of keeper

phase turn of keeper: a player
  step work
    the keeper must
      repeat until coin of keeper is at least 9
        either choose power: an ability that they may use
               use power
        or     feed
        or     leave the turn

position
  begins at step work of turn
"""


def session(folder: Path, cost: str, doing: str = "put 5 coin on you") -> Session:
    (folder / "small.game").write_text(GAME, "utf-8")
    (folder / "set.yaml").write_text("id: small\nnames: {en: Small}\n", "utf-8")
    card = f"beast Fox\n  size 1\n  once in a turn, you may\n    cost    {cost}\n    do      {doing}\n"
    (folder / "fox.card").write_text(card, "utf-8")
    set_ = load(folder)
    assert set_.library is not None, render(set_.diagnostics, {s.path: s for s in set_.sources.values()})
    found = begin(set_, None, Wish(players=2))
    assert not isinstance(found, NoGame), found
    return found


COSTS = [
    ("move 2 coin from you to the bank", "p1 coin 1", "p1 coin 2"),
    ("move 2 coin from this to you", "Fox has coin 1", "Fox has coin 2"),
    ("move 1 coin from you to the bank\n            move 1 coin from you to the bank", "p1 coin 1", "p1 coin 2"),
    ("unmark you as sleepy", "p1 is not sleepy", "p1 is sleepy"),
]


@pytest.mark.parametrize(("cost", "short", "enough"), COSTS)
def test_who_has_too_little_is_not_offered_it(tmp_path: Path, cost: str, short: str, enough: str) -> None:
    there = session(tmp_path, cost)
    there.given(short)
    assert not any("Fox" in answer for answer in there.legal())
    there.given(enough)
    assert any("Fox" in answer for answer in there.legal())


def test_up_to_and_all_ask_for_nothing(tmp_path: Path) -> None:
    for cost in ("move up to 2 coin from you to the bank", "move all coin from you to the bank"):
        assert any("Fox" in answer for answer in session(tmp_path, cost).legal())


def test_why_not_says_what_is_missing(tmp_path: Path) -> None:
    there = session(tmp_path, "move 2 coin from you to the bank")
    there.given("p1 coin 1")
    found = there.whynot("Fox", 0)
    assert "coin" in " ".join(w.render() for w in getattr(found, "reasons", ()))


def test_a_clause_may_ask_itself_for_what_its_cost_needs(tmp_path: Path) -> None:
    asks = "move 1 coin from this to the bank"
    card = "beast Owl\n  size 1\n  once in a turn, if coin of this is at least 1, you may\n"
    (tmp_path / "owl.card").write_text(f"{card}    cost    {asks}\n    do      put 1 coin on you\n", "utf-8")
    found = session(tmp_path, "move 1 coin from you to the bank")
    assert not found.card_set.diagnostics
