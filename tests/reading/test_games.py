"""What people write in the file of a game is answered with the right text: `games.txt` holds each line, behind the
place where it is written, and below it the right text."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.elaborate import elaborate
from moot.dsl.natural import answered
from moot.dsl.parser import parse
from moot.dsl.source import Source

GAME = """\
game Small
  <game>

kind beast
  has size: number

kind rule

marker coin on player, counted, seen by everyone
zone deck, holds beast, seen by nobody, counted
zone hand of player, holds beast, seen by its owner, counted
<file>

verb gain (gained) sum: coin
  do move sum from the bank to you

verb draw (drawn) wanted: number of beasts
  do move the top (wanted) cards of the deck to your hand

phase game
  step prepare
    move all cards to the deck
    <phase>
  step play
    run the round
  step settle
    <win>

phase round
  step go
    for each taker: player
      the taker must
        draw 1 beast
"""
PLACES = {"game": "players 2 to 4", "file": "", "phase": "", "win": "win by coin"}
TABLE = Path(__file__).with_name("games.txt").read_text(encoding="utf-8")
CASES = re.findall(r"^(\w+): (.*)\n((?!\w+: ).*(?:\n(?!(?:game|file|phase|win): ).+)*)", TABLE, re.MULTILINE)


def game(place: str = "", line: str = "") -> str:
    text = GAME
    for name, usual in PLACES.items():
        text = text.replace(f"<{name}>", line if name == place else usual)
    return text


def told(text: str) -> list[Diagnostic]:
    read = parse(Source("x.game", text))
    return answered([read], elaborate([read]))


def test_the_game_around_is_right() -> None:
    assert told(game()) == []


@pytest.mark.parametrize(("place", "line", "right"), CASES, ids=[line for _, line, _ in CASES])
def test_a_line_gets_its_right_text(place: str, line: str, right: str) -> None:
    text = game(place, line)
    (found,) = told(text)
    (fix,) = found.fixes
    assert fix.replacement == right.rstrip("\n")
    assert text[found.span.start : found.span.end] == line
    assert told(text[: fix.span.start] + fix.replacement + text[fix.span.end :]) == []


def test_what_each_card_has_is_said_below_its_kind() -> None:
    text = game("file", "each card has a weight and a colour")
    (found,) = told(text)
    (fix,) = found.fixes
    right = text[: fix.span.start] + fix.replacement + text[fix.span.end :]
    assert "kind beast\n  has size: number\n  has weight: number\n  has colour: number\n" in right
    assert not fix.sure and told(right) == []


def test_what_is_declared_above_a_stray_line_is_known() -> None:
    """A line at the left edge is one mistake: the zone above it is still there for whoever mentions it."""
    (found,) = told(game("file", "in your turn, zorble"))
    assert found.code == "not-indented"
    assert found.help == "it belongs on a card: write the first line of one above it, and indent this by two spaces"
