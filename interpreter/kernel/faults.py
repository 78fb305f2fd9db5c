"""Defines the two ways in which a game can be interrupted: a fault of the cards, and an answer that was not offered."""

from __future__ import annotations

from .program import Origin


def place(origin: Origin | None) -> str:
    """Return `Witch (witch.card:3)`, or '' for code that no author wrote."""
    if origin is None:
        return ""
    return f"{origin.card} ({origin.place})" if origin.card else origin.place


ENDLESS = "a value depends on itself without end"


class Fault(Exception):
    """The cards ask for something impossible: a resolution that never ends, two rules that contradict each other, a
    deed that cannot be finished. `origins`: the lines at fault, the main one first."""

    def __init__(self, message: str, origins: tuple[Origin, ...] = ()) -> None:
        lines = [place(o) for o in origins]
        super().__init__(message + (": " + ", ".join(dict.fromkeys(lines)) if lines else ""))
        self.message = message
        self.origins = origins


class Stuck(Fault):
    """An instruction was reached that cannot be carried out: a trial gives this path up; in a game it is a fault of the
    cards."""


class NotLegal(ValueError):
    """The answer is not among those offered. This guards against programming errors: front ends check answers first."""
