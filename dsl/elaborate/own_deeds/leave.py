"""Reads `leave the round`, after which the game goes on with what follows the round."""

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
    """Reads `leave the round`: the game goes on with what follows it."""
    phase, c = phase_named(scope, words)
    c.finish()
    words.finish()
    return ir.Leave(span=words.span, phase=phase.name)
