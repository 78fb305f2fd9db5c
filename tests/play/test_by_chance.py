"""`chance picks 5` before a line: what chance picks in it, in rulings and at the prompt, and what a save keeps."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play import saving
from moot.interpreter.play.given_text import given_text
from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session, begin
from moot.interpreter.proof.spec import Spec, run
from moot.interpreter.sets.card_set import load
from moot.interpreter.sets.cast import NoGame, Wish

GAME = """\
game Dice
  players 2

kind colour: red, green

kind beast
  has hue: colour

marker point on player, counted, seen by everyone

zone wild, holds beast, seen by everyone
zone den of player, holds beast, seen by everyone

verb roll (rolled)
  do
    let first-die be a random number up to 6
    let second-die be a random number up to 6
    put (first-die) point on you
    put (second-die minus first-die) point on you
    put (second-die) point on you

verb catch (caught)
  do move a random card in the wild to your den

verb stay (stayed)
  do put 1 point on you

phase game
  step deal
    move all beasts to the wild
  step days
    repeat until there is a player whose point is at least 10
      for each roller: player
        the roller must
          either roll
          or     catch
          or     stay

position
  begins at step days of game

table beast: name, hue
  Fox, red
  Frog, green
  Toad, green

example "two dice"
  given   2 players
  when    chance picks 2, 5
          p1 roll
  expect  p1 point 10

example "and a card"
  given   2 players
  when    chance picks Toad
          p1 catch
  expect  p1 den Toad
"""


@pytest.fixture
def session(tmp_path: Path) -> Session:
    (tmp_path / "dice.game").write_text(GAME, "utf-8")
    (tmp_path / "set.yaml").write_text("id: dice\nnames: {en: Dice}\n", "utf-8")
    set_ = load(tmp_path)
    assert set_.library is not None, set_.diagnostics
    found = begin(set_, None, Wish(players=2))
    assert not isinstance(found, NoGame), found
    return found


def lying(session: Session) -> list[str]:
    """What lies on the table."""
    assert session.card_set.game is not None
    return given_text(session.machine.lib, session.card_set.game, session.now.state)


@pytest.mark.parametrize("pair", [(1, 1), (6, 1), (2, 4), (3, 3)])
def test_dice_show_what_is_said(session: Session, pair: tuple[int, int]) -> None:
    first, second = pair
    assert not isinstance(session.play(f"chance picks {first}, {second}; p1 roll"), NotDone)
    assert f"point {2 * second}" in lying(session)[0]


@pytest.mark.parametrize("title", ["Fox", "Frog", "Toad"])
def test_so_does_a_random_card_after_other_lines(session: Session, title: str) -> None:
    assert not isinstance(session.play(f"p1 stay; chance picks {title}; p2 catch"), NotDone)
    assert f"den of p2 {title}" in " ".join(lying(session)) or f"den {title}" in " ".join(lying(session))


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("chance picks 7; p1 roll", "chance picks 1, 2, 3, 4, 5 or 6 here, not 7"),
        ("chance picks 1, 2, 3; p1 roll", "chance picks 2 things in this line, not 1, 2 and 3"),
        ("chance picks 1; p1 stay", "chance picks nothing in this line, not 1"),
        ("chance picks Fox; p1 roll", "chance picks 1, 2, 3, 4, 5 or 6 here, not Fox"),
        ("chance picks 1", "the line in which chance picks 1 should follow: `chance picks 1; p1 …`"),
    ],
)
def test_what_chance_cannot_pick_is_refused_and_changes_nothing(session: Session, line: str, answer: str) -> None:
    before = session.position()
    found = session.play(line)
    assert isinstance(found, NotDone)
    assert found.message == answer
    assert session.position() == before


def test_who_looks_as_a_player_does_not_say_it(session: Session) -> None:
    found = session.play("chance picks 1; p1 roll", viewer=0)
    assert isinstance(found, NotDone)
    assert "as nobody" in found.message


def test_a_save_keeps_it(session: Session) -> None:
    session.play("chance picks 4, 1; p1 roll")
    again = saving.load(session.card_set, saving.save(session))
    assert isinstance(again, saving.Loaded), again
    assert again.session.position() == session.position()
    assert again.session.undo().depth == 0


def test_one_undo_takes_back_what_chance_picked_too(session: Session) -> None:
    before = session.now
    session.play("chance picks 4, 1; p1 roll")
    after = session.now
    assert session.undo() is before
    assert session.redo() is after


def test_the_examples_hold(session: Session) -> None:
    set_ = session.card_set
    assert [r.message for r in run(set_, Spec(set_.rulings.value, ())).results] == ["", ""]
