"""Finds the named functions that are small enough to be copied into their callers, each as one expression.

Only this pass makes the operator `choose`: (condition, value if it holds, value if not).
"""

from __future__ import annotations

from ..program import E, Function, Library
from .flow import parts

HEFT = 26
"""Functions of up to this many operators are copied; operators of functions copied into them count too."""
CALL = 3
"""The number of operators for which a remaining call counts."""


def as_expression(f: Function) -> E | None:
    """Return a function as one expression. None if it depends on lasting rules, if two of its rules could contradict
    each other, or if it has so many rules that it is too large in any case."""
    if len(f.modifiers) > HEFT or any(m.lasting is not None for m in f.modifiers):
        return None
    if f.form == "truth":
        return _any(([] if f.base is None else [f.base]) + [m.guard for m in f.modifiers])
    if f.form == "permission":
        tests = []
        for refused in f.refusals:
            lifts = [] if refused.ban else [E("not", (lift,)) for lift, _ in refused.lifts]
            tests.append(E("not", (_all([refused.cond, *lifts]),)))
        return _all(tests if f.needs is None else [*tests, f.needs])
    said = sorted((m for m in f.modifiers if m.op == "is"), key=lambda m: m.level)
    if len({m.level for m in said}) < len(said):
        return None
    e = E("num", (0,)) if f.base is None else f.base
    for m in said:
        e = E("choose", (m.guard, m.amount, e))
    for m in f.modifiers:
        if m.op != "is":
            e = E("+", (e, E("choose", (m.guard, m.amount, E("num", (0,))))))
    return e


def _any(tests: list[E]) -> E:
    return E("or", tuple(tests)) if len(tests) != 1 else tests[0]


def _all(tests: list[E]) -> E:
    return E("and", tuple(tests)) if len(tests) != 1 else tests[0]


def small(lib: Library) -> list[E | None]:
    """Return, for each function, the expression to copy, or None if it is not copied."""
    bodies = [as_expression(f) for f in lib.functions]
    known: dict[int, int] = {}

    def heft(e: E) -> int:
        own = 1
        if e.op == "call":
            fid = e.args[0]
            if fid not in known:
                known[fid] = HEFT + 1  # until its size is known: a function that calls itself is never copied
                body = bodies[fid]
                known[fid] = HEFT + 1 if body is None else heft(body)
            own = known[fid] if known[fid] <= HEFT else CALL
        return own + sum(heft(a) for a in parts(e.args))

    for f in lib.functions:
        heft(E("call", (f.id,)))
    return [body if known[i] <= HEFT else None for i, body in enumerate(bodies)]
