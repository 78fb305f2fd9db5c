"""Finds definitions that go round in a circle: to know one, the other must be known, and the reverse.

The check follows what a value, a quality or a verb is made of, from definition to definition. A step counts if it is
always taken. A step that is taken only for some things (behind a condition, inside a set that may be empty) counts if
it asks again about the very same things. So a definition may ask about itself for another thing, if it does not always
do so. A rule of a card may not ask for the very value that it changes, whether it holds always or for a time, and not
on a way through the definitions of the game (`possible.rounds`). Where rules of several cards make a circle, it is
there only if all of them work, and that is a warning.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..possible.moments import returning
from ..possible.rounds import Node, Use, rounds
from ..source import Source, Span
from .nodes import below, in_bodies

FORMS = {"value": "the value", "quality": "the quality", "verb": "the verb", "phase": "the phase"}


class Item(NamedTuple):
    """A definition: `form` is value, quality, verb or phase."""

    form: str
    name: str


class Step(NamedTuple):
    """A use of the definition `to` in another definition, at these words."""

    to: Item
    span: Span


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each circle once, with the words that lead from one definition to the next."""
    steps = {item: tuple(_steps(game, item)) for item in _items(game)}
    found = []
    told: set[frozenset[Item]] = set()
    for item in steps:
        circle = _circle(steps, item)
        if not circle or frozenset(s.to for s in circle) in told:
            continue
        told.add(frozenset(s.to for s in circle))
        names = " → ".join(f"`{x.name}`" for x in (item, *(s.to for s in circle)))
        message = f"{FORMS[item.form]} `{item.name}` comes back to itself: {names}"
        notes = tuple((s.span, f"here `{s.to.name}` is needed") for s in circle[1:])
        help = "define one of them without the other"
        found.append(Diagnostic("circle", message, circle[0].span, help, notes=notes))
    standing = [rule for card in game.cards.values() for rule in card.rules]
    lasting = [begun.rule for begun in in_bodies(game, ir.Lasting)]
    found += [fault for rule in (*standing, *lasting) for fault in _own_circle(rule)]
    return [*found, *_of_rules(game, {fault.span for fault in found})]


def _of_rules(game: ir.Game, told: Collection[Span]) -> Iterator[Diagnostic]:
    """Yields the circles in which rules of cards take part. `told`: where other circles were found."""
    if not returning(game):
        return
    asking, spans, rules = possible.asked(game), set(told), set[int]()
    found = [] if asking.world.unknown else [*rounds(asking)]
    for circle in sorted(found, key=lambda circle: len(_titles(circle))):
        own = {id(node.rule) for node, _ in circle if node.rule is not None}
        if not own & rules and not any(use.span in spans for _, use in circle):
            rules |= own
            yield _round(circle)


def _titles(circle: list[tuple[Node, Use]]) -> list[str]:
    return list(dict.fromkeys(node.title for node, _ in circle if node.rule is not None))


def _round(circle: list[tuple[Node, Use]]) -> Diagnostic:
    """Returns what is said of a circle in which rules of cards take part."""
    (node, use), titles = circle[0], _titles(circle)
    what = f"the {node.name}" if node.form == "value" else f"what is {node.name}"
    notes = tuple((one.span, f"here `{one.name}` is needed") for _, one in circle[1:])
    if len(titles) > 1:
        message = f"once all of these work, nobody can tell {what}: {', '.join(titles)}"
        return Diagnostic("circle", message, use.span, "let one of them ask for something else", "warning", notes)
    names = " → ".join(f"`{name}`" for name in (node.name, *(one.name for _, one in circle)))
    message = f"to tell {what}, this asks for it again: {names}"
    help = "ask for something that this rule does not change, or leave this card out: `other …`"
    hardly = any(isinstance(part, ir.CountsAs) for one, _ in circle for part in below(one.rule))
    return Diagnostic("circle", message, use.span, help, "warning" if hardly else "error", notes)


def _own_circle(rule: ir.Rule) -> Iterator[Diagnostic]:
    """Reports a rule that changes a value and asks for that value of the same thing."""
    if rule.form != "value":
        return
    own = frozenset(rule.args) | frozenset(_equal(rule.match, rule.args))
    for step in (*_in(rule.amount, own, False), *_in(rule.cond, own, False)):
        if step.to == Item("value", rule.name):
            message = f"this changes the value `{rule.name}`, and asks for the same `{rule.name}`"
            yield Diagnostic("circle", message, step.span, "ask for something that this rule does not change")
            return


