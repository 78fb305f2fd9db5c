"""Make a game stand in the middle of a phase: `at step play of the turn of King`.

What is half done there (the round, the turn, who is still to come) cannot be set by hand. So a game with the right
cards is played to that moment: from where positions begin, with the facts of the position true, or else from the very
start. Then the facts are made true again, and the game goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence

from moot.dsl import ir
from moot.dsl.notation.parts import Acts, Fact, Named, Seat, Setup

from ..kernel.faults import Fault
from ..kernel.machine import Machine, Stop, answer_question
from ..kernel.program import Library
from ..kernel.state import State
from .lookup import Impossible, player_of
from .placing import place
from .playing import quiet

MOST = 600
"""Answers after which it is taken that the game does not come to the moment."""


def target(lib: Library, state: State, setup: Setup) -> Stop:
    """Return the test for the moment at which a position stands. Raises `Impossible` if there is no such moment."""
    assert setup.begin is not None
    phase, step = setup.begin
    program = lib.phases[phase][0]
    if step is not None and (phase, step) not in lib.step_pcs:
        raise Impossible(f"the {phase} has no step {step}")
    pc = 0 if step is None else lib.step_pcs[phase, step]
    about = setup.about
    if about is None:
        return lambda f: f[0] == program and f[1] == pc
    if isinstance(about, Seat):
        cards = {player_of(state, lib, about)}
    else:
        cards = {c for c, title in enumerate(lib.cards) if title == about.title}
    return lambda f: f[0] == program and f[1] == pc and f[2] in cards


def said(setup: Setup) -> str:
    """Return the moment at which a position stands in words."""
    assert setup.begin is not None
    phase, step = setup.begin
    about = setup.about
    whose = "" if about is None else f" of {about.title if isinstance(about, Named) else f'p{about.number}'}"
    return f"step {step} of the {phase}{whose}" if step is not None else f"the start of the {phase}{whose}"


def stand(machine: Machine, game: ir.Game, state: State, setup: Setup, facts: Sequence[Fact]) -> State | None:
    """Play on from a state, in which the facts are first made true, to the moment at which the position stands. Phases
    that a position may pass over are left out. Return None if the game does not come to that moment."""
    lib = machine.lib
    tried = state.clone()
    place(lib, game, tried, _lying(facts), refill=not setup.exact, whole=setup.exact)
    again(tried)
    stop = target(lib, tried, setup)
    passed = lib.position.passed if lib.position is not None else None
    wanted = lib.phases[setup.begin[0]][0] if setup.begin is not None else None

    def passes(f: list[object]) -> bool:
        return f[0] == passed and f[1] == 0 and not (f[0] == wanted and _about(lib, tried, setup, f))

    try:
        for _ in range(MOST):
            if machine.watch(tried, stop=lambda f: stop(f) or passes(f)):
                if stop(tried.frames[-1]):
                    return tried
                tried.frames.pop()
            elif tried.ask is None:
                return None
            else:
                answer_question(lib, tried, quiet(lib, tried))
    except Fault:
        return None
    return None


def again(state: State) -> None:
    """Take back a question that is asked before the position stands: it may be another one with these facts."""
    state.ask = None


def _about(lib: Library, state: State, setup: Setup, f: list[object]) -> bool:
    """Whether the frame of a phase is about what the position is about."""
    match setup.about:
        case Seat(number):
            return f[2] == number - 1
        case Named(title):
            return isinstance(f[2], int) and 0 <= f[2] < len(lib.cards) and lib.cards[f[2]] == title
    return True


def _lying(facts: Sequence[Fact]) -> list[Fact]:
    return [fact for fact in facts if not isinstance(fact, Acts)]


def settle(machine: Machine, game: ir.Game, state: State, setup: Setup, facts: Sequence[Fact]) -> None:
    """Make the facts true where the game stands. If nothing else is so, what they do not state is nothing."""
    lib = machine.lib
    if setup.exact:
        kept = {lib.players_cell, *(cell for _, cell in lib.phases.values())}
        state.m = [value if at in kept else 0 for at, value in enumerate(state.m)]
        state.lasting, state.known = (), {}
    place(lib, game, state, _lying(facts), refill=not setup.exact, whole=setup.exact)
