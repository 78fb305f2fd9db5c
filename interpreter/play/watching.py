"""Watched phrases: what each comes to is shown whenever that changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ..kernel.program import Library
from .asking import Reading
from .changes import followed, read, value
from .moment import Moment
from .not_done import NotDone
from .session import Session
from .stops import MOST

LATEST = 20  # moments of one run through which a phrase is followed


@dataclass
class Watched:
    """A phrase, and what it came to when it was shown last: through whose eyes, and at which moment."""

    text: str
    reading: Reading
    read_in: Library
    viewer: int | None
    moment: int
    shown: str


@dataclass(frozen=True)
class News:
    """A watched phrase, and what it came to one after the other; the first is what was shown last."""

    text: str
    values: tuple[str, ...]

    def render(self) -> str:
        """Return `VALUE of p1: 2 → 4 → 3`."""
        return f"{self.text}: {' → '.join(self.values)}"


@dataclass
class Watches:
    """The phrases that a person watches."""

    watched: list[Watched] = field(default_factory=list)

    def add(self, session: Session, phrase: str, viewer: int | None) -> Watched | NotDone:
        """Watch a phrase; one that is watched already is not added twice."""
        said = " ".join(phrase.split())
        known = next((one for one in self.watched if one.text == said), None)
        if known is not None:
            return known
        if len(self.watched) >= MOST:
            return NotDone(f"{MOST} phrases are watched already")
        found = read(session, said, viewer)
        if isinstance(found, NotDone):
            return found
        now = value(found, session.tell(viewer).look())
        self.watched.append(Watched(said, found, session.machine.lib, viewer, session.here, now))
        return self.watched[-1]

    def remove(self, number: int) -> Watched | NotDone:
        """Watch the phrase with this number, from 1, no longer."""
        if not 1 <= number <= len(self.watched):
            return NotDone(f"there is no watched phrase {number}" + ("" if self.watched else ": none is watched"))
        return self.watched.pop(number - 1)

    def clear(self) -> int:
        """Watch nothing any more, and return how many phrases were watched."""
        gone, self.watched = len(self.watched), []
        return gone

    def news(self, session: Session, viewer: int | None) -> list[News]:
        """Return which phrases have changed since they were shown last. Through other eyes nothing is compared."""
        found = [(one.text, _values(one, session, viewer)) for one in self.watched]
        return [News(text, values) for text, values in found if len(values) > 1]


def _values(one: Watched, session: Session, viewer: int | None) -> tuple[str, ...]:
    """Return what a phrase came to since it was shown last, beginning with that; and remember the last."""
    if one.read_in is not session.machine.lib:
        again = read(session, one.text, viewer)
        if isinstance(again, NotDone):
            return ()
        one.reading, one.read_in = again, session.machine.lib
    values = [one.shown]
    if one.viewer == viewer:
        way = followed(session, one.reading, _since(one, session), viewer, one.shown)
        values += [change.after for change in way]
    now = value(one.reading, session.tell(viewer).look())
    if now != values[-1]:
        values.append(now)
    same = one.viewer == viewer
    one.viewer, one.moment, one.shown = viewer, session.here, now
    return tuple(values) if same else (now,)


def _since(one: Watched, session: Session) -> Sequence[Moment]:
    """Return the moments that were passed through wholly since a phrase was shown last; none after going back, and none
    of a long run."""
    path = session.path()
    at = next((i for i, moment in enumerate(path) if moment.id == one.moment), None)
    if at is None or len(path) - at > LATEST:
        return ()
    return path[at + 1 : len(path) - 1 if session.stepping else len(path)]
