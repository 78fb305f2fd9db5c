"""The history of a game: a tree of moments, and where in it one stands. Going back loses nothing.

A session holds one and a teller speaks of one; whatever cannot be done comes back as `NotDone`, with the history as it
was.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ..kernel.events import Event, replay
from ..kernel.names import player_name
from ..kernel.state import State
from .answers import Taken
from .moment import Moment
from .not_done import NotDone


@dataclass
class History:
    """Moments in the order in which they were first reached; `here` is the one that is shown."""

    moments: list[Moment]
    here: int = 0
    within: int | None = None
    """While stepping: how many events after the last answer have been shown."""
    latest: dict[int, int] = field(default_factory=dict)
    """The child of each moment that was last gone to."""

    @classmethod
    def begun(cls, state: State, events: Sequence[Event], line: str = "") -> History:
        """Begin a history with a state and with what happened on the way to it."""
        return cls([Moment(0, None, line, state, tuple(events), 0)])

    # ---- where it stands

    @property
    def now(self) -> Moment:
        """The moment that is shown."""
        return self.moments[self.here]

    @property
    def state(self) -> State:
        """The state shown: that of the moment, or on the way to it while stepping."""
        before = self.before(self.now)
        return self.now.state if self.within is None or before is None else replay(before, self.shown)

    @property
    def shown(self) -> tuple[Event, ...]:
        """What has happened after the last answer, as far as it has been shown."""
        return self.now.events[: self.within]

    @property
    def asked(self) -> int | None:
        """The player who must answer (from 0)."""
        return None if self.now.state.ask is None else self.now.state.ask.player

    def before(self, moment: Moment) -> State | None:
        """Return the state from which a moment was reached; None at the beginning."""
        return None if moment.parent is None else self.moments[moment.parent].state

    def path(self, id: int | None = None) -> list[Moment]:
        """Return the moments from the beginning to here, or to another one."""
        found: list[Moment] = []
        step: int | None = self.here if id is None else id
        while step is not None:
            found.append(self.moments[step])
            step = self.moments[step].parent
        return found[::-1]

    def ahead(self) -> Iterator[Moment]:
        """Return the moments from here on, along the branch that was last gone."""
        at: int | None = self.here
        while at is not None:
            yield self.moments[at]
            at = self.latest.get(at)

    def children(self) -> dict[int, list[int]]:
        """Return the moments that were reached from each one, by their numbers."""
        found: dict[int, list[int]] = {}
        for moment in self.moments:
            if moment.parent is not None:
                found.setdefault(moment.parent, []).append(moment.id)
        return found

    def leaves(self) -> list[Moment]:
        """Return the end of every branch."""
        parents = self.children()
        return [m for m in self.moments if m.id not in parents]

    # ---- going on

    def took(self, one: Taken) -> Moment:
        """Go where an answer leads that was tried out here."""
        return self.add(f"{player_name(one.player)}: {one.text}", one.state, one.events, one.player, one.code)

    def add(
        self, line: str, state: State, events: tuple[Event, ...], player: int | None = None, code: int | None = None
    ) -> Moment:
        """Go to a moment after this one; to the one that is there already if the same line led to it before."""
        self.within = None
        for moment in self.moments[self.here + 1 :]:  # what comes of a moment stands behind it
            if moment.parent == self.here and moment.line == line and moment.state.key() == state.key():
                return self._to(moment)
        moment = Moment(len(self.moments), self.here, line, state, events, self.now.depth + 1, player, code)
        self.moments.append(moment)
        return self._to(moment)

    def _to(self, moment: Moment) -> Moment:
        self.here, self.within = moment.id, None
        for one in self.path():
            if one.parent is not None:
                self.latest[one.parent] = one.id
        return moment

    # ---- back and forth

    def undo(self, times: int = 1) -> Moment | NotDone:
        """Go back by so many answers."""
        if self.now.parent is None:
            return NotDone("this is the beginning")
        for _ in range(times):
            if self.now.parent is not None:
                self.here = self.now.parent
        self.within = None
        return self.now

    def redo(self, times: int = 1) -> Moment | NotDone:
        """Go forward again, along the branch that was last gone."""
        if self.here not in self.latest:
            return NotDone("there is nothing to do again")
        for _ in range(times):
            self.here = self.latest.get(self.here, self.here)
        self.within = None
        return self.now

    def goto(self, id: int) -> Moment | NotDone:
        """Go to any moment of the tree."""
        if not 0 <= id < len(self.moments):
            return NotDone(f"there is no moment {id}: they go from 0 to {len(self.moments) - 1}")
        return self._to(self.moments[id])
