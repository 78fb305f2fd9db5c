"""Find which lines of the cards caused an event: the line and the clause of each program that was running."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.events import Event
from ..kernel.program import Origin

LONGEST = 160


def origins(event: Event) -> list[Origin]:
    """Return the lines that caused an event, innermost first, without repetition."""
    found: dict[tuple[str, int], Origin] = {}
    for cause in event.cause:
        for origin in (cause.origin, cause.sentence):
            if origin is not None and origin.path:
                found.setdefault((origin.path, origin.line), origin)
    return list(found.values())


def named(said: Sequence[Origin]) -> Origin | None:
    """Return the one line to name where there is room for one: the innermost on a card, or else the innermost of the
    game."""
    return next((o for o in said if o.card), said[0] if said else None)


def at(origin: Origin | None) -> str:
    """Return `(Keep, districts/keep.card:5)`."""
    if origin is None or not origin.path:
        return ""
    return f"({origin.card}, {origin.place})" if origin.card else f"({origin.place})"


def because(said: Sequence[Origin]) -> list[str]:
    """Return the causes as lines of text, from the inside out."""
    lines = []
    for origin in said:
        text = " ".join(origin.text.split())
        text = text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
        lines.append(f"  because: {text} {at(origin)}")
    return lines
