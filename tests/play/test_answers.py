"""Words find the answer that is meant, or none: never another."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel.state import State
from moot.interpreter.play.answers import Miss, options, resolve
from moot.interpreter.play.words import Line, normal, select, stem, within

from .sets import game

TEXTS = [
    "gather gold", "gather cards", "build Docks", "build Great Hall", "Knight: strike a tower in any town",
    "Knight: gain 1 gold for each tower in your town", "end the turn", "Docks of p2", "Docks", "p3", "yes", "no",
    "go further", "Horse Shoe",
]  # fmt: skip


def meant(typed: str, texts: list[str] = TEXTS) -> list[str]:
    return [text for _, text in select(normal(typed), list(enumerate(texts)))]


@pytest.mark.parametrize(
    ("typed", "text"),
    [
        ("gathers gold", "gather gold"),
        ("Gather the gold!", "gather gold"),
        ("builds docks", "build Docks"),
        ("strikes a tower", "Knight: strike a tower in any town"),
        ("Knight strikes", "Knight: strike a tower in any town"),
        ("Knight gains", "Knight: gain 1 gold for each tower in your town"),
        ("ends the turn", "end the turn"),
        ("Docks", "Docks"),
        ("docks of p2", "Docks of p2"),
        ("bui gre", "build Great Hall"),
        ("chooses p3", "p3"),
        ("goes further", "go further"),
        ("horse shoes", "Horse Shoe"),
    ],
)
def test_the_answer_that_is_meant(typed: str, text: str) -> None:
    assert meant(typed) == [text]


@pytest.mark.parametrize(("typed", "count"), [("gather", 2), ("knight", 2), ("build", 2), ("gold gather", 0), ("", 0)])
def test_none_or_several(typed: str, count: int) -> None:
    assert len(meant(typed)) == count


def test_a_stem_has_no_s_of_the_third_person_or_the_plural() -> None:
    pairs = {"destroys": "destroy", "passes": "pass", "carries": "carry", "pass": "pass", "p1's": "p1", "gas": "gas"}
    assert {word: stem(word) for word in pairs} == pairs


WORDS = st.lists(
    st.sampled_from(["gather", "gold", "cards", "build", "docks", "the", "of", "p2", "knight", "end", "turn", "x"]),
    max_size=5,
)


@given(WORDS, WORDS)
def test_words_within_words(typed: list[str], more: list[str]) -> None:
    answer = normal(" ".join([*more, *typed, *more]))
    assert within(normal(" ".join(typed)), answer)
    assert within(normal(" ".join(typed)), answer, prefix=True)


@given(WORDS)
def test_what_is_selected_has_the_words(typed: list[str]) -> None:
    words = normal(" ".join(typed))
    for text in meant(" ".join(typed)):
        assert within(words, normal(text), prefix=True)


@pytest.mark.parametrize("name", ["kuhn-poker", "citadels"])
@pytest.mark.parametrize("seed", range(4))
def test_every_answer_listed_is_understood(name: str, seed: int) -> None:
    """Through a whole stretch of play: the words of an answer mean that answer, and so does its number."""
    session = game(name, seed)
    chance = random.Random(seed)
    state: State = session.state
    for _ in range(40):
        offered = options(session.machine, state)
        if not offered:
            break
        code, text = chance.choice(offered)
        found = resolve(session.machine, state, None, Line.of(text))
        assert not isinstance(found, Miss) and found[0].code == code, text
        number = resolve(session.machine, state, None, Line.of(str(offered.index((code, text)) + 1)))
        if str(offered.index((code, text)) + 1) not in [t for _, t in offered]:
            assert not isinstance(number, Miss) and number[0].code == code
        state = found[0].state


def test_a_miss_leaves_the_state_alone() -> None:
    session = game("citadels")
    before = session.state.key()
    found = resolve(session.machine, session.state, None, Line.of("fly to the moon"))
    assert isinstance(found, Miss) and found.kind == "unknown"
    assert session.state.key() == before
