"""Finds a parameter of a verb or value with which nothing is done.

A verb need not use its object if it has a participle: a clause may ask what the object was.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each parameter that is never used."""
    found: list[Diagnostic] = []
    for value in game.values.values():
        if value.field is None:
            changed = any(value.name == r.name for c in game.cards.values() for r in c.rules)
            if not changed:
                found += _unused(value.params, (value.base, value.rules), value.span)
    for verb in game.verbs.values():
        spoken = verb.participle is not None or any(s.participle is not None for s in verb.steps)
        params = [p for p in verb.params if p.prep is not None or not spoken]
        if any(not isinstance(s, ir.Nothing) for step in verb.steps for s in step.body):
            found += _unused(params, (verb.refusals, verb.steps), verb.span)
    return found


def _unused(params: Iterable[ir.Param], inside: object, span: Span) -> list[Diagnostic]:
    read = {node.name for node in below(inside) if isinstance(node, ir.Var)}
    read |= {name for node in below(inside) if isinstance(node, ir.Rule) for name in node.args}
    return [
        Diagnostic("unused-parameter", f"`{p.name}` is never used", span, "use it, or leave it out", "warning")
        for p in params
        if p.name not in read
    ]
