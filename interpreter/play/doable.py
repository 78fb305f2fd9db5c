"""Says whether the player who is asked could really do a deed now.

A permission tells whether anything refuses a deed. But many a deed is only done by what a card lets somebody do, and
then the card decides who may, and to what. So the answers are tried: one of them must lead to the deed before the same
question is put again.
"""

from __future__ import annotations

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.machine import Machine
from ..kernel.state import State

MOST = 2_000
"""How many sequences of answers are tried. If none of them leads to the deed, it counts as impossible."""


def doable(machine: Machine, state: State, verb: str, told: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether some answers to the present question lead to a deed. `told`: which players may do it, to which
    things."""
    if state.ask is None:
        return False
    start, left, waiting = state.ask.program, MOST, [state]
    while waiting and left:
        here = waiting.pop(0)
        for answer in () if here.ask is None else here.ask.answers:
            left -= 1
            events: list[Event] = []
            then = here.clone()
            try:
                machine.apply(then, answer, events)
            except Fault:
                continue
            if any(e.kind == "note" and e.data[:2] == ("verb", verb) and _fits(e.data[2:], told) for e in events):
                return True
            if left <= 0:
                return False
            if then.ask is not None and then.ask.program != start:
                waiting.append(then)
    return False


def _fits(done: tuple[int, ...], told: tuple[tuple[int, ...], ...]) -> bool:
    """Return whether what a deed was about is among what was meant."""
    return len(done) == len(told) and all(x in meant for x, meant in zip(done, told, strict=True))
