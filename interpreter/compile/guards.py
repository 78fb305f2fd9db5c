"""Says when a clause answers: what it reads of its event, and what must hold for it to begin.

With `public`, a function asks only for what everybody can see of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from moot.dsl import ir

from ..kernel.program import E
from .cards import live, played, you
from .effects import effective
from .expressions import expr
from .hooks import (
    Happening,
    Heard,
    bans,
    clause_params,
    clause_program,
    happening,
    has_ways,
    is_way,
    ways,
    ways_program,
)  # fmt: skip
from .keys import CanFunction, LentFunction, VerbProgram
from .lending import in_own_turn
from .needs import need, prefix
from .origins import clause_origin, origin
from .outcome import tried
from .scope import Scope
from .secrets import public as in_public
from .standing import Hook
from .terms import TRUE, both, either, negate, num
from .unit import Unit
from .walk import parted


def given(u: Unit, hook: Hook, event: Happening, s: Scope) -> dict[str, E]:
    """Return the variables of a clause at an event."""
    m = hook.clause.moment
    heard = heard_of(hook, event)
    found = {"this": num(hook.card), "you": you(u, hook.card, hook.clause, s) if heard is None else heard.you}
    if m.subject is not None:
        found[m.subject] = event.subject
    if m.doer is not None:
        found[m.doer] = event.doer
    for var, param in m.roles:
        found[var] = event.params[param]
    return found


def heard_of(hook: Hook, event: Happening) -> Heard | None:
    """Return what was noted of a clause before the deed, if anything was."""
    return event.heard.get((hook.card, hook.number))


def on_card(u: Unit, hook: Hook, s: Scope) -> Scope:
    """Return a scope for the words of the clause's card."""
    return replace(s, card=u.layout.titles[hook.card])


def speaks_of(u: Unit, hook: Hook, told: Mapping[str, E], s: Scope, public: bool = False) -> E:
    """Say whether a clause counts and its moment has come. `told`: its variables."""
    moment, _ = _conditions(u, hook, on_card(u, hook, s).fresh(told), public)
    when = None if moment is None else expr(u, moment, on_card(u, hook, s).fresh(told))
    return both(live(u, hook.card, hook.clause, s), when)


def guard(
    u: Unit,
    hook: Hook,
    told: Mapping[str, E],
    s: Scope,
    needed: bool = True,
    public: bool = False,
    heard: Heard | None = None,
) -> E:  # fmt: skip
    """Say whether a clause answers now. `told`: its variables. `needed`: whether it must also be possible. `heard`:
    what was noted of it before the deed."""
    clause = hook.clause
    inner = on_card(u, hook, s).fresh(told)
    used = u.layout.used_cell.get((hook.card, hook.number))
    somebody = TRUE
    if clause.doer.type.sort == "player" and not clause.doer.type.many:
        somebody = E(">=", (expr(u, clause.doer, inner), num(0)))
    live_now = live(u, hook.card, clause, s)
    moment, cond = (None if c is None else expr(u, c, inner) for c in _conditions(u, hook, inner, public))
    if heard is not None:
        then = heard.seen if public else heard.whole
        live_now, moment = TRUE, then if heard.only else either(then, both(live_now, moment))
    return both(
        live_now,
        None if used is None else E("==", (E("cell", (used,)), num(0))),
        somebody,
        negate(E("answering", (clause_program(u, hook), num(hook.card)))),
        moment,
        cond,
        possible(u, hook, inner, public) if needed else None,
    )


def possible(u: Unit, hook: Hook, inner: Scope, public: bool = False) -> E:
    """Say whether a clause can begin and could change something."""
    needed = _clause_need(u, hook, inner, public)
    way = hook.clause.moment.kind == "would" and is_way(u, hook)
    return needed if way else both(needed, effective(u, hook.clause, inner, clause_origin(u, hook)))


