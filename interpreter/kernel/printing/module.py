"""The whole module: tables, named functions, menus, programs, and the table of where programs are resumed."""

from __future__ import annotations

import re

from ..analysis.facts import Facts
from ..analysis.flow import resumptions
from ..program import Library
from .blocks import functions
from .menus import menu, yous
from .named import function

NAME = re.compile(r"\bb\d+_\d+\b")
"""What the functions of programs are called."""


def source(lib: Library) -> str:
    """The module for a library."""
    facts = Facts(lib)
    lines = ['"""Generated: the programs of a card set."""', ""]
    lines += [f"T{i} = {tuple(map(int, table))!r}" for i, table in enumerate(lib.tables)]
    lines.append(f"PLAYERS = {tuple(tuple(range(n)) for n in range(max(lib.max_players, 1) + 1))!r}")
    lines.append(f"OWNER = {(*(int(i) for i in lib.zone_owner), -1)!r}")
    lines.append(f"USED = {tuple(-1 if a.used is None else int(a.used) for a in lib.abilities)!r}")
    for f in lib.functions:
        lines += ["", "", *function(lib, facts, f)]
    for must in (0, 1):
        lines += menu(lib, facts, must)
    lines += yous(lib, facts)
    lines += blocks(lib, facts)
    return "\n".join(lines)


def blocks(lib: Library, facts: Facts) -> list[str]:
    """The functions of all programs, and the table of where each begins. A function that only goes on to another is
    not printed: the other takes its place."""
    bodies: dict[str, list[str]] = {}
    onward: dict[str, str] = {}
    entry = []
    for p, resumed in zip(lib.programs, resumptions(lib), strict=True):
        places = functions(lib, facts, p, resumed)
        entry.append(f"    {{{', '.join(f'{pc}: b{p.id}_{pc}' for pc in places)}}},")
        for pc, body in places.items():
            name = f"b{p.id}_{pc}"
            bodies[name] = body
            if len(body) == 2 and (match := re.fullmatch(r"    return (b\d+_\d+)", body[1])):
                onward[name] = match[1]

    def settled(match: re.Match[str]) -> str:
        name, seen = match[0], set[str]()
        while name in onward and name not in seen:
            seen.add(name)
            name = onward[name]
        return name

    lines = []
    for name, body in bodies.items():
        if NAME.sub(settled, name) == name:
            lines += ["", "", body[0], *(NAME.sub(settled, line) for line in body[1:])]
    return [*lines, "", "", "B = [", *(NAME.sub(settled, line) for line in entry), "    {0: stop},", "]", ""]
