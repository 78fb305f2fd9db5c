"""Reads `swap your hand with hand of victim`: cards, places or the seats of players."""

from __future__ import annotations

from typing import Literal

from ... import ir
from ...language import Own
from .. import worth
from ..mistakes import fail
from ..scope import Scope
from ..terms import says
from .deed import Words, deed

SWAPPED: dict[str, Literal["cards", "zones", "seats"]] = {"card": "cards", "zone": "zones", "player": "seats"}


@deed(
    "swap",
    Own(
        "swap … with",
        "exchanges two cards, two places or two seats (`your seat with seat of target`), at one moment. "
        "Whoever changes seats takes along what is his; the turn is that of the seat, and seats are swapped last",
        "with",
        "swap .* with ",
    ),
)
def swap(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `swap your hand with hand of victim`: cards, places or the seats of players."""
    noun, with_ = words.noun(), words.needed("with")
    words.finish()
    if isinstance(noun.base, ir.Seat) and isinstance(with_.base, ir.Seat):
        return ir.Swap(span=words.span, left=noun.base.of, right=with_.base.of, what="seats", doer=scope.doer)
    sort = noun.item.sort
    if sort != with_.item.sort:
        fail("wrong-type", f"{says(noun.item)} cannot be swapped with {says(with_.item)}", with_.span)
    if sort not in SWAPPED:
        fail("wrong-type", f"only cards, places and players can be swapped, not {says(noun.item)}", noun.span)
    left, right = worth.value(scope, noun), worth.value(scope, with_)
    for value, at in ((left, noun), (right, with_)):
        if value.type.many:
            fail("wrong-type", "one thing can only be swapped with one other", at.span)
    return ir.Swap(span=words.span, left=left, right=right, what=SWAPPED[sort], doer=scope.doer)
