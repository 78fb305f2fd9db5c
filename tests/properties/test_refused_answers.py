"""Random games over the whole box: whoever is refused an answer is told a condition, and where the position is changed
so that the conditions hold, the answer is legal.

`need` makes that change by trying. Its lines are held against the game once more here: each is posed as a person would
paste it, and the answer is given.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from random import Random

from hypothesis import example, given, settings
from hypothesis import strategies as st

from moot.dsl.notation import read_facts
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.kernel.state import State
from moot.interpreter.play.answers import Miss, resolve
from moot.interpreter.play.changing import change
from moot.interpreter.play.finding import FORBIDDEN, Finding
from moot.interpreter.play.need import need
from moot.interpreter.play.whynot import whynot
from moot.interpreter.play.words import Line
from moot.interpreter.proof.refused import refused
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import NoGame, Wish
from moot.interpreter.sets.cast import resolve as cast_of
from tests.play.sets import card_set

ANSWERS = 25
"""Refused answers of one game."""
CHANGED = 4
"""Of those, how many a change of the position is looked for."""
FIXED = frozenset(("yours", "none", "called", "first", "asked", "time", "missing"))
"""Kinds of reasons that no change of the position removes: whose card it is, whether it is in this game, and what is
asked now."""


def answers(set_: CardSet, players: int, seed: int) -> Iterator[tuple[Machine, State, Line, Finding]]:
    scenario = next(s for s in set_.scenarios if s.id == "random")
    cast = cast_of(set_, scenario, Wish(players=players, seed=seed))
    assert not isinstance(cast, NoGame) and set_.library is not None
    machine = Machine(set_.library)
    for state, line in islice(refused(machine, cast, Random(seed)), ANSWERS):
        yield machine, state, line, whynot(machine, state, None, line)


def _changeable(found: Finding) -> bool:
    return not any(w.kind in FIXED or w.cause is None for w in found.reasons)


@given(st.integers(2, 8), st.integers(1, 10_000))
@example(8, 4390)  # a card that nobody has could have been paid with
@settings(deadline=None, max_examples=12)
def test_whoever_is_refused_is_told_a_condition(players: int, seed: int) -> None:
    for _, _, line, found in answers(card_set("citadels"), players, seed):
        assert found.reasons, f"{line.text}: nothing is said against it"
        told = "\n".join(found.render())
        assert found.verdict == FORBIDDEN or {w.kind for w in found.reasons} <= FIXED, told
        for why in found.reasons:
            assert why.kind in FIXED or (why.at is not None and why.at.path), told
            assert why.render().strip() and not any(word in told for word in (": True", ": False", "None")), told


@given(st.integers(2, 8), st.integers(1, 10_000))
@settings(deadline=None, max_examples=15)
def test_a_change_that_is_needed_makes_the_answer_legal(players: int, seed: int) -> None:
    set_ = card_set("citadels")
    changeable = (one for one in answers(set_, players, seed) if _changeable(one[3]))
    for machine, state, line, found in islice(changeable, CHANGED):
        before = state.key()
        for way in need(machine, set_, state, None, line).ways:
            facts, faults = read_facts([(way, 0)], set_.words, "", True)
            assert not faults, way
            there, _ = change(machine, set_, state, facts)
            assert not isinstance(resolve(machine, there, None, line), Miss), f"{found.render()}\nset {way}"
        assert state.key() == before


def test_for_nearly_all_answers_that_could_be_legal_a_change_is_found() -> None:
    """Left out is what rests on printed words, and what only a card could make legal that is not in the game: then
    that is said."""
    set_, tried, helped = card_set("citadels"), 0, 0
    for seed in range(1, 9):
        for machine, state, line, found in answers(set_, 2 + seed % 7, seed):
            if _changeable(found):
                needed = need(machine, set_, state, None, line)
                tried += bool(needed.ways) or not (needed.never or needed.missing)
                helped += bool(needed.ways)
    assert tried > 40 and helped > 0.95 * tried, f"{helped} of {tried}"
