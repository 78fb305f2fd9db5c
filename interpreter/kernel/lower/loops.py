"""Lowers loops over the members of a set, whatever the set is made of.

A set is never built when only a question about it is asked: loops over zones, players and numbers run over these
directly, and the loop tests what selects the members.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager

from ..analysis.facts import NATURAL, NEGATIVE, SET, SETS, element
from ..analysis.flow import slots_of
from ..program import E
from .membership import member
from .pieces import TRUE, negated, plus, somebody
from .scope import Scope, cond, members, value
from .tree import Break, Each, Expr, If, Local, Op
from .truths import cost, flat

CHEAP = 8
"""The highest cost of a test that is made before a loop, because the loop may have no round."""


@contextmanager
def each(at: Scope, over: E, found: Expr | None = None) -> Iterator[tuple[Scope, Expr]]:
    """Open the body of a loop over the members of a set: its scope, and the member. `found` becomes true before a break
    there."""
    args = over.args
    match over.op:
        case "where":
            slot, inner, test = args
            with _selected(at, slot, inner, test, found) as loop:
                yield loop
        case "without":
            with each(at, args[0], found) as (here, x), here.when(negated(member(here, x, args[1]))) as inside:
                yield inside, x
        case "cards_of":
            with each(at, args[1], found) as (here, x):
                with each_of(here, Op("cards", (plus(args[0], x),), SET), NATURAL) as loop:
                    yield loop
                if found is not None:
                    here.put(If(found, (Break(),)))
        case "set" if len(args) == 1:
            with each(at, args[0], found) as loop:
                yield loop
        case _:
            kind = 0 if found is not None else at.facts.of(over, at.kinds)
            with _the_one(at, over) if kind and not kind & SETS else _plain(at, over) as loop:
                yield loop


@contextmanager
def each_of(at: Scope, over: Expr, kind: int) -> Iterator[tuple[Scope, Local]]:
    """Open the body of a loop over a set that exists already. `kind`: the type of its members."""
    name = at.temp(kind)
    inside = at.inner()
    yield inside, name
    at.put(Each(name, over, tuple(inside.out)))


@contextmanager
def _plain(at: Scope, over: E) -> Iterator[tuple[Scope, Expr]]:
    """Open the body of a loop over players, numbers, or any set."""
    source: Expr
    if over.op == "players":
        source, kind = Op("players", (at.players,), SET), NATURAL
    elif over.op == "range":
        low, high = value(at, over.args[0]), value(at, over.args[1])
        source, kind = Op("numbers", (low, high), SET), NATURAL | low.kind & NEGATIVE
    else:
        source = members(at, over)
        kind = element(source.kind)
    with each_of(at, source, kind) as loop:
        yield loop


@contextmanager
def _the_one(at: Scope, over: E) -> Iterator[tuple[Scope, Expr]]:
    """Open what is done for a single thing if it is not nobody; this needs no loop."""
    one = at.named(value(at, over))
    known = Local(one.name, NATURAL) if isinstance(one, Local) else one
    if one.kind & NEGATIVE:
        with at.when(somebody(one)) as inside:
            yield inside, known
    else:
        yield at, known


@contextmanager
def _selected(at: Scope, slot: int, over: E, test: E, found: Expr | None) -> Iterator[tuple[Scope, Expr]]:
    """Open the body of a loop over those members for which a test holds."""
    with ExitStack() as around:
        at = _beforehand(at, slot, test, around)
        at, x = around.enter_context(each(at, over, found))
        at = at.bound(slot, x)
        condition = cond(at, test)
        if condition != TRUE and condition not in at.known:
            at = around.enter_context(at.when(condition))
        yield at.knowing(condition), x


def _beforehand(at: Scope, slot: int, test: E, around: ExitStack) -> Scope:
    """Put cheap tests that do not depend on the member before the loop; return the scope inside them."""
    for e in flat("and", (test,)):
        if e.op != "call" or at.lib.functions[e.args[0]].form != "permission":
            continue
        function, *given = e.args
        steady = {i for i, arg in enumerate(given) if arg.op in ("num", "slot") and slot not in slots_of(arg)}
        for refused in at.lib.functions[function].refusals:
            if not slots_of(refused.cond) <= steady or cost(at, refused.cond) > CHEAP:
                continue
            lifts = () if refused.ban else tuple(_steady(at, lift, steady) for lift, _ in refused.lifts)
            copied = at.copying(function, {i: value(at, given[i]) for i in steady})
            condition = cond(copied, E("or", (E("not", (refused.cond,)), *lifts)))
            if condition not in (TRUE, *at.known):
                at = around.enter_context(at.when(condition)).knowing(condition)
    return at


def _steady(at: Scope, test: E, steady: set[int]) -> E:
    """Return the part of a test that does not depend on the member: the test holds only if this does. `steady`: the
    slots that stay the same."""
    return E("and", tuple(e for e in flat("and", (test,)) if slots_of(e) <= steady and cost(at, e) <= CHEAP))
