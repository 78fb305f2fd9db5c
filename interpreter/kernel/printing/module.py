"""Prints the whole module: tables, named functions, menus, programs, and the table of where programs are resumed."""

from __future__ import annotations

from collections.abc import Iterator

from ..lower.library import lowered
from ..lower.tree import Body, Lowered, Menus, Stretch
from ..program import Library
from .statements import FRAME, Onward, function, lines

PARTS = {"z": ("z[", "(z,"), "w": ("w[", "(w,", " w,"), "m": ("m[", "(m,")}
"""The parts of a state that lines use under a short name, and the definition of that name."""


def source(lib: Library) -> str:
    """Return the text of the module of a library."""
    code = lowered(lib)
    out = ['"""Generated: the programs of a card set."""', "", *_tables(code)]
    for f in code.functions:
        params = "".join(f", a{i}" for i in range(f.params))
        out += _function(f"f{f.id}(s{params})", f.body)
    for must, menus in enumerate(code.menus):
        out += _menus(must, menus)
    for ability, body in code.users:
        out += _function(f"you{ability}(s, a0)", body)
    out += ["", "", f"YOU = {{{', '.join(f'{ability}: you{ability}' for ability, _ in code.users)}}}"]
    for stretch in code.stretches:
        if stretch.place not in code.onward:
            out += _stretch(stretch, code.onward)
    return "\n".join([*out, *_entries(code)])


def _tables(code: Lowered) -> Iterator[str]:
    yield from (f"T{i} = {table!r}" for i, table in enumerate(code.tables))
    yield f"PLAYERS = {tuple(tuple(range(n)) for n in range(code.players + 1))!r}"
    yield f"OWNER = {code.owners!r}"
    yield f"USED = {code.used!r}"


def _entries(code: Lowered) -> Iterator[str]:
    """Print the table of where each program is resumed. Behind the last program comes the mark that lies below a
    trial."""
    yield from ("", "", "B = [")
    for program, places in enumerate(code.entries):
        yield f"    {{{', '.join(f'{pc}: {function((program, pc), code.onward)}' for pc in places)}}},"
    yield from ("    {0: stop},", "]", "")


def _function(head: str, body: Body) -> list[str]:
    inside: list[str] = []
    lines(body, {}, "    ", inside)
    return ["", "", f"def {head}:", *_parts("\n".join(inside)), *inside]


def _stretch(stretch: Stretch, onward: Onward) -> list[str]:
    inside: list[str] = []
    lines(stretch.body, onward, "    ", inside)
    text = "\n".join(inside)
    program, pc = stretch.place
    out = ["", "", f"def b{program}_{pc}(s):"]
    if stretch.loaded or "f[" in text:
        out.append("    f = s.frames[-1]")
    out += [f"    a{i} = f[{i + FRAME}]" for i in stretch.loaded]
    return [*out, *_parts(text), *inside]


def _parts(text: str) -> list[str]:
    """Print names for the parts of the state that these lines use."""
    return [f"    {name} = s.{name}" for name, looks in PARTS.items() if any(look in text for look in looks)]


def _menus(must: int, menus: tuple[Menus, ...]) -> list[str]:
    """Print `abilities`: for each cell by which abilities are indexed, one function for each value that it may hold."""
    out: list[str] = []
    sources: list[str] = []
    for number, group in enumerate(menus):
        name = f"{must}_{number}"
        for case in group.cases:
            out += _function(f"menu{name}_{case.value}(s, a0)", case.body)
        if group.cell is None:
            sources.append(f"menu{name}_0(s, a0)")
        else:
            cases = ", ".join(f"{case.value}: menu{name}_{case.value}" for case in group.cases)
            out += ["", "", f"MENU{name} = {{{cases}}}"]
            sources.append(f"MENU{name}.get(s.m[{int(group.cell)}], nothing)(s, a0)")
    out += ["", "", f"def abilities{must}(s, a0):"]
    if len(sources) == 2:
        out += [f"    q, r = {sources[0]}, {sources[1]}", "    return sorted(q + r) if q and r else q or r"]
    else:
        total = " + ".join(sources) or "[]"
        out.append(f"    return sorted({total})" if len(sources) > 1 else f"    return {total}")
    return out
