"""Reads `look at your hand`: whoever does it sees the cards."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ..mistakes import fail
from ..scope import Scope
from .deed import Words, deed
from .show import shown


@deed("look", Own("look at", "the player sees cards", "", "look at "), alone=True)
def look(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `look at your hand`: whoever does it sees the cards."""
    noun = words.needed("at")
    words.finish(operand=False)
    if scope.doer is None:
        fail("no-doer", "who looks?", words.verb.span)
    return ir.Show(span=words.span, what=shown(scope, noun), to=scope.doer)
