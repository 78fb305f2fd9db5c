"""Lowers truths, with cheap tests first.

Operands of `and` and `or` may change places: every operator is total and none changes anything, so the result is the
same.
"""

from __future__ import annotations

from ..analysis.facts import TRUTH
from ..analysis.flow import parts
from ..operators import LOOPS, OPERATORS
from ..program import E, Function
from .pieces import FALSE, TRUE, ZERO, joined, kept, negated, truth
from .scope import Scope, cond, value
from .tree import LIKE_TRUTH, Call, Expr, If, Let, Local, Num, Stmt

STEPS = 8
"""How many operands of a chain are nested; the next one begins a new nest beside the first."""
ROUNDS = 4
"""The assumed number of members of a set, for the price of a test on each."""


def flat(word: str, operands: tuple[E, ...]) -> list[E]:
    """List the operands of a chain, including those of chains of the same word inside it."""
    found: list[E] = []
    for e in operands:
        if e.op == word:
            found += flat(word, e.args)
        else:
            found.append(e)
    return found


# ---- and, or, not


def opposite(at: Scope, e: E) -> Expr:
    """Lower `not`."""
    return negated(cond(at, e))


def conjunction(at: Scope, *operands: E) -> Expr:
    """Lower an `and` of which only the truth matters."""
    return chain(at, "and", operands)


def alternative(at: Scope, *operands: E) -> Expr:
    """Lower an `or` of which only the truth matters."""
    return chain(at, "or", operands)


def chain(at: Scope, word: str, operands: tuple[E, ...]) -> Expr:
    """Lower an `and` or `or` with cheap tests first. What an operand needs beforehand is only done when the operand is
    looked at."""
    stops, goes = (FALSE, TRUE) if word == "and" else (TRUE, FALSE)
    tests = flat(word, operands)
    if word == "and":
        tests = _lying(at, tests)
    said: list[Expr] = []
    kind = TRUTH
    result = None
    out: list[Stmt] = []
    around: list[list[Stmt]] = []
    for e in sorted(tests, key=lambda e: cost(at, e)) if len(tests) > 1 else tests:
        inside = at.inner(len(around) + bool(said))
        x = cond(inside, e)
        if x == goes or x in said:
            continue
        if x == stops:
            return stops
        if inside.out and said:
            result = result or at.temp(LIKE_TRUTH)
            out.append(Let(result, joined(word, said)))
            if len(around) == STEPS:
                out, around = _nested(out, around, word, result), []
            around.append(out)
            out, said = [], []
        out += inside.out
        kind |= x.kind if x.kind == TRUTH else LIKE_TRUTH
        said.append(x)
    if not said:
        return goes
    whole = joined(word, said, kind)
    if result is None:
        at.out.extend(out)
        return whole
    out.append(Let(result, whole))
    at.out.extend(_nested(out, around, word, result))
    return Local(result.name, kind)


def _nested(out: list[Stmt], around: list[list[Stmt]], word: str, result: Local) -> list[Stmt]:
    """Nest what is done step by step: each step is done if the result is still open after the one before."""
    for outer in reversed(around):
        outer.append(If(result if word == "and" else negated(result), tuple(out)))
        out = outer
    return out


def _lying(at: Scope, tests: list[E]) -> list[E]:
    """Join `this lies in a city and x owns this` into `this lies in the city of x`, which is a single look-up."""
    most = at.lib.max_players
    for place in tests:
        if place.op != "in" or place.args[0].op != "num" or place.args[1].op != "cards_of":
            continue
        card, (base, over) = place.args[0], place.args[1].args
        owners = at.lib.zone_owner[base : base + most]
        if over.op != "players" or owners != tuple(range(most)) or not ordinary(at, base):
            continue
        for test in tests:
            if test.op == "==" and E("owner", (card,)) in (_bare(test.args[0]), _bare(test.args[1])):
                who = test.args[0] if _bare(test.args[1]) == E("owner", (card,)) else test.args[1]
                there = E("in", (card, E("cards", (E("zone", (base, who)),))))
                return _lying(at, [there if x is place else x for x in tests if x is not test])
    return tests


def _bare(e: E) -> E:
    """Return an expression without its origin and without those of its arguments; deeper origins stay."""
    return E(e.op, tuple(E(a.op, a.args) if isinstance(a, E) else a for a in e.args))


def ordinary(at: Scope, base: int) -> bool:
    """Return whether a card in such a zone records that it lies there."""
    return base not in at.lib.all_zone.values()


def cost(at: Scope, e: E) -> int:
    """Return a rough price of an expression, for the order of tests."""
    if e.op == "call":
        f = at.lib.functions[e.args[0]]
        own = 1 if constant(f) is not None else 10 + 4 * len(f.modifiers) + 3 * len(f.refusals)
    elif e.op == "in" and e.args[1].op in ("cards", "cards_of"):
        return 2 + cost(at, e.args[0]) + sum(cost(at, a) for a in parts(e.args[1].args))
    elif e.op == "in" and e.args[1].op == "inplay":
        own = 9
    else:
        own = OPERATORS[e.op].cost if e.op in OPERATORS else 1
    inner = sum(cost(at, a) for a in parts(e.args))
    return own + inner * (ROUNDS if e.op in LOOPS else 1)


# ---- named functions


def constant(f: Function) -> Expr | None:
    """Return the value of a function that always has the same value; else None."""
    if f.modifiers or f.refusals:
        return None
    if f.form == "permission":
        return TRUE if f.needs is None else None
    if f.base is None:
        return FALSE if f.form == "truth" else ZERO
    return Num(f.base.args[0]) if f.base.op == "num" and f.form == "value" else None


def called(at: Scope, function: int, *args: E) -> Expr:
    """Lower a call of a named function; a truth or permission may come back as any value with the same truth."""
    f = at.lib.functions[function]
    given = [value(at, a) for a in args]
    known = constant(f)
    if known is not None:
        return known
    body = at.facts.small[function]
    if body is None or function in at.inlining:
        kind = TRUTH if f.form != "value" else at.facts.result[function]
        return Call(function, tuple(kept(x) for x in given), kind)
    inside = at.copying(function, {i: at.named(x) for i, x in enumerate(given)})
    return value(inside, body) if f.form == "value" else cond(inside, body)


def call(at: Scope, function: int, *args: E) -> Expr:
    """Lower a call of a named function as a value."""
    x = called(at, function, *args)
    return x if at.lib.functions[function].form == "value" else truth(x)


def and_value(at: Scope, *operands: E) -> Expr:
    """Lower an `and` as a truth that may be stored."""
    return truth(chain(at, "and", operands))


def or_value(at: Scope, *operands: E) -> Expr:
    """Lower an `or` as a truth that may be stored."""
    return truth(chain(at, "or", operands))
