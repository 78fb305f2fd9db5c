"""Lowers whether one thing is in a set, without building the set. For example the card itself knows where it lies."""

from __future__ import annotations

from ..analysis.facts import NATURAL, NEGATIVE, SET, SETS, TRUTH
from ..program import E
from .looking import set_of
from .pieces import (
    FALSE,
    NOBODY,
    ZERO,
    choose,
    compare,
    either,
    joined,
    negated,
    plus,
    somebody,
    truth,
)
from .scope import Scope, cond, members, value
from .tree import LIKE_TRUTH, Expr, If, Let, Local, Num, Op
from .truths import ordinary


def is_in(at: Scope, e: E, over: E) -> Expr:
    """Lower `in` as a value."""
    if e.op == "num" and over.op == "inplay" and e.args[0] >= 0:  # a card that lies somewhere takes part in the game
        card, zone = Num(int(e.args[0])), Num(at.lib.all_zone[over.args[0]])
        tests: list[Expr] = [somebody(_place(card)), Op("in", (card, Op("cards", (zone,), SET)), TRUTH)]
        return joined("or", tests)
    one = value(at, e)
    return truth(member(at, one, over))


def member(at: Scope, one: Expr, over: E) -> Expr:
    """Lower whether one thing is in a set."""
    args = over.args
    match over.op:
        case "where":
            return _fulfils(at, one, *args)
        case "set":
            return _among(at, one, args)
        case "without":
            one = at.named(one)
            within, but = member(at, one, args[0]), member(at, one, args[1])
            return Op("and", (within, negated(but)), TRUTH)
        case "players" if not one.kind & NEGATIVE:
            return compare("<", one, at.players)
        case "range":
            low, high = value(at, args[0]), value(at, args[1])
            return Op("between", (low, one, high), TRUTH)
        case "cards" if args[0].op == "zone" and ordinary(at, args[0].args[0]):
            return _lies(at, one, *args[0].args)
        case "cards_of" if ordinary(at, args[0]):
            return _lies_among(at, one, *args)
        case "union":
            one = at.named(one)
            tests = [member(at, one, e) for e in args]
            return joined("or", tests, LIKE_TRUTH) if tests else FALSE
        case "sort":
            return member(at, one, args[1])
    kind = at.facts.of(over, at.kinds)
    if kind and not kind & SETS:
        return _among(at, one, (over,))
    return Op("in", (one, members(at, over)), TRUTH)


def _fulfils(at: Scope, one: Expr, slot: int, over: E, test: E) -> Expr:
    """Lower whether one thing is in a set and a test holds for it."""
    sure = not one.kind & NEGATIVE
    one = at.named(one)
    within = member(at, one, over)
    if isinstance(one, Local) and (sure or not at.facts.of(over, at.kinds) & ~SET):
        known: Expr = Local(one.name, NATURAL)
    else:
        known = one
    inside = at.bound(slot, known).inner()
    condition = cond(inside, test)
    kind = either(within, condition)
    if not inside.out and sure:
        return Op("and", (within, condition), kind)
    name = at.temp(kind)
    at.put(Let(name, within))
    inside.put(Let(name, condition))
    at.put(If(name, tuple(inside.out)))
    return name


def _place(card: Expr) -> Op:
    return Op("place", (card,), NATURAL | NEGATIVE)


def _lies(at: Scope, card: Expr, base: int, e: E | None) -> Expr:
    """Lower whether a card lies in a zone, without looking through the zone."""
    card = at.named(card)
    tests: list[Expr] = [somebody(card)] if card.kind & NEGATIVE else []
    bearer: Expr = ZERO if e is None else value(at, e)
    if bearer.kind & NEGATIVE:
        bearer = at.named(bearer)
        tests.append(somebody(bearer))
    tests.append(compare("==", _place(card), plus(base, bearer)))
    return joined("and", tests)


def _lies_among(at: Scope, card: Expr, base: int, over: E) -> Expr:
    """Lower whether a card lies in one of the zones of these bearers."""
    card = at.named(card)
    sure = not card.kind & NEGATIVE
    if over.op == "players":
        end = Op("+", (Num(base), at.players), NATURAL)
        there = Op("within", (Num(base), _place(card), end), TRUTH)
        return there if sure else joined("and", [somebody(card), there])
    which: Expr = Op("-", (_place(card), Num(base)), NATURAL | NEGATIVE)
    name = at.temp(NATURAL)
    at.put(Let(name, which if sure else choose(somebody(card), which, NOBODY)))
    return joined("and", [somebody(name), member(at, name, over)])


def _among(at: Scope, one: Expr, singles: tuple[E, ...]) -> Expr:
    """Lower whether one thing equals one of some others."""
    others = [value(at, e) for e in singles]
    if not others:
        return FALSE
    if any(x.kind & SETS for x in others):
        return Op("in", (one, set_of(at, *singles)), TRUTH)
    test: Expr
    if len(others) == 1:
        test = compare("==", one, others[0])
    elif all(isinstance(x, Num) for x in others):
        test = Op("among", (one, *others), TRUTH)
    else:
        one = at.named(one)
        test = joined("or", [compare("==", one, x) for x in others])
    if one.kind & NEGATIVE and any(x.kind & NEGATIVE for x in others):
        again = at.named(one)
        return joined("and", [somebody(one), test]) if again == one else _among(at, again, singles)
    return test
