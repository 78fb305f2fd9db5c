"""Reads `show your hand to the left neighbour of you`; without `to`, everybody sees the cards."""

from __future__ import annotations

from ... import ir
from ...language import Own
from .. import worth
from ..mistakes import fail
from ..noun import Noun, uncounted
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed("show", Own("show", "shows cards to everybody, or to one player (`show … to`)", "", "^show "))
def show(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `show your hand to the left neighbour of you`; without `to`, everybody sees the cards."""
    noun, to = words.noun(), words.role("to")
    words.finish()
    seer = worth.value(scope, to) if to is not None else None
    if seer is not None and seer.type.sort != "player":
        fail("wrong-type", f"only a player can see cards, not {says(seer.type)}", to.span if to else words.span)
    return ir.Show(span=words.span, what=shown(scope, noun), to=seer)


def shown(scope: Scope, noun: Noun) -> ir.Expr:
    """Returns the cards that are seen; for a place, the cards that lie there."""
    if noun.item.sort == "zone":
        uncounted(noun, "nothing says who picks these places")
        place = noun.set()
        holds = scope.vocabulary.zones[noun.item.name or ""].holds
        return ir.CardsIn(type=ir.Type("card", holds, True), span=noun.span, zone=place)
    if noun.item.sort != "card":
        fail("wrong-type", f"only cards and places can be shown, not {says(noun.base.type)}", noun.span)
    return worth.value(scope, noun)
