"""Plays random games and names answers in them that are refused: what `whynot` and `need` are tried on."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from ..kernel.machine import Machine, blank
from ..kernel.state import State
from ..play.alternatives import possible
from ..play.answers import options, take
from ..play.finding import LEGAL
from ..play.whynot import whynot
from ..play.words import Line
from ..sets.cast import Cast

EVERY = 5
"""At one of so many decisions answers are named."""
MOST = 2
"""Answers named at one decision."""


def refused(machine: Machine, cast: Cast, pick: Random) -> Iterator[tuple[State, Line]]:
    """Yield answers that are not legal, each with the state at its decision, as one random game goes on. Words that can
    also be read as a chain of legal answers are left out."""
    state = blank(machine.lib, cast.players, pick.randrange(1, 10**6), cast.cards)
    machine.run(state)
    while state.ask is not None:
        offered = options(machine, state)
        if pick.randrange(EVERY) == 0:
            legal = {text for _, text in offered}
            others = sorted({o.text for o in possible(machine, state)} - legal)
            for text in pick.sample(others, min(MOST, len(others))):
                if whynot(machine, state, None, Line.of(text)).verdict != LEGAL:
                    yield state, Line.of(text)
        state = take(machine, state, pick.choice(offered)[0]).state
