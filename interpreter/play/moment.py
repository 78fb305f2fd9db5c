"""A place in the tree of a session, and the log's lines about the way there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ..kernel.events import Event
from ..kernel.memory import Memory
from ..kernel.program import Origin
from ..kernel.state import State
from . import causes


@dataclass(frozen=True)
class Moment:
    """One place in the tree. `line` led here (`p1: build Docks`, `given p1 …`), `events` happened on the way, and
    `depth` counts the lines up to here. `player` (from 0) gave the answer `code`; None if a position was posed.
    `passed`: the single answers that were given after it without a question, and that its line does not name.
    `recalled`: what the position that begins here says of the memory of each player."""

    id: int
    parent: int | None
    line: str
    state: State
    events: tuple[Event, ...]
    depth: int
    player: int | None = None
    code: int | None = None
    passed: tuple[tuple[int, str], ...] = ()
    recalled: Mapping[int, Memory] | None = None


@dataclass(frozen=True)
class Told:
    """One line of the log: what happened, and the words of cards that caused it, innermost first. `event` is None for
    the answer or position that led to it. `aside`: whoever heard the answer already knows this."""

    text: str
    moment: int
    origins: tuple[Origin, ...] = ()
    event: Event | None = None
    aside: bool = False

    @property
    def origin(self) -> Origin | None:
        """The one cause to name where there is room for one."""
        return causes.named(self.origins)

    @property
    def at(self) -> str:
        """The place of that cause: `(Thief, characters/thief.card:8)`; empty if there is none."""
        return causes.at(self.origin)

    def render(self) -> str:
        """Return `2 gold from p1 to p3 (Thief, characters/thief.card:8)`."""
        return f"{self.text} {self.at}" if self.at else self.text
