"""Finds a phase that is resumed and that nothing suspends, and one that is suspended and that nothing resumes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import in_bodies


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such phase, once."""
    return list(_found(game))


def _found(game: ir.Game) -> Iterator[Diagnostic]:
    suspended = {node.phase: node.span for node in in_bodies(game, ir.Suspend)}
    resumed = {node.phase: node.span for node in in_bodies(game, ir.Resume)}
    for phase, span in resumed.items():
        if phase not in suspended:
            message, help = f"nothing ever suspends the {phase}", f"write `suspend the {phase}` where it stops"
            yield Diagnostic("never-suspended", message, span, help)
    for phase, span in suspended.items():
        if phase not in resumed:
            message = f"nothing ever resumes the {phase}"
            help = f"write `leave the {phase}`, or `resume the {phase}` in a later one"
            yield Diagnostic("never-suspended", message, span, help, "warning")
