"""Reads `turn plan face up` and `turn plan face down`."""

from __future__ import annotations

from ... import ir
from ...language import Own
from .. import worth
from ..mistakes import fail
from ..scope import Scope
from ..terms import says
from .deed import Words, deed


@deed(
    "turn",
    Own(
        "turn … face up",
        "turns up cards that lie face down; everybody who sees the place sees them",
        "face up",
        "face up$",
    ),
    Own(
        "turn … face down",
        "turns cards down where they lie: who has seen what they are still knows it, nobody else learns it",
        "face down",
        "turn .* face down$",
    ),
)
def turn(scope: Scope, words: Words) -> ir.Stmt:
    """Reads which cards are turned, and how."""
    noun = words.noun()
    face = words.faced()
    if face is None:
        fail("missing-word", "`turn` how?", words.verb.span, "end the line with `face up` or `face down`")
    words.finish()
    if noun.item.sort != "card":
        fail("wrong-type", f"only cards can be turned, not {says(noun.base.type)}", noun.span)
    return ir.Turn(span=words.span, cards=worth.value(scope, noun), down=face == "down")
