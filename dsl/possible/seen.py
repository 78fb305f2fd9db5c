"""Knows what somebody sees anyway, so that to show it changes nothing."""

from __future__ import annotations

from .. import ir
from ..checks.nodes import below, is_you
from .about import Known
from .asking import Asking

PLAIN = (
    ir.Has, ir.Counted, ir.Holder, ir.CardsIn, ir.ZoneOf, ir.Is, ir.Among, ir.Some, ir.Size, ir.Where, ir.Not, ir.And,
    ir.Or, ir.Var, ir.Num, ir.Word, ir.CardNamed, ir.Players, ir.Owner, ir.Nobody,
)  # fmt: skip
"""The phrases of which the text tells who can answer them."""


def sees(asking: Asking, what: ir.Expr, by: ir.Expr | None, known: Known) -> bool:
    """Returns whether a player (None: everybody) surely sees some cards where they lie, or can answer a question."""
    if what.type.sort == "truth":
        return all(_open(asking, node) for node in below(what))
    about = asking.ask(what, known)
    if not about.places or ir.FACE_DOWN in asking.game.markers and asking.marked(ir.FACE_DOWN) & about.mask:
        return False
    if all(asking.zone(place).seen == "everyone" for place in about.places):
        return True
    match what:
        case ir.CardsIn(zone=ir.ZoneOf(zone=zone, bearer=ir.Var() as owner)):
            return is_you(by) and is_you(owner) and asking.zone(zone).seen == "owner"
    return False


def _open(asking: Asking, node: object) -> bool:
    """Returns whether everybody sees what a phrase asks for."""
    match node:
        case ir.Has() | ir.Counted() | ir.Holder():
            return asking.marker(node.mark).seen == "everyone"
        case ir.ZoneOf():
            return asking.zone(node.zone).seen == "everyone"
    return isinstance(node, PLAIN) or not isinstance(node, ir.Expr)
