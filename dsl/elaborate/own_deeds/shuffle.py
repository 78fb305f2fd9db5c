"""Reads `shuffle the deck`."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ..mistakes import fail
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed("shuffle", Own("shuffle", "mixes a place; nobody knows its order any more", "", "shuffle the"))
def shuffle(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `shuffle the deck`."""
    noun = words.noun()
    words.finish()
    if noun.base.type.sort != "zone" or noun.many:
        fail("wrong-type", f"only one place can be shuffled, not {says(noun.base.type)}", noun.span)
    return ir.Shuffle(span=words.span, zone=noun.base)
