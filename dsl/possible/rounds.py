"""Finds rules by which a value depends on itself: the rule changes it, and asks, on whatever way, for the same again.

`circle` follows the definitions of a game. Here the rules of cards are added: one that changes the cost of this, and
counts the districts of your city by their cost, asks for the cost of this. A step counts if the thing that is asked
about may be one of those that the next rule is about, and lies where such a thing may lie.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .. import ir
from ..source import Span
from .about import ANY, About, Known, met
from .asking import Asking
from .sets import others, parts
from .terms import phrases

FORMS = ("value", "quality")


@dataclass(frozen=True, slots=True)
class Use:
    """A question that is asked: its form and name, of what, and where."""

    form: str
    name: str
    of: About
    span: Span


@dataclass(slots=True)
class Node:
    """A definition of the game, or a rule (`rule`) of a card. `of`: the things that it is about."""

    form: str
    name: str
    of: About
    rule: ir.Rule | None = None
    title: str = ""
    uses: list[Use] = field(default_factory=list)


def rounds(asking: Asking) -> Iterator[list[tuple[Node, Use]]]:
    """Yields each circle that goes through a rule of a card: its definitions and rules, each with what it asks."""
    nodes = [*_definitions(asking), *_rules(asking)]
    by_name: dict[tuple[str, str], list[Node]] = {}
    for node in nodes:
        by_name.setdefault((node.form, node.name), []).append(node)
    told: set[frozenset[int]] = set()
    for node in nodes:
        found = _round(by_name, node) if node.rule is not None else []
        rules = frozenset(id(one.rule) for one, _ in found if one.rule is not None)
        if found and rules not in told:
            told.add(rules)
            yield found


def _round(by_name: dict[tuple[str, str], list[Node]], start: Node) -> list[tuple[Node, Use]]:
    """Returns the shortest way from a rule back to it; nothing if there is none."""
    came: dict[int, tuple[Node, Use]] = {}
    waiting = [start]
    for node in waiting:
        for use in node.uses:
            for then in by_name.get((use.form, use.name), ()):
                if not _may_be(use.of, then.of):
                    continue
                if then is start:
                    way = [(node, use)]
                    while way[0][0] is not start:
                        way.insert(0, came[id(way[0][0])])
                    return way
                if id(then) not in came:
                    came[id(then)] = node, use
                    waiting.append(then)
    return []


def _may_be(one: About, other: About) -> bool:
    both = met(one, other)
    return both.mask != 0 and both.places != frozenset()


def _definitions(asking: Asking) -> Iterator[Node]:
    for value in asking.game.values.values():
        known = Known({p.name: asking.of_type(p.type) for p in value.params})
        of = known.names[value.params[0].name] if value.params else ANY
        node = Node("value", value.name, of)
        if value.base is not None:
            node.uses += _uses(asking, value.base, known)
        for rule in value.rules:
            node.uses += _read(asking, rule, Known())[1]
        yield node
    for quality in asking.game.qualities.values():
        about = asking.of_type(quality.param.type)
        uses = [] if quality.cond is None else [*_uses(asking, quality.cond, Known({quality.param.name: about}))]
        yield Node("quality", quality.name, about, uses=uses)


def _rules(asking: Asking) -> Iterator[Node]:
    for card in asking.game.cards.values():
        works = asking.kind(card.kind).works
        for rule in card.rules:
            if rule.form in FORMS:
                known: Known | None = Known({"this": About(mask=asking.own(card.title)), "you": About(mask=1)})
                if works is not None and rule.where is None and known is not None:
                    known = asking.assume(works, known)
                if known is not None:
                    of, uses = _read(asking, rule, known)
                    yield Node(rule.form, rule.name, of, rule, card.title, uses)


def _read(asking: Asking, rule: ir.Rule, known: Known) -> tuple[About, list[Use]]:
    """Returns the things that a rule is about, and what it asks."""
    params = asking.params(rule.form, rule.name)
    known = Known({**known.names, **{a: asking.of_type(p.type) for a, p in zip(rule.args, params, strict=False)}})
    uses: list[Use] = []
    for cond in (rule.during, rule.match, rule.cond):
        if cond is not None:
            uses += _uses(asking, cond, known)
            known = asking.assume(cond, known) or known
    if rule.amount is not None:
        uses += _uses(asking, rule.amount, known)
    return known.names[rule.args[0]] if rule.args else ANY, uses


def _uses(asking: Asking, e: ir.Expr, known: Known) -> Iterator[Use]:
    """Yields what a phrase asks, with what is known where it stands."""
    match e:
        case ir.ValueOf():
            yield Use("value", e.value, _one_of(asking, e.args[0], known) if e.args else ANY, e.span)
        case ir.QualityOf():
            yield Use("quality", e.quality, _one_of(asking, e.of, known), e.span)
    for part in phrases(e):
        match e:
            case ir.Where() if part is e.cond:
                yield from _in_turn(asking, part, known.naming(e.var, _one_of(asking, e.of, known)))
            case ir.Image() | ir.Fold() if part is e.body:
                yield from _uses(asking, part, known.naming(e.var, _one_of(asking, e.of, known)))
            case ir.And():
                yield from _in_turn(asking, e, known)
                return
            case _:
                yield from _uses(asking, part, known)


def _in_turn(asking: Asking, cond: ir.Expr, known: Known) -> Iterator[Use]:
    """Yields what the parts of a condition ask: each with what those before it say."""
    for part in parts(cond):
        yield from _uses(asking, part, known)
        after = asking.assume(part, known)
        if after is None:
            return
        known = after
        match part:
            case ir.Not(of=ir.Is(op="==", left=ir.Var(name=name), right=other)) if name in known.names:
                known = known.naming(name, _without(asking, known.names[name], other, known))


def _one_of(asking: Asking, e: ir.Expr, known: Known) -> About:
    """Returns what is known of one thing of a set. What is left out of it by name is not among them."""
    about = asking.ask(e, known).one()
    while isinstance(e, ir.Where | ir.Without):
        for other in others(e.cond, e.var) if isinstance(e, ir.Where) else (e.gone,):
            about = _without(asking, about, other, known)
        e = e.of
    return about


def _without(asking: Asking, about: About, other: ir.Expr, known: Known) -> About:
    """Returns the same without another thing, if there is only one such card."""
    mask = asking.ask(other, known).mask
    title = next((t for t, bit in asking.titles.items() if bit == mask), None)
    return about._replace(mask=about.mask & ~mask) if title and asking.copies[title] == 1 else about
