"""Finds a verb that nothing does or asks about, and a phase that nothing runs: their rules are never used.

A participle that no clause answers is no mistake: cards that are written later may use it. A clause that answers what
nothing does is told of by `never-happens`.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import MAIN, Declared, Once, below, declared


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each verb and phase that is never used."""
    if MAIN not in game.phases:
        return []  # nothing at all is done, which has been said
    done: set[str] = {MAIN}.union(*map(_named, declared(game)), _named_in((game.position, game.refused)))
    done |= {c.moment.event.partition("/")[0] for card in game.cards.values() for c in card.clauses if c.moment.event}
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


@Once[Declared, frozenset[str]]
def _named(one: Declared) -> frozenset[str]:
    """Returns the verbs and phases that a declaration does, asks about or runs."""
    return _named_in(one)


def _named_in(part: object) -> frozenset[str]:
    named: set[str] = set()
    for node in below(part):
        match node:
            case ir.Do() | ir.Can():
                named |= {node.verb, node.verb.partition("/")[0]}
            case ir.RunPhase():
                named.add(node.phase)
    return frozenset(named)
