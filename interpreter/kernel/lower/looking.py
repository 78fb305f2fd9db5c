"""Lowers the operators that look something up, and those that compute numbers.

A look-up for nobody gives nobody or nothing. So where `facts` cannot exclude that the argument is nobody, a test comes
first.
"""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.facts import NATURAL, NEGATIVE, ODD_SET, SET, SETS, TRUTH
from ..program import E
from .pieces import (
    FALSE,
    NOBODY,
    NONE,
    ONE,
    TRUE,
    ZERO,
    cell,
    choose,
    compare,
    is_list,
    kept,
    plus,
    somebody,
)
from .scope import Scope, as_set, cond, stored, value
from .tree import Expr, If, Let, Num, Op, Truth


def num(at: Scope, n: int) -> Expr:
    """Lower a number."""
    return Num(int(n))


def slot(at: Scope, i: int) -> Expr:
    """Lower what a slot holds."""
    return at.slot(i)


def all_players(at: Scope) -> Expr:
    """Lower all players, in the order of seats."""
    return Op("players", (at.players,), SET)


def set_of(at: Scope, *singles: E) -> Expr:
    """Lower the set of some things; for a single expression, its value as a set."""
    things = [value(at, e) for e in singles]
    if len(things) == 1 and not things[0].kind & ODD_SET:
        return as_set(at, things[0])
    return Op("union", tuple(things), SET)


def numbers(at: Scope, a: E, b: E) -> Expr:
    """Lower the numbers from `a` to `b`."""
    low, high = value(at, a), value(at, b)
    return Op("numbers", (low, high), ODD_SET if low.kind & NEGATIVE else SET)


def guarded(at: Scope, x: Expr, of: Callable[[Expr], Expr], otherwise: Expr) -> Expr:
    """Lower a look-up: `of` the value, or `otherwise` if the value is nobody."""
    if not x.kind & NEGATIVE:
        return of(x)
    one = at.named(x)
    return choose(somebody(one), of(one), otherwise)


def left(at: Scope, e: E) -> Expr:
    """Lower the next player clockwise."""
    return guarded(at, value(at, e), lambda x: Op("left", (x, at.players), NATURAL), NOBODY)


def right(at: Scope, e: E) -> Expr:
    """Lower the next player counter-clockwise."""
    return guarded(at, value(at, e), lambda x: Op("right", (x, at.players), NATURAL), NOBODY)


def neighbours(at: Scope, e: E) -> Expr:
    """Lower the players who sit left and right."""
    return Op("neighbours", (value(at, e), at.players), SET)


def seat(at: Scope, e: E) -> Expr:
    """Lower the number of a seat, counted from 1."""
    return Op("+", (value(at, e), ONE), NATURAL)


def seats_from(at: Scope, a: E, b: E) -> Expr:
    """Lower how many seats one walks from player `a` to player `b`."""
    there = value(at, b)
    return Op("walk", (value(at, a), there, at.players), NATURAL)


def in_play(at: Scope, kind: int) -> Expr:
    """Lower all cards of a kind that take part."""
    return Op("cards", (Num(at.lib.all_zone[kind]),), SET)


def owner(at: Scope, e: E) -> Expr:
    """Lower the player in whose zone a card lies."""
    one = at.named(value(at, e))
    zone = Op("place", (one,), NATURAL | NEGATIVE)
    found = Op("owner", (zone,), NATURAL | NEGATIVE)
    if min(at.lib.zone_owner, default=0) < -1:  # a card may lie on a card
        found = Op("owner_deep", (at.temp(NATURAL | NEGATIVE), zone, one), NATURAL | NEGATIVE)
    return choose(somebody(one), found, NOBODY) if one.kind & NEGATIVE else found


def zone(at: Scope, base: int, e: E | None) -> Expr:
    """Lower a zone: the only one, or that of a bearer."""
    return Num(base) if e is None else guarded(at, value(at, e), lambda x: plus(base, x), NOBODY)


def _held(at: Scope, e: E, of: Callable[[Expr], Expr]) -> Expr:
    """Lower `of` what lies in a zone; the zone of nobody is empty."""
    if e.op == "zone" and e.args[1] is not None:
        base, bearer = e.args
        return guarded(at, value(at, bearer), lambda x: of(plus(base, x)), NONE)
    return guarded(at, value(at, e), of, NONE)


def cards(at: Scope, e: E) -> Expr:
    """Lower the cards of a zone."""
    return _held(at, e, lambda x: Op("cards", (x,), SET))


def top(at: Scope, n: E, e: E) -> Expr:
    """Lower the first `n` cards of a zone."""
    limit = value(at, n)
    if limit.kind & NEGATIVE:
        limit = Op("natural", (limit,), NATURAL)
    return _held(at, e, lambda x: Op("top", (x, limit), SET))


def zone_of(at: Scope, e: E) -> Expr:
    """Lower the zone where a card lies."""
    return guarded(at, value(at, e), lambda x: Op("place", (x,), NATURAL | NEGATIVE), NOBODY)


