"""The two ways a game can be interrupted: a fault of the cards, and an answer nobody offered."""

from __future__ import annotations

from .program import Origin


def place(origin: Origin | None) -> str:
    """`Witch (witch.card:3)`, or nothing for code that no author wrote."""
    if origin is None:
        return ""
    where = f"{origin.path}:{origin.line}"
    return f"{origin.card} ({where})" if origin.card else where


ENDLESS = "a value depends on itself without end"


class Fault(Exception):
    """The cards ask for something that cannot be: a resolution that never ends, two rules that contradict each other,
    a deed begun that nobody can finish. `origins` names the lines that are at fault, the culprit first."""

    def __init__(self, message: str, origins: tuple[Origin, ...] = ()) -> None:
        lines = [place(o) for o in origins]
        super().__init__(message + (": " + ", ".join(dict.fromkeys(lines)) if lines else ""))
        self.message = message
        self.origins = origins


class Stuck(Fault):
    """An instruction `fail` was reached: in a trial that path is given up, in a game it is a fault of the cards."""


class NotLegal(ValueError):
    """The answer is not among those offered. A guard for programmers: front ends look at the answers first."""
