"""The history of a game: a tree of moments, and the current place in it. Going back loses nothing.

A session owns one and a teller reads it. If something cannot be done, the result is a `NotDone` and the history is
unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ..kernel.events import Event, replay, undo
from ..kernel.memory import Memory
from ..kernel.names import player_name
from ..kernel.state import State
from .answers import Passed, Taken
from .moment import Moment
from .not_done import NotDone


@dataclass
class History:
    """The moments in the order in which they were first reached. `here` is the number of the current one."""

    moments: list[Moment]
    here: int = 0
    within: int | None = None
    """While stepping: how many events after the last answer have been shown."""
    latest: dict[int, int] = field(default_factory=dict)
    """The child of each moment that was last gone to."""
    joined: set[int] = field(default_factory=set)
    """The moments that the same line led to as the moment before them: one `undo` takes them back together."""
    remembered: dict[int, dict[int, tuple[Moment, Memory]]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """What each player knows at each moment, where it was worked out (`recalling`)."""
    _next: dict[int, list[int]] = field(init=False, repr=False, compare=False)
    """The moments that follow each moment."""

    def __post_init__(self) -> None:
        self._next = {}
        for moment in self.moments:
            self._follows(moment)

    @classmethod
    def begun(
        cls, state: State, events: Sequence[Event], line: str = "", recalled: Mapping[int, Memory] | None = None
    ) -> History:
        """Begin a history with a state and the events that led to it. `recalled`: what players remember besides what
        they see there."""
        return cls([Moment(0, None, line, state, tuple(events), 0, recalled=recalled)])

    # ---- the current place

    @property
    def now(self) -> Moment:
        """The current moment."""
        return self.moments[self.here]

    @property
    def state(self) -> State:
        """The shown state: the current moment's, or while stepping one on the way to it."""
        return self.at(self.now, self.within)

    def at(self, moment: Moment, events: int | None) -> State:
        """Return the state on the way to a moment after so many events (None: the moment itself). On the way nobody is
        asked anything."""
        if events is None:
            return moment.state
        before = self.before(moment) or undo(moment.state, moment.events)
        then = replay(before, moment.events[:events])
        then.ask = None
        return then

    @property
    def shown(self) -> tuple[Event, ...]:
        """The events after the last answer that have been shown so far."""
        return self.now.events[: self.within]

    @property
    def asked(self) -> int | None:
        """The player who must answer (from 0); None if the game is over."""
        return None if self.now.state.ask is None else self.now.state.ask.player

    def before(self, moment: Moment) -> State | None:
        """Return the state before a moment; None for the first moment."""
        return None if moment.parent is None else self.moments[moment.parent].state

    def path(self, id: int | None = None) -> list[Moment]:
        """Return the moments from the beginning to the current moment, or to the one with this number."""
        found: list[Moment] = []
        step: int | None = self.here if id is None else id
        while step is not None:
            found.append(self.moments[step])
            step = self.moments[step].parent
        return found[::-1]

    def ahead(self) -> Iterator[Moment]:
        """Return the moments after the current one, along the branch that was used last."""
        at: int | None = self.here
        while at is not None:
            yield self.moments[at]
            at = self.latest.get(at)

    def children(self) -> dict[int, list[int]]:
        """Return the moments that follow each moment, by their numbers."""
        return {id: list(found) for id, found in self._next.items()}

    def leaves(self) -> list[Moment]:
        """Return the last moment of every branch."""
        return [m for m in self.moments if m.id not in self._next]

    # ---- going on

    def took(self, one: Taken) -> Moment:
        """Go to the moment that an answer leads to; the answer was already tried out on this state."""
        line = f"{player_name(one.player)}: {one.text}"
        return self.add(line, one.state, one.events, one.player, one.code, one.unsaid)

    def add(
        self,
        line: str,
        state: State,
        events: tuple[Event, ...],
        player: int | None = None,
        code: int | None = None,
        passed: tuple[Passed, ...] = (),
    ) -> Moment:
        """Go to a new moment after the current one. If the same line has led to a moment before, go to that one."""
        self.within = None
        for moment in map(self.moments.__getitem__, self._next.get(self.here, ())):
            if moment.line == line and moment.state.key() == state.key():
                return self._to(moment)
        at, depth = len(self.moments), self.now.depth + 1
        moment = Moment(at, self.here, line, state, events, depth, player, code, passed=passed)
        self.moments.append(moment)
        self._follows(moment)
        return self._to(moment)

    def join(self, moments: Iterable[Moment]) -> None:
        """Note that one line led to all these moments, which follow each other."""
        numbers = sorted(moment.id for moment in moments)
        self.joined.difference_update(numbers[:1])
        self.joined.update(numbers[1:])

    def _follows(self, moment: Moment) -> None:
        if moment.parent is not None:
            self._next.setdefault(moment.parent, []).append(moment.id)

    @property
    def pinned(self) -> bool:
        """Whether the current moment only says how chance decides in the line that led on from it."""
        on = self._next.get(self.here, ())
        return self.now.line.startswith("given seed ") and any(id in self.joined for id in on)

    def _to(self, moment: Moment) -> Moment:
        self.here, self.within = moment.id, None
        at, parent = moment.id, moment.parent
        while parent is not None:
            self.latest[parent] = at
            at, parent = parent, self.moments[parent].parent
        return moment

    def undo(self, times: int = 1) -> Moment | NotDone:
        """Go back by this many lines: to before all that one line led to."""
        if self.now.parent is None:
            return NotDone("this is the beginning")
        for _ in range(times):
            self.here = self._line_before(self.here)
        self.within = None
        return self.now

    def _line_before(self, at: int) -> int:
        """Return the moment before all that one line led to; the beginning has none before it."""
        while at in self.joined:
            at = self.moments[at].parent or 0
        return self.moments[at].parent or 0

    def redo(self, times: int = 1) -> Moment | NotDone:
        """Go forward again by this many lines, along the branch that was used last."""
        if self.here not in self.latest:
            return NotDone("there is nothing to go forward to")
        for _ in range(times):
            if self.here not in self.latest:
                break
            self.here = self.latest[self.here]
            while self.latest.get(self.here) in self.joined:
                self.here = self.latest[self.here]
        self.within = None
        return self.now

    def goto(self, id: int) -> Moment | NotDone:
        """Go to any moment of the tree."""
        if not 0 <= id < len(self.moments):
            return NotDone(f"there is no moment {id}: moments go from 0 to {len(self.moments) - 1}")
        return self._to(self.moments[id])
