"""Finds a parameter of a verb or value with which nothing is done.

A verb need not use its object if it has a participle: a clause may ask what the object was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Once, below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each parameter that is never used."""
    found: list[Diagnostic] = []
    for value in game.values.values():
        if value.field is None:
            changed = any(value.name == r.name for c in game.cards.values() for r in c.rules)
            if not changed:
                found += _unused(value)
    for verb in game.verbs.values():
        found += _unused(verb)
    return found


@Once[ir.Value | ir.Verb, list[Diagnostic]]
def _unused(one: ir.Value | ir.Verb) -> list[Diagnostic]:
    params: Iterable[ir.Param] = one.params
    if isinstance(one, ir.Verb):
        if all(isinstance(s, ir.Nothing) for step in one.steps for s in step.body):
            return []
        spoken = one.participle is not None or any(s.participle is not None for s in one.steps)
        params = [p for p in one.params if p.prep is not None or not spoken]
    inside = (one.refusals, one.steps) if isinstance(one, ir.Verb) else (one.base, one.rules)
    read = {node.name for node in below(inside) if isinstance(node, ir.Var)}
    read |= {name for node in below(inside) if isinstance(node, ir.Rule) for name in node.args}
    return [
        Diagnostic("unused-parameter", f"`{p.name}` is never used", one.span, "use it, or leave it out", "warning")
        for p in params
        if p.name not in read
    ]
