"""Finds a marker that a card puts and never asks for, so that it does nothing.

To move the whole of a counter is not to ask for it. A cost that takes some of it asks whether so much is there."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .marker_never_put import put_by
from .nodes import Once, below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such marker, unless it is not even put."""
    found: list[Diagnostic] = []
    for marker in game.markers.values():
        if marker.card is None:
            continue
        card = game.cards[marker.card]
        if marker.name in put_by(card) and marker.name not in _asked_by(card):
            message = f"nothing on this card asks for `{marker.name}`"
            help = "use it, or leave the marker out"
            found.append(Diagnostic("marker-never-asked", message, marker.span, help))
    return found


@Once[ir.Card, set[str]]
def _asked_by(card: ir.Card) -> set[str]:
    """Returns the markers that phrases of a card ask for, and those that say where its clauses count."""
    asked: set[str] = set()
    nodes = list(below(card))
    moved = [node for node in nodes if isinstance(node, ir.MoveAmount) and _is_all(node)]
    whole, wholes = {id(node.amount) for node in moved}, {id(node) for node in moved}
    for node in nodes:
        match node:
            case ir.Has() | ir.Holder() | ir.MarkOwner() | ir.Counted() if id(node) not in whole:
                asked.add(node.mark)
            case ir.Clause():
                paid = (one for one in below(node.cost) if isinstance(one, ir.MoveAmount) and id(one) not in wholes)
                asked.update(one.mark for one in paid if one.source is not None)
            case ir.Where_():
                asked.update(node.states)
            case ir.Win():
                asked.update(one.name for one in node.by)
            case ir.ForEach(by=str(name)):
                asked.add(name)
    return asked


def _is_all(move: ir.MoveAmount) -> bool:
    """Whether this is `move all … from` somewhere."""
    return isinstance(move.amount, ir.Counted) and move.amount.bearer is move.source
