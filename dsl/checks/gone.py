"""Finds `when …, its owner …` after a deed that lays the card where it is nobody's: then it has no owner any more."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such clause."""
    found: list[Diagnostic] = []
    for card in game.cards.values():
        for clause in card.clauses:
            owner = _asked_for(clause)
            if owner is not None and _laid_aside(game, clause.moment.event or "", frozenset()):
                message = "nobody has it any more then, so nothing happens"
                help = "write `before` in place of `when`: its owner still has it then"
                found.append(Diagnostic("gone", message, owner.span, help, "warning"))
    return found


def _asked_for(clause: ir.Clause) -> ir.Owner | None:
    """Returns the question whose the thing is to which something was done, if the clause asks it at its beginning."""
    subject = clause.moment.subject
    if clause.moment.kind != "after" or subject is None:
        return None
    asked = below((clause.doer, clause.cond, clause.lead))
    return next((n for n in asked if isinstance(n, ir.Owner) and _is(n.of, subject)), None)


def _is(value: ir.Expr, name: str) -> bool:
    return isinstance(value, ir.Var) and value.name == name


def _laid_aside(game: ir.Game, event: str, seen: frozenset[str]) -> bool:
    """Whether a deed, or a step of it, at last lays what it is done to in a place that is nobody's."""
    name, _, only = event.partition("/")
    verb = game.verbs.get(name)
    if verb is None or not verb.params or event in seen:
        return False
    steps = [step.body for step in verb.steps if not only or step.name == only]
    ends = [end for body in steps for end in _ends(game, body, verb.params[0].name, seen | {event})]
    return bool(ends) and ends[-1]


def _ends(game: ir.Game, body: ir.Block, name: str, seen: frozenset[str]) -> Iterator[bool]:
    for stmt in body:
        match stmt:
            case ir.MoveCards(to=ir.ZoneOf(zone=zone)) if _is(stmt.cards, name):
                yield game.zones[zone].owner is None
            case ir.Do(args=(first, *_)) if _is(first, name) and stmt.verb.partition("/")[0] in game.verbs:
                if _laid_aside(game, stmt.verb, seen):
                    yield True
