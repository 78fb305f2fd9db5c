"""Makes small pieces of the tree and simplifies them at once: sums of constants, negations of negations."""

from __future__ import annotations

from ..analysis.facts import NATURAL, SET, TRUTH
from .tree import LEAVES, LIKE_TRUTH, Expr, Local, Num, Op, Stmt, Truth

TRUE, FALSE = Truth(True), Truth(False)
ZERO, ONE, NOBODY = Num(0), Num(1), Num(-1)
NONE = Op("none", (), SET)
UNSET = Op("unset", (), 0)


def truth(x: Expr) -> Expr:
    """Return a condition as a truth that may be stored."""
    return x if x.kind == TRUTH else Op("truth", (x,), TRUTH)


def either(a: Expr, b: Expr) -> int:
    """Return the joined type of two conditions."""
    return TRUTH if a.kind == b.kind == TRUTH else LIKE_TRUTH


def negated(x: Expr) -> Expr:
    """Return the opposite of a condition."""
    match x:
        case Truth():
            return FALSE if x.value else TRUE
        case Op("not"):
            return x.args[0]
    return Op("not", (x,), TRUTH)


def joined(word: str, tests: list[Expr], kind: int = TRUTH) -> Expr:
    """Return conditions joined by `and` or `or`; a single one as it is."""
    return tests[0] if len(tests) == 1 else Op(word, tuple(tests), kind)


def kept(x: Expr) -> Expr:
    """Return a value as the state keeps it: a set finished, a truth as a number."""
    if isinstance(x, Truth):
        return ONE if x.value else ZERO
    if isinstance(x, Local | Op) and x.many:
        return Op("tuple", (x,), x.kind)
    return Op("number", (x,), NATURAL) if x.kind == TRUTH else x


def plus(base: int, x: Expr) -> Expr:
    """Return base + x; if x is a number, their sum."""
    if isinstance(x, Num) and x.value >= 0:
        return Num(base + x.value)
    return Op("+", (Num(base), x), x.kind | NATURAL) if base else x


def compare(word: str, a: Expr, b: Expr) -> Op:
    """Return the comparison of two numbers."""
    return Op(word, (a, b), TRUTH)


def somebody(x: Expr) -> Op:
    """Return whether a thing is not nobody."""
    return Op(">=", (x, ZERO), TRUTH)


def choose(test: Expr, a: Expr, b: Expr) -> Op:
    """Return one of two values, by a test."""
    return Op("if", (test, a, b), a.kind | b.kind)


def cell(i: Expr) -> Op:
    """Return what a cell holds."""
    return Op("cell", (i,), NATURAL)


def has_any(x: Expr) -> Expr:
    """Return whether a set has a member."""
    return Op("any", (x,), LIKE_TRUTH)


def is_list(x: Expr) -> bool:
    """Return whether a value is a set under construction."""
    return isinstance(x, Local | Op) and x.many


def ends(body: list[Stmt]) -> bool:
    """Return whether the code after these statements is never reached."""
    return bool(body) and isinstance(body[-1], LEAVES)
