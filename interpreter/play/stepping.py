"""Step through a game: one event, effect, window or answer at a time, forwards and backwards.

An *effect* is what one deed or one sentence of a card does, with everything that it brings about. A *window* is a
moment in which a sentence of a card answers what happens. Stepping moves through what was played already; it gives no
answer. For a player, events that he may not know are treated as if there were none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..kernel.events import Event
from .heard import chain, steps
from .moment import Moment, Told
from .not_done import NotDone
from .session import Session

EVENT, EFFECT, WINDOW, ANSWER, REST = "event", "effect", "window", "answer", "rest"
"""How far one step goes. `rest`: to the end of the effect to which the shown event belongs."""


@dataclass(frozen=True)
class Shown:
    """What a step has shown. `told`: the events, the last of them the one that is shown now; empty if the session is at
    a question again. `number`: the place of the last event among those of its answer, of which there are `count`.
    `entered`: the step has gone on to this answer. `returned`: it has gone back to before an answer. `opens`: for each
    event, the deeds that begin with it, from the outside in."""

    moment: Moment
    told: tuple[Told, ...] = ()
    number: int = 0
    count: int = 0
    entered: bool = False
    returned: bool = False
    opens: tuple[tuple[str, ...], ...] = ()


class _Way:
    """The events on the way to the current moment, as a viewer hears them."""

    def __init__(self, session: Session, viewer: int | None) -> None:
        self.session, self.history = session, session.history
        self.moment = self.history.now
        self.events: Sequence[Event] = self.moment.events
        self.told = session.tell(viewer).happenings(self.moment)
        self.steps = steps(self.told)
        self.heard = self.steps.numbers
        self.chains = [chain(event) for event in self.events]

    @property
    def steppable(self) -> bool:
        """Whether anything happened on the way here that the viewer heard of."""
        return bool(self.heard)

    def show(self, first: int, last: int, entered: bool = False) -> Shown:
        """Stop after the last event that was heard of in this stretch."""
        shown = [n for n in self.heard if first < n <= last]
        self.history.within = shown[-1]
        told = tuple(self.told[n - 1] for n in shown)
        opens = tuple(self.steps.opens.get(n, ()) for n in shown)
        return Shown(self.moment, told, self.heard.index(shown[-1]) + 1, len(self.heard), entered, opens=opens)

    def end(self, entered: bool = False) -> Shown:
        """Go to the question that the events led to."""
        self.history.within = None
        return Shown(self.moment, entered=entered)

    # ---- how far

    def ends(self, unit: str, at: int) -> int:
        """Return the number of the event with which a step from `at` on ends."""
        found = UNITS[unit](self, at)
        while found < len(self.events) and not any(at < n <= found for n in self.heard):
            found = UNITS[unit](self, found)
        return found

    def effect(self, at: int) -> int:
        """Return the end of the effect that begins next."""
        if at >= len(self.events):
            return at
        before = self.chains[at - 1] if at else _common(self.chains)
        depth = len(_common([before, self.chains[at]])) + 1
        return self._while(at, self.chains[at][:depth], depth)

    def rest(self, at: int) -> int:
        """Return the end of the innermost effect that goes on after `at`."""
        chain = self.chains[at - 1] if at else ()
        for depth in range(len(chain), len(_common(self.chains)), -1):
            found = self._while(at, chain[:depth], depth)
            if any(at < n <= found for n in self.heard):
                return found
        return len(self.events)

    def _while(self, at: int, chain: Sequence[str], depth: int) -> int:
        while at < len(self.events) and self.chains[at][:depth] == chain:
            at += 1
        return at

    def window(self, at: int) -> int:
        """Return the first event in the next window that opens."""
        whole = len(self.events)
        opened = next((n for n in range(at + 1, whole + 1) if opens_window(self.events[n - 1])), whole)
        return next((n for n in self.heard if n >= opened), whole)


UNITS: dict[str, Callable[[_Way, int], int]] = {
    EVENT: lambda way, at: next((n for n in way.heard if n > at), len(way.events)),
    EFFECT: _Way.effect,
    WINDOW: _Way.window,
    ANSWER: lambda way, at: len(way.events),
    REST: _Way.rest,
}


def opens_window(event: Event) -> bool:
    """Return whether a sentence of a card begins here."""
    return event.kind == "note" and event.data[0] == "clause"


def _common(chains: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """Return the beginning that all of them share."""
    if not chains:
        return ()
    low, high = min(chains), max(chains)
    same = next((i for i, (a, b) in enumerate(zip(low, high, strict=False)) if a != b), min(len(low), len(high)))
    return low[:same]


# ---- forwards and backwards -----------------------------------------------------------------------------------------


def forward(session: Session, viewer: int | None = None, unit: str = EVENT) -> Shown | NotDone:
    """Go on by one unit. From a question this goes on to the answer that was given next, if one was; else an event or
    an effect begins again after the last answer. Behind the last event comes the question."""
    history, entered = session.history, False
    if history.within is None:
        ahead = history.latest.get(history.here)
        if ahead is not None:
            history.here, entered = ahead, True
            while history.pinned and history.here in history.latest:
                history.here = history.latest[history.here]
        elif unit in (ANSWER, REST):
            return NotDone("no further answer was given")
    way, at = _Way(session, viewer), history.within or 0
    if history.now.parent is None and not way.heard:
        return NotDone("nothing has happened yet")
    if unit == ANSWER or not any(n > at for n in way.heard):
        return way.end(entered)
    return way.show(at, way.ends(unit, at), entered)


def first(session: Session, viewer: int | None = None) -> Shown | NotDone:
    """Show the first event after the last answer."""
    session.history.within = 0 if session.now.events else None
    return forward(session, viewer) if session.stepping else Shown(session.now)


def back(session: Session, viewer: int | None = None, unit: str = EVENT) -> Shown | NotDone:
    """Go back by one unit: to the event before the one that is shown, and before the first event of an answer to the
    question that it answered."""
    history, way = session.history, _Way(session, viewer)
    at = len(way.events) + 1 if history.within is None else history.within
    earlier = [n for n in _stops(way, unit, at) if n < at] if unit != ANSWER and way.heard else []
    if earlier:
        return way.show(earlier[-1] - 1, earlier[-1])
    return NotDone("this is the beginning") if history.now.parent is None else _before(session)


def _stops(way: _Way, unit: str, at: int) -> list[int]:
    """Return the events at which somebody stops who goes through the answer by this unit."""
    if unit == REST:
        shown = min(at, len(way.events))
        inside = way.chains[shown - 1]
        first = next(
            (n for n in range(shown, 0, -1) if way.chains[n - 1][: len(inside)] != inside), 0
        )  # the last event before the effect to which the shown one belongs
        return [n for n in way.heard if n <= first]
    found: list[int] = []
    end = 0
    while end < len(way.events):
        end = way.ends(unit, end)
        stop = [n for n in way.heard if n <= end]
        found += stop[-1:]
    return found


def _before(session: Session) -> Shown:
    """Go back to the question of the last answer."""
    history, moment = session.history, session.history.now
    assert moment.parent is not None
    history.latest[moment.parent] = moment.id
    history.here, history.within = moment.parent, None
    if history.pinned and history.now.parent is not None:
        history.here = history.now.parent
    return Shown(history.now, returned=True)


def to(session: Session, viewer: int | None, moment: int, number: int) -> Shown | NotDone:
    """Go to an event by the number of its moment and its place among the events that the viewer heard of."""
    before = session.history.here, session.history.within
    found = session.goto(moment)
    if isinstance(found, NotDone):
        return found
    way = _Way(session, viewer)
    if not (way.steppable and 1 <= number <= len(way.heard)):
        session.history.goto(before[0])
        session.history.within = before[1]
        many = f"its events go from 1 to {len(way.heard)}" if way.steppable else "it has no events to step through"
        return NotDone(f"there is no event {number} of moment {moment}: {many}")
    return way.show(way.heard[number - 1] - 1, way.heard[number - 1])
