"""What if: answers are tried and leave no trace, moments are compared, lines are played again with other cards."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.play import saving
from moot.interpreter.play.again import anew, reread, under
from moot.interpreter.play.differing import difference
from moot.interpreter.play.places import Place
from moot.interpreter.play.replaying import replay, take_over
from moot.interpreter.play.session import Moment, NotDone, Session
from moot.interpreter.play.stated import differences, stated
from moot.interpreter.play.whatif import Supposed, whatif
from moot.interpreter.sets.card_set import CardSet

from .fair import fair
from .sets import game

SETS = ["kuhn-poker", "citadels", "go-fish"]


def wander(session: Session, seed: int, steps: int) -> None:
    """Answers, and now and then back and elsewhere."""
    chance = random.Random(seed)
    for _ in range(steps):
        legal = session.legal()
        if legal and chance.random() < 0.8:
            assert not isinstance(session.answer(chance.choice(legal)), NotDone)
        elif chance.random() < 0.5:
            session.undo(chance.randrange(1, 4))
        else:
            session.goto(chance.randrange(len(session.history.moments)))


def trace(session: Session) -> tuple[object, ...]:
    """Everything that a session holds."""
    history = session.history
    moments = [(m.id, m.parent, m.line, m.state.key(), len(m.events)) for m in history.moments]
    return moments, history.here, history.within, dict(history.latest), set(history.joined), dict(session.places.named)


def here(session: Session, at: int | None = None) -> Place:
    return Place(session.game, session.here if at is None else at)


# ---- what if -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32))
def test_whatever_is_tried_the_tree_is_as_it_was(name: str, seed: int) -> None:
    session, chance = game(name, seed % 50), random.Random(seed)
    wander(session, seed, 25)
    before = trace(session)
    for viewer in (None, session.asked):
        ends = ["the game ends"] if name == "kuhn-poker" else []
        for line in (*chance.sample(session.legal(), min(2, len(session.legal()))), "fly to the moon", *ends):
            whatif(session, f"{line}; {chance.choice(session.legal() or ['1'])}", viewer)
            assert trace(session) == before


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32))
def test_what_would_differ_does_differ(name: str, seed: int) -> None:
    session, chance = game(name, seed % 50), random.Random(seed)
    wander(session, seed, 25)
    if not session.legal():
        return
    line = chance.choice(session.legal())
    before, found = stated(session.tell()), whatif(session, line)
    assert isinstance(found, Supposed) and found.after is not None
    session.answer(line)
    assert found.facts == differences(before, stated(session.tell()))
    assert found.after.question() == session.question() and found.after.legal() == session.legal()


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32))
def test_what_a_player_is_told_would_come_true(name: str, seed: int) -> None:
    """Whatever a player is told without *it depends* is so when he has given the answer."""
    session, chance = game(name, seed % 50), random.Random(seed)
    wander(session, seed, 25)
    viewer = session.asked
    if viewer is None:
        return
    line = chance.choice(session.legal())
    found = whatif(session, line, viewer)
    assert isinstance(found, Supposed)
    one = session.answer(line, None, viewer)
    assert not isinstance(one, NotDone)
    told = [session.tell(viewer).line(one[0]), *[t.text for t in session.tell(viewer).told(one[0]) if not t.aside]]
    assert [t.text for t in found.told] == told[: len(found.told)]
    assert found.unsure or len(found.told) == len(told)


def test_an_answer_that_cannot_be_given_says_why_and_after_what(tmp_path: Path) -> None:
    session = fair_game(fair(tmp_path))
    done = whatif(session, "earn; scrap the moon")
    assert isinstance(done, NotDone) and done.message.startswith("after `earn`, ")
    assert isinstance(whatif(session, " ; "), NotDone)
    assert isinstance(whatif(session, "earn", 1), NotDone)  # p1 is asked
    assert isinstance(whatif(session, ";".join(["earn"] * 61)), NotDone)


# ---- two places ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32))
def test_a_moment_does_not_differ_from_itself(name: str, seed: int) -> None:
    session, chance = game(name, seed % 50), random.Random(seed)
    wander(session, seed, 20)
    for viewer in (None, 0):
        one, other = (here(session, chance.randrange(len(session.history.moments))) for _ in "ab")
        assert not difference(one, one, viewer)
        there, back = difference(one, other, viewer), difference(other, one, viewer)
        assert bool(there) == bool(back) and len(there.facts) == len(back.facts)
        assert there.offered == back.offered[::-1]
        if one.at != other.at and viewer is None:
            assert there.first, "the ways to two moments of one tree differ"


def test_the_first_difference_is_where_two_lines_part(tmp_path: Path) -> None:
    session = fair_game(fair(tmp_path))
    session.answer("earn")
    session.answer("earn")
    one = here(session)
    session.undo()
    session.answer("end")
    found = difference(one, here(session))
    assert [first.after for first in found.first] == ["p1: earn 1 coin", ""]
    assert "p1 coin 5 → 4" in found.facts
    lines = found.render(("rich", "now"))
    assert lines[:3] == ["the first answer that differs, after `p1: earn 1 coin`", "  rich: p1: earn 1 coin",
                         "  now:  p1: end the turn"]  # fmt: skip


def test_a_name_leads_back_also_from_another_game(tmp_path: Path) -> None:
    session = fair_game(fair(tmp_path))
    session.answer("earn")
    assert session.places.name("  the  rich ", here(session)) is None
    assert isinstance(session.given("3 players"), Moment)
    place = session.places.of("the rich", session.game)
    assert place is not None and not place.lies_in(session.game)
    session.visit(place)
    assert session.now.line == "p1: earn 1 coin"
    assert list(session.places.named) == ["the rich", "other"]  # what was left has a name, too
    for taken in ("12", "now", "Start", "x" * 41):
        assert isinstance(session.places.name(taken, here(session)), NotDone)


# ---- again ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32))
def test_a_line_that_is_played_again_is_the_same(name: str, seed: int) -> None:
    session = game(name, seed % 50)
    wander(session, seed, 40)
    before = trace(session)
    found = replay(session, session.card_set)
    assert not isinstance(found, NotDone) and found.same and not found.reworded
    assert found.given == found.all == len(session.path()) - 1
    assert found.session.state.key() == session.now.state.key()
    assert trace(session) == before


CAKE = """
helper Dot
  rank 4
  once in your turn, you may
    do      earn 1 coin
  example "a coin"
    given   2 players
            p1 is Dot
    when    p1 Dot
    expect  p1 coin 4
