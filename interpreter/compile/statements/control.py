"""Writes statements that decide without asking what is done, and how often."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.checks.changing import ANYTHING, asked, changed
from moot.dsl.source import NOWHERE

from ...kernel.program import E
from ..assembler import Code
from ..expressions import expr, seated, who_acts
from ..needs import unrefused
from ..scope import Scope
from ..secrets import hidden
from ..sorts import answer_sort
from ..terms import slot
from ..unit import Unit
from ..within import Within
from .asking import if_among, only_if, whom


def when(u: Unit, code: Code, s: ir.If, w: Within) -> Scope:
    """Do something if a condition holds."""
    if not s.otherwise and len(s.then) == 1 and isinstance(s.then[0], ir.May) and hidden(u, s.cond, w.scope):
        return w.write(u, code, (only_if(s.then[0], s.cond),), w)
    other, end = code.label(), code.label()
    code.unless(expr(u, s.cond, w.scope), other)
    w.write(u, code, s.then, w)
    if s.otherwise:
        code.emit("jump", end)
    code.place(other)
    w.write(u, code, s.otherwise, w)
    code.place(end)
    return w.scope


def require(u: Unit, code: Code, s: ir.Require, w: Within) -> Scope:
    """Go on only if a condition holds."""
    code.unless(unrefused(u, s.cond, w.scope, code.at, s.text), w.abort)
    return w.scope


def going_round(u: Unit, code: Code, of: ir.Expr, s: Scope) -> E:
    """Put several things in the order in which they are gone through. Players who were not picked in a particular order
    come clockwise, from the one who acts."""
    things = expr(u, of, s)
    if of.type.sort != "player" or (isinstance(of, ir.Var) and of.name in s.picked):
        return things
    return seated(things, code.slot_of(who_acts(u, s), "", "player"), code.scope)


def for_each(u: Unit, code: Code, s: ir.ForEach, w: Within) -> Scope:
    """Do something for each member of a set."""
    if s.of.type.sort == "player" and len(s.body) == 1 and isinstance(s.body[0], ir.May):
        everybody = whom(u, s.of, w.scope)
        if everybody is not s.of:
            s = replace(s, of=everybody, body=(if_among(s.body[0], s.var, s.of),))
    sort = answer_sort(s.of.type)
    of = going_round(u, code, s.of, w.scope)

    def body(inner: Scope, again: int) -> None:
        w.write(u, code, s.body, replace(w.at(inner, w.else_strict(again)), offered=None, bound=None))

    if s.by is None:
        code.loop(of, s.var, sort, w.scope, body)
        return w.scope
    n = code.scope.slot("", sort)
    one = replace(s.of.type, many=False)
    by = _by(u, s.by, ir.Var(type=one, span=NOWHERE, name=s.var))
    key = expr(u, by, w.scope.fresh({s.var: slot(n)}))
    if _may_change(u, by, s.body):
        _next_by(code, s, of, E("sort", (n, slot(code.scope.slot()), key)), w.scope, body)
    else:
        code.loop(E("sort", (n, of, key)), s.var, sort, w.scope, body)
    return w.scope


def _by(u: Unit, name: str, of: ir.Var) -> ir.Expr:
    """Return what decides an order: a value of a thing, or how many of a counter it has."""
    if name in u.game.values:
        return ir.ValueOf(type=u.game.values[name].type, span=NOWHERE, value=name, args=(of,))
    return ir.Counted(type=ir.Type("amount", name), span=NOWHERE, mark=name, bearer=of)


def _may_change(u: Unit, by: ir.Expr, body: ir.Block) -> bool:
    """Return whether what decides an order may change while the loop runs."""
    reads = asked(u.game, by)
    return bool(reads) and (ANYTHING in reads or bool(reads & changed(u.game, body)))


def _next_by(
    code: Code, s: ir.ForEach, of: E, in_order: E, scope: Scope, body: Callable[[Scope, int], None]
) -> None:  # fmt: skip
    """Write a loop in an order that may change while it runs: it is looked at anew before each next thing, among those
    that have not had their turn. `in_order`: those in the order of now."""
    left, again, end = in_order.args[1], code.label(), code.label()
    inner, n = scope.bind(s.var, answer_sort(s.of.type))
    code.emit("let", left.args[0], of)
    code.place(again)
    code.unless(E("some", (left,)), end)
    code.emit("let", n, E("first", (in_order,)))
    code.emit("let", left.args[0], E("without", (left, E("set", (slot(n),)))))
    body(inner, again)
    code.emit("jump", again)
    code.place(end)


def repeat(u: Unit, code: Code, s: ir.Repeat, w: Within) -> Scope:
    """Do something again and again until a condition holds."""
    again, end = code.label(), code.label()
    code.place(again)
    code.unless(E("not", (expr(u, s.until, w.scope),)), end)
    w.write(u, code, s.body, replace(w.at(w.scope, w.else_strict(again)), offered=None, bound=None))
    code.emit("jump", again)
    code.place(end)
    return w.scope
