"""Menus into Python: which abilities may be used now, indexed by what the phase is about."""

from __future__ import annotations

from ..analysis.facts import Facts
from ..program import Ability, E, Library
from .code import Code, bare
from .named import Values, answer


def menu(lib: Library, facts: Facts, must: int) -> list[str]:
    """`abilities`: for each cell that abilities are indexed by, one function for each value that it may hold."""
    groups: dict[int | None, dict[int, list[Ability]]] = {}
    for ability in lib.abilities:
        if ability.must or not must:
            value = 0 if ability.arg_cell is None else int(ability.arg)
            groups.setdefault(ability.arg_cell, {}).setdefault(value, []).append(ability)
    lines: list[str] = []
    sources: list[str] = []
    for number, (cell, values) in enumerate(groups.items()):
        for value, abilities in sorted(values.items()):
            e = Values(lib, facts, [])
            e.known_cells = {} if cell is None else {cell: value}
            e.line("q = []")
            for ability in abilities:
                _usable(e, ability)
            e.line("return q")
            lines += ["", "", *e.finish(f"def menu{must}_{number}_{value}(s, a0):")]
        if cell is None:
            sources.append(f"menu{must}_{number}_0(s, a0)")
        else:
            cases = ", ".join(f"{value}: menu{must}_{number}_{value}" for value in sorted(values))
            lines += ["", "", f"MENU{must}_{number} = {{{cases}}}"]
            sources.append(f"MENU{must}_{number}.get(s.m[{int(cell)}], nothing)(s, a0)")
    total = " + ".join(sources) or "[]"
    lines += ["", "", f"def abilities{must}(s, a0):"]
    if len(sources) == 2:
        lines += [f"    q, r = {sources[0]}, {sources[1]}", "    return sorted(q + r) if q and r else q or r"]
    else:
        lines.append(f"    return sorted({total})" if len(sources) > 1 else f"    return {total}")
    return lines


def _usable(e: Values, ability: Ability) -> None:
    """Put an ability on the menu if it can be used."""
    e.kinds = e.facts.ability[ability.id]
    e.names = {0: Code("a0", e.kinds[0])}
    depth = e.depth
    guard = ability.guard
    if ability.used is not None:
        guard = E("and", (E("==", (E("cell", (ability.used,)), E("num", (0,)))), guard))
    condition = e.cond(guard)
    if condition.text == "False":
        e.line("pass")
    elif condition.text == "True":
        e.line(f"q.append({ability.id})")
    else:
        e.line(f"if {bare(condition.text)}:")
        e.line(f"    q.append({ability.id})")
    e.depth = depth


def yous(lib: Library, facts: Facts) -> list[str]:
    """Who uses an ability, where its card says so."""
    lines = []
    cases = []
    for ability in lib.abilities:
        if ability.you is not None:
            e = Values(lib, facts, facts.ability[ability.id])
            e.names = {0: Code("a0", e.kinds[0])}
            answer(e, e.value(ability.you))
            lines += ["", "", *e.finish(f"def you{ability.id}(s, a0):")]
            cases.append(f"{ability.id}: you{ability.id}")
    return [*lines, "", "", f"YOU = {{{', '.join(cases)}}}"]
