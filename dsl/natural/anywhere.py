"""Says where, and in which state, a sentence of a card must count so that it always does.

What a card has begun goes on when the card itself is gone: who skips their next turn skips it, whatever has become of
the card that said so.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import below
from ..vocabulary import Vocabulary
from .forms import NONE


def anywhere(vocabulary: Vocabulary, kind: str) -> str:
    """Returns what a moment says so that a card of a kind hears it wherever it lies: `, even if unrevealed`."""
    works = vocabulary.kinds[kind].works if kind in vocabulary.kinds else None
    if works is None:
        return NONE
    states = [f"if {name}" for name in _without(vocabulary, kind, works)]
    return "".join(f", even {way}" for way in (states or _elsewhere(vocabulary, kind, works))) or NONE


def _without(vocabulary: Vocabulary, kind: str, works: ir.Expr) -> Iterator[str]:
    """Yields the word for a card that lacks the mark with which it works."""
    if not isinstance(works, ir.Has):
        return
    for quality in vocabulary.qualities.values():
        lacks = quality.cond.of if isinstance(quality.cond, ir.Not) else None
        if quality.param.type.name == kind and isinstance(lacks, ir.Has) and lacks.mark == works.mark:
            yield quality.name


def _elsewhere(vocabulary: Vocabulary, kind: str, works: ir.Expr) -> Iterator[str]:
    """Yields the other places in which such a card may lie, but for those that belong to cards."""
    here = {node.zone for node in below(works) if isinstance(node, ir.ZoneOf)}
    for zone in vocabulary.zones.values():
        if zone.holds == kind and zone.name not in here and zone.owner in (None, "player") and here:
            yield f"from {'your' if zone.owner else 'the'} {zone.name}"
