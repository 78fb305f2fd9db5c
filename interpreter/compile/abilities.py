"""Compiles abilities: clauses that their player begins from a menu."""

from __future__ import annotations

from collections.abc import Sequence

from ..kernel.program import Ability, E
from .cards import you
from .expressions import active, expr
from .guards import ability_guard
from .hooks import beyond, branches, clause_program, lending, uses
from .keys import LentFunction
from .labels import clause_label
from .lending import had
from .origins import known_origin
from .scope import Scope
from .standing import Hook
from .terms import FALSE, num, slot
from .unit import Listed, Unit


def abilities(u: Unit) -> tuple[Ability, ...]:
    """List the abilities of all cards; an ability that is one choice is listed branch by branch."""
    found: list[Ability] = []
    for (phase, rung), hooks in u.book.hooks.items():
        if rung == "ability":
            for hook in (branch for h in hooks for branch in branches(u, h)):
                for lent in (False, True) if lending(u) and hook.clause.seat is None else (False,):
                    ability = _ability(u, hook, phase, len(found), lent)
                    if ability is not None:
                        found.append(ability)
    return tuple(found)


def all_listed(u: Unit, found: Sequence[Ability]) -> Listed:
    """List the card of each ability, and whether it is optional. Behind those that a menu offers comes one for each
    card: whatever else a player may do for it."""
    offered = [(a.card, not a.must) for a in found]
    if not uses(u):
        return tuple(offered)
    cards = [(card, True) for card in range(len(u.layout.titles))]
    return (*offered, *[(-1, False)] * (beyond(u) - len(offered)), *cards)


def _ability(u: Unit, hook: Hook, phase: str, number: int, lent: bool) -> Ability | None:
    """Make an ability; None if it can never be used. `lent`: as others may use it than the player who acts for its
    card; then the player who acts in the game does."""
    s, n = Scope().bind("player", "player")
    guard = ability_guard(u, hook, number, slot(n), s, lent)
    if guard == FALSE:
        return None
    clause, title = hook.clause, u.layout.titles[hook.card]
    cell, arg = None, 0
    declared = u.game.phases.get(phase)
    if not lent and clause.seat is None and declared is not None and declared.param is not None:
        if declared.param.type.name == u.game.cards[title].kind:
            cell, arg = u.layout.phase_cell[phase], hook.card + 1
    return Ability(
        number, hook.card, clause_program(u, hook), guard, s.slots.count, clause.must and not lent,
        u.layout.used_cell.get((hook.card, hook.number)), clause_label(u, hook), cell, arg,
        known_origin(u, clause.span, title, u.game.cards[title].source),
        active(u, "player", s) if lent else you(u, hook.card, clause, s),
        _lent(u, hook, number, n, s) if lent or clause.seat is not None else None,
    )  # fmt: skip


def _lent(u: Unit, hook: Hook, number: int, player: int, s: Scope) -> E:
    """Say when a player may use an ability of a card for which he does not act. `player`: the slot of the player."""
    has = had(hook.clause)
    if hook.clause.seat is None or has is None:
        return E("call", (u.function(LentFunction()), slot(player), num(number)))
    return expr(u, has, s.fresh({"this": num(hook.card), "you": num(hook.clause.seat)}))
