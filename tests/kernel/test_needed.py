"""What a program will never read again changes nothing: two states that differ in no more go on alike."""

from __future__ import annotations

from random import Random

import pytest

from moot.interpreter.kernel.analysis.needed import Needed, needed
from moot.interpreter.kernel.executor import Executor
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.state import State
from moot.interpreter.play.search import Likeness
from moot.interpreter.sets.engine import engine
from tests.play.sets import card_set, game

GAMES = ("citadels", "hearts", "crazy-eights", "go-fish")
STRANGE = 10**6
ANSWERS = 60


def forgetful(state: State, still: Needed) -> State:
    """The same state, in which every slot that is not needed holds something strange."""
    other = state.clone()
    for f in other.frames:
        program, pc = f[0], f[1]
        assert isinstance(program, int) and isinstance(pc, int)
        for slot in range(len(f) - 2):
            if slot not in still[program][pc]:
                f[slot + 2] = STRANGE
    return other


def seen(state: State) -> tuple[object, ...]:
    """All of a state but what its frames hold."""
    key = list(state.key())
    key[3] = tuple((f[0], f[1]) for f in state.frames)
    return tuple(key)


@pytest.mark.parametrize("by", ["machine", "engine"])
@pytest.mark.parametrize("name", GAMES)
def test_what_is_not_needed_changes_nothing(name: str, by: str) -> None:
    set_ = card_set(name)
    lib = set_.library
    assert lib is not None
    still, alike = needed(lib), Likeness(lib)
    play: Executor = Machine(lib) if by == "machine" else engine(lib)
    forgotten = 0
    for seed in range(1, 4):
        cast, pick = game(name, seed).cast, Random(seed)
        state = blank(lib, cast.players, seed, cast.cards)
        play.run(state)
        for _ in range(ANSWERS):
            if state.ask is None:
                break
            other = forgetful(state, still)
            forgotten += other.key() != state.key()
            assert alike.digest(other) == alike.digest(state)
            answer = pick.choice(state.ask.answers)
            play.apply(state, answer)
            play.apply(other, answer)
            assert seen(other) == seen(state)
            assert alike.digest(other) == alike.digest(state)
    assert forgotten
