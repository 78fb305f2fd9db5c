"""Names what deeds are done to: all of a set, what somebody may choose, what chance picks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .. import ir
from ..checks.nodes import below
from .scope import CARD, Scope, term_of
from .tree import (
    Adj,
    Aside,
    Both,
    Count,
    Det,
    It,
    Noun,
    Number,
    Only,
    Part,
    Phrase,
    Place,
    Saying,
    Says,
    Term,
    Thing,
    Verb,
    own,
)

PLAIN = (ir.Let, ir.PickRandom, ir.Choose, ir.Do, ir.Mark, ir.MoveCards, ir.Swap, ir.UseAbility)
"""What may come between a choice and the deed in which it is described."""


def all_of(expr: ir.Expr, scope: Scope) -> Thing:
    """Returns a thing; of a set, all its things."""
    if expr.type.many and not isinstance(expr, ir.Var | ir.CardNamed):
        return scope.described(expr, Det.ALL, many=True)
    return scope.thing(expr)


def again(who: Thing) -> Thing:
    """Returns how to name somebody who was just named."""
    if isinstance(who, Noun) and who.det is not Det.THIS:
        return It(who.term, who.many, who.person)
    return who


def taken(thing: Thing, scope: Scope, moved: bool = False) -> Thing:
    """Returns cards with the place that they are taken from, if they are `moved` or it is one where they are hidden."""
    if isinstance(thing, Phrase) and thing.args and isinstance(thing.args[0], Noun):
        return replace(thing, args=(taken(thing.args[0], scope, moved), *thing.args[1:]))
    if isinstance(thing, Noun) and thing.places and (moved or thing.term == CARD):
        *before, last = thing.places
        if last.where == "in":
            of = last.of
            if isinstance(of, Noun) and of.det is Det.ANY and thing.det is Det.ALL and not thing.rels:
                of = replace(of, det=Det.EACH)
            return replace(thing, places=(*before, Place("from", of)))
    return thing


def seen(expr: ir.Expr, scope: Scope) -> Thing:
    """Returns what somebody looks at: of all cards that lie in a place, the place."""
    what = scope.thing(expr.zone) if isinstance(expr, ir.CardsIn) else all_of(expr, scope)
    return replace(what, det=Det.EACH) if isinstance(what, Noun) and what.det is Det.ANY else what


def chosen(stmt: ir.Choose, scope: Scope) -> Thing:
    """Describes what somebody may choose: one thing, or several."""
    if isinstance(stmt.of, ir.Numbers):
        return scope.thing(stmt.of)
    if stmt.ordered:
        return all_of(stmt.of, scope)
    if stmt.single:
        return scope.described(stmt.of, Det.A, many=False)
    least, most = stmt.least, stmt.most
    none = least is None or (isinstance(least, ir.Num) and least.value == 0)
    if most is None:
        return Phrase("any_number", (scope.described(stmt.of, Det.BARE, many=True),))
    many = not (isinstance(most, ir.Num) and most.value == 1)
    how = Count("up_to" if none else "exactly", scope.thing(most))
    if isinstance(how.amount, Number) or isinstance(stmt.of, ir.Var):
        return scope.described(stmt.of, Det.BARE, many=many, count=how)
    of = scope.described(stmt.of, Det.BARE, many=True)
    if isinstance(most, ir.Var) and isinstance(how.amount, Phrase) and how.amount.key in ("that_number", "that_many"):
        return Phrase("at_most_that_many" if none else "that_many", (of,))
    return Phrase("at_most_as_many" if none else "as_many_as", (of, how.amount))


def at_random(stmt: ir.PickRandom, scope: Scope) -> Thing:
    """Describes what chance picks."""
    if isinstance(stmt.of, ir.Numbers):
        return Phrase("random_number", (scope.thing(stmt.of.low), scope.thing(stmt.of.high)))
    many = not stmt.single and not isinstance(stmt.count, ir.Num)
    count = None if stmt.single or many else Count("exactly", scope.thing(stmt.count))
    of = scope.described(stmt.of, Det.A if stmt.single else Det.BARE, many=not stmt.single, count=count)
    if isinstance(of, Noun):
        found = taken(replace(of, adjs=(Adj(own("random")), *of.adjs)), scope)
        return Phrase("as_many_as", (found, scope.thing(stmt.count))) if many else found
    return Phrase("at_random", (of,))


def direct(name: str, following: list[ir.Stmt]) -> bool:
    """Whether the first deed that reads a name does something to it, so that it can be described there."""
    for stmt in following:
        read = [node for node in below(stmt) if isinstance(node, ir.Var) and node.name == name]
        if not read:
            if isinstance(stmt, PLAIN):
                continue
            return False
        return any(isinstance(thing, ir.Var) and thing.name == name for thing in objects(stmt)) and len(read) == 1
    return False


def objects(stmt: ir.Stmt) -> Iterator[ir.Expr]:
    """Yields what a deed is done to, as far as it can be described there."""
    match stmt:
        case ir.Do():
            yield from stmt.args
        case ir.MoveCards():
            yield stmt.cards
        case ir.UseAbility():
            yield stmt.ability
        case ir.Mark():
            yield stmt.on
        case ir.Swap(what="cards"):
            yield from (stmt.left, stmt.right)
        case _:
            pass


def lifted(key: str, args: tuple[ir.Expr, ...], texts: tuple[str, ...], scope: Scope) -> Iterator[Aside]:
    """Yields the refusals of a deed that are set aside, each by its condition."""
    verb = scope.game.verbs[key]
    for refusal in verb.refusals:
        if refusal.text in texts:
            for param, arg in zip(verb.params, args, strict=False):
                found = scope.entities.get(arg.name) if isinstance(arg, ir.Var) else None
                if found is not None:
                    scope.alias(param.name, found)
                else:
                    thing = arg
                    noun = Noun(term_of(arg.type), arg.type.many, person=arg.type.sort == "player")
                    scope.bind(param.name, noun, lambda thing=thing: scope.thing(thing))  # type: ignore[misc]
            yield Aside("even_if", scope.says(refusal.cond))


def limited(required: list[ir.Require], scope: Scope) -> list[Part]:
    """Returns the conditions without which nothing can be done, and those with which nothing can."""
    found: dict[bool, list[Saying]] = {}
    for stmt in required:
        cond = stmt.cond.of if isinstance(stmt.cond, ir.Not) else stmt.cond
        found.setdefault(cond is stmt.cond, []).append(scope.says(cond))
    return [
        Only(said[0] if len(said) == 1 else Both(tuple(said), "or" if denied else "and"), denied)
        for denied, said in found.items()
    ]


def lasts(stmt: ir.Lasting, scope: Scope) -> Aside:
    """Returns how long a rule lasts."""
    if stmt.later is None:
        return Aside("until_end", Noun(Term("noun", stmt.until or "game"), det=Det.THE))
    later = stmt.later
    if later.when == "leaves" and later.of is not None:
        zone = Noun(Term("noun", later.zone), det=Det.THE)
        return Aside("until_it", Says(scope.thing(later.of), (Verb(own("go_out"), (zone,)),)))
    whose = None if later.of is None else scope.thing(later.of)
    phase = Noun(Term("noun", later.phase), det=Det.THE, adjs=(Adj(own("next")),), owner=whose)
    return Aside(f"until_{later.when}", phase)


def rule_asides(rule: ir.Rule, scope: Scope) -> tuple[Aside, ...]:
    """Returns the conditions under which a rule holds."""
    if rule.cond is None:
        return ()
    if isinstance(rule.cond, ir.Not):
        return (Aside("unless", scope.says(rule.cond.of)),)
    return (Aside("if", scope.says(rule.cond)),)