def table(at: Scope, t: int, e: E) -> Expr:
    """Lower the entry of a table of the library for a card."""
    one = value(at, e)
    if isinstance(one, Num):
        return Num(int(at.lib.tables[t][one.value]) if one.value >= 0 else -1)
    return guarded(at, one, lambda x: Op("table", (Num(t), x), at.facts.table[t]), NOBODY)


def mark(at: Scope, base: int, e: E) -> Expr:
    """Lower how much of a marker a bearer has."""
    return guarded(at, value(at, e), lambda x: cell(plus(base, x)), ZERO)


def has(at: Scope, base: int, e: E) -> Expr:
    """Lower whether a bearer has any of a marker."""
    return Op(">", (mark(at, base, e), ZERO), TRUTH)


def mark_owner(at: Scope, base: int, e: E) -> Expr:
    """Lower the player who put a marker."""
    return Op("mark_owner", (mark(at, base, e), at.players), NATURAL | NEGATIVE)


def holder(at: Scope, base: int, n: int) -> Expr:
    """Lower who has a single marker."""
    return Op("holder", (Num(base), Num(base + n)), NATURAL | NEGATIVE)


def cell_of(at: Scope, i: int) -> Expr:
    """Lower what a cell holds; a value that is known already is written out."""
    return Num(int(at.cells[i])) if i in at.cells else Op("cell", (Num(i),), at.facts.cells[i])


def shelf(at: Scope, ranges: tuple[tuple[int, int], ...], until: int) -> Expr:
    """Lower what is put on the shelf; it looks like a set."""
    ((start, end),) = ranges
    return Op("shelf", (Num(start), Num(end), Num(int(until))), SET)


# ---- numbers


def comparison(word: str, holds: Callable[[int, int], bool]) -> Callable[[Scope, E, E], Expr]:
    """Return the function that lowers a comparison. The result is constant for two numbers, and for a value that is
    never negative compared with a negative one."""

    def lowering(at: Scope, a: E, b: E) -> Expr:
        x, y = value(at, a), value(at, b)
        if isinstance(y, Num):
            if isinstance(x, Num):
                return TRUE if holds(x.value, y.value) else FALSE
            if not x.kind & (NEGATIVE | SETS) and x.kind:
                if y.value < 0 or (y.value == 0 and word in ("<", ">=")):
                    return TRUE if word in ("!=", ">", ">=") else FALSE
        if is_list(x) or is_list(y):
            x, y = kept(x), kept(y)
        return compare(word, x, y)

    return lowering


def arithmetic(word: str, result: Callable[[int, int], int]) -> Callable[[Scope, E, E], Expr]:
    """Return the function that lowers an operation on two numbers."""

    def lowering(at: Scope, a: E, b: E) -> Expr:
        x, y = value(at, a), value(at, b)
        if isinstance(x, Num) and isinstance(y, Num):
            return Num(result(x.value, y.value))
        kind = NATURAL | ((x.kind | y.kind) & NEGATIVE) | (NEGATIVE if word == "-" else 0)
        if word in ("max", "min"):
            x, y = at.named(x), at.named(y)
            return Op("highest" if word == "max" else "lowest", (x, y), kind)
        if word == "*" and not isinstance(x, Num) and not isinstance(y, Num):
            return Op("product", (x, y), kind)
        if word == "%":
            return Op("remainder", (x, y), kind)
        return Op(word, (x, y), kind)

    return lowering


def half_up(at: Scope, e: E) -> Expr:
    """Lower half of a number, rounded up."""
    one = value(at, e)
    return Op("half_up", (one,), one.kind)


def half_down(at: Scope, e: E) -> Expr:
    """Lower half of a number, rounded down."""
    one = value(at, e)
    return Op("half_down", (one,), one.kind)


# ---- other operators that are not tests and need no loop


def pick(at: Scope, slot: int, e: E, body: E) -> Expr:
    """Lower an expression in which a slot holds a value."""
    return value(at.bound(slot, at.named(value(at, e))), body)


def abilities(at: Scope, who: E, must: int) -> Expr:
    """Lower the abilities that a player may use now (`must` 1: only those that he must use)."""
    return Op("abilities", (Num(1 if must else 0), value(at, who)), SET, True)


def trial(at: Scope, program: int, *args: E) -> Expr:
    """Lower whether a program can reach its end, tried on a copy of the state."""
    return Op("trial", (Num(program), *(stored(at, a) for a in args)), TRUTH)


def answering(at: Scope, program: int, card: E) -> Expr:
    """Lower whether the clause under way is this clause of this card."""
    return Op("answering", (Num(program), value(at, card)), TRUTH)


def choice(at: Scope, test: E, a: E, b: E) -> Expr:
    """Lower `choose`, an operator that only `analysis.inlining` makes."""
    condition = cond(at, test)
    if isinstance(condition, Truth):
        return value(at, a if condition.value else b)
    yes, no = at.inner(), at.inner()
    x = value(yes, a)
    y = value(no, b)
    if not yes.out and not no.out:
        return choose(condition, kept(x), kept(y))
    name = at.temp(x.kind | y.kind)
    yes.put(Let(name, kept(x)))
    no.put(Let(name, kept(y)))
    at.put(If(condition, tuple(yes.out), tuple(no.out)))
    return name
