"""Definitions that go round in a circle are refused at the line, and the message names the circle; others are not
refused."""

from __future__ import annotations

import pytest

from moot.dsl import checks
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import parse
from moot.dsl.source import Source

GAME = """\
game Small
  players 2 to 4

kind beast
  has size: number

marker coin on player, counted, seen by everyone
marker king on player, single, seen by everyone
zone den of beast, holds beast, seen by everyone

quality kingly: a player that has the king

phase game
  step play
    for each taker: player
      the taker must
        feed

verb feed (fed)
  do put 1 coin on you

"""


def said(text: str) -> list[str]:
    source = Source("x.game", GAME + text + "\n")
    parsed = parse(source)
    whole = elaborate([parsed])
    assert not parsed.diagnostics and not whole.diagnostics, (parsed.diagnostics, whole.diagnostics)
    assert whole.game is not None
    found = checks.run(whole.game, {source.path: source})
    return [f"{source.place(d.span.start)[0] - GAME.count(chr(10))}: {d.message}" for d in found if d.code == "circle"]


CIRCLES = {
    "a value and itself": ("value aa of who: a player is aa of who plus 1", "1: the value `aa` … `aa` → `aa`"),
    "for another thing, but always": (
        "value aa of who: a player is aa of left neighbour of who plus 1",
        "1: the value `aa` … `aa` → `aa`",
    ),
    "two values": (
        "value aa of who: a player is bb of who\nvalue bb of who: a player is aa of who plus 1",
        "1: the value `aa` … `aa` → `bb` → `aa`",
    ),
    "a card that changes a value": (
        (
            "value aa of plan: a beast is size of plan, only more or less\n"
            "beast Fox\n  size 2\n  always aa of this is 1 more if aa of this is at least 2"
        ),
        "4: this changes the value `aa`, and asks for the same `aa`",
    ),
    "a rule for a time that changes a value": (
        (
            "value aa of plan: a beast is size of plan, only more or less\n"
            "verb fatten (fattened) plan: a beast\n  do until the end of the game, aa of plan is aa of plan more"
        ),
        "3: this changes the value `aa`, and asks for the same `aa`",
    ),
    "values of nothing": (
        "value aa is bb\nvalue bb is 1\n  bb is aa if number of players is 2",
        "1: the value `aa` … `aa` → `bb` → `aa`",
    ),
    "the condition of a rule": (
        "value aa is 1\n  aa is 2 if aa is 1",
        "2: the value `aa` … `aa` → `aa`",
    ),
    "three": (
        "value aa is bb\nvalue bb is cc\nvalue cc is aa",
        "1: the value `aa` … `aa` → `bb` → `cc` → `aa`",
    ),
    "two qualities": (
        "quality red: a player that is not blue\nquality blue: a player that is not red",
        "1: the quality `red` … `red` → `blue` → `red`",
    ),
    "verbs": (
        """verb hop (hopped)
  refused "no" if you cannot skip
  do nothing
verb skip (skipped)
  refused "no" if you cannot hop
  do nothing""",
        "2: the verb `hop` … `hop` → `skip` → `hop`",
    ),
    "a verb that does itself": ("verb hop (hopped)\n  do\n    feed\n    hop", "4: the verb `hop` … `hop` → `hop`"),
    "a verb and a value": (
        """value hops of who: a player is 1
  hops of who is 2 if who may hop
verb hop (hopped)
  refused "no" if your hops is 1
  do nothing""",
        "2: the value `hops` … `hops` → `hop` → `hops`",
    ),
    "phases": (
        "phase day of who: a player\n  step dawn\n    run the day of who\n",
        "3: the phase `day` … `day` → `day`",
    ),
}


@pytest.mark.parametrize("name", CIRCLES)
def test_a_circle_is_refused_at_the_line(name: str) -> None:
    text, message = CIRCLES[name]
    assert said(text) == [message.replace("…", "comes back to itself:")]


FREE = {
    "what lies under a card": "value weight of brute: a beast is total weight of beasts in den of brute plus 1",
    "behind a condition": "value rank of who: a player is 1\n"
    "  rank of who is (rank of left neighbour of who) more if who is not kingly",
    "a number that is kept for a time": "value aa of plan: a beast is size of plan, only more or less\n"
    "verb fatten (fattened) plan: a beast\n  do\n    let before be aa of plan\n"
    "    until the end of the game, aa of plan is before more",
    "a quality of the next one": "quality near: a player that is kingly",
    "a deed that may be done again": "verb hop (hopped)\n  do\n    if your coin is 3\n      hop",
}


@pytest.mark.parametrize("name", FREE)
def test_what_need_not_come_back_is_no_circle(name: str) -> None:
    assert said(FREE[name]) == []
