"""Find which lines of the cards caused an event: the line and the clause of each program that was running."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ..kernel.events import Event
from ..kernel.index import index_of
from ..kernel.program import Library, Origin


def origins(event: Event) -> list[Origin]:
    """Return the lines that caused an event, innermost first, without repetition."""
    found: dict[tuple[str, int], Origin] = {}
    for cause in event.cause:
        for origin in (cause.origin, *(deed.origin for deed in cause.within), cause.sentence):
            if origin is not None and origin.path:
                found.setdefault((origin.path, origin.line), origin)
    return list(found.values())


def concerns(lib: Library, event: Event, cards: frozenset[int]) -> bool:
    """Whether the words for an event may name one of these cards. This is quicker than to put the event into words."""
    if event.kind in ("lasting", "win", "note"):
        return event.kind == "lasting"
    numbers = {*_numbers(event.data), *(number for write in event.writes for number in write[1:2])}
    index = index_of(lib)
    lain = {number for card in cards for number in (card, *index.card_cells[card], *index.card_zones[card])}
    return bool(numbers & lain)


def _numbers(data: Any) -> Iterator[int]:
    """Yield every number in the data of an event."""
    for x in data:
        if type(x) is int:
            yield x
        elif isinstance(x, tuple):
            yield from _numbers(x)


def named(said: Sequence[Origin]) -> Origin | None:
    """Return the one line to name where there is room for one: the innermost on a card, or else the innermost of the
    game."""
    return next((o for o in said if o.card), said[0] if said else None)


def at(origin: Origin | None) -> str:
    """Return `(Keep, districts/keep.card:5)`."""
    if origin is None or not origin.path:
        return ""
    return f"({origin.card}, {origin.place})" if origin.card else f"({origin.place})"


def cited(origin: Origin | None, said: Origin | None = None) -> str:
    """Return ` (keep.card:4, 6; 2021 Keep)`: the line of a sentence, that of the words in it, and the source."""
    if origin is None or not origin.path:
        return ""
    inner = said is not None and said.path == origin.path and said.line != origin.line
    lines = f"{origin.line}, {said.line}" if inner and said is not None else f"{origin.line}"
    amended = f"; amended by {', '.join(origin.by)}" if origin.by else ""
    source = f"; {origin.source}" if origin.source else ""
    return f" ({origin.path}:{lines}{source}{amended})"
