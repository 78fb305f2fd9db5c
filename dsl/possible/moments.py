"""Finds when values and qualities are asked for: `score` only when somebody wins, so nothing that ends before counts.

What is asked in a block is asked while that block is done; what is asked to work out a value is asked whenever the
value is. People may ask at any time, and that does not count.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..checks.nodes import Declared, Once, below, declared
from .world import EVERYTHING, Unit, World

Question = tuple[str, str]
"""A value or quality, by the form of rules about it and its name; or (`permit`) whether a verb can be done."""
Asker = Unit | Question | None
"""What asks: a part of the game, another question, or (None) whatever is asked at any time."""
When = tuple[int, int]
"""The phases that may run then, and those that surely do."""

ANYTIME: When = EVERYTHING, 0


def moments(world: World) -> dict[Question, When]:
    """Returns when each question is asked. What nobody asks in the game is not there."""
    asks: dict[Question, set[Question]] = {}
    found: dict[Question, When] = {}
    waiting: list[tuple[Question, When]] = [(("quality", "blank"), ANYTIME), (("value", ir.TEAM), ANYTIME)]
    if world.ends is not None:
        waiting.append((("value", ir.PAYOFF), world.ends))
    for one in declared(world.game):
        for asker, question in _asks(one):
            if asker is None:
                waiting.append((question, ANYTIME))
            elif len(asker) == 2:
                asks.setdefault(asker, set()).add(question)
            elif asker in world.within:
                waiting.append((question, world.within[asker]))
    while waiting:
        question, (may, must) = waiting.pop()
        before = found.get(question)
        after = (may, must) if before is None else (before[0] | may, before[1] & must)
        if after != before:
            found[question] = after
            waiting += [(further, after) for further in asks.get(question, ())]
    return found


def returning(game: ir.Game) -> bool:
    """Returns whether a rule of a card is about a question that, by the names of what is asked, asks for itself."""
    asks: dict[Question, set[Question]] = {}
    for one in declared(game):
        for asker, question in _asks(one):
            if asker is not None and len(asker) == 2:
                asks.setdefault(asker, set()).add(question)
    changed = {about for card in game.cards.values() for rule in card.rules if (about := _about(rule)) is not None}
    return any(_returns(asks, question) for question in changed)


def _returns(asks: dict[Question, set[Question]], start: Question) -> bool:
    seen: set[Question] = set()
    waiting = [start]
    while waiting:
        new = asks.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return start in seen


@Once[Declared, list[tuple[Asker, Question]]]
def _asks(one: Declared) -> list[tuple[Asker, Question]]:
    """Returns what a declaration asks, each with what asks it."""
    return [(asker, question) for asker, part in _parts(one) for question in _questions(part)]


def _parts(one: Declared) -> Iterator[tuple[Asker, object]]:
    """Yields the parts of a declaration that ask something."""
    match one:
        case ir.Value():
            yield ("value", one.name), one.base
            yield from ((_about(rule), rule) for rule in one.rules)
        case ir.Quality():
            yield ("quality", one.name), one.cond
        case ir.Verb():
            yield ("permit", one.key), one.refusals
            yield ("verb", one.key, 0), one.steps
        case ir.Phase():
            yield ("phase", one.name, 0), one.steps
        case ir.Card():
            yield None, (one.refused, one.left_out)
            yield from ((_about(rule), rule) for rule in one.rules)
            for number, clause in enumerate(one.clauses):
                early = clause.moment.kind in ("state", "would", "instead")  # it is asked whether it could begin
                yield None if early else ("card", one.title, number), clause
                yield from ((_about(node), node) for node in below(clause.body) if isinstance(node, ir.Rule))
        case _:
            yield None, one


def _about(rule: ir.Rule) -> Question | None:
    """Returns the question about which a rule says something; None: it is asked at any time."""
    return (rule.form, rule.name) if rule.form in ("value", "quality", "permit") else None


def _questions(part: object) -> Iterator[Question]:
    for node in below(part):
        match node:
            case ir.ValueOf():
                yield "value", node.value
            case ir.QualityOf():
                yield "quality", node.quality
            case ir.Can() | ir.Do():
                yield "permit", node.verb.partition("/")[0]
            case ir.Measure():
                yield "value", node.name
            case ir.ForEach(by=str() as by):
                yield "value", by
