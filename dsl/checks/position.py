"""Checks that a posed position begins in a phase that the game runs, and that each kind of card is dealt to one
place."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import MAIN, of_sort


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports the phases that are never run, and the kinds that are dealt to two places."""
    p = game.position
    if p is None or p.span is None:
        return []
    found: list[Diagnostic] = []
    run = _run_from(game, MAIN)
    for phase in dict.fromkeys((p.phase, p.passed)):
        if phase is not None and phase not in run:
            message = f"the game never runs the phase `{phase}`, so no position can be in it"
            found.append(Diagnostic("position", message, p.span, "name a phase that `phase game` runs"))
    kinds = [kind for kind, _ in p.dealt]
    for kind in dict.fromkeys(kinds):
        if kinds.count(kind) > 1:
            found.append(Diagnostic("position", f"a {kind} is dealt to two places", p.span, "keep one"))
    return found


def _run_from(game: ir.Game, phase: str) -> set[str]:
    """Returns a phase, the phases that it runs, and the phases that they run in turn."""
    seen: set[str] = set()
    waiting = [phase]
    while waiting:
        name = waiting.pop()
        if name in game.phases and name not in seen:
            seen.add(name)
            waiting += [node.phase for node in of_sort(game.phases[name], ir.RunPhase)]
    return seen
