"""Finds a marker of a card that nothing on the card puts anywhere: one slip in a word leaves it undone."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Once, below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such marker."""
    found: list[Diagnostic] = []
    for marker in game.markers.values():
        if marker.card is not None and marker.name not in put_by(game.cards[marker.card]):
            message = f"nothing is ever marked as `{marker.name}`"
            help = f"write `put 1 {marker.name} on`" if marker.counted else f"write `mark … as {marker.name}`"
            found.append(Diagnostic("marker-never-put", message, marker.span, help))
    return found


@Once[ir.Card, set[str]]
def put_by(card: ir.Card) -> set[str]:
    """Returns the markers that a card puts or moves."""
    put: set[str] = set()
    for node in below(card):
        match node:
            case ir.Put() | ir.MoveAmount() | ir.MoveSingle() | ir.Mark(off=False):
                put.add(node.mark)
            case ir.Recover(paid=ir.Happened(measure=str(paid))):
                put.add(paid)
    return put
