"""Finds a deed that is done to nothing: `draw 0 cards`, `up to 0`, `0 more`, and one that brings what it moves back to
where it was: `take 1 gold from you`. Or it shows what is seen anyway. It reads as if something happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..possible.terms import key
from ..source import Source
from .nodes import Declared, Doing, Once, below, bodies_of, declared


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each 0 that is a count, and about each deed that changes nothing."""
    help = "leave it out, or write how many"
    numbers = [n for one in declared(game) for n in _zeros(one)]
    found = [Diagnostic("nothing-at-all", "0 of something is nothing", n.span, help, "warning") for n in numbers]
    here, help = "what this moves comes back to where it was", "say from whom, or to whom, it is moved"
    idle = [stmt for one in declared(game) for stmt in _circular(one) if _idle(game, stmt, {})]
    found += [Diagnostic("nothing-at-all", here, stmt.span, help, "warning") for stmt in idle]
    return [*found, *possible.told(game, sources, "idle", "nothing-at-all")]


@Once[Declared, list[ir.Num]]
def _zeros(one: Declared) -> list[ir.Num]:
    """Returns each 0 that is a count in the blocks and the rules of a declaration."""
    parts: tuple[object, ...] = bodies_of(one) if isinstance(one, Doing) else ()
    parts = (*parts, *one.rules) if isinstance(one, ir.Value | ir.Card) else parts
    return [n for node in below(parts) for count in _counts(node) for n in _factors(count) if n.value == 0]


@Once[Declared, list[ir.Stmt]]
def _circular(one: Declared) -> list[ir.Stmt]:
    """Returns the deeds of a declaration that may move something to where it is: the same is named twice."""
    bodies = bodies_of(one) if isinstance(one, Doing) else ()
    return [node for node in below(bodies) if isinstance(node, ir.Stmt) and _twice(node)]


def _twice(stmt: ir.Stmt) -> bool:
    match stmt:
        case ir.Do(doer=ir.Var(name=doer)):
            return any(isinstance(arg, ir.Var) and arg.name == doer for arg in stmt.args)
        case ir.MoveAmount() | ir.Swap() | ir.MoveCards():
            return _same_place(stmt, {})
    return False


def _idle(game: ir.Game, stmt: ir.Stmt, told: Mapping[str, ir.Expr], depth: int = 0) -> bool:
    """Returns whether a deed only moves something to where it is. `told`: what the names in it stand for."""
    verb = game.verbs.get(stmt.verb) if isinstance(stmt, ir.Do) else None
    if verb is None or not isinstance(stmt, ir.Do) or depth > 5:
        return _same_place(stmt, told)
    inner = {p.name: _named(arg, told) for p, arg in zip(verb.params, stmt.args, strict=False)}
    inner["you"] = _named(stmt.doer, told)
    body = [s for step in verb.steps for s in step.body if not isinstance(s, ir.Require)]
    return bool(body) and all(_idle(game, s, inner, depth + 1) for s in body)


def _same_place(stmt: ir.Stmt, told: Mapping[str, ir.Expr]) -> bool:
    """Returns whether a deed of the language moves something to where it is."""
    match stmt:
        case ir.MoveAmount(source=ir.Expr() as source, to=ir.Expr() as to):
            return key(_named(source, told)) == key(_named(to, told))
        case ir.Swap():
            return key(stmt.left) == key(stmt.right)
        case ir.MoveCards(cards=ir.CardsIn(zone=zone), face_down=False):
            return key(zone) == key(stmt.to)
    return False


def _named(e: ir.Expr, told: Mapping[str, ir.Expr]) -> ir.Expr:
    return told.get(e.name, e) if isinstance(e, ir.Var) else e


def _factors(e: object) -> Iterator[ir.Num]:
    """Yields the numbers that a count is, or is multiplied by."""
    if isinstance(e, ir.Num):
        yield e
    elif isinstance(e, ir.Arith) and e.op == "*":
        yield from _factors(e.left)
        yield from _factors(e.right)


def _counts(node: object) -> tuple[object, ...]:
    """Returns the expressions that say how many of something a node is about."""
    match node:
        case ir.Choose():
            return (node.most,)
        case ir.Put() | ir.MoveAmount():
            return (node.amount,)
        case ir.PickRandom() | ir.Top():
            return (node.count,)
        case ir.Do():
            return node.args
        case ir.Rule() if node.op == "more":
            return (node.amount,)
        case ir.Numbers():
            return (node.high,)
    return ()
