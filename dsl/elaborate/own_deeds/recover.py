"""Reads `recover the gold you paid to build this turn`."""

from __future__ import annotations

from ... import ir, syntax
from ...language import Own
from .. import deeds, phrases
from ..mistakes import fail
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed(
    "recover",
    Own("recover", "gives a payment back to the player, and it no longer counts as paid", "", r"^(do +)?recover "),
)
def recover(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `recover the gold you paid to build this turn`."""
    if isinstance(words.operand, syntax.Chain):
        said, roles = deeds.with_history(scope, words.operand.atoms, list(words.roles.values()))
        words.roles = {r.prep.text: r for r in roles}
        noun = phrases.read_words(scope, said)
    else:
        noun = words.noun()
    words.finish()
    if not isinstance(noun.base, ir.Happened) or noun.base.measure is None:
        help = "write `the`, what was paid, for which deed, and `this` with a phase"
        fail("wrong-type", f"only what was paid can be recovered, not {says(noun.base.type)}", noun.span, help)
    if scope.doer is None or scope.doer.type.sort != "player":
        fail("no-doer", "who recovers it?", words.verb.span, "say who `must`, and write this below it")
    return ir.Recover(span=words.span, doer=scope.doer, paid=noun.base)
