"""What was asked at the prompt, and what was answered: kept for whoever is shown the dispute later."""

from __future__ import annotations

from dataclasses import dataclass

from moot.interpreter.play.places import Place

MOST = 500
"""Questions that are kept; of more, the latest."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question. `place`: where it was asked. `viewer`: through whose eyes (None: of somebody who sees everything).
    `line`: the words that were typed. `answer`: the lines of text that came out."""

    place: Place
    viewer: int | None
    line: str
    answer: str


def keep(asked: list[Asked], one: Asked) -> None:
    """Add a question at the end; it takes the place of the same one, asked there before."""
    asked[:] = [other for other in asked if not _same(one, other)][1 - MOST :] + [one]


def _same(one: Asked, other: Asked) -> bool:
    here = one.place.lies_in(other.place.game) and one.place.at == other.place.at
    return here and (one.viewer, one.line) == (other.viewer, other.line)
