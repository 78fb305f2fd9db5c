"""Knows what a deed leaves empty: the place from which it moves all cards, and whoever gives away all of a counter.

So `discard all cards in your hand` leaves no card in your hand, and a district that is destroyed no gold on it, if the
verb takes that off. A deed that may be refused, replaced, or answered by what lays something there again says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import is_you
from ..renaming import put_all
from .facts import Facts
from .terms import key

DEPTH = 5
"""How many verbs within verbs are looked through."""


def left_empty(facts: Facts, stmt: ir.Stmt, sure: bool) -> list[ir.Expr]:
    """Returns what is nothing after a statement: amounts, and the cards of places. `sure`: it is only come to what
    follows if this can be done."""
    own: set[str] = set()
    found = [e for e in _left(facts, stmt, {}, own, sure) if _remains_empty(facts, e, own)]
    return found if all(_sure(facts, verb) for verb in own) else []


def done_to(facts: Facts, event: str, subject: str) -> list[ir.Expr]:
    """Returns what is nothing after an event, of what it is about: of that name."""
    key, _, step = event.partition("/")
    verb = facts.verb(key)
    if verb is None or not verb.params:
        return []
    own: set[str] = {key}
    told: dict[str, ir.Expr] = {verb.params[0].name: ir.Var(type=verb.params[0].type, span=verb.span, name=subject)}
    steps = [one.body for one in verb.steps[: 1 + _number(verb, step)]]
    found = _through(facts, [s for body in steps for s in body], told, own)
    return [e for e in found if _remains_empty(facts, e, own)] if all(_sure(facts, one, True) for one in own) else []


def _number(verb: ir.Verb, step: str) -> int:
    return next((i for i, one in enumerate(verb.steps) if one.name == step), len(verb.steps))


def _through(facts: Facts, block: list[ir.Stmt], told: dict[str, ir.Expr], own: set[str]) -> list[ir.Expr]:
    """Returns what is nothing after some statements in order."""
    found: list[ir.Expr] = []
    for stmt in block:
        found = [e for e in found if not _fills(stmt, e)] + list(_left(facts, stmt, told, own))
    return found


def _left(
    facts: Facts, stmt: ir.Stmt, told: dict[str, ir.Expr], own: set[str], sure: bool = False
) -> Iterator[ir.Expr]:
    """Yields what is nothing after a statement. `told`: what the names in it stand for. `own`: gains the verbs that are
    done in it. `sure`: nothing follows if it is refused."""
    match stmt:
        case ir.MoveAmount(source=ir.Expr() as giver):
            source, to = put_all(giver, told), None if stmt.to is None else put_all(stmt.to, told)
            there = ir.Counted(type=stmt.amount.type, span=stmt.span, mark=stmt.mark, bearer=source)
            if key(put_all(stmt.amount, told)) == key(there) and (to is None or _other(source, to)):
                yield there
        case ir.MoveCards(to=ir.ZoneOf(zone=to)):
            cards = put_all(stmt.cards, told)
            if isinstance(cards, ir.CardsIn) and isinstance(cards.zone, ir.ZoneOf) and cards.zone.zone != to:
                yield cards
        case ir.Do() if len(own) < DEPTH and (verb := facts.verb(stmt.verb)) is not None:
            own.add(verb.key)
            inner = {p.name: put_all(arg, told) for p, arg in zip(verb.params, stmt.args, strict=False)}
            inner["you"] = put_all(stmt.doer, told)
            if sure and is_you(stmt.doer) or not verb.refusals:
                yield from _through(facts, [s for step in verb.steps for s in step.body], inner, own)


def _other(one: ir.Expr, other: ir.Expr) -> bool:
    """Returns whether two bearers are never the same."""
    sorts = {one.type.sort, other.type.sort}
    return "bank" in sorts or sorts == {"card", "player"}


def _fills(stmt: ir.Stmt, e: ir.Expr) -> bool:
    """Returns whether a statement may bring something again to where nothing is."""
    match stmt:
        case ir.Require() | ir.Nothing() | ir.Let() | ir.Show():
            return False
        case ir.MoveCards(to=ir.ZoneOf(zone=zone)):
            return isinstance(e, ir.CardsIn) and isinstance(e.zone, ir.ZoneOf) and e.zone.zone == zone
        case ir.MoveAmount() | ir.Put() | ir.MoveSingle() | ir.Mark():
            return isinstance(e, ir.Counted) and e.mark == stmt.mark
        case ir.Do():
            return False  # what it does is looked through as well
    return True


def _remains_empty(facts: Facts, e: ir.Expr, own: set[str]) -> bool:
    """Returns whether nothing that answers a deed lays anything where nothing is."""
    puts, zones, anything = facts.answered(frozenset(own))
    if isinstance(e, ir.Counted):
        return not anything and not any(mark == e.mark and on & facts.mask(e.bearer.type) for mark, on in puts)
    return not anything and isinstance(e, ir.CardsIn) and isinstance(e.zone, ir.ZoneOf) and e.zone.zone not in zones


def _sure(facts: Facts, verb: str, done: bool = False) -> bool:
    """Returns whether a verb is done as it says. `done`: it has been done, but its steps may have been replaced."""
    return not facts.replaced(verb) and (done or not facts.forbidden(verb))
