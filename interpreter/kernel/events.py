"""Records what happened: every change of a state is an event that carries its cause and its writes.

The state between two events is the state at the last decision plus the writes of the events so far (`replay`). Writes
cover zones, cells, where cards lie, the generator, the lasting rules, what is known, and the end of the game. Frames
and the pending question only note where the machine is; they are exact at decisions alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from .program import Deed, Origin
from .state import State

Write = tuple[str, int, Any, Any]
"""('z', zone, old, new), ('m', cell, old, new), ('w', card, old, new),
('rng' | 'lasting' | 'over' | 'known', 0, old, new)."""


@dataclass(frozen=True, slots=True)
class Cause:
    """One frame of what was half done: the program, the words that it was carrying out, and the sentence of a card that
    the program is made of, if it is made of one. `within`: the deeds written out in the program of which those words
    are part, innermost first. `number`: the program's; `pc`: the instruction; `slots`: what the frame held then."""

    program: str
    origin: Origin | None
    sentence: Origin | None
    within: tuple[Deed, ...] = ()
    number: int = -1
    pc: int = 0
    slots: tuple[Any, ...] = ()


class Trail:
    """Everything that was half done, innermost first: a cause, and the trail around it. Events of one frame share the
    trail around it, so a record grows with the number of events and not with their depth."""

    __slots__ = ("cause", "outer")

    def __init__(self, cause: Cause, outer: Trail | None) -> None:
        self.cause = cause
        self.outer = outer

    def __iter__(self) -> Iterator[Cause]:
        at: Trail | None = self
        while at is not None:
            yield at.cause
            at = at.outer

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Trail) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(self.cause)


@dataclass(frozen=True, slots=True)
class Event:
    """One change, or one thing worth reporting. `cause`: innermost frame first; () when nothing is under way any more.
    `secret`: the only players who may hear of it in words (None: everybody). What lies open on the table afterwards
    is seen by all in any case.

    kind     data
    move     cards, the zones they came from, zone, place
    amount   mark, how many, from cell (-1: the bank), to cells (() is the bank)
    single   cell it left (-1), cell it came to (-1)
    mark     cells, owner player (-1: the game itself)
    unmark   cells
    put      cell, amount
    keep     cell, what it holds now
    shuffle  zone
    random   the things chosen, the set from which they were chosen, their sort
    show     player (-1: everybody), cards, truth (None, or whether it holds)
    swap     what, left, right
    lasting  rule, until, captured values
    win      the winners
    note     kind, key, values…
    poke     cell                         bookkeeping that no player sees
    clear    cells that were not zero
    """

    kind: str
    data: tuple[Any, ...]
    writes: tuple[Write, ...]
    cause: Trail | tuple[()]
    secret: tuple[int, ...] | None = None


def write(state: State, writes: Iterable[Write]) -> None:
    """Make these changes, in order."""
    for what, where, _, new in writes:
        if what == "m":
            state.m[where] = new
        elif what == "z":
            state.z[where] = new
        elif what == "w":
            state.w[where] = new
        elif what == "rng":
            state.rng = new
        elif what == "lasting":
            state.lasting = new
        elif what == "known":
            state.known = new
        else:
            state.over = new


def replay(state: State, events: Iterable[Event]) -> State:
    """Return a copy of the state at a decision, after the given events. `events`: the first of the events that
    followed."""
    then = state.clone()
    for event in events:
        write(then, event.writes)
    return then


def undo(state: State, events: Iterable[Event]) -> State:
    """Return a copy of the state as it was before these events, by undoing them in reverse order."""
    then = state.clone()
    for event in reversed(tuple(events)):
        write(then, tuple((what, where, new, old) for what, where, old, new in reversed(event.writes)))
    return then
