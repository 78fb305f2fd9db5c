"""A place in the tree of a session, and what is told of the way there."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.events import Event
from ..kernel.program import Origin
from ..kernel.state import State
from . import causes


@dataclass(frozen=True)
class Moment:
    """One place in the tree. `line` is what led here (`p1: build Docks`, `given p1 …`), `events` what happened on the
    way, `depth` how many lines lead here. `player` (from 0) gave the answer `code`, None where something was posed."""

    id: int
    parent: int | None
    line: str
    state: State
    events: tuple[Event, ...]
    depth: int
    player: int | None = None
    code: int | None = None


@dataclass(frozen=True)
class Told:
    """One line of the log: what happened, and by which words of which cards, innermost first. `event`: what it was,
    None for the answer or position that led to it. `aside`: whoever heard the answer knows this already."""

    text: str
    moment: int
    origins: tuple[Origin, ...] = ()
    event: Event | None = None
    aside: bool = False

    @property
    def origin(self) -> Origin | None:
        """The words to name if there is room for one line."""
        return causes.named(self.origins)

    @property
    def at(self) -> str:
        """Where those words stand: `(Thief, characters/thief.card:8)`; empty if nothing is to be named."""
        return causes.at(self.origin)

    def render(self) -> str:
        """Return `2 gold from p1 to p3 (Thief, characters/thief.card:8)`."""
        return f"{self.text} {self.at}" if self.at else self.text
