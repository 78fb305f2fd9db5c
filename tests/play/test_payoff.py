"""A payoff says what a game was worth to each player; it is asked when the game is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.card_set import load
from moot.interpreter.sets.cast import NoGame
from moot.repl.cli import main

GAME = """\
game Coins
  players 2 to 3

marker coin on player, counted, seen by everyone
marker late on player, until the end of the turn, seen by everyone
kept rounds: a number, seen by everyone

PAYOFF

verb take (taken) wanted: coin
  do move wanted from the bank to you

phase game
  step turns
    for each taker: player
      run the turn of taker
  step over
    END

phase turn of taker: a player
  step only
    set rounds to rounds plus 1
    mark taker as late
    the taker must
      either take 1 coin
      or     take 3 coin

position
  begins at step turns of game
"""
PAYOFF = """value payoff of taker: a player is coin of taker minus rounds"""


def faults(folder: Path, payoff: str, end: str = "win by coin") -> list[Diagnostic]:
    """What is wrong with the game, if it says this of payoffs and ends so."""
    text = GAME.replace("PAYOFF", payoff).replace("END", end)
    (folder / "coins.game").write_text(text, "utf-8")
    (folder / "set.yaml").write_text("id: coins\nnames: {en: Coins}\n", "utf-8")
    return list(load(folder).diagnostics)


def played(folder: Path, answers: str) -> Session:
    """A game of two in which these answers were given."""
    session = begin(load(folder))
    assert not isinstance(session, NoGame)
    for answer in answers.split("; "):
        session.answer(answer)
    return session


def test_who_wins_and_what_each_gets_are_known_when_the_game_is_over(tmp_path: Path) -> None:
    assert not faults(tmp_path, PAYOFF)
    session = played(tmp_path, "take 3 coin")
    assert (session.winners, session.payoffs) == (None, None)
    session.answer("take 1 coin")
    assert (session.winners, session.payoffs) == ((0,), (1, -1))
    assert session.view(1)["payoffs"] == {"p1": 1, "p2": -1}
    assert session.tell(1).standings() == ["coin: p1 3, p2 1", "payoff: p1 1, p2 -1"]


def test_what_wins_is_not_told_twice(tmp_path: Path) -> None:
    assert not faults(tmp_path, PAYOFF, "win by payoff")
    assert played(tmp_path, "take 3 coin; take 3 coin").tell().standings() == ["payoff: p1 1, p2 1"]


def test_a_game_without_the_word_has_no_payoff(tmp_path: Path) -> None:
    assert not faults(tmp_path, "")
    session = played(tmp_path, "take 3 coin; take 1 coin")
    assert (session.winners, session.payoffs) == ((0,), None)
    assert "payoffs" not in session.view()


def test_many_games_tell_what_one_is_worth_to_each_seat(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    faults(tmp_path, "value payoff of taker: a player is 10 minus seat of taker", "win by lowest coin")
    assert main(["simulate", "--set", str(tmp_path), "--players", "2", "--games", "3", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["payoffs"] == [9, 8]
    assert main(["simulate", "--set", str(tmp_path), "--players", "2", "--games", "3"]) == 0
    assert "+9.000 a game" in capsys.readouterr().out


WRONG = {
    "of nobody": ("value payoff is 3", "win by coin", "wrong-type", "the `payoff` is asked of one player"),
    "a player": (
        "value payoff of taker: a player is the left neighbour of taker", "win by coin", "wrong-type",
        "the `payoff` of a player is a number, not a player",
    ),
    "kept by nobody": (
        "kept payoff: a number, seen by everyone", "win by coin", "wrong-type", "the `payoff` is asked of one player",
    ),
    "two": (
        PAYOFF + "\n" + PAYOFF, "win by coin", "duplicate-name", "there is another value or property `payoff`",
    ),
    "printed": (
        "kind card face\n  has payoff: number", "win by coin", "duplicate-name",
        "the `payoff` is asked of a player, and is not on a card",
    ),
    "no end": (PAYOFF, "nothing", "never-paid", "nobody ever wins this game, so nobody gets a payoff"),
    "of a turn": (
        PAYOFF + "\n  payoff of taker is 3 more if taker is the active player", "win by coin", "not-running",
        "nothing is running then that has an active player",
    ),
}  # fmt: skip


@pytest.mark.parametrize("case", WRONG)
def test_a_payoff_that_nobody_could_get_is_told(tmp_path: Path, case: str) -> None:
    payoff, end, code, message = WRONG[case]
    assert [(d.code, d.message) for d in faults(tmp_path, payoff, end)] == [(code, message)]


def test_where_a_number_is_asked_a_number_is_itself_and_not_a_place_in_the_list(tmp_path: Path) -> None:
    text = GAME.replace("PAYOFF", "").replace("END", "win by coin").replace(
        "      either take 1 coin\n      or     take 3 coin\n",
        "      choose many: a number up to 9 that is at least 4\n      take (many) coin\n",
    )  # fmt: skip
    (tmp_path / "coins.game").write_text(text, "utf-8")
    (tmp_path / "set.yaml").write_text("id: coins\nnames: {en: Coins}\n", "utf-8")
    session = played(tmp_path, "3")
    assert session.asked == 0, "the third answer is 6, and 3 is none"
    session.answer("4")
    assert session.state.over is None
    assert session.asked == 1
    assert session.view()["marks"]["coin"]["p1"] == 4
