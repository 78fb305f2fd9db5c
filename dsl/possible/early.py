"""Knows when the cards of a kind begin to work that only work from a step of their own turn on."""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import below
from .facts import Facts

BEFOREHAND = ("would", "instead", "before")


def too_early(facts: Facts, card: ir.Card, moment: ir.Moment) -> str | None:
    """Returns the word for the state in which a card works, if it only comes to be in that state with the event before
    which this moment lies, or later in the same turn of the card; None if it may be in it before."""
    works, event = facts.kind(card.kind).works, moment.event or ""
    if not isinstance(works, ir.Has) or moment.kind not in BEFOREHAND:
        return None
    name, _, step = event.partition("/")
    verb, phase = facts.verb(name), facts.phase(name)
    if verb is not None:
        return works.mark if _puts(facts, works.mark, tuple(s.body for s in verb.steps)) else None
    if phase is None or phase.param is None or phase.param.type.name != card.kind:
        return None
    for one in phase.steps:
        if one.name == step:
            later = phase.steps[phase.steps.index(one) :]
            return works.mark if _puts(facts, works.mark, tuple(s.body for s in later)) else None
        if _puts(facts, works.mark, one.body):
            return None
    return None


def hardly(facts: Facts, card: ir.Card, moment: ir.Moment) -> str | None:
    """Returns the word for the state in which a card works, if it is only in it from its own turn on, and this moment
    lies before something that marks the card, as others do earlier; None if not."""
    works, event = facts.kind(card.kind).works, moment.event or ""
    if not isinstance(works, ir.Has) or moment.kind not in BEFOREHAND or not _own_turn(facts, card.kind):
        return None
    verb = facts.verb(event.partition("/")[0])
    steps = () if verb is None else tuple(step.body for step in verb.steps)
    puts = {node.mark for node in _done(facts, steps, set()) if isinstance(node, ir.Mark) and not node.off}
    return works.mark if puts - {works.mark} else None


def _own_turn(facts: Facts, kind: str) -> bool:
    """Returns whether there is a phase that is about one card of a kind."""
    return any(facts.about(name) == kind for name in facts.phases)


def _puts(facts: Facts, mark: str, done: object) -> bool:
    """Returns whether deeds put a marker on something, by themselves or by a verb of the game."""
    return any(isinstance(n, ir.Mark) and n.mark == mark and not n.off for n in _done(facts, done, set()))


def _done(facts: Facts, done: object, seen: set[str]) -> Iterator[object]:
    for node in below(done):
        yield node
        verb = facts.verb(node.verb) if isinstance(node, ir.Do) and node.verb not in seen else None
        if verb is not None:
            seen.add(verb.key)
            yield from _done(facts, tuple(step.body for step in verb.steps), seen)
