"""What was asked at the prompt, and what was answered: kept for whoever is shown the dispute later."""

from __future__ import annotations

from dataclasses import dataclass

MOST = 500
"""Questions that are kept; of more, the latest."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. `moment`: where it was asked. `viewer`: through whose eyes (None: of somebody who sees everything).
    `line`: the words that were typed. `answer`: the lines of text that came out."""

    moment: int
    viewer: int | None
    line: str
    answer: str


def keep(asked: list[Asked], one: Asked) -> None:
    """Add a question at the end; it takes the place of the same one, asked there before."""
    same = (one.moment, one.viewer, one.line)
    asked[:] = [other for other in asked if (other.moment, other.viewer, other.line) != same][1 - MOST :] + [one]
