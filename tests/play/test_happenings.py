"""A clause may say of an event to whom or from whom it goes, with what and by whom; the record tells it afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load

from .small import GAME, cells, library, played, written

DEEDS = """\
marker crown on player, single, seen by everyone

verb grab (grabbed) sum: coin from loser: player
  do move sum from loser to you

verb give (given) sum: coin to heir: player
  do move sum from you to heir

verb hand (handed) the crown to heir: player
  do move the crown to heir

verb hit (hit) prey: a beast with tool: a beast
  do nothing

verb rob (robbed) victim: a player
  do nothing

verb tame (tamed) flock: beasts
  do nothing

verb call (called) wanted: number of beasts
  do put (wanted) coin on you

verb wait (waited) a while
  do nothing

"""
TURN = """\
      or     choose loser: a player whose seat is 2
               put 5 coin on loser
               grab 1 coin from loser
      or     choose heir: a player whose seat is 2
               give 1 coin to heir
      or     choose heir: a player whose seat is 2
               hand the crown to heir
      or     choose prey: a beast in den of keeper that is not Owl
               hit prey with Owl
      or     choose victim: a player whose seat is 2
               rob victim
      or     tame beasts in den of keeper
      or     wait a while
      or     call 2 beasts
      or     call (number of beasts in the wild) beasts
"""
"""What p1 may do besides feeding and digging. The Fox is p2's, all other beasts are p1's; p2 is never asked."""
GROUP = 4096
FEED, DIG, GRAB, GIVE, HAND, HIT, ROB, TAME, WAIT, CALL, CALL_NONE = (GROUP * i for i in range(11))
GRAB, GIVE, HAND, ROB = (deed + 2 for deed in (GRAB, GIVE, HAND, ROB))  # of or to p2
HIT += 2  # the Hen


def game() -> str:
    text = GAME.replace("phase game\n", DEEDS + "phase game\n")
    text = text.replace("      or     dig 1 coin\n", "      or     dig 1 coin\n" + TURN)
    deal = "    for each guest: player whose seat is 2\n      move Fox to den of guest\n"
    return text.replace("  step days\n", deal + "  step days\n")


def fires(folder: Path, moment: str, *answers: int) -> bool:
    """Whether p2 gets the ten coins of the Fox, in both executors."""
    clause = f"  {moment}, you must\n    do      put 10 coin on you\n"
    lib = library(folder, {"Fox": clause, "Hen": "", "Owl": ""}, game())
    return cells(lib, played(lib, *answers), "coin")[1] >= 10


EVENTS = [
    ("when coin is grabbed from you", GRAB, True),
    ("when coin is grabbed from another player", GRAB, False),
    ("when coin is grabbed by another player from you", GRAB, True),
    ("when coin is grabbed from you by another player", GRAB, True),
    ("when coin is grabbed from you by you", GRAB, False),
    ("when coin would be grabbed from you", GRAB, True),
    ("before coin is grabbed from you", GRAB, True),
    ("when coin is given to you", GIVE, True),
    ("when coin is given to you by another player", GIVE, True),
    ("when coin is given to another player", GIVE, False),
    ("when coin is given to a player by another player", GIVE, True),
    ("when the crown is handed to you", HAND, True),
    ("when the crown is handed to another player", HAND, False),
    ("when the crown is moved", HAND, True),
    ("when a beast is hit with Owl", HIT, True),
    ("when a beast is hit with another beast", HIT, True),
    ("when beasts are called by another player", CALL, True),
    ("when cards are called", CALL, True),
    ("before cards are called by a player", CALL, True),
    ("when cards are called by you", CALL, False),
    ("when cards are called by another player", CALL_NONE, False),
]


@pytest.mark.parametrize(("moment", "deed", "answered"), EVENTS, ids=[moment for moment, _, _ in EVENTS])
def test_an_event_names_to_and_from_whom(tmp_path: Path, moment: str, deed: int, answered: bool) -> None:
    assert fires(tmp_path, moment, FEED, deed) is answered


RECORD = [
    ("a beast was hit by another player", HIT, True),
    ("a beast was hit by you", HIT, False),
    ("Hen was hit by another player", HIT, True),
    ("Owl was hit by another player", HIT, False),
    ("another beast was hit by another player", HIT, True),
    ("you were robbed", ROB, True),
    ("you were robbed by another player", ROB, True),
    ("another player was robbed", ROB, False),
    ("the crown was moved by another player", HAND, False),
    ("the crown was moved by you", HAND, True),
    ("the crown was handed by another player", HAND, True),
    ("coin was fed by another player", FEED, True),
    ("coin was fed by you", FEED, False),
    ("Owl was tamed", TAME, True),
    ("Hen was tamed by another player", TAME, True),
    ("this was tamed", TAME, False),
    ("another beast was tamed by another player", TAME, True),
    ("a beast was hit", FEED, False),
    ("cards were called by another player", CALL, True),
    ("a beast was called", CALL, True),
    ("cards were called by you", CALL, False),
]


@pytest.mark.parametrize(("past", "deed", "answered"), RECORD, ids=[past for past, _, _ in RECORD])
def test_the_record_knows_who_did_it_and_to_whom(tmp_path: Path, past: str, deed: int, answered: bool) -> None:
    assert fires(tmp_path, f"when a while is waited by a player, if {past}", deed, WAIT) is answered


@pytest.mark.parametrize(
    "moment",
    [
        "when a number of beasts is called by a player",
        "when a beast is called by a player",
        "when 2 beasts are called by a player",
        "when other beasts are called by a player",
    ],
)
def test_nobody_asks_which_cards_a_number_is(tmp_path: Path, moment: str) -> None:
    written(tmp_path, {"Fox": f"  {moment}, you must\n    do      feed 1 coin\n", "Hen": "", "Owl": ""}, game())
    said = [(d.message, d.help) for d in load(tmp_path).diagnostics]
    assert said == [("nobody can ask which, or how many, beasts are `called`", "write `beasts` alone")]


def test_the_record_does_not_count(tmp_path: Path) -> None:
    fox = "  when a while is waited by a player, if 3 coin was fed, you must\n    do      feed 1 coin\n"
    written(tmp_path, {"Fox": fox}, game().replace("Hen", "Fox").replace("Owl", "Fox"))
    said = [d.message for d in load(tmp_path).diagnostics]
    assert said == ["a question about the past cannot ask how many, or which"]
