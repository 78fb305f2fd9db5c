"""Reads `suspend the turn`, and `resume the turn` in a later one."""

from __future__ import annotations

from ... import ir
from ...language import Own
from ..scope import Scope
from .deed import Words, deed, phase_named


@deed(
    "suspend",
    Own("suspend", "ends a phase at once, as `leave` does, and keeps what was noted in it", "", "^suspend the "),
)
def suspend(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `suspend the turn`: its history, its limits and its markers are kept."""
    return ir.Suspend(span=words.span, phase=_phase(scope, words))


@deed(
    "resume",
    Own(
        "resume",
        "the phase that is running goes on with what was noted in the one that was suspended: what has happened, "
        "which limits are used up",
        "",
        r"(^|do +)resume the ",
    ),
)
def resume(scope: Scope, words: Words) -> ir.Stmt:
    """Reads `resume the turn`: what was noted in the suspended turn counts in this one."""
    return ir.Resume(span=words.span, phase=_phase(scope, words))


def _phase(scope: Scope, words: Words) -> str:
    phase, c = phase_named(scope, words)
    c.finish()
    words.finish()
    return phase.name
