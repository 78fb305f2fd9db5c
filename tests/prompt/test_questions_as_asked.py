"""Every form of a question that the help names, and those that a judge types without having read it, is read; what
cannot be read is answered with the nearest form that can."""

from __future__ import annotations

from functools import lru_cache

import pytest

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import FAILED, OK
from tests.prompt.sessions import console

POSED = (
    "given 5 players; p1 is Warlord, gold 3, hand Tavern, Keep, city Docks; p2 is Merchant, gold 5, city Manor, "
    "Great Wall; p3 is Thief; p4 is King; p5 is Magician; Thief is killed; crown p4; p1 acts"
)
PLAYED = ("gather gold", "build Tavern")
GOT = "2 gold from the bank to p1"

ASKED = {
    "why": "Tavern from hand of p1 to city of p1",
    "why Tavern": "Tavern from hand of p1 to city of p1",
    "why price of Keep for p1": "price of Keep for p1 is 3",
    "why does Keep cost 3": "cost of Keep is 3",
    "why is the price of Keep 3": "price of Keep for p1 is 3",
    "why did p1 get 2 gold": GOT,
    "why p1 got gold": GOT,
    "why did p1 get 1 gold": "that has not happened: 1 gold to p1",
    "why did p1 pay 1 gold": "1 gold from p1 to the bank",
    "why has p1 4 gold": "p1 has 4 gold",
    "why does p1 have 4 gold": GOT,
    "why p1 has 7 gold": "it is not 7: p1 has 4 gold",
    "why do I have 4 gold": "p1 has 4 gold",
    "why has p1 no gold": "it is not 0: p1 has 4 gold",
    "why is Tavern in p1's city": "p1 chose to build Tavern",
    "why is Docks in city of p1": "it has lain there from the beginning",
    "why is Manor in city of p1": "it is not so",
    "why was Tavern built": "p1 chose to build Tavern",
    "why did p1 build Tavern": "p1 chose to build Tavern",
    "why did the Tavern move": "p1 chose to build Tavern",
    "why isn't p1 crowned": "p1 does not have the crown",
    "why doesn't p1 have the crown": "p1 does not have the crown",
    "why is p2 richest": "gold of p2: 5",
    "why is p2's city not complete": "size of city of p2: 2",
    "why is Thief killed": "Thief is killed",
    "why was p1 asked": "p1 is asked",
    "why is it p1's turn": "it is the turn of Warlord",
    "why may p1 destroy Manor": "p1 may",
    "who is asked": "p1 is asked",
    "who decides": "p1 is asked",
    "who has won": "nobody has won yet",
    "who acts": "p1 acts: it is the turn of Warlord",
    "whose turn is it": "p1 acts",
    "who has the crown": "p4 has the crown",
    "who is crowned": "p4 is crowned",
    "who is the richest player": "p2 is richest",
    "who has the most gold": "p2",
    "who is the owner of Keep": "p1",
    "who owns Great Wall": "p2",
    "who is the King's player": "p4",
    "who is King": "p4",
    "who is killed": "characters that are killed: Thief",
    "who is bewitched": "characters that are bewitched: nothing",
    "who is p2": "p2 is Merchant",
    "who built Tavern": "p1 chose to build Tavern",
    "when did gold of p1 change": "3 → 5",
    "when did p1's gold change": "3 → 5",
    "when did p1 get 2 gold": "3 → 5",
    "when did crown change": "p4",
    "when did the crown move": "p4",
    "when did p1 build Tavern": "Tavern from hand of p1",
    "when did Tavern move": "Tavern from hand of p1",
    "when was Thief killed": "yes",
    "history gold of p1": "3 → 5",
    "ask gold of each player": "p2  5",
    "ask players that are richest": "p2",
    "ask cost of Manor of p2": "3",
    "ask cost of p2's Manor": "3",
    "ask how much gold has p2": "5",
    "ask how much gold does p2 have": "5",
    "ask how many districts has p2": "2",
    "ask how many cards are in p2's hand": "4",
    "ask who has the crown": "p4",
    "ask what is the score of p2": "9",
    "ask what does Keep cost": "3",
    "ask where is Keep": "hand of p1",
    "ask is p2 richest": "yes",
    "ask p2 has more gold than p1": "yes",
    "ask does somebody have the crown": "yes",
    "ask someone is richest": "yes",
    "ask p2's city includes Manor": "yes",
    "find p2 city does not include Manor within 2 answers": "Manor of p2",
    "find p2's city doesn't include Manor within 2": "Manor of p2",
    "find p1 gold at least 4 within 4 answers": "already now",
    "find p4 does not have the crown within 1": "no line of play",
    "always p1 gold at least 1 within 1": "yes",
    "always someone has the crown within 1": "yes",
    "watch who is richest": "p2",
    "break on p1 gold": "p1 gold",
    "break on p1 gets gold": "p1 gets gold",
    "break on when Manor is destroyed": "Manor",
    "break on crown moves": "crown",
    "break on window": "window",
    "break on p1 gold at least 9": "condition",
}

NEAREST = {
    "ask gold p2": "did you mean `gold of p2`",
    "find richest p1": "did you mean `p1 is richest`",
    "why this crowned p4 thing": "did you mean `why p4 is crowned`",
}

UNTIL = {
    "until the end of the turn": "turn of Warlord: end",
    "until the end of the round": "round: end",
    "until the round ends": "round: end",
    "until p2 is asked": "p2",
    "until King's turn": "p4",
    "until the turn of King": "p4",
    "until someone is richest": "already",
    "until p1 gold at least 4": "already",
}


def posed() -> Console:
    there: Console = console("")
    for line in (POSED, *PLAYED):
        assert execute(there, line).status == OK
    return there


shared = lru_cache(maxsize=1)(posed)


@pytest.mark.parametrize("line", ASKED)
def test_a_question_is_read_as_it_is_asked(line: str) -> None:
    there = shared()
    out = execute(there, line)
    for kept in ("break", "watch"):
        if line.startswith(kept):
            execute(there, f"{kept} delete all")
    assert out.good or out.status == FAILED, f"{line}\n{out.text}"
    assert ASKED[line] in out.text, f"{line}\n{out.text}"


@pytest.mark.parametrize("line", NEAREST)
def test_what_cannot_be_read_is_answered_with_the_nearest_form_that_can(line: str) -> None:
    out = execute(shared(), line)
    assert not out.good and NEAREST[line] in out.text, f"{line}\n{out.text}"


@pytest.mark.parametrize("line", UNTIL)
def test_a_moment_is_named_as_people_name_it(line: str) -> None:
    out = execute(posed(), line)
    assert out.status == OK and UNTIL[line] in out.text, f"{line}\n{out.text}"
