"""Says how moves of cards are remembered, because something asks later whether a card was moved from one place to
another.

A record is kept for each sort of question: from which sort of place, to which, and for each of what: the card, the
player whose place it left, the player to whose place it came, the player who moved it.
"""

from __future__ import annotations

from dataclasses import dataclass

from moot.dsl.own_verbs import MOVED

from ..kernel.program import HistoryKey


@dataclass(frozen=True)
class Journey:
    """A record of moves. `origin` and `goal`: the sorts of places ('' for any). `kept`: for each of what it is kept, of
    `subject`, `from`, `to` and `by`, in this order."""

    origin: str
    goal: str
    kept: tuple[str, ...]

    @classmethod
    def of(cls, key: HistoryKey) -> Journey | None:
        """Return what a record of the past keeps of moves; None if it is about something else."""
        name, _, places = key[0].partition("/")
        if name != MOVED.key:
            return None
        origin, _, goal = places.partition(">")
        return cls(origin, goal, tuple(key[1].split()))

    def width(self, cards: int, players: int) -> int:
        """Return how many cells the record has."""
        found = 1
        for one in self.kept:
            found *= cards if one == "subject" else players
        return found
