"""Finds a verb that nothing does or asks about, and a phase that nothing runs: their rules are never used.

A participle that no clause answers is no mistake: cards that are written later may use it.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import MAIN, below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each verb and phase that is never used."""
    if MAIN not in game.phases:
        return []  # nothing at all is done, which has been said
    done: set[str] = {MAIN}
    declared = (*game.verbs.values(), *game.phases.values(), *game.values.values(), *game.qualities.values())
    for part in (*declared, *game.cards.values(), *game.kinds.values(), game.position, game.refused):
        for node in below(part):
            match node:
                case ir.Do() | ir.Can():
                    done |= {node.verb, node.verb.partition("/")[0]}
                case ir.RunPhase():
                    done.add(node.phase)
    found: list[Diagnostic] = []
    for verb in game.verbs.values():
        if verb.key not in done:
            message = f"nothing in this game does `{' '.join(verb.words)}`"
            found.append(Diagnostic("never-done", message, verb.span, "use it, or leave it out", "warning"))
    for phase in game.phases.values():
        if phase.name not in done:
            message = f"nothing runs the phase `{phase.name}`"
            found.append(Diagnostic("never-done", message, phase.span, f"write `run the {phase.name}`", "warning"))
    return found
