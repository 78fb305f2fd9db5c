"""Searching for a line of play: what is found holds, nothing shorter leads there, and what is not found is not there.

Kuhn poker and the small game of the prompt's tests are small enough to try every line by brute force."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.kernel.state import State
from moot.interpreter.play.answers import finished, options, take
from moot.interpreter.play.redealing import redeal
from moot.interpreter.play.search import Bounds, Likeness, Search, Sought, Way, _Kept, packed, seek
from moot.interpreter.play.session import NotDone, Session, begin
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import NoGame, Wish
from moot.repl.console import Console
from moot.repl.dispatch import execute

from .sets import ROOT, card_set

ORCHARD = "tests/prompt/orchard"
KUHN = ("p1 wins", "p2 wins", "the game is over", "stake of p1 is 2", "stake of p2 is 2; p1 wins", "p2 must answer")
GARDENS = (
    "p1 coin at least 5", "there is no tree in basket of p1", "p2 must answer",
    "coin of p1 is at least coin of p2 plus 2",
    "garden of p1 is not empty and garden of p2 is not empty", "p1 has Plum", "coin of p2 is 9",
)  # fmt: skip


@lru_cache(maxsize=2)
def orchard() -> CardSet:
    return load(ROOT / ORCHARD)


def session(name: str, seed: int) -> Session:
    found = begin(orchard() if name == "orchard" else card_set(name), None, Wish(players=2, seed=seed))
    assert not isinstance(found, NoGame)
    return found


def sought(of: Session, text: str, bounds: Bounds, otherwise: bool = False) -> Sought:
    found = seek(of, text, bounds, otherwise)
    assert isinstance(found, Sought), found
    for _ in found.search:
        pass
    assert found.search.done
    return found


def shortest(of: Session, wanted: Callable[[State], bool], within: int) -> int | None:
    """How many answers the shortest line of play to a position has: every line is tried, and nothing is merged."""
    layer = [of.now.state]
    for depth in range(within + 1):
        if any(map(wanted, layer)):
            return depth
        layer = [then for state in layer for then in _after(of, state)] if depth < within else []
    return None


def _after(of: Session, state: State) -> Iterator[State]:
    for code, _ in options(of.machine, state):
        one = take(of.machine, state, code)
        yield finished(of.machine, one.state, (one,))[-1].state


@settings(max_examples=40, deadline=None)
@given(st.sampled_from(("kuhn-poker", "orchard")), st.integers(1, 6), st.data(), st.integers(0, 4), st.booleans())
def test_what_is_found_holds_and_nothing_shorter_does(
    name: str, seed: int, data: st.DataObject, within: int, merged: bool
) -> None:
    of = session(name, seed)
    text = data.draw(st.sampled_from(KUHN if name == "kuhn-poker" else GARDENS))
    before = of.here, of.state.key(), of.tried
    found = sought(of, text, Bounds(within, None, merged=merged))
    best = shortest(of, found.search.wanted, within)
    way = found.way()
    assert (of.here, of.state.key(), of.tried) == before
    assert not isinstance(way, NotDone)
    if way is None:
        assert best is None
        return
    _replayed(of, way, found)
    assert best is not None and _depth(of, way) == best


def _depth(of: Session, way: Way) -> int:
    """How many answers a line gives, of which those that only end a choice do not count."""
    state, count, left = of.now.state, 0, way.codes
    while left:
        one = take(of.machine, state, left[0])
        given_ = finished(of.machine, one.state, (one,))
        state, count, left = given_[-1].state, count + 1, left[len(given_) :]
    return count


def _replayed(of: Session, way: Way, found: Sought) -> None:
    """Type the lines that were found; what was looked for is then so."""
    console = Console(of)
    for line in way.lines:
        assert execute(console, line).good
    assert of.asked is None or of.state.ask is not None
    assert found.search.wanted(of.now.state)
    of.goto(0)


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 6), st.sampled_from(GARDENS), st.integers(0, 3))
def test_always_is_the_other_way_round(seed: int, text: str, within: int) -> None:
    """Something stays so if and only if there is no line of play to where it is not."""
    of = session("orchard", seed)
    found = sought(of, text, Bounds(within), otherwise=True)
    way = found.way()
    assert not isinstance(way, NotDone)
    never = shortest(of, found.search.wanted, within) is None
    assert (way is None) == never


@settings(max_examples=15, deadline=None)
@given(st.integers(1, 6), st.sampled_from(GARDENS))
def test_merging_changes_nothing_but_the_number_of_positions(seed: int, text: str) -> None:
    of = session("orchard", seed)
    one, other = (sought(of, text, Bounds(4, None, merged=merged)) for merged in (True, False))
    assert (one.search.codes is None) == (other.search.codes is None)
    assert len(one.search.codes or ()) == len(other.search.codes or ())
    assert one.search.positions <= other.search.positions and other.search.equal == 0


def test_by_a_player_the_others_pass_and_only_his_answers_count() -> None:
    of = session("orchard", 1)
    way = sought(of, "p2 coin at least 4", Bounds(4, by=1)).way()
    assert isinstance(way, Way)
    assert any(line.startswith("p1 ") for line in way.lines)
    assert sum(line.startswith("p2 ") for line in way.lines) <= 4
    _replayed(of, way, sought(of, "p2 coin at least 4", Bounds(4, by=1)))


@pytest.mark.parametrize("positions", [1, 5, 50])
def test_a_search_ends_at_its_bound(positions: int) -> None:
    of = session("citadels", 1)
    found = Search(of.machine.lib, of.now.state, lambda state: False, Bounds(100, positions=positions))
    assert list(found) is not None
    assert found.positions <= positions + 1 and not found.done and found.codes is None


def test_a_search_that_is_left_has_changed_nothing() -> None:
    of = session("citadels", 1)
    before = of.now.state.key()
    found = seek(of, "p2 wins", Bounds(50))
    assert isinstance(found, Sought)
    for _, _ in zip(range(3), found.search, strict=False):
        pass
    assert of.now.state.key() == before and found.way() is None and not found.search.done


def test_who_looks_as_a_player_searches_in_what_he_knows() -> None:
    """A search tells him neither what lies in other hands nor what chance will pick."""
    of = session("kuhn-poker", 1)
    told = execute(Console(of), "as p2 find p1 wins within 3").text
    assert "depends on what p2 does not know" in told
    for _ in range(3):
        redeal(of, 1)
        assert execute(Console(of), "as p2 find p1 wins within 3").text == told


@pytest.mark.parametrize("text", ["", "xyzzy", "stake of p1", "p1 wins within", "p7 wins"])
def test_what_is_no_condition_is_not_looked_for(text: str) -> None:
    of = session("kuhn-poker", 1)
    assert isinstance(seek(of, text, Bounds()), NotDone)


def test_ctrl_c_ends_a_search_with_what_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    console = Console(session("citadels", 1))
    told: list[str] = []

    def stop(text: str) -> None:
        told.append(text)
        if len(told) == 2:
            raise KeyboardInterrupt

    console.progress = stop
    monkeypatch.setattr("moot.repl.searched.SHOWN", 0.0)
    out = execute(console, "find p2 wins within 90")
    assert "because you stopped it" in out.text and "within" in out.text
    assert "positions" in told[0] and told[-1] == ""


@pytest.mark.parametrize("name", ["orchard", "citadels"])
def test_positions_are_merged_if_they_go_on_alike_and_nothing_of_them_is_lost(name: str) -> None:
    """What tells a position from others is the same for equal ones; `tests/kernel/test_needed.py` says what else is
    left out."""
    of = session(name, 2)
    of.random(40)
    states = [moment.state for moment in of.path()]
    states += [one.state for state in states[:12] for code, _ in options(of.machine, state) for one in [
        take(of.machine, state, code)]]  # fmt: skip
    alike = Likeness(of.machine.lib)
    seen: dict[bytes, object] = {}
    for state in states:
        key = list(state.key())
        key[3] = [(f[0], f[1]) for f in state.frames]
        assert seen.setdefault(alike.digest(state), key) == key
        assert alike.digest(state.clone()) == alike.digest(state)
    kept = [_Kept(state.clone(), packed(state)) for state in states]
    assert all(one.state().key() == state.key() for one, state in zip(kept, states, strict=True))
