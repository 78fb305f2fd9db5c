"""Turns an amount of a deed into the parts of a sentence: `2 cards`, `1 gold for each district`, `that many cards`."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..checks.nodes import below
from .scope import Scope
from .things import described, thing
from .tree import Count, Det, Noun, Number, Phrase, Term, Thing


def measured(expr: ir.Expr, noun: Term, scope: Scope) -> Thing:
    """Returns so much of something as a phrase says: `2 cards`, `1 gold for each district`, `that many cards`."""
    e = expr
    if isinstance(e, ir.Num):
        return Noun(noun, e.value != 1, Det.BARE, Count("exactly", Number(e.value)))
    one = Noun(noun, False, Det.BARE, Count("exactly", Number(1)))
    much, times, group = per(e)
    if times is not None:
        if group == 1 and isinstance(times, ir.Var) and much == 1 and not unnamed(times, scope):
            return Phrase("that_many", (Noun(noun, True, Det.BARE),))
        each = grouped(times, group, scope)
        some = replace(one, many=much != 1, count=Count("exactly", Number(much)))
        return Phrase("for_each", (some, each))
    many = Noun(noun, True, Det.BARE)
    if isinstance(e, ir.Var):
        return named_amount(e, many, scope)
    if noun.sort == "noun" and any(_is_amount(node, noun.name, scope.game) for node in below(e)):
        if not _worked_out(e):
            return thing(e, scope)
    return Phrase("worth" if _worked_out(e) else "as_many_as", (many, thing(e, scope)))


def _worked_out(e: ir.Expr) -> bool:
    """Whether an amount is added up or taken apart, so that it is no name for what somebody takes or pays."""
    return isinstance(e, ir.Arith) or _divided(e) or isinstance(e, ir.AtLeast | ir.AtMost) and _worked_out(e.of)


def _divided(e: ir.Expr) -> bool:
    """Whether an amount is divided by something. Half of somebody's gold is still a name for what is taken."""
    return isinstance(e, ir.Quotient) and not (isinstance(e.by, ir.Num) and e.by.value == 2)


def _is_amount(node: object, mark: str, game: ir.Game) -> bool:
    """Whether a phrase names an amount of a marker by what it is of, so that nobody asks: of what?"""
    match node:
        case ir.Counted():
            return node.mark == mark
        case ir.ValueOf(value=value) if value in game.values:
            return game.values[value].type == ir.Type("amount", mark)
        case ir.Kept() | ir.Happened() | ir.Var():
            return node.type == ir.Type("amount", mark)
        case _:
            return False


def named_amount(e: ir.Var, many: Noun, scope: Scope) -> Thing:
    """Returns an amount that has a name: described when it is read first, and then `that many`."""
    entity = scope.entities.get(e.name)
    if entity is not None and entity.first is not None:
        if entity.expr is not None:
            entity.first = None
            return measured(entity.expr, many.term, scope)
        return Phrase("as_many_as", (many, scope.name(e.name)))
    return Phrase("that_many", (many,))


def unnamed(e: ir.Var, scope: Scope) -> bool:
    """Whether a local name has not been read yet."""
    entity = scope.entities.get(e.name)
    return entity is not None and entity.first is not None


def grouped(times: ir.Expr, group: int, scope: Scope) -> Thing:
    """Returns for what an amount is counted: each thing of a set, or every 3 of them."""
    if group == 1:
        return described(times, scope, Det.EACH, many=False)
    return Phrase("every", (Number(group), described(times, scope, Det.BARE, many=True)))


def rate(e: ir.Expr, scope: Scope) -> tuple[int, Thing | None]:
    """Returns how much there is for each of what is counted, and for each of what; nothing if it is not so counted."""
    much, times, group = per(e)
    return much, None if times is None else grouped(times, group, scope)


def per(e: ir.Expr) -> tuple[int, ir.Expr | None, int]:
    """Returns a rate, the set for whose things it counts, and for how many of them at a time; no set if the phrase is
    not of this form."""
    match e:
        case ir.Size():
            return 1, e.of, 1
        case ir.Quotient(of=ir.Size(of=of), by=ir.Num(value=group), up=False):
            return 1, of, group
        case ir.Arith(op="*", left=ir.Num(value=value), right=ir.Size() | ir.Quotient() as often):
            _, times, group = per(often)
            return value, times, group
        case ir.Arith(op="*", left=ir.Size() as often, right=ir.Num(value=value)):
            return value, often.of, 1
        case _:
            return 1, None, 1