"""


def fair_game(set_: CardSet) -> Session:
    from moot.interpreter.play.session import begin
    from moot.interpreter.sets.cast import NoGame, Wish

    session = begin(set_, None, Wish(players=2, seed=3))
    assert not isinstance(session, NoGame), session
    return session


def posed(folder: Path, text: str) -> Session:
    """A session in which p1 has used Dot, earned, and gone on."""
    session = fair_game(fair(folder, text))
    assert isinstance(session.given("2 players\np1 is Dot, coin 3"), Moment)
    for line in ("Dot", "earn", "end"):
        assert not isinstance(session.answer(line), NotDone)
    return session


def changed(session: Session, folder: Path, text: str) -> CardSet | NotDone:
    fair(folder, text)
    return reread(session)


def test_an_edited_card_is_played_again_and_the_first_event_that_differs_is_told(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    set_ = changed(session, tmp_path, CAKE.replace("earn 1 coin", "earn 2 coin").replace("coin 4", "coin 5"))
    assert isinstance(set_, CardSet)
    found = replay(session, set_)
    assert not isinstance(found, NotDone) and found.first is not None and found.stopped is None
    assert found.reworded == (("Dot: earn 1 coin", "Dot: earn 2 coin"),)  # the same clause of the same card
    assert found.first.one is not None and found.first.one.text == "1 coin from the bank to p1"
    assert found.first.other is not None and found.first.other.text == "2 coin from the bank to p1"
    assert found.first.after == "p1: Dot: earn 1 coin"
    old = session.now
    assert take_over(session, found) == ("before", "after")
    before = session.places.named["before"]
    assert before.moment is old and "p1 coin 5 → 6" in difference(before, here(session)).facts
    session.visit(before)
    assert session.now is old and session.card_set is not set_


def test_what_is_not_possible_any_more_ends_the_line_and_says_why(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    poor = CAKE.replace("turn, you", "turn, if your coin is at least 4, you").replace("p1 is Dot", "p1 is Dot, coin 4")
    set_ = changed(session, tmp_path, poor.replace("expect  p1 coin 4", "expect  p1 coin 5"))
    assert isinstance(set_, CardSet), set_
    found = replay(session, set_)
    assert not isinstance(found, NotDone)
    assert (found.given, found.all, found.stopped) == (0, 3, "p1: Dot: earn 1 coin")
    assert found.why is not None and "coin" in "\n".join(found.why.render())
    assert found.session.here == 0


def test_a_position_with_a_card_that_is_gone_is_not_posed_again(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    before = trace(session)
    gone = changed(session, tmp_path, CAKE.replace("Dot", "Dor"))
    assert isinstance(gone, CardSet)
    done = replay(session, gone)
    assert isinstance(done, NotDone) and any("Dot" in line for line in done.render())
    assert trace(session) == before


def test_cards_with_mistakes_change_nothing(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    before = trace(session)
    (tmp_path / "fair.game").write_text((tmp_path / "fair.game").read_text().replace("earn 1 coin", "eran 1 coin"))
    done = reread(session)
    assert isinstance(done, NotDone) and "eran" in done.message and "fair.game" in done.message
    assert trace(session) == before
    shutil.rmtree(tmp_path)
    assert isinstance(reread(session), NotDone) and trace(session) == before


def test_house_rules_that_there_are_not_change_nothing() -> None:
    session = game("citadels")
    for rules in (["no-such-rule"], ["late-districts 3"], ["first-crown"]):
        assert isinstance(under(session, rules), NotDone)
    assert anew(session, session.card_set) is not session


def test_a_saved_game_goes_on_with_cards_that_have_changed(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    text = saving.save(session)
    more = changed(session, tmp_path, CAKE.replace("earn 1 coin", "earn  1 coin\n  always your wealth is 1 more"))
    assert isinstance(more, CardSet)
    found = saving.load(more, text, "it")
    assert isinstance(found, saving.Loaded) and found.remarks == (saving.CHANGED, saving.SAME)
    gone = changed(session, tmp_path, CAKE.replace("turn, you", "turn, if your coin is at least 3, you"))
    assert isinstance(gone, CardSet)
    found = saving.load(gone, text.replace("coin 3", "coin 2"), "it")
    assert isinstance(found, saving.Loaded) and found.session.here == 0
    assert "is not offered; what went before it is kept" in found.remarks[1], found.remarks
    assert any("coin" in remark for remark in found.remarks[2:])


def test_the_first_event_that_is_otherwise_is_told(tmp_path: Path) -> None:
    session = posed(tmp_path, CAKE)
    text = saving.save(session)
    more = changed(
        session,
        tmp_path,
        CAKE.replace("  example", "  at the end of your turn, you must\n    do      earn 1 coin\n  example"),
    )
    assert isinstance(more, CardSet)
    found = saving.load(more, text, "it")
    assert isinstance(found, saving.Loaded)
    line = 1 + next(n for n, said in enumerate(text.splitlines()) if said == session.now.line)
    assert found.remarks == (
        saving.CHANGED,
        f"line {line} of it: event 3 is now: 1 coin from the bank to p1",
        f"line {line + 2} of it: {saving.ANOTHER_POSITION}",
    )


# ---- one line is one undo ------------------------------------------------------------------------------------------


def test_one_line_is_one_undo(tmp_path: Path) -> None:
    session = fair_game(fair(tmp_path))
    session.answer("earn")
    session.play("the turn ends")
    session.random(5)
    assert session.undo() is session.moment(2) and session.undo() is session.moment(1)
    assert session.redo() is session.moment(2)
    session.redo()
    assert session.here == 7
    session.undo(2)
    assert session.here == 1
    session.goto(5)
    assert session.undo() is session.moment(2)


@pytest.mark.parametrize("name", SETS)
def test_back_and_forth_by_lines_loses_nothing(name: str) -> None:
    session = game(name)
    ends = [0]
    for times in (1, 3, 2, 4):
        session.random(times)
        ends.append(session.here)
    for end in reversed(ends[:-1]):
        if session.here != end:
            session.undo()
            assert session.here == end
    for end in ends[1:]:
        if session.here != end:
            session.redo()
            assert session.here == end
