"""Lowers menus: which abilities may be used now, indexed by what the phase is about; and who uses each of them."""

from __future__ import annotations

from collections.abc import Iterable

from ..analysis.facts import SET, Facts
from ..program import Ability, E, Library
from .functions import answer, outermost
from .pieces import FALSE, TRUE
from .scope import Scope, cond, value
from .tree import (
    Append,
    Body,
    If,
    Let,
    Local,
    Menu,
    Menus,
    Num,
    Op,
    Return,
)

USABLE = Local("q", SET, True)


def menus(lib: Library, facts: Facts, must: int) -> list[Menus]:
    """Lower, for each cell by which abilities are indexed, what may be used at each value that the cell may hold.
    `must` 1: only what must be used."""
    groups: dict[int | None, dict[int, list[Ability]]] = {}
    for ability in lib.abilities:
        if ability.must or not must:
            arg = 0 if ability.arg_cell is None else int(ability.arg)
            groups.setdefault(ability.arg_cell, {}).setdefault(arg, []).append(ability)
    return [
        Menus(cell, tuple(Menu(arg, _menu(lib, facts, cell, arg, of)) for arg, of in sorted(cases.items())))
        for cell, cases in groups.items()
    ]


def _menu(lib: Library, facts: Facts, cell: int | None, arg: int, abilities: Iterable[Ability]) -> Body:
    at = outermost(lib, facts, [], 0, None if cell is None else {cell: arg})
    at.put(Let(USABLE, Op("list", (), SET, True)))
    for ability in abilities:
        kinds = facts.ability[ability.id]
        _usable(at._replace(kinds=kinds, names={0: Local("a0", kinds[0])}), ability)
    at.put(Return(USABLE))
    return tuple(at.out)


def _usable(at: Scope, ability: Ability) -> None:
    """Lower the putting of an ability on the menu if it can be used."""
    guard = ability.guard
    if ability.used is not None:
        guard = E("and", (E("==", (E("cell", (ability.used,)), E("num", (0,)))), guard))
    condition = cond(at, guard)
    added = Append(USABLE, Num(ability.id))
    if condition == TRUE:
        at.put(added)
    elif condition != FALSE:
        at.put(If(condition, (added,)))


def users(lib: Library, facts: Facts) -> list[tuple[int, Body]]:
    """Lower who uses each ability whose card names a user."""
    found = []
    for ability in lib.abilities:
        if ability.you is not None:
            at = outermost(lib, facts, facts.ability[ability.id], 1)
            at.put(answer(value(at, ability.you)))
            found.append((ability.id, tuple(at.out)))
    return found
