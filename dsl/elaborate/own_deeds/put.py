"""Reads `put 2 gold on this`."""

from __future__ import annotations

from ... import ir
from ...language import Own
from .. import worth
from ..adjectives import bears
from ..mistakes import fail
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed("put", Own("put … on", "adds to a counter, out of nothing", "", r"^(do +)?put .* on "))
def put(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `put 2 gold on this`: the gold comes from nowhere."""
    noun, on = words.noun(), words.needed("on")
    words.finish()
    t = noun.base.type
    if t.sort != "amount" or noun.all_of or noun.up_to:
        fail("wrong-type", f"`put` needs a number of a counter, not {says(t)}", noun.span)
    value = worth.value(scope, on)
    if value.type.many:
        fail("wrong-type", "`on` needs one thing, not several", on.span, "write `for each`, and this below it")
    marker = scope.vocabulary.markers[t.name or ""]
    if not bears(marker, value.type):
        fail("wrong-type", f"`{marker.name}` can lie on a {' or '.join(marker.on)}, not on {says(value.type)}", on.span)
    return ir.Put(span=words.span, mark=marker.name, amount=noun.base, on=value)
