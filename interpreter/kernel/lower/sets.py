"""Lowers operators on sets: questions about a set become loops that end early, and only necessary sets are built."""

from __future__ import annotations

from ..analysis.facts import NATURAL, NEGATIVE, ODD_SET, SET, SETS, TRUTH, as_sets, element
from ..program import E
from .loops import each, each_of
from .pieces import (
    FALSE,
    NOBODY,
    ONE,
    TRUE,
    UNSET,
    ZERO,
    cell,
    choose,
    compare,
    has_any,
    joined,
    plus,
    somebody,
    truth,
)
from .scope import Scope, as_set, members, value
from .tree import (
    Append,
    Break,
    Do,
    Expr,
    If,
    Let,
    Local,
    More,
    Op,
    Stmt,
)
from .truths import chain

_LOOKED_THROUGH = ("where", "cards_of", "without")
"""Operators whose sets are searched without being built."""


# ---- questions about a set


def search(at: Scope, over: E) -> Expr:
    """Lower whether a set has a member, by looking for the first one."""
    if over.op == "players":
        return TRUE
    if over.op == "sort":
        return search(at, over.args[1])
    if over.op == "union":
        return chain(at, "or", tuple(E("some", (e,)) for e in over.args))
    if over.op not in _LOOKED_THROUGH:
        return has_any(members(at, over))
    found = at.temp(TRUTH)
    at.put(Let(found, FALSE))
    with each(at, over, found) as (here, _):
        here.put(Let(found, TRUE))
        here.put(Break())
    return found


def some(at: Scope, over: E) -> Expr:
    """Lower whether a set has a member, as a truth that may be stored."""
    found = search(at, over)
    if isinstance(found, Op) and found.word == "any":
        return compare(">", Op("size", found.args, NATURAL), ZERO)
    return truth(found)


def size(at: Scope, over: E) -> Expr:
    """Lower how many members a set has."""
    if over.op == "players":
        return at.players
    if over.op not in ("where", "cards_of"):
        return Op("size", (members(at, over),), NATURAL)
    count = at.temp(NATURAL)
    at.put(Let(count, ZERO))
    if over.op == "cards_of" and over.args[1].op != "where":
        with each(at, over.args[1]) as (here, x):
            lying = Op("cards", (plus(over.args[0], x),), SET)
            here.put(More(count, Op("size", (lying,), NATURAL)))
    else:
        with each(at, over) as (here, _):
            here.put(More(count, ONE))
    return count


def mark_total(at: Scope, base: int, over: E) -> Expr:
    """Lower how much of a marker some bearers have together."""
    total = at.temp(NATURAL)
    at.put(Let(total, ZERO))
    with each(at, over) as (here, x):
        here.put(More(total, cell(plus(base, x))))
    return total


def first(at: Scope, over: E) -> Expr:
    """Lower the first member of a set, or nobody."""
    if over.op in _LOOKED_THROUGH:
        found = at.temp(NATURAL | NEGATIVE)
        at.put(Let(found, NOBODY))
        with each(at, over, somebody(found)) as (here, x):
            here.put(Let(found, x))
            here.put(Break())
        return found
    one = at.named(members(at, over))
    return choose(has_any(one), Op("first", (one,), element(one.kind)), NOBODY)


def fold(at: Scope, op: str, slot: int, over: E, body: E) -> Expr:
    """Lower the total, the highest or the lowest value of a body over the members of a set."""
    natural = not at.facts.of(body, at.kinds) & NEGATIVE
    found = at.temp(NATURAL if natural else NATURAL | NEGATIVE)
    start = ZERO if op == "total" or (op == "highest" and natural) else UNSET
    unset = Op("is_unset", (found,), TRUTH)
    at.put(Let(found, start))
    with each(at, over) as (here, x):
        here = here.bound(slot, x)
        one = value(here, body)
        if op == "total":
            here.put(More(found, one))
        else:
            one = here.named(one)
            better = compare(">" if op == "highest" else "<", one, found)
            test = better if start == ZERO else joined("or", [unset, better])
            here.put(If(test, (Let(found, one),)))
    if start == UNSET:
        at.put(If(unset, (Let(found, ZERO),)))
    return found


# ---- sets that are built


def new_list(at: Scope, kind: int) -> Expr:
    """Return an empty set under construction, whose members are of type `kind`."""
    return Op("list", (), kind, True)


def gather(at: Scope, over: E) -> Expr:
    """Lower a set that is built member by member."""
    found = at.temp(as_sets(at.facts.of(over, at.kinds)), True)
    at.put(Let(found, new_list(at, found.kind)))
    with each(at, over) as (here, x):
        here.put(Append(found, x))
    return found


def where(at: Scope, slot: int, over: E, test: E) -> Expr:
    """Lower the members for which a test holds."""
    return gather(at, E("where", (slot, over, test)))


def without(at: Scope, a: E, b: E) -> Expr:
    """Lower the members of set `a` that are not in set `b`."""
    return gather(at, E("without", (a, b)))


def cards_of(at: Scope, base: int, over: E) -> Expr:
    """Lower the cards in the zones of some bearers."""
    return gather(at, E("cards_of", (base, over)))


def union(at: Scope, *sets: E) -> Expr:
    """Lower some sets one after the other, without repetition."""
    things = tuple(value(at, e) for e in sets)
    return Op("merged", things, ODD_SET if any(x.kind & ODD_SET for x in things) else SET)


def image(at: Scope, slot: int, over: E, body: E) -> Expr:
    """Lower the values of a body for the members of a set, each value once."""
    found = at.temp(ODD_SET if at.facts.of(body, at.kinds) & ODD_SET else SET, True)
    at.put(Let(found, new_list(at, found.kind)))
    with each(at, over) as (here, x):
        here = here.bound(slot, x)
        one = here.named(value(here, body))
        if one.kind & SETS:
            many = as_set(here, one)
            with each_of(here, many, element(many.kind)) as (inside, each_one):
                inside.put(_fresh(found, each_one))
        else:
            here.put(_fresh(found, one))
    return found


def _fresh(found: Local, one: Expr) -> Stmt:
    """Return the statement that appends one thing to a set unless it is nobody or already there."""
    test = Op("not_in", (one, found), TRUTH)
    if one.kind & NEGATIVE:
        return If(joined("and", [compare("!=", one, NOBODY), test]), (Append(found, one),))
    return If(test, (Append(found, one),))


def sort(at: Scope, slot: int, over: E, body: E) -> Expr:
    """Lower a set in the order of the values of a body."""
    kind = as_sets(at.facts.of(over, at.kinds))
    pairs, place = at.temp(kind, True), at.temp(NATURAL)
    at.put(Let(pairs, new_list(at, kind)))
    at.put(Let(place, ZERO))
    with each(at, over) as (here, x):
        one = value(here.bound(slot, x), body)
        here.put(Append(pairs, Op("ranked", (one, place, x), 0)))
        here.put(More(place, ONE))
    at.put(Do("sort", (pairs,)))
    return Op("ranking", (pairs,), kind, True)
