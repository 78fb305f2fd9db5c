"""Finds the deeds that may fail after they have begun, and the part of a clause that is therefore tried first."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from moot.dsl import ir

from .hooks import events_of, one_choice, replacing, trivial
from .together import bound, chancy, tangled
from .unit import Unit
from .walk import walk


def given_up(u: Unit, key: str, forced: bool, known: frozenset[str] = frozenset()) -> bool:
    """Return whether something may replace a deed, a step of it or a deed inside it. `forced`: consider only what must
    replace it."""
    verb = u.game.verbs.get(key)
    if verb is None or key in known:
        return False
    if any(must or not forced for event in events_of(verb) for must in replacing(u, event)):
        return True
    return any(given_up(u, n.verb, forced, known | {key}) for n in _deeds(_steps(verb)))


def tells(u: Unit, key: str, known: frozenset[str] = frozenset()) -> bool:
    """Return whether a deed that has begun may remain undone, or not wholly done; then its program says so."""
    verb = u.game.verbs.get(key)
    if verb is None or key in known:
        return False
    if given_up(u, key, False):
        return True
    within = [n.verb for n in _deeds(_steps(verb))]
    return any(v in u.game.verbs and (not trivial(u, v) or tells(u, v, known | {key})) for v in within)


def asserts(u: Unit, key: str) -> bool:
    """Return whether a deed's program says at its end whether it was done."""
    return key in paid(u) and tells(u, key)


def paid(u: Unit) -> frozenset[str]:
    """Collect the deeds that must be done wholly or not at all somewhere, and the deeds inside them."""
    if u.memo.paid is None:
        found: set[str] = set()
        for card in u.game.cards.values():
            for clause in card.clauses:
                _within(u, (clause.cost, one_choice(clause)), found)
        for node in walk((u.game.verbs, u.game.phases, u.game.cards)):
            if isinstance(node, ir.Do) and node.decides:
                _within(u, node, found)
            if isinstance(node, (ir.May, ir.Branch)) and tangled(u, node.body):
                _within(u, node.body, found)
        u.memo.paid = frozenset(found)
    return u.memo.paid


def _within(u: Unit, block: Any, found: set[str]) -> None:
    for n in _deeds(block):
        if n.verb in u.game.verbs and n.verb not in found:
            found.add(n.verb)
            _within(u, _steps(u.game.verbs[n.verb]), found)


def _steps(verb: ir.Verb) -> tuple[ir.Block, ...]:
    return tuple(step.body for step in verb.steps)


def _deeds(block: Any) -> Iterable[ir.Do]:
    return (n for n in walk(block) if isinstance(n, ir.Do))


def tried(u: Unit, clause: ir.Clause) -> int:
    """Return how many statements of a clause must be possible together and are therefore tried; 0 if none."""
    end = len(clause.lead) + len(clause.cost)
    begun = (*clause.lead, *clause.cost)
    replaced = any(isinstance(s, ir.Do) and given_up(u, s.verb, True) for s in clause.cost)
    if clause.cost and (tangled(u, begun) or (replaced and not chancy(u, begun))):
        return max(end, _last(u, clause, end))
    return _last(u, clause, end)


def _last(u: Unit, clause: ir.Clause, end: int) -> int:
    """Return how many statements an optional clause has up to the last one that must be possible and that what was done
    before may close."""
    if clause.must:
        return 0
    body, last = clause.body, 0
    for i in range(end, len(body)):
        if bound(u, clause, body[i]) and tangled(u, body[: i + 1]):
            last = i + 1
    return last
