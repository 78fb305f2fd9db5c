"""An answer in other words than it is offered in: by the name of its question, with its owner before it, or with a deed
that is not the card's."""

from __future__ import annotations

import random
import re

import pytest

from moot.interpreter.kernel.text import question_text
from moot.interpreter.play.answers import Miss, options, resolve, take
from moot.interpreter.play.asking import Answer
from moot.interpreter.play.finding import FORBIDDEN, LEGAL, NOT_APPLICABLE, Finding
from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session
from moot.interpreter.play.words import Line, normal

from .sets import game

TABLE = (
    "5 players; p1 is Witch; p2 is Thief; p3 is Warlord, gold 5; p4 is Merchant, city Harbor, Tavern; "
    "p5 is Magician, city Harbor"
)
OF = re.compile(r"\b([A-Z][\w' -]*) of (p\d)")


def posed(first: str, *lines: str) -> Session:
    session = game("citadels")
    session.given(f"{TABLE}; {first} acts")
    for line in lines:
        assert not isinstance(done := session.answer(line), NotDone), done.render()
    return session


def found(session: Session, line: str, player: int | None = None) -> Finding:
    finding = session.whynot(line, player)
    assert isinstance(finding, Finding)
    return finding


@pytest.mark.parametrize("typed", ["Thief", "bewitch Thief", "Witch bewitches Thief", "Witch: Thief"])
def test_a_thing_may_be_said_with_the_name_of_its_question(typed: str) -> None:
    session = posed("p1", "gather gold")
    assert found(session, typed).verdict == LEGAL
    assert not isinstance(session.answer(typed), NotDone)


@pytest.mark.parametrize(
    "typed", ["bewitch", "Witch bewitches", "Witch", "rob Thief", "Witch robs Thief", "kill Thief"]
)
def test_and_with_no_other(typed: str) -> None:
    session = posed("p1", "gather gold")
    assert found(session, typed).verdict != LEGAL
    assert isinstance(session.answer(typed), NotDone)


def test_the_question_comes_after_another() -> None:
    told = found(posed("p1"), "Witch bewitches Thief")
    assert told.verdict == NOT_APPLICABLE
    assert told.reasons[0].text == "p1 must answer first: gather gold or gather cards"


@pytest.mark.parametrize(
    "typed",
    ["Witch robs Thief", "Witch kills Thief", "Warlord bewitches Harbor of p4", "Warlord burns Harbor of p4",
     "Thief steals from Warlord", "Magician robs p2"],
)  # fmt: skip
def test_a_deed_that_is_not_the_cards_is_told_with_those_that_are(typed: str) -> None:
    card, deed, *_ = typed.split()
    told = found(posed("p3"), typed)
    assert told.verdict == NOT_APPLICABLE
    (why,) = told.reasons
    assert why.kind == "called" and why.text == f"`{deed}` is not what {card} does; that is called"
    assert why.saw and all(name.startswith(f"{card}: ") for name in why.saw)


def test_a_deed_of_players_is_not_the_cards() -> None:
    (why,) = found(posed("p3"), "Warlord builds Harbor").reasons
    assert why.text == "this is what a player does, not Warlord: `builds Harbor`"


def test_the_deed_that_is_meant_is_the_one_that_is_called_so() -> None:
    """The Thief robs; that whoever is robbed loses gold is another deed, with another time."""
    told = found(posed("p2", "Thief robs Warlord"), "Thief robs Magician")
    assert told.verdict == FORBIDDEN and [why.text for why in told.reasons] == ["once in your turn"]


@pytest.mark.parametrize("said", ["{} Harbor of p4", "{} p4's Harbor", "{} p4’s Harbor", "Warlord {} p4's Harbor"])
def test_an_owner_stands_before_or_behind(said: str) -> None:
    session = posed("p3")
    destroy = said.format("destroys")
    assert found(session, destroy).answer == "Warlord: destroy a district in any city, Harbor of p4"
    assert session.tell(None).why(f"why may p3 {said.format('destroy')}")
    assert not isinstance(session.answer(destroy), NotDone)
    assert session.view()["zones"]["city of p4"] == ["Tavern"]


def test_an_owner_before_a_thing_does_not_speak() -> None:
    session = posed("p3", "Warlord")
    assert not isinstance(session.answer("p4's Tavern"), NotDone)


def test_facts_and_phrases_have_an_owner_before_a_thing() -> None:
    session = posed("p3")
    for said in ("p4's Harbor is in district deck", "Harbor of p4 is in city of p5"):
        assert session.tell(None).expect(said) != [], said
    for said in ("p4's Harbor is in city of p4", "p4's city is Harbor, Tavern", "p4's gold is 2"):
        assert session.tell(None).expect(said) == [], said
    for said, worth in (
        ("p4's city", "Harbor and Tavern"),
        ("number of districts in p4's city", "2"),
        ("p4's gold", "2"),
        ("cost of p4's Harbor", "4"),
        ("cost of Harbor of p4", "4"),
    ):
        answer = session.tell(None).ask(said)
        assert isinstance(answer, Answer) and [value.result for value in answer.values] == [worth], said


def in_other_words(asked: str, texts: list[str], text: str) -> list[str]:
    """An answer with its owner before it, and a thing behind the last word of its question."""
    verb = asked.split()[-1]
    thing = ":" not in text and text[0].isupper() and not any(set(normal(verb)) & set(normal(t)) for t in texts)
    return [OF.sub(r"\2's \1", text), *([f"{verb} {text}"] if thing else [])]


@pytest.mark.parametrize("seed", range(3))
def test_every_answer_is_itself_in_these_words(seed: int) -> None:
    session, chance, tried = game("citadels", seed), random.Random(seed), 0
    state = session.state
    for _ in range(150):
        offered = options(session.machine, state)
        if not offered:
            break
        asked = question_text(session.machine.lib, state)
        for code, text in offered:
            for said in in_other_words(asked, [t for _, t in offered], text):
                tried += said != text
                read = resolve(session.machine, state, None, Line.of(said))
                assert not isinstance(read, Miss) and read[0].code == code, (asked, said)
        state = take(session.machine, state, chance.choice(offered)[0]).state
    assert tried
