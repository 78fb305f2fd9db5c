"""The course of a game: every place through which it went, event by event.

A place is the state after an event on the way to a moment, or the moment itself, at its question. Whatever looks at a
game while it goes on looks at these places: a breakpoint, a watched phrase, the history of a value, `until`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ..kernel.events import Event, write
from ..kernel.state import State
from .history import History
from .moment import Moment


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the course of a game. `event`: how many events have happened since the last answer; None at the
    question itself."""

    event: int | None
    state: State


def places(before: State | None, events: Sequence[Event], after: State, all_: bool = False) -> Iterator[Place]:
    """Yield the state after each of the events that led from one question to the next, and the next question; after an
    event that changed nothing, nothing new is so. The states on the way are one state that goes on: keep no hold of
    it."""
    if before is not None:
        state = before.clone()
        state.ask = None
        for number, event in enumerate(events, 1):
            write(state, event.writes)
            if event.writes or all_:
                yield Place(number, state)
    yield Place(None, after)


def places_of(history: History, moment: Moment, all_: bool = False) -> Iterator[Place]:
    """Yield the places on the way to a moment; with `all_`, also those after events that changed nothing."""
    return places(history.before(moment), moment.events, moment.state, all_)
