"""Writes menus: several optional clauses on one rung, whose owner chooses which to use and in which order."""

from __future__ import annotations

from dataclasses import dataclass

from ..kernel.program import Ask, E, Opt
from .assembler import Code, option
from .clauses import not_counted_on, spend, use_clause
from .expressions import expr, who_acts
from .guards import closing, given, guard, heard_of
from .hooks import Happening, Heard
from .labels import clause_label
from .origins import clause_origin
from .scope import Scope
from .standing import Hook
from .terms import NONE, both, num, slot
from .unit import Unit


@dataclass(frozen=True)
class _Item:
    """A clause that can be used: the slot that says whether it was, where its code begins, its variables, when it
    answers, who may use it, and what was noted of it before the deed."""

    hook: Hook
    fired: E
    label: int
    told: dict[str, E]
    guard: E
    doer: E
    heard: Heard | None


def menu(u: Unit, code: Code, hooks: list[Hook], event: Happening, s: Scope) -> None:
    """Ask about several optional clauses, clockwise from the player who acts; each player uses clauses until he wants
    no more."""
    fired = [slot(s.slot()) for _ in hooks]
    who = s.slot("who", "player")
    again, done, end = code.label(), code.label(), code.label()
    items = [_item(u, code, h, f, event, s) for h, f in zip(hooks, fired, strict=True)]
    come = [(h, _has_come(u, code, h, event, s)) for h in hooks if h.clause.first]
    start, near = code.slot_of(who_acts(u, s), "", "player"), s.slot()
    player = slot(who)
    code.place(again)
    code.emit("let", who, NONE)
    code.emit("let", near, num(u.layout.players))
    for item in items:
        _nearer(code, item, start, who, near)
    code.unless(E(">=", (player, num(0))), end)
    options = tuple(_option(u, item, player, s) for item in items)
    code.emit("ask", Ask(player, (*options, option(done, "no", last=True)), done, False, False, "what to use"))
    for item in items:
        code.place(item.label)
        code.emit("let", item.fired.args[0], num(1))
        not_counted_on(code, item.doer, event)
        spend(u, code, item.hook)
        use_clause(u, code, item.hook, item.told)
        code.emit("jump", again)
    code.place(done)
    for item in items:
        code.emit("let", item.fired.args[0], E("max", (item.fired, E("==", (item.doer, player)))))
    code.emit("jump", again)
    code.place(end)
    for hook, had in come:
        keep = code.label()
        code.unless(had, keep)
        spend(u, code, hook)
        code.place(keep)


def _has_come(u: Unit, code: Code, hook: Hook, event: Happening, s: Scope) -> E:
    """Keep whether the moment of a clause has come, whether or not it can be used."""
    return code.new_slot(guard(u, hook, given(u, hook, event, s), s, False, True, heard_of(hook, event)))


def _item(u: Unit, code: Code, hook: Hook, fired: E, event: Happening, s: Scope) -> _Item:
    told, heard = given(u, hook, event, s), heard_of(hook, event)
    code.emit("let", fired.args[0], num(0))
    live = both(E("==", (fired, num(0))), guard(u, hook, told, s, True, True, heard))
    return _Item(hook, fired, code.label(), told, live, expr(u, hook.clause.doer, s.fresh(told)), heard)


def _nearer(code: Code, item: _Item, start: E, who: int, near: int) -> None:
    """Keep the next player, clockwise, of those who can use something."""
    next_, away = code.label(), E("seats_from", (start, item.doer))
    code.unless(item.guard, next_)
    code.unless(E("<", (away, slot(near))), next_)
    code.emit("let", who, item.doer)
    code.emit("let", near, away)
    code.place(next_)


def _option(u: Unit, item: _Item, player: E, s: Scope) -> Opt:
    """Offer a clause to the player who is asked."""
    guarded = both(item.guard, E("==", (item.doer, player)), closing(u, item.hook, s.fresh(item.told), item.heard))
    label = "yes, " + clause_label(u, item.hook, s.fresh(item.told))
    return option(item.label, label, guard=guarded, origin=clause_origin(u, item.hook))
