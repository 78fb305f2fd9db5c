"""Stepping: forwards and back by events, effects, windows and answers; breakpoints; playing on until; histories of
values; and that none of it harms the tree."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.play import heard, stepping
from moot.interpreter.play.changes import changes
from moot.interpreter.play.session import Line, NotDone, Session, begin
from moot.interpreter.play.until import until
from moot.interpreter.play.watching import Watches
from moot.interpreter.sets.cast import NoGame, Wish

from .sets import card_set

SETS = ("citadels", "kuhn-poker")
UNITS = tuple(stepping.UNITS)


def game(name: str, seed: int = 1, answers: int = 30) -> Session:
    """A game in which so many random answers were given."""
    begun = begin(card_set(name), None, Wish(seed=seed))
    assert not isinstance(begun, NoGame)
    begun.random(answers)
    return begun


def place(session: Session) -> tuple[object, ...]:
    """Where a session is, and what is so there."""
    return session.here, session.history.within, session.state.key()


def whole(session: Session) -> None:
    """The tree is intact: each moment follows from its parent by its events, and a branch goes on where it was used."""
    history = session.history
    assert [m.id for m in history.moments] == list(range(len(history.moments)))
    for moment in history.moments[1:]:
        assert moment.parent is not None and moment.parent < moment.id
        assert moment.id in history.children()[moment.parent]
        if moment.code is not None:
            then = history.at(moment, len(moment.events))
            assert (then.z, then.m, then.w) == (moment.state.z, moment.state.m, moment.state.w)
    for parent, child in history.latest.items():
        assert history.moments[child].parent == parent
    assert history.within is None or 0 <= history.within <= len(history.now.events)
    assert session.path()[-1].id == session.here


@settings(max_examples=25, deadline=None)
@given(st.sampled_from(SETS), st.integers(0, 5), st.sampled_from(UNITS[:-1]), st.sampled_from((None, 0)))
def test_forwards_and_back_gives_the_same_places(name: str, seed: int, unit: str, viewer: int | None) -> None:
    session = game(name, seed, 12)
    session.goto(max(0, session.here - 4))
    there = [place(session)]
    while session.history.latest.get(session.here) is not None or session.stepping:
        assert not isinstance(stepping.forward(session, viewer, unit), NotDone)
        there.append(place(session))
    if unit == stepping.ANSWER:
        assert [p[1] for p in there] == [None] * len(there)
    for expected in reversed(there[:-1]):
        assert not isinstance(stepping.back(session, viewer, unit), NotDone)
        assert place(session) == expected
    whole(session)


@settings(max_examples=15, deadline=None)
@given(st.sampled_from(SETS), st.integers(0, 99))
def test_after_any_commands_the_tree_is_intact(name: str, seed: int) -> None:
    session, chance = game(name, seed % 5, 10), Random(seed)
    session.stops.add(session.tell(), "p1")
    for _ in range(40):
        match chance.randrange(7):
            case 0:
                session.random(chance.randrange(1, 4))
            case 1:
                stepping.back(session, chance.choice((None, 0)), chance.choice(UNITS))
            case 2 | 3:
                stepping.forward(session, chance.choice((None, 1)), chance.choice(UNITS))
            case 4:
                session.undo(chance.randrange(1, 3))
            case 5:
                stepping.to(session, None, chance.randrange(session.tried + 2), chance.randrange(4))
            case _:
                until(session, "p2 must answer")
        whole(session)


def test_an_effect_is_shown_with_all_that_it_brings_about() -> None:
    session = game("citadels", 1, 40)
    counted, steps = 0, 0
    while session.stepping or not counted:
        shown = stepping.forward(session, None, stepping.EFFECT)
        assert isinstance(shown, stepping.Shown)
        counted, steps = counted + len(shown.told), steps + 1
    assert counted == len(heard.steps(session.tell().happenings(session.now)).numbers)


@pytest.mark.parametrize("seed", range(3))
def test_every_deed_is_told_once_as_a_step_or_before_its_first_step(seed: int) -> None:
    """Through a game at random: what is heard is a step, or stands before one that comes no later."""
    session = game("citadels", seed, 60)
    for moment in session.path():
        told = session.tell().happenings(moment)
        through = heard.steps(told)
        said = [text for opens in through.opens.values() for text in opens]
        left = [
            one.text.removeprefix(heard.NOBODY)
            for n, one in enumerate(told, 1)
            if one.text and n not in through.numbers
        ]
        assert sorted(said) == sorted(left) and set(through.opens) <= set(through.numbers)
        for first, opens in through.opens.items():
            assert all(text in [one.text.removeprefix(heard.NOBODY) for one in told[first:]] for text in opens)


def test_the_first_moment_is_stepped_through_forwards_and_backwards() -> None:
    session = posed()
    way = [shown for _ in range(3) if isinstance(shown := stepping.forward(session), stepping.Shown) and shown.told]
    assert way[0].number == 1 and way[0].told[0].text.endswith(": start")
    assert "round" in " ".join(session.under_way()) and session.stepping
    back = stepping.back(session)
    assert isinstance(back, stepping.Shown) and back.number == way[-1].number - 1
    assert session.state.key() != session.now.state.key()
    assert not isinstance(session.answer("gather gold"), NotDone)


POSED = "5 players; p1 is Warlord, gold 3, hand Keep, Tavern; p2 is Merchant, gold 1; crown p3; p1 acts"


def posed() -> Session:
    session = game("citadels", 1, 0)
    assert not isinstance(session.given(POSED), NotDone)
    return session


@pytest.mark.parametrize(
    ("wanted", "kind", "shown"),
    [
        ("gold of p1 is at least 5", "condition", "2 gold from the bank to p1"),
        ("p1 gold 5", "condition", "2 gold from the bank to p1"),
        ("p1 gather gold", "event", "p1: gather gold"),
        ("Keep", "card", "Keep from hand of p1 to city of p1"),
        ("p3 must answer", "condition", ""),
        ("turn of Warlord end", "event", "turn of Warlord: end"),
    ],
)
def test_play_stops_where_it_was_told_to(wanted: str, kind: str, shown: str) -> None:
    session = posed()
    added = session.stops.add(session.tell(), wanted)
    assert not isinstance(added, NotDone) and added.kind == kind
    for answer in ("gather gold", "build Keep", "end the turn"):
        session.answer(answer)
        if session.stops.hit is not None:
            break
    hit = session.stops.hit
    assert hit is not None and hit.number == 1
    if shown:
        assert session.stepping
        assert session.tell().happenings(session.now, session.history.within)[-1].text == shown
    else:
        assert not session.stepping and session.asked == 2


@pytest.mark.parametrize("wanted", ["window", "window of Tax Collector", "after place", "Tax Collector"])
def test_a_window_is_where_a_card_answers(wanted: str) -> None:
    session = game("citadels", 1, 0)
    session.given("5 players; p1 is Tax Collector, gold 3; p2 is Merchant, gold 5, hand Market; p2 acts")
    assert not isinstance(session.stops.add(session.tell(), wanted), NotDone)
    session.answer("gather gold")
    assert session.stops.hit is None
    session.answer("build Market")
    hit = session.stops.hit
    assert hit is not None and session.stepping
    assert session.tell().happenings(session.now, hit.event)[-1].origins[0].card == "Tax Collector"


def test_a_card_that_answers_nothing_has_no_window() -> None:
    session = posed()
    assert isinstance(session.stops.add(session.tell(), "window of Keep"), NotDone)


@pytest.mark.parametrize("text", ["", "xyzzy", "window of nothing", "gold of p1"])
def test_what_never_happens_is_no_breakpoint(text: str) -> None:
    session = posed()
    found = session.stops.add(session.tell(), text)
    assert isinstance(found, NotDone) == (text != "gold of p1")


@pytest.mark.parametrize(("viewer", "stopped"), [(None, True), (0, True), (1, False)])
def test_what_a_player_may_not_know_does_not_stop_him(viewer: int | None, stopped: bool) -> None:
    session = posed()
    session.given("district deck Palace, Docks, …")
    session.stops.add(session.tell(viewer), "there is a card in hand of p1 whose cost is 5")
    session.stops.add(session.tell(viewer), "Palace")
    for answer in ("gather cards", "Palace"):
        taken = session.tell().read(Line.of(answer))
        assert not isinstance(taken, NotDone)
        session.go(taken, viewer)
    assert (session.stops.hit is not None) == stopped


def test_until_plays_on_to_the_event_after_which_it_holds() -> None:
    session = posed()
    done = until(session, "gold of p2 is at least 3")
    assert not isinstance(done, NotDone) and done
    assert session.stepping and session.tell().expect("p2 gold at least 3") == []
    stepping.back(session)
    assert session.tell().expect("p2 gold at least 3") != []


def test_what_never_comes_about_leaves_the_game_as_it_was() -> None:
    session = posed()
    before = place(session), session.tried
    found = until(session, "gold of p1 is 12345")
    assert isinstance(found, NotDone)
    assert (place(session), session.tried) == before
    assert until(session, "gold of p1 is 3") == []


def test_the_history_of_a_value_names_each_change() -> None:
    session = posed()
    session.answer("gather gold")
    session.answer("build Keep")
    found = changes(session, "gold of p1")
    assert not isinstance(found, NotDone)
    assert [(one.place, one.before, one.after) for one in found] == [
        ("0", "", "3"),
        ("1.1", "3", "5"),
        ("2.1", "5", "2"),
    ]
    for one in found[1:]:
        assert one.event is not None
        assert not isinstance(stepping.to(session, None, one.moment, one.event), NotDone)
        assert session.tell().ask("gold of p1").render() == [one.after]
        session.goto(2)
    assert isinstance(stepping.to(session, None, 1, 99), NotDone) and session.here == 2


@settings(max_examples=10, deadline=None)
@given(st.integers(0, 20))
def test_a_history_tells_every_value_that_was_seen(seed: int) -> None:
    """What a value was at each place on the way is what its history says."""
    session = game("citadels", seed, 25)
    found = changes(session, "gold of each player")
    assert not isinstance(found, NotDone)
    for one, later in zip(found, found[1:], strict=False):
        assert one.after == later.before != later.after


def test_what_is_watched_is_told_when_it_changes() -> None:
    session, watches = posed(), Watches()
    assert not isinstance(watches.add(session, "gold of p1", None), NotDone)
    assert isinstance(watches.add(session, "golld of p1", None), NotDone)
    assert watches.news(session, None) == []
    session.answer("gather gold")
    session.answer("build Keep")
    assert [one.render() for one in watches.news(session, None)] == ["gold of p1: 3 → 5 → 2"]
    assert watches.news(session, None) == []
    session.undo()
    assert [one.render() for one in watches.news(session, None)] == ["gold of p1: 2 → 5"]
    assert watches.news(session, 1) == []  # through other eyes nothing is compared