def closing(u: Unit, hook: Hook, s: Scope, heard: Heard | None) -> E:
    """Say what closes the *yes* of an optional clause, beyond what everybody can see. `heard`: what was noted of it
    before the deed."""
    (seen, seen_cond), (moment, cond) = _conditions(u, hook, s, True), _conditions(u, hook, s, False)
    conds: list[E] = []
    if moment is not None and moment != seen:
        now = expr(u, moment, s)
        conds.append(now if heard is None else heard.whole if heard.only else either(heard.whole, now))
    if cond is not None and cond != seen_cond:
        conds.append(expr(u, cond, s))
    return both(*conds, _clause_need(u, hook, s))


def ability_guard(u: Unit, hook: Hook, number: int, player: E, s: Scope, lent: bool = False) -> E:
    """Say whether this player may use this ability now. `number`: the number of the ability. `lent`: say it of a player
    who does not act for the card, but whom a rule lets use it."""
    clause = hook.clause
    acting = on_card(u, hook, s).fresh({"this": num(hook.card), "you": you(u, hook.card, clause, s)})
    inner, mine = acting, E("==", (expr(u, clause.doer, acting), player))
    if lent or not for_another(clause):
        inner = replace(acting, vars={**acting.vars, "you": player})
    used = u.layout.used_cell.get((hook.card, hook.number))
    when = clause.moment.cond if clause.moment.cond is None or not lent else in_own_turn(clause.moment.cond)
    allowed = E("call", (u.function(CanFunction("use")), player, num(number))) if bans(u, "use") else TRUE
    return both(
        live(u, hook.card, clause, s),
        allowed,
        None if when is None else expr(u, when, inner),
        both(negate(mine), E("call", (u.function(LentFunction()), player, num(number)))) if lent else mine,
        None if used is None else E("==", (E("cell", (used,)), num(0))),
        None if clause.cond is None else expr(u, clause.cond, inner),
        _clause_need(u, hook, inner),
        effective(u, clause, inner, origin(u, clause.span, u.layout.titles[hook.card])),
    )


def for_another(clause: ir.Clause) -> bool:
    """Return whether an ability is offered to somebody else than the player who acts for its card: `the active player
    may`."""
    return not isinstance(clause.doer, ir.Var | ir.Nobody)


def _conditions(u: Unit, hook: Hook, s: Scope, public: bool) -> tuple[ir.Expr | None, ir.Expr | None]:
    """Return the condition that a clause puts on its moment, and its other condition."""
    clause = hook.clause
    if public:
        return in_public(u, clause.moment.cond, s), in_public(u, clause.cond, s)
    return clause.moment.cond, clause.cond


def _clause_need(u: Unit, hook: Hook, inner: Scope, public: bool = False) -> E:
    """Say what must be possible for a clause to begin. Tangled statements are tried; nobody sees the result
    beforehand."""
    clause = hook.clause
    if not tried(u, clause):
        return need(u, prefix(u, clause), inner, public=public)
    lead = need(u, clause.lead, inner, public=public)
    if public:
        return lead
    told = tuple(inner.vars[n] for n in clause_params(hook))
    return both(lead, E("trial", (clause_program(u, hook), *told)))


# ---- ways -----------------------------------------------------------------------------------------------------------


def or_in_a_way(u: Unit, plainly: E, event: str, doer: E, args: tuple[E, ...], s: Scope) -> E:
    """Say that a deed, or a step of it, can be done plainly or, if there is another way, in that way."""
    return either(plainly, _ways_need(u, event, doer, args, s)) if has_ways(u, event) else plainly


def _ways_need(u: Unit, event: str, doer: E, args: tuple[E, ...], s: Scope) -> E:
    """Say whether some sequence of ways meets the event. A step is tried together with its whole deed, because what is
    done before the step may close a way that is open now."""
    at = happening(u, event, doer, args)
    some = [both(guard(u, h, given(u, h, at, s), s), played(u, h.card)) for h in ways(u, event)]
    verb, step = parted(event)
    if step and verb in u.game.verbs:
        trial = E("trial", (u.program(VerbProgram(verb)), doer, *args))
    else:
        trial = E("trial", (u.program(ways_program(event)), doer, *args, num(0), num(0)))
    return both(either(*some), trial)
