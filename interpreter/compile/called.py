"""Lets a card answer the beginning of its own phase as soon as it works.

A phase may be the turn of a card that begins to work only in that turn: it is called, then revealed. What the card says
of the start of its turn, or of a step before it works (`when this is called`), waits until the end of the step in which
the card begins to work. If it never does in that phase, it stays silent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir

from ..kernel.program import E
from .assembler import Code
from .expressions import expr
from .guards import given, speaks_of
from .hooks import Happening, Heard, step_event
from .scope import Scope
from .standing import Hook
from .terms import NONE, both, negate, num, slot
from .unit import Unit
from .windows import answer


@dataclass(frozen=True)
class Late:
    """What may come too early for the clauses of a card. `after`: how many steps were done then. `waiting`: for each
    clause, the slot that says whether it waits."""

    event: Happening
    after: int
    waiting: tuple[tuple[Hook, int], ...]


def early(u: Unit, phase: ir.Phase, event: Happening, s: Scope) -> list[Late]:
    """List what a card can be told of its own phase before it works."""
    kind = phase.param.type.name if phase.param is not None else None
    if kind is None or kind not in u.game.kinds or u.game.kinds[kind].works is None:
        return []
    moments = [(event, "start", 0)]
    for number, step in enumerate(phase.steps, 1):
        moments.append((replace(event, event=step_event(phase.name, step)), "after", number))
    found = []
    for at, rung, number in moments:
        hooks = [h for h in u.book.at(at.event, rung) if u.kind(h.card) == kind and h.clause.where is None]
        found.append(Late(at, number, tuple((h, s.slot()) for h in hooks)))
    return [late for late in found if late.waiting]


def wait(u: Unit, code: Code, late: Sequence[Late], done: int, s: Scope) -> None:
    """Note which clauses wait for their card to work. `done`: how many steps of the phase were done."""
    for one in late:
        for hook, waiting in one.waiting if one.after == done else ():
            works = u.game.kinds[u.kind(hook.card)].works
            assert works is not None
            idle = negate(expr(u, works, s.fresh({"this": num(hook.card)})))
            code.emit("let", waiting, both(E("==", (one.event.subject, num(hook.card))), idle))


def answers(u: Unit, code: Code, late: Sequence[Late], done: int, s: Scope) -> None:
    """Begin the clauses that have waited for their card to work. `done`: how many steps of the phase were done."""
    for one in late:
        if one.after > done:
            continue
        hooks = [hook for hook, _ in one.waiting]
        heard = {(h.card, h.number): _now(u, code, h, waiting, one.event, s) for h, waiting in one.waiting}
        answer(u, code, hooks, replace(one.event, heard=heard), s)


def _now(u: Unit, code: Code, hook: Hook, waiting: int, event: Happening, s: Scope) -> Heard:
    """Note whether a clause that has waited can begin; then it waits no more."""
    told = given(u, hook, event, s)
    waits = slot(waiting)
    whole = code.new_slot(both(waits, speaks_of(u, hook, told, s)))
    seen = code.new_slot(both(waits, speaks_of(u, hook, told, s, True)))
    code.emit("let", waiting, both(waits, negate(whole)))
    you = told["you"] if told["you"] == NONE else code.new_slot(told["you"], "you", "player")
    return Heard(whole, seen, you, you, True)
