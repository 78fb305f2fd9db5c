"""Lowers named functions: a base, and the standing rules of cards that change it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from itertools import count

from ..analysis.facts import NATURAL, NEGATIVE, TRUTH, Facts
from ..bounds import GREATEST
from ..program import E, Function, Library, Modifier, Objection
from .lowerings import CONDITIONS, VALUES
from .pieces import (
    FALSE,
    NOBODY,
    TRUE,
    UNSET,
    ZERO,
    choose,
    compare,
    joined,
    kept,
    negated,
    truth,
)
from .scope import Scope, Target, cond, value
from .tree import (
    EachLasting,
    Expr,
    Fail,
    If,
    Let,
    Local,
    More,
    Named,
    Num,
    Op,
    Return,
)
from .truths import cost, flat

RESULT = Local("r", NATURAL | NEGATIVE)
_NO_RESULT = Op("is_unset", (RESULT,), TRUTH)
DIFFER = "two rules say what a value is, and they differ"


def target(lib: Library, facts: Facts) -> Target:
    """Return what is the same throughout one function; no temporary name is used yet."""
    return Target(lib, facts, VALUES, CONDITIONS, count(1))


def outermost(
    lib: Library, facts: Facts, kinds: list[int], params: int, cells: Mapping[int, int] | None = None
) -> Scope:
    """Return the scope of a function that is no program: its parameters have values, its other slots hold nobody.
    `cells`: cells whose value is known."""
    names: dict[int, Expr] = {i: Local(f"a{i}", kinds[i]) for i in range(params)}
    return Scope(target(lib, facts), kinds, names, [], 1, False, (), (), cells or {})


def function(lib: Library, facts: Facts, f: Function) -> Named:
    """Lower a named function."""
    at = outermost(lib, facts, facts.function[f.id], f.params)._replace(inlining=(f.id,))
    _FORMS[f.form](at, f)
    return Named(f.id, f.params, tuple(at.out))


def answer(x: Expr) -> Return:
    """Return the statement that ends a function with this result."""
    return Return(x if x.kind == TRUTH else kept(x))


def _in_force(at: Scope, modifier: Modifier, began: Local | None = None) -> Iterator[Scope]:
    """Open the scope where a modifier applies, if it ever does. For a lasting rule the body runs once for each such
    rule in force, in the order in which they began; `began` is the name that says which it is."""
    if modifier.lasting is None:
        yield from _guarded(at, modifier.guard)
        return
    rule = at.temp(0)
    inside = at.inner(2)
    held: list[tuple[Local, int]] = []
    for i, slot in enumerate(modifier.captured):
        held.append((at.temp(at.kinds[slot]), i))
        inside = inside.bound(slot, held[-1][0])
    yield from _guarded(inside, modifier.guard)
    at.put(EachLasting(int(modifier.lasting), rule, began, tuple(held), tuple(inside.out)))


def _guarded(at: Scope, guard: E) -> Iterator[Scope]:
    """Open the scope where a guard holds, if it can."""
    condition = cond(at, guard)
    if condition == TRUE:
        yield at
    elif condition != FALSE:
        with at.when(condition) as inside:
            yield inside


# ---- values


def _base(at: Scope, f: Function) -> Expr:
    return ZERO if f.base is None else value(at, f.base)


def _value(at: Scope, f: Function) -> None:
    said = [m for m in f.modifiers if m.op == "is"]
    more = [m for m in f.modifiers if m.op != "is"]
    sure = not any(m.lasting is not None for m in said) and len({m.level for m in said}) == len(said)
    if sure and not more:
        for modifier in sorted(said, key=lambda m: -m.level):
            for inside in _in_force(at, modifier):
                inside.put(answer(value(inside, modifier.amount)))
        at.put(answer(_base(at, f)))
        return
    if said:
        at.put(Let(RESULT, UNSET))
        _said(at, f, said)
    else:
        at.put(Let(RESULT, kept(_base(at, f))))
    for modifier in more:
        for inside in _in_force(at, modifier):
            inside.put(More(RESULT, kept(value(inside, modifier.amount))))
    result: Expr = RESULT
    if any(m.lasting is not None for m in more):
        within = Op("between", (Num(-GREATEST), RESULT, Num(GREATEST)), TRUTH)
        result = choose(within, RESULT, Op("bounded", (RESULT,), RESULT.kind))
    at.put(Return(result))


def _said(at: Scope, f: Function, said: list[Modifier]) -> None:
    """Lower which value holds: what lasting rules say, else what the rules of the highest level say, else the base."""
    begun = [m for m in said if m.lasting is not None]
    simply = [m for m in said if m.lasting is None]
    _latest(at, begun)
    with ExitStack() as around:
        levels = sorted({m.level for m in simply}, reverse=True)
        for i, level in enumerate(levels):
            if i or begun:
                at = around.enter_context(at.when(_NO_RESULT))
            _agreed(at, [m for m in simply if m.level == level])
        at = around.enter_context(at.when(_NO_RESULT))
        at.put(Let(RESULT, kept(_base(at, f))))


def _agreed(at: Scope, said: list[Modifier]) -> None:
    """Lower what the rules of one level say; if they contradict each other, that is a fault."""
    for i, modifier in enumerate(said):
        for inside in _in_force(at, modifier):
            amount = inside.named(kept(value(inside, modifier.amount)))
            if i:
                test = joined("and", [Op("is_set", (RESULT,), TRUTH), compare("!=", RESULT, amount)])
                inside.put(If(test, (Fail(DIFFER, False),)))
            inside.put(Let(RESULT, amount))


def _latest(at: Scope, begun: list[Modifier]) -> None:
    """Lower what the lasting rule that began last says."""
    last, place = (None, None) if len(begun) < 2 else (at.temp(NATURAL | NEGATIVE), at.temp(NATURAL))
    if last is not None:
        at.put(Let(last, NOBODY))
    for modifier in begun:
        for inside in _in_force(at, modifier, place):
            if last is None or place is None:
                inside.put(Let(RESULT, kept(value(inside, modifier.amount))))
                continue
            with inside.when(compare(">", place, last)) as here:
                here.put(Let(last, place))
                here.put(Let(RESULT, kept(value(here, modifier.amount))))


# ---- truths and permissions


def _truth(at: Scope, f: Function) -> None:
    if not f.modifiers:
        at.put(answer(FALSE if f.base is None else truth(cond(at, f.base))))
        return
    if f.base is not None:
        base = cond(at, f.base)
        if base == TRUE:
            at.put(Return(TRUE))
            return
        if base != FALSE:
            at.put(If(base, (Return(TRUE),)))
    for modifier in sorted(f.modifiers, key=lambda m: cost(at, m.guard)):
        for inside in _in_force(at, modifier):
            inside.put(Return(TRUE))
    at.put(Return(FALSE))


def _permission(at: Scope, f: Function) -> None:
    items: list[E | Objection] = [*f.refusals, *(() if f.needs is None else flat("and", (f.needs,)))]
    for item in sorted(items, key=lambda x: cost(at, x if isinstance(x, E) else x.cond)):
        if isinstance(item, Objection):
            _objection(at, item)
        elif (condition := cond(at, item)) != TRUE:
            at.put(If(negated(condition), (Return(FALSE),)))
    at.put(Return(TRUE))


def _objection(at: Scope, refused: Objection) -> None:
    """Lower a reason against a deed, unless one of its lifts holds."""
    condition = cond(at, refused.cond)
    if condition == FALSE:
        return
    with ExitStack() as around:
        if condition != TRUE:
            at = around.enter_context(at.when(condition))
        for lift, _ in () if refused.ban else refused.lifts:
            condition = cond(at, lift)
            if condition == TRUE:
                return
            if condition != FALSE:
                at = around.enter_context(at.when(Op("not", (condition,), TRUTH)))
        at.put(Return(FALSE))


_FORMS: dict[str, Callable[[Scope, Function], None]] = {"value": _value, "truth": _truth, "permission": _permission}
