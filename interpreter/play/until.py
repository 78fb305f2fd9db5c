"""Play on with no effect until a condition holds."""

from __future__ import annotations

from collections.abc import Callable

from .answers import Taken, take
from .condition import condition
from .course import places
from .moment import Moment
from .not_done import NotDone
from .playing import MOST, quiet
from .session import Session


def until(
    session: Session, text: str, viewer: int | None = None, patient: Callable[[], bool] = lambda: True
) -> list[Moment] | NotDone:
    """Play on, as `everyone passes` does, until a condition holds as far as the viewer knows; in the middle of an
    answer play stops at the event after which it does. If it never holds, nothing is played. A breakpoint stops it
    sooner. `patient` is asked at each place whether to go on."""
    teller = session.tell(viewer)
    wanted = condition(teller.look(), session.card_set, text)
    if isinstance(wanted, NotDone):
        return wanted
    if wanted.holds(teller.look()):
        return []
    taken: list[Taken] = []
    state = session.now.state
    while state.ask is not None and len(taken) < MOST:
        one = take(session.machine, state, quiet(session.machine.lib, state), True)
        taken.append(one)
        for place in places(state, one.events, one.state):
            if wanted.holds(teller.look(place.state)):
                return _go(session, taken, place.event, viewer)
            if not patient():
                return NotDone(
                    f"this has not come about after {len(taken)} answers, which took too long: {wanted.text}"
                )
        state = one.state
    if state.over is not None:
        return NotDone(f"this never comes about while everyone passes, until the game is over: {wanted.text}")
    return NotDone(f"this has not come about after {MOST} answers with no effect: {wanted.text}")


def _go(session: Session, taken: list[Taken], event: int | None, viewer: int | None) -> list[Moment]:
    gone = session.go(taken, viewer)
    if session.stops.hit is None:
        session.history.within = event
    return gone
