"""A session: a tree of moments in which nothing is lost, and refusals that change nothing."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.play import saving
from moot.interpreter.play.session import Moment, NotDone, Session, unposed

from .sets import card_set, game

SETS = ["kuhn-poker", "citadels"]
DEEDS = ["answer", "undo", "redo", "goto", "nonsense", "given"]


def play(session: Session, answers: int, seed: int) -> None:
    """So many random answers."""
    chance = random.Random(seed)
    for _ in range(answers):
        legal = session.legal()
        if not legal:
            return
        assert not isinstance(session.answer(chance.choice(legal)), NotDone)


@pytest.mark.parametrize("name", SETS)
def test_back_and_forth(name: str) -> None:
    session = game(name)
    keys = [session.state.key()]
    for _ in range(3):
        session.answer(session.legal()[0])
        keys.append(session.state.key())
        if not session.legal():
            break
    for key in reversed(keys[:-1]):
        assert isinstance(session.undo(), Moment) and session.state.key() == key
    assert isinstance(session.undo(), NotDone)
    for key in keys[1:]:
        assert isinstance(session.redo(), Moment) and session.state.key() == key
    assert isinstance(session.redo(), NotDone)


def test_branches_survive() -> None:
    session = game("citadels")
    first, second = session.legal()[:2]
    session.answer(first)
    one = session.now
    session.undo()
    session.answer(second)
    two = session.now
    assert one.id != two.id and set(session.children()[0]) == {one.id, two.id}
    session.goto(one.id)
    assert session.now is one
    session.undo()
    session.redo()
    assert session.now is one  # the branch that was last gone
    session.undo()
    session.answer(second)
    assert session.now is two  # the same answer is the same moment
    assert isinstance(session.goto(99), NotDone)


@settings(deadline=None, max_examples=25)
@given(
    st.lists(st.sampled_from(["answer", "undo", "redo", "goto", "nonsense", "given"]), max_size=25), st.integers(0, 99)
)
def test_whatever_is_done_the_tree_holds(deeds: list[str], seed: int) -> None:
    session = game("kuhn-poker", seed)
    chance = random.Random(seed)
    for deed in deeds:
        before = (session.here, len(session.history.moments), session.state.key())
        if deed == "answer" and session.legal():
            session.answer(chance.choice(session.legal()))
        elif deed == "undo":
            session.undo()
        elif deed == "redo":
            session.redo()
        elif deed == "goto":
            session.goto(chance.randrange(len(session.history.moments)))
        elif deed == "given":
            session.given("p1 stake 1")
        elif deed == "nonsense":
            assert isinstance(session.answer("fly to the moon"), NotDone)
            assert (session.here, len(session.history.moments), session.state.key()) == before
        assert session.path()[0].id == 0 and session.path()[-1].id == session.here
        assert [m.id for m in session.history.moments] == list(range(len(session.history.moments)))
        check_invariants(session.machine.lib, session.state)
    _round_trip(session)


def _round_trip(session: Session) -> None:
    text = saving.save(session)
    loaded = saving.load(session.card_set, text)
    assert isinstance(loaded, saving.Loaded), loaded
    assert loaded.session.state.key() == session.now.state.key()
    assert sorted(m.line for m in loaded.session.history.moments) == sorted(m.line for m in session.history.moments)
    assert saving.save(loaded.session) == text


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("seed", range(3))
def test_saved_and_loaded_it_is_the_same(name: str, seed: int) -> None:
    session = game(name, seed)
    play(session, 30, seed)
    session.undo(5)
    play(session, 4, seed + 1)
    session.undo(1)
    _round_trip(session)


@pytest.mark.parametrize("name", SETS)
def test_log_and_views(name: str) -> None:
    session = game(name)
    play(session, 8, 1)
    everything = [t.text for t in session.log()]
    mine = [t.text for t in session.log(0)]
    assert everything and len(mine) <= len(everything)
    assert session.view(0)["you"] == "p1"
    assert not isinstance(session.why(), NotDone)


# ---- saves that are not right ------------------------------------------------


def _saved(name: str = "citadels") -> tuple[Session, str]:
    session = game(name, 3)
    play(session, 12, 3)
    return session, saving.save(session)


def _refused(name: str, text: str) -> str:
    found = saving.load(card_set(name), text)
    assert isinstance(found, NotDone), "this should not load"
    return found.message


def test_a_line_that_cannot_be_answered_is_named() -> None:
    _, text = _saved()
    lines = text.split("\n")
    at = next(i for i, line in enumerate(lines) if line.startswith("p1: "))
    lines[at] += "x"
    assert f"line {at + 1} of the save" in _refused("citadels", "\n".join(lines))


@pytest.mark.parametrize("games", [1, 3])
def test_a_game_that_is_left_is_kept_and_saved_with_the_next(games: int) -> None:
    session = game("citadels", 3)
    for number in range(games):
        assert not isinstance(session.given(f"{4 + number} players; p1 is Thief; p1 acts"), NotDone)
        play(session, 3 + number, number)
    kept = dict(session.places.others(session.game))
    assert list(kept) == ["earlier", "earlier 2"][: games - 1]
    loaded = saving.load(session.card_set, text := saving.save(session))
    assert isinstance(loaded, saving.Loaded) and saving.save(loaded.session) == text
    assert list(dict(loaded.session.places.others(loaded.session.game))) == list(kept)
    for name, place in kept.items():
        found = loaded.session.places.of(name, loaded.session.game)
        assert found is not None and found.moment.state.key() == place.moment.state.key()
        assert not isinstance(loaded.session.visit(found), NotDone)


def test_of_games_that_are_left_the_oldest_gives_way() -> None:
    session = game("kuhn-poker", 3)
    for _ in range(25):
        play(session, 1, 3)
        session.given("2 players")
    kept = list(dict(session.places.others(session.game)))
    assert len(kept) == 20 and len(set(kept)) == 20


@pytest.mark.parametrize(("back", "others"), [(0, 0), (4, 0), (0, 2)])
def test_a_save_that_was_cut_off(back: int, others: int) -> None:
    """Wherever it is cut: no part of a save is taken for a shorter game, or for another moment of it."""
    session = game("kuhn-poker", 3)
    for _ in range(others):
        play(session, 1, 3)
        session.given("2 players")
    play(session, 3, 3)
    session.undo(2)
    play(session, 1, 4)
    session.undo(back)
    text = saving.save(session)
    for end in range(len(text) - 1):
        assert isinstance(saving.load(session.card_set, text[:end]), NotDone), text[:end]
    lines = text.splitlines(keepends=True)
    for i in range(len(lines)):
        found = saving.load(session.card_set, "".join(lines[:i] + lines[i + 1 :]))
        assert isinstance(found, NotDone) or lines[i].startswith("scenario:"), lines[i]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("\n= ", "\nback to " + "9" * 5000 + "\n= ", "should be `end 25`"),
        ("\nend 24", "\nback to 99\nend 25", "there are only"),
        ("\nend 24", "\nback to " + "9" * 5000 + "\nend 25", "is answered where"),
        ("\nend 24", "\nend " + "9" * 5000, "should be `end 24`"),
        ("seed: ", "seed: " + "9" * 5000, "is damaged"),
        ("players: ", "players: " + "9" * 5000, "is damaged"),
        ("branches: 1", "branches: 2", "1 of 2 lines of play"),
        ("branches: 1", "branches: " + "9" * 5000, "is damaged"),
        ("\nend 24", "\nend 24\nend 25", "`end 24` is answered where"),
        ("\nend 24", "\n" + "x" * 100_000 + "\nend 25", "is answered where"),
        ("\nend 24", "\np1: x" * 60_000 + "\nend 60024", "has more than 50,000 lines"),
        ("scenario: ", "scenario: x-", "these cards have no scenario `x-"),
        ("scenario: ", "scenario: Any TEXT #", "is damaged"),
        ("cards: [", 'cards: ["Assassin", "Assassin", ', "is damaged"),
        ("cards: [", 'cards: ["Assasin", ', "no card is called `Assasin`"),
        ("cards: [", 'cards: ["\\e[31m", ', "is damaged"),
        ("cards: [", "titles: [", "is damaged"),
        ("moot: 1", "moot: 2", "is damaged"),
    ],
)
def test_a_save_that_somebody_changed(old: str, new: str, said: str) -> None:
    _, text = _saved()
    text = text.replace('scenario: "', "scenario: ", 1).replace('"\nplayers', "\nplayers", 1)
    assert isinstance(saving.load(card_set("citadels"), text), saving.Loaded)
    assert old in text
    message = _refused("citadels", text.replace(old, new, 1))
    assert said in message and len(message) < 2000


def test_another_position_than_was_saved() -> None:
    _, text = _saved()
    head, _, digest = text.rpartition("= ")
    other = f"1{digest[1:]}" if digest[0] != "1" else f"2{digest[1:]}"
    assert "another position" in _refused("citadels", f"{head}= {other}")


def test_a_save_of_another_game() -> None:
    _, text = _saved()
    assert "is a game of Citadels" in _refused("kuhn-poker", text)


def test_other_cards_that_come_out_alike_are_remarked_upon() -> None:
    session, text = _saved()
    other = text.replace(session.card_set.hash, "0" * 16)
    found = saving.load(session.card_set, other)
    assert isinstance(found, saving.Loaded) and found.remarks


@settings(deadline=None, max_examples=60)
@given(st.data())
def test_damaged_saves_never_crash(data: st.DataObject) -> None:
    _, text = _saved("kuhn-poker")
    at = data.draw(st.integers(0, len(text) - 1))
    length = data.draw(st.integers(0, 12))
    new = data.draw(st.text(max_size=8))
    found = saving.load(card_set("kuhn-poker"), text[:at] + new + text[at + length :])
    assert isinstance(found, (saving.Loaded, NotDone))


def test_reasons_are_not_cut_out_of_a_sentence() -> None:
    """A reason may hold whatever a sentence is joined with."""
    reasons = ("too many; or too few: nobody knows", "no hat")
    done = NotDone("there is no such position", reasons=reasons)
    assert done.sentence == "there is no such position: too many; or too few: nobody knows; no hat"
    assert tuple(why.text for why in unposed(done.reasons).reasons) == reasons
