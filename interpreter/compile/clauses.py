"""Writes how a clause is begun: at once, or after its player was asked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from moot.dsl import ir

from ..kernel.program import Ask, E
from .assembler import Code, option
from .expressions import expr, who_acts
from .guards import closing, given, guard, heard_of, on_card, possible
from .hooks import Happening, clause_params, clause_program, uses
from .keys import UsedProgram
from .labels import clause_label
from .origins import clause_origin
from .scope import Scope
from .secrets import hidden
from .standing import Hook
from .terms import NONE, TRUE, num, slot
from .unit import Unit


def call_clause(u: Unit, code: Code, hook: Hook, told: Mapping[str, E]) -> None:
    """Begin a clause. `told`: its variables."""
    code.emit("call", clause_program(u, hook), *(told[n] for n in clause_params(hook)))


def use_clause(u: Unit, code: Code, hook: Hook, told: Mapping[str, E]) -> None:
    """Begin an optional clause for whose event its player has decided. `told`: its variables."""
    if not uses(u):
        call_clause(u, code, hook, told)
        return
    used = u.program(UsedProgram(u.layout.titles[hook.card], hook.printed))
    code.emit("call", used, *(told[n] for n in clause_params(hook)))


def spend(u: Unit, code: Code, hook: Hook) -> None:
    """Note that a clause that works once has had its chance: it is begun, or its first time has come."""
    used = u.layout.used_cell.get((hook.card, hook.number))
    if used is not None:
        code.emit("poke", used, num(1))


def not_counted_on(code: Code, doer: E, event: Happening) -> None:
    """Write that a trial gives up where somebody other than the doer of the event would act on it, so no trial relies
    on others."""
    if event.doer in (NONE, doer):
        return
    own = code.label()
    code.unless(E("!=", (doer, event.doer)), own)
    code.emit("hopeless")
    code.place(own)


def run(u: Unit, code: Code, hook: Hook, event: Happening, s: Scope) -> int:
    """Run a forced clause if it answers. Return the label, still to be placed, where the code goes on if it does not. A
    clause that begins with a choice is tested in two steps: whether its moment has come, and whether there is something
    to choose. The second test comes from the clause itself, by which whoever counts recognises it."""
    told, first = given(u, hook, event, s), hook.clause.first
    skip = code.label()
    apart = first or any(isinstance(st, ir.Choose) and st.otherwise is None for st in hook.clause.lead)
    code.unless(guard(u, hook, told, s, not apart, heard=heard_of(hook, event)), skip)
    if first:
        spend(u, code, hook)
    if apart:
        with code.saying(clause_origin(u, hook)):
            code.unless(possible(u, hook, on_card(u, hook, s).fresh(told)), skip)
    if not first:
        spend(u, code, hook)
    call_clause(u, code, hook, told)
    return skip


def first_asked(hook: Hook) -> bool:
    """Return whether each of several players is asked, until one of them does it."""
    return any(param == ir.ASKED for _, param in hook.clause.moment.roles)


def offer_round(u: Unit, code: Code, hooks: list[Hook], event: Happening, s: Scope, end: int) -> None:
    """Offer clauses of the first rungs. Where several players might be asked, they are asked clockwise from the one who
    acts."""

    def offer_one(hook: Hook, at: Happening) -> None:
        offer(u, code, hook, at, s, end if hook.clause.moment.kind == "instead" else None)

    if len(hooks) < 2 and not any(first_asked(hook) for hook in hooks):
        for hook in hooks:
            offer_one(hook, event)
        return
    who, start = s.slot("", "player"), s.slot("", "player")
    player, again, done = slot(who), code.label(), code.label()
    code.emit("let", start, who_acts(u, s))
    code.emit("let", who, slot(start))
    code.place(again)
    for hook in hooks:
        skip = code.label()
        at = replace(event, params={**event.params, ir.ASKED: player}) if first_asked(hook) else event
        if at is event:
            doer = expr(u, hook.clause.doer, s.fresh(given(u, hook, event, s)))
            code.unless(E("==", (doer, player)), skip)
        offer_one(hook, at)
        code.place(skip)
    code.emit("let", who, E("left", (player,)))
    code.unless(E("!=", (player, slot(start))), done)
    code.emit("jump", again)
    code.place(done)


def offer(u: Unit, code: Code, hook: Hook, event: Happening, s: Scope, end: int | None) -> None:
    """Ask the doer of one optional clause. If he takes it, the code goes on at `end` (None: just after)."""
    told, heard = given(u, hook, event, s), heard_of(hook, event)
    skip, yes = code.label(), code.label()
    inner = on_card(u, hook, s).fresh(told)
    if hook.clause.first:  # the chance is spent when it arises, whether or not it can be used
        code.unless(guard(u, hook, told, s, False, True, heard), skip)
        spend(u, code, hook)
        code.unless(possible(u, hook, inner, True), skip)
    else:
        code.unless(guard(u, hook, told, s, True, True, heard), skip)
    needs = closing(u, hook, inner, heard)
    doer = expr(u, hook.clause.doer, inner)
    origin, label = clause_origin(u, hook), clause_label(u, hook, inner)
    secret = any(isinstance(st, ir.Require) and hidden(u, st.cond) for st in hook.clause.body)
    options = (
        option(yes, "yes, " + label, guard=None if needs == TRUE else needs, origin=origin),
        option(skip, "no", last=True),
    )
    code.emit("ask", Ask(doer, options, skip, False, secret, label, origin=origin))
    code.place(yes)
    not_counted_on(code, doer, event)
    if not hook.clause.first:
        spend(u, code, hook)
    use_clause(u, code, hook, told)
    if end is not None:
        code.emit("jump", end)
    code.place(skip)
