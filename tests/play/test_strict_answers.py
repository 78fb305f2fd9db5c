"""Every word of an answer is used or refused, and nothing is guessed past a question."""

from __future__ import annotations

import random

import pytest

from moot.interpreter.play.answers import Miss, options, resolve, take
from moot.interpreter.play.not_done import NotDone
from moot.interpreter.play.session import Session
from moot.interpreter.play.words import YES, Line, normal, select, takes_up

from .sets import game

OFFER = "yes, Lantern: light a wick in your house"
WIZARD = "5 players; p1 is Wizard, gold 9, hand Market; p2 is Merchant, hand Tavern; p1 acts"


def posed(position: str, *lines: str) -> Session:
    session = game("citadels")
    session.given(position)
    for line in lines:
        assert not isinstance(done := session.answer(line), NotDone), done.render()
    return session


@pytest.mark.parametrize(
    "typed", ["yes", "ye", "yes light", "yes lantern", "lantern", "lantern light", "use the lantern", OFFER, OFFER[5:]]
)
def test_an_offer_is_taken_up_by_yes_or_by_its_own_words_from_the_first(typed: str) -> None:
    assert [code for code, _ in select(normal(typed), [(1, OFFER), (2, "no")])] == [1]


@pytest.mark.parametrize("typed", ["light", "wick", "light a wick", "house", "your house", "lantern wick", "y"])
def test_and_by_no_word_out_of_its_middle(typed: str) -> None:
    assert select(normal(typed), [(1, OFFER), (2, "no")]) == []


@pytest.mark.parametrize("seed", range(2))
def test_no_single_word_takes_up_an_offer(seed: int) -> None:
    """Through games at random: where something is offered, a word of it that is neither `yes` nor the card's name is
    refused."""
    session, chance, offers = game("elsewhere", seed), random.Random(seed), 0
    state = session.state
    for _ in range(120):
        offered = options(session.machine, state)
        if not offered:
            break
        for code, text in offered:
            if text.startswith(f"{YES}, "):
                offers += 1
                words = [w for w in normal(text)[1:] if not takes_up((w,), text)]
                for word in set(words):
                    found = resolve(session.machine, state, None, Line.of(word))
                    assert isinstance(found, Miss) or found[0].code != code, (word, text)
        state = take(session.machine, state, chance.choice(offered)[0]).state
    assert offers


@pytest.mark.parametrize("seed", range(2))
def test_a_stray_word_is_told_as_that_word(seed: int) -> None:
    """Behind any legal answer a word that is no answer's is refused, and named."""
    session, chance = game("citadels", seed), random.Random(seed)
    state = session.state
    for _ in range(60):
        offered = options(session.machine, state)
        if not offered:
            break
        code, text = chance.choice(offered)
        found = resolve(session.machine, state, None, Line.of(f"{text} Forsooth"))
        assert isinstance(found, Miss) and found.message.endswith("no answer fits `Forsooth`"), text
        state = take(session.machine, state, code).state


def test_a_yes_is_not_read_out_of_the_next_answer() -> None:
    session = posed(WIZARD, "gather gold", "Wizard p2")
    refused = session.answer("build Market")
    assert isinstance(refused, NotDone) and session.legal() == ["yes, build Tavern as just taken", "no"]
    assert not isinstance(session.answer("yes, build Market"), NotDone)  # two answers, both of them said
    assert session.view()["zones"]["city of p1"] == ["Tavern", "Market"]


@pytest.mark.parametrize(("typed", "word"), [("build Market Tavern", "Tavern"), ("build Market as p3", "as p3")])
def test_a_word_too_many_is_no_reason_against_the_rest(typed: str, word: str) -> None:
    session = posed(WIZARD, "gather gold")
    refused = session.answer(typed)
    assert (
        isinstance(refused, NotDone) and refused.message == f"after `build Market` no answer fits `{word.split()[-1]}`"
    )
    assert refused.finding is None or all(why.kind == "none" for why in refused.finding.reasons)


@pytest.mark.parametrize("typed", ["-1", "1.5", "0", "p1 build Market", "p1 p1 build Market", "p1 p1", "as p3"])
def test_what_is_no_answer_plays_none(typed: str) -> None:
    session = posed(WIZARD, "gather gold")
    assert isinstance(session.answer(typed, 0), NotDone)


@pytest.mark.parametrize("typed", ["build Market of p1", "build p1's Market", "build Market"])
def test_a_player_may_name_himself_beside_what_is_his(typed: str) -> None:
    session = posed(WIZARD, "gather gold")
    assert not isinstance(session.answer(typed, 0), NotDone)


@pytest.mark.parametrize("typed", ["yes", "no", "done"])
def test_an_answer_that_names_nothing_is_forbidden_by_no_card(typed: str) -> None:
    refused = posed(WIZARD, "gather gold").answer(typed)
    assert isinstance(refused, NotDone) and refused.finding is not None
    assert {why.kind for why in refused.finding.reasons} == {"none"}


class TestForcedAnswers:
    """An answer that was the only one is taken by itself; whoever gave it may say it afterwards."""

    def test_alone(self) -> None:
        session = posed(WIZARD, "gather gold", "Wizard p2")
        here = session.here
        assert session.answer("Tavern", 0) == []
        assert session.here == here

    def test_before_the_next_answer(self) -> None:
        session = posed(WIZARD, "gather gold", "Wizard p2")
        assert not isinstance(session.answer("Tavern, no", 0), NotDone)
        assert session.asked == 0 and "end the turn" in session.legal()

    @pytest.mark.parametrize(("typed", "player"), [("Market", 0), ("Tavern", 1), ("Tavern Tavern", 0)])
    def test_but_nothing_else(self, typed: str, player: int) -> None:
        session = posed(WIZARD, "gather gold", "Wizard p2")
        assert isinstance(session.answer(typed, player), NotDone)

    def test_not_twice_in_one_line_and_the_next(self) -> None:
        session = posed(WIZARD, "gather gold", "Wizard p2 Tavern")
        assert isinstance(session.answer("Tavern", 0), NotDone)
