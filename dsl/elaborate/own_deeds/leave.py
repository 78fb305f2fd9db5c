"""`leave the round`: go on behind it."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ..scope import Scope
from .deed import Words, deed, phase_named


@deed(
    "leave",
    Own("leave", "ends a phase at once: no other step of it runs, and neither does its end", "", "^leave the "),
)
def leave(scope: Scope, words: Words) -> ir.Stmt:
    """`leave the round`: go on behind it."""
    phase, c = phase_named(scope, words)
    c.finish()
    words.finish()
    return ir.Leave(span=words.span, phase=phase.name)
