"""Every sentence that bears on a word, in the order in which it counts, and whether it is in force."""

from __future__ import annotations

import pytest

from moot.interpreter.play.session import NotDone, Session
from moot.interpreter.play.touches import ABSENT, HIDDEN, IN_FORCE, NOT_IN_FORCE, Touched, touches

from .sets import card_set, game

POSED = """5 players
p1 is Architect, city Factory, hand Library
p2 is Bishop, city Great Wall, Quarry
p3 is Warlord
p1 acts"""


@pytest.fixture(scope="module")
def posed() -> Session:
    session = game("citadels", 1, 5)
    assert not isinstance(session.given(POSED), NotDone)
    return session


def touched(session: Session, name: str, viewer: int | None = None) -> Touched:
    found = touches(session, name, viewer)
    assert not isinstance(found, NotDone) and len(found) == 1
    return found[0]


def lines(of: Touched) -> list[tuple[str, str, str]]:
    return [(one.role, one.origin.card, one.status) for one in of.touches]


def test_a_value_with_what_sets_it_and_what_adds_to_it(posed: Session) -> None:
    assert [line for line in lines(touched(posed, "building limit")) if line[0] != "asks for it"] == [
        ("is at first", "", ""),
        ("sets it", "Architect", IN_FORCE),
        ("sets it", "Scholar", ABSENT),
        ("sets it", "Seer", ABSENT),
    ]
    price = lines(touched(posed, "price"))
    assert ("adds to it", "Factory", IN_FORCE) in price and ("adds to it", "Thieves' Den", NOT_IN_FORCE) in price


def test_a_deed_with_what_forbids_it_and_what_comes_around_it(posed: Session) -> None:
    roles = [role for role, _, _ in lines(touched(posed, "build"))]
    order = ["forbids it", "refuses it", "lifts that", "first", "instead", "the deed", "does it", "asks for it"]
    assert list(dict.fromkeys(roles)) == order
    found = lines(touched(posed, "build"))
    assert ("lifts that", "Quarry", IN_FORCE) in found and ("forbids it", "Navigator", ABSENT) in found


@pytest.mark.parametrize(
    ("name", "what"),
    [
        ("score", "value"), ("robbed", "marker"), ("complete", "quality"), ("turn", "phase"), ("city", "place"),
        ("Bishop", "card"), ("affect", "deed"),
    ],
)  # fmt: skip
def test_each_thing_of_a_game_is_found_by_its_name(posed: Session, name: str, what: str) -> None:
    found = touched(posed, name)
    assert found.what == what and found.touches
    assert all(one.origin.path and one.origin.line and one.origin.text for one in found.touches)


def test_what_a_player_does_not_see_may_be_in_force(posed: Session) -> None:
    statuses = {one.status for one in touched(posed, "score", 3).touches}
    assert statuses <= {"", IN_FORCE, NOT_IN_FORCE, ABSENT, HIDDEN}
    known = {one.origin.card: one.status for one in touched(posed, "score", None).touches if one.origin.card}
    for one in touched(posed, "score", 3).touches:
        if one.origin.card and one.status not in (HIDDEN, ABSENT):
            assert known[one.origin.card] == one.status


def test_no_sentence_that_bears_on_a_value_is_left_out(posed: Session) -> None:
    """Each rule of a card about a value or a deed is among what bears on it."""
    set_ = card_set("citadels")
    assert set_.game is not None
    for card in set_.game.cards.values():
        for rule in card.rules:
            if rule.form in ("value", "permit") and (rule.name in set_.game.values or rule.name in set_.game.verbs):
                source = set_.sources[rule.span.path]
                line = source.written(rule.span).line
                found = touched(posed, rule.name)
                assert (rule.span.path, line) in {(one.origin.path, one.origin.line) for one in found.touches}


def test_what_has_no_name_is_told(posed: Session) -> None:
    found = touches(posed, "xyzzy")
    assert isinstance(found, NotDone) and "`xyzzy`" in found.message
    near = touches(posed, "limit")
    assert isinstance(near, NotDone) and "building limit" in near.message
