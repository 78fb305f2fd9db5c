"""Reads `run the turn of each player`."""

from __future__ import annotations

from ... import ir
from ...language import Own
from .. import worth
from ..mistakes import fail
from ..nouns import read_noun
from ..scope import Scope
from ..terms import says
from .deed import Words, deed, phase_named


@deed("run", Own("run", "runs a phase from its start to its end", "", "^run the "))
def run(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `run the turn of each player`."""
    phase, c = phase_named(scope, words)
    arg: ir.Expr | None = None
    if phase.param is not None:
        if not c.glue("of"):
            fail("missing-word", f"the `{phase.name}` of which {says(phase.param.type)[2:]}?", words.span)
        c.take()
        noun = read_noun(c, counted=True)
        arg = worth.values(scope, noun, phase.param.type, phase.name)
    c.finish()
    words.finish()
    return ir.RunPhase(span=words.span, phase=phase.name, arg=arg)
