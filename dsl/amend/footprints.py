"""Finds out which amendments disagree: what each of them quotes, and which words it writes.

Two disagree if they write the same words differently, if one writes words that the other quotes, or if both put
different words at one point. What only adds up does not disagree: any number of conditions, exceptions, sentences,
branches and filters.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..diagnostic import Diagnostic
from ..source import Span

FILTERS = ("that ", "whose ", "except ")  # any number of them can stand behind one noun
Spot = tuple[str, int]  # a word: the path of its file, and its offset


@dataclass(eq=False, slots=True)
class Footprint:
    """What one change quotes (`reads`), which words it replaces or takes out (`writes`), what it puts in their place
    (`wrote`), and where it puts words between others (`point`). `order`: it puts deeds there, one after the other.
    `declaration` is where all this is."""

    by: str
    span: Span
    declaration: Spot
    reads: frozenset[Spot] = frozenset()
    writes: frozenset[Spot] = frozenset()
    wrote: str = ""
    point: tuple[str, Spot] | None = None
    order: bool = False


def clashes(prints: Sequence[Footprint]) -> list[Diagnostic]:
    """Returns what is wrong with several amendments together: each disagreement once, at the later of the two."""
    found: dict[tuple[str, str], Diagnostic] = {}
    for at, first in enumerate(prints):
        for second in prints[at + 1 :]:
            if first.declaration == second.declaration:
                said = _between(first, second) if first.by != second.by else _within(first, second)
                if said is not None:
                    found.setdefault((first.by, second.by), said)
    return list(found.values())


def _within(first: Footprint, second: Footprint) -> Diagnostic | None:
    """Returns what is wrong if one amendment changes the same words twice."""
    if not first.writes & second.writes:
        return None
    notes = ((first.span, "they are changed here already"),)
    message = f"`{first.by}` changes the same words twice"
    return Diagnostic("amendments-clash", message, second.span, "say it in one change", notes=notes)


def _between(first: Footprint, second: Footprint) -> Diagnostic | None:
    notes = ((first.span, f"`{first.by}` here"),)
    alike = first.writes == second.writes and first.wrote == second.wrote
    if first.writes & second.writes and not alike:
        message = f"`{first.by}` and `{second.by}` change the same words in different ways"
        return Diagnostic("amendments-clash", message, second.span, _HELP, notes=notes)
    if first.writes & second.reads or second.writes & first.reads:
        quotes, writes = (first, second) if second.writes & first.reads else (second, first)
        if not alike:
            message = f"`{quotes.by}` quotes words that `{writes.by}` changes"
            return Diagnostic("amendments-clash", message, second.span, _HELP, notes=notes)
    filters = all(one.wrote.startswith(FILTERS) for one in (first, second))
    if first.point is not None and first.point == second.point and first.wrote != second.wrote and not filters:
        if first.order:
            message = f"`{first.by}` and `{second.by}` both add deeds here; those of `{first.by}` come first"
            return Diagnostic("amendments-order", message, second.span, None, "warning", notes)
        message = f"`{first.by}` and `{second.by}` put different words at the same place"
        return Diagnostic("amendments-clash", message, second.span, _HELP, notes=notes)
    return None


_HELP = "only one of them can be in force; a third house rule can say both"
