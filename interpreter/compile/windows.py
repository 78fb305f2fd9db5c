"""Writes what happens around a deed: the ladder of windows.

would (something first) → instead → before → the deed → happens → as soon as. Forced clauses come before optional ones;
on one rung, kinds of cards come in the order that the game states. Optional clauses of the doer himself on the first
two rungs are his *ways* (`ways`): he is asked which to take, each at most once, and plain doing is one of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..kernel.program import E
from . import going, record, soon
from .assembler import Code
from .clauses import offer, offer_round, run
from .hooks import BEFOREHAND, Happening, forced, is_way, ways, ways_program
from .menus import menu
from .ordering import in_order
from .scope import Scope
from .standing import Hook
from .terms import num, slot
from .unit import Unit
from .walk import parted
from .within import Body, Within, not_done


def around(u: Unit, code: Code, event: Happening, w: Within, body: Body) -> None:
    """Write a deed with all its windows. `body`: writes the deed itself."""
    end, away = code.label(), code.label()
    step = parted(event.event)[1]
    if not step or w.away is None:
        w = replace(w, away=end if event.each else away)
    s = at_root(code, w)
    if event.each:
        _first_rungs(u, code, event, w, body, end)
        return
    _forced_first(u, code, event, s, away)
    if ways(u, event.event):
        _in_its_ways(u, code, event, w, body, end, away)
    else:
        after_ways(u, code, event, w, body, away)
    if w.undone is not None:
        code.emit("jump", end)
    code.place(away)
    not_done(code, w)
    code.place(end)


def at_root(code: Code, w: Within) -> Scope:
    """Return the scope in which clauses are asked about an event: the arguments of the program in which it happens."""
    return replace(code.scope, card=w.scope.card)


def _in_its_ways(u: Unit, code: Code, event: Happening, w: Within, body: Body, end: int, away: int) -> None:
    """Let the doer meet a deed in one of its ways. It is met plainly if a branch was already taken because no way
    exists."""
    taken = w.taken
    plain = code.label()
    if taken is not None:
        code.unless(E("==", (taken, num(0))), plain)
    code.emit("call", u.program(ways_program(event.event)), event.doer, *event.params.values(), num(0), num(0))
    code.unless(E("==", (E("cell", (u.layout.undone_cell,)), num(0))), w.away or away)
    if taken is not None:
        code.emit("jump", end)
        code.place(plain)
        after_ways(u, code, event, w, body, away)


def after_ways(u: Unit, code: Code, event: Happening, w: Within, body: Body, end: int) -> None:
    """Write a deed from the `instead` clauses of others to its end."""
    _others(u, code, event, at_root(code, w), end)
    _deed(u, code, event, w, body)


def _deed(u: Unit, code: Code, event: Happening, w: Within, body: Body) -> None:
    """Write a deed that nothing stops any more, with the windows just before and just after it."""
    s = at_root(code, w)
    group(u, code, event.event, "before", event, s)
    had, heard = record.before(u, code, event), going.before(u, code, event, s)
    body(w)
    record.after(u, code, event, had)
    soon.look(u, code, (soon.event(event.event),))
    group(u, code, event.event, "after", replace(event, heard=heard), s)


# ---- the first rungs ------------------------------------------------------------------------------------------------


def _forced_first(u: Unit, code: Code, event: Happening, s: Scope, end: int) -> None:
    """Write what must be done before or instead of the deed."""

    def do(hook: Hook) -> None:
        skip = run(u, code, hook, event, s)
        if hook.clause.moment.kind == "instead":
            code.emit("jump", end)
        code.place(skip)

    for rung in BEFOREHAND:
        must = [h for h in u.book.at(event.event, rung) if forced(h)]
        for kind in dict.fromkeys(u.kind(h.card) for h in must):
            in_order(u, code, [h for h in must if u.kind(h.card) == kind], event, s, do)


def _others(u: Unit, code: Code, event: Happening, s: Scope, end: int) -> None:
    """Let players other than the doer do what they may before or instead of the deed."""
    hooks = u.book.at(event.event, "instead", "would")
    offer_round(u, code, [h for h in hooks if not forced(h) and not is_way(u, h)], event, s, end)


def _first_rungs(u: Unit, code: Code, event: Happening, w: Within, body: Body, end: int) -> None:
    """Write a deed that is done to several things, up to its end. What replaces it for one of them leaves the
    others."""
    of, s = event.subject, at_root(code, w)
    watched = any((event.event, rung) in u.book.hooks for rung in BEFOREHAND)
    kept = slot(code.scope.slot())
    if watched:
        code.emit("let", kept.args[0], of)
        spare(u, code, event, w, s)
        code.unless(E("some", (of,)), end)
    _deed(u, code, event, w, body)
    code.place(end)
    if watched:
        code.emit("let", of.args[0], kept)


def spare(
    u: Unit, code: Code, event: Happening, w: Within, s: Scope, tell: Callable[[Happening], Happening] = lambda one: one
) -> None:  # fmt: skip
    """Write what comes before or instead of a deed for each of several things. Those for which something takes its
    place are taken out of them. `tell`: adds what is known of one of them."""
    of = event.subject

    def one_of_them(one: Happening, again: int) -> None:
        out, one = code.label(), tell(one)
        _forced_first(u, code, one, s, out)
        _others(u, code, one, s, out)
        code.emit("jump", again)
        code.place(out)
        not_done(code, w)
        code.emit("let", of.args[0], E("without", (of, E("set", (one.subject,)))))

    record.one_by_one(code, event, one_of_them)


def group(u: Unit, code: Code, event: str, rung: str, at: Happening, s: Scope) -> None:
    """Run all clauses on one rung: kind by kind, forced ones first; the owner of the optional ones chooses their
    order."""
    hooks = u.book.at(event, rung)
    if hooks and at.each:
        record.one_by_one(code, at, lambda one, again: group(u, code, event, rung, going.of_one(at, one), s))
        return
    going.whose(u, code, hooks, at, s)
    answer(u, code, hooks, at, s)


def answer(u: Unit, code: Code, hooks: list[Hook], at: Happening, s: Scope) -> None:
    """Run clauses that answer the same: kind by kind, forced ones first."""
    for kind in dict.fromkeys(u.kind(h.card) for h in hooks):
        here = [h for h in hooks if u.kind(h.card) == kind]
        must = [h for h in here if forced(h)]
        in_order(u, code, must, at, s, lambda hook: code.place(run(u, code, hook, at, s)))
        optional = [h for h in here if not forced(h)]
        if len(optional) == 1:
            offer(u, code, optional[0], at, s, None)
        elif optional:
            menu(u, code, optional, at, s)