def _equal(match: ir.Expr | None, args: tuple[str, ...]) -> Iterator[str]:
    """Yields the variables that are the things that a rule is about."""
    match match:
        case ir.And(parts=parts):
            for part in parts:
                yield from _equal(part, args)
        case ir.Is(op="==", left=ir.Var(name=one), right=ir.Var(name=other)):
            yield from (b for a, b in ((one, other), (other, one)) if a in args)


def _items(game: ir.Game) -> Iterator[Item]:
    yield from (Item("value", name) for name in game.values)
    yield from (Item("quality", name) for name in game.qualities)
    yield from (Item("verb", key) for key in game.verbs)
    yield from (Item("phase", name) for name in game.phases)


def _circle(steps: Mapping[Item, tuple[Step, ...]], start: Item) -> list[Step]:
    """Finds the shortest way from a definition back to it; empty if there is none."""
    came: dict[Item, tuple[Item, Step]] = {}
    waiting = [start]
    for item in waiting:
        for step in steps.get(item, ()):
            if step.to == start:
                way = [step]
                while item != start:
                    item, step = came[item]
                    way.insert(0, step)
                return way
            if step.to not in came:
                came[step.to] = (item, step)
                waiting.append(step.to)
    return []


# ---- what a definition is made of


def _steps(game: ir.Game, item: Item) -> Iterator[Step]:
    match item.form:
        case "value":
            value = game.values[item.name]
            own = frozenset(p.name for p in value.params)
            yield from _in(value.base, own, True)
            for rule in value.rules:
                yield from _in(rule.match, own, True)
                yield from _in(rule.cond, own, rule.match is None)
                yield from _in(rule.amount, own, rule.cond is None and rule.match is None)
        case "quality":
            quality = game.qualities[item.name]
            yield from _in(quality.cond, frozenset((quality.param.name,)), True)
        case "verb":
            verb = game.verbs[item.name]
            own = frozenset((*(p.name for p in verb.params), "you"))
            for refusal in verb.refusals:
                yield from _in(refusal.cond, own, True)
            for step in verb.steps:
                yield from _done(step.body, own)
        case "phase":
            for step in game.phases[item.name].steps:
                yield from _done(step.body, frozenset())


def _in(value: object, own: frozenset[str], sure: bool) -> Iterator[Step]:
    """Yields the definitions that an expression uses. `own` are the variables that stay the same when the definition is
    asked again; `sure` says whether the expression is always worked out."""
    match value:
        case ir.And() | ir.Or():
            for i, part in enumerate(value.parts):
                yield from _in(part, own, sure and i == 0)
            return
        case ir.Where():
            yield from _in(value.of, own, sure)
            yield from _in(value.cond, own, sure and isinstance(value.of, ir.Players))
            return
        case ir.Image() | ir.Fold():
            yield from _in(value.of, own, sure)
            yield from _in(value.body, own, sure and isinstance(value.of, ir.Players))
            return
        case ir.ValueOf():
            if sure or _same(value.args, own):
                yield Step(Item("value", value.value), value.span)
        case ir.QualityOf():
            if sure or _same((value.of,), own):
                yield Step(Item("quality", value.quality), value.span)
        case ir.Can():
            if sure or _same((value.doer, *value.args), own):
                yield Step(Item("verb", value.verb), value.span)
    if isinstance(value, tuple):
        for part in value:
            yield from _in(part, own, sure)
    elif isinstance(value, ir.Expr) and is_dataclass(value):
        for f in fields(value):
            yield from _in(getattr(value, f.name), own, sure)


def _same(args: tuple[ir.Expr, ...], own: frozenset[str]) -> bool:
    return all(isinstance(a, ir.Var) and a.name in own for a in args)


def _done(block: ir.Block, own: frozenset[str]) -> Iterator[Step]:
    """Yields what a block always does, and what it asks on the way."""
    for s in block:
        match s:
            case ir.Do():
                yield Step(Item("verb", s.verb.partition("/")[0]), s.span)
            case ir.RunPhase():
                yield Step(Item("phase", s.phase), s.span)
            case ir.Leave() | ir.Suspend():
                return
        if isinstance(s, ir.If):
            yield from _in(s.cond, own, True)
