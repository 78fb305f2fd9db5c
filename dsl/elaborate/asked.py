"""Reads a phrase by itself: what a person asks about a position, outside of any card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from .. import ir, syntax
from ..diagnostic import Diagnostic
from ..source import Source
from ..vocabulary import Vocabulary
from . import conditions, phrases
from .mistakes import Mistake, fail, wrong
from .noun import Noun, uncounted
from .reading import READING
from .scope import Desk, Local, Scope
from .terms import PLAYER, says

YOU = "you"


@dataclass(frozen=True, slots=True)
class Asked:
    """A phrase as read. `expr` is its meaning. `each`, for a phrase such as `score of each player`, is a variable and
    the set of things that it stands for one after another."""

    expr: ir.Expr
    each: tuple[str, ir.Expr] | None = None


def phrase(
    source: Source, node: syntax.Operand | syntax.Condition, vocabulary: Vocabulary, seats: Sequence[str]
) -> Asked | tuple[Diagnostic, ...]:
    """Reads a phrase with the words of a game, or returns what is wrong with it. `seats` are the names of the players;
    they and `you` are free variables of the result."""
    diagnostics: list[Diagnostic] = []
    desk = Desk(source, vocabulary, diagnostics, READING, alone=True)
    you = ir.Var(type=PLAYER, span=node.span, name=YOU)
    locals_ = {seat: Local(seat, PLAYER, node.span, used=True) for seat in seats}
    scope = Scope(desk, you=you, they=you, locals=locals_)
    try:
        return _asked(scope, node)
    except Mistake as error:
        desk.note(error)
        return tuple(diagnostics)


def _asked(scope: Scope, node: syntax.Operand | syntax.Condition) -> Asked:
    if isinstance(node, syntax.Operand):
        return _noun(scope, phrases.operand(scope, node))
    return Asked(conditions.condition(scope, node))


def _noun(scope: Scope, noun: Noun) -> Asked:
    uncounted(noun, "nobody picks anything here", "ask for all of them, or for `number of …`")
    if noun.all_of:
        fail("missing-word", f"whose `{noun.all_of}`?", noun.span, f"as in `{noun.all_of} of p1`")
    if noun.mapped is not None:
        var, of, body = noun.mapped
        return Asked(body, (var, of))
    if noun.base.type.sort in ("bank", "ability", "mark"):
        fail("wrong-type", f"{says(noun.base.type)} cannot be shown", noun.span)
    expr = noun.set() if noun.many else noun.base
    match expr:
        case ir.ZoneOf(bearer=ir.Expr() as bearers) if bearers.type.many:
            one = ir.Var(type=replace(bearers.type, many=False), span=expr.span, name=scope.desk.unnamed())
            place = replace(expr, bearer=one, type=replace(expr.type, many=False))
            return Asked(_cards(scope, place), (one.name, bearers))
        case ir.Expr(type=ir.Type(sort="zone", many=True)):
            raise wrong("wrong-type", f"{says(expr.type)} cannot be shown together", noun.span, "ask for one at a time")
        case ir.Expr(type=ir.Type(sort="zone")):
            return Asked(_cards(scope, expr))
        case _:
            return Asked(expr)


def _cards(scope: Scope, place: ir.Expr) -> ir.Expr:
    """Returns the cards in a place, which are what somebody wants to see who asks for it."""
    holds = scope.vocabulary.zones[place.type.name or ""].holds
    return ir.CardsIn(type=ir.Type("card", holds, True), span=place.span, zone=place)
