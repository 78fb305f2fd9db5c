"""Lowers a whole library: tables, named functions, menus, and the stretches of its programs."""

from __future__ import annotations

from ..analysis.facts import Facts
from ..analysis.flow import resumptions
from ..known import shows
from ..program import Library
from .functions import function
from .menus import menus, users
from .nesting import stretches
from .tree import Go, Lowered, Place, Stretch


def lowered(lib: Library) -> Lowered:
    """Lower a library."""
    facts, shown = Facts(lib), shows(lib)
    code: list[Stretch] = []
    entries: list[tuple[int, ...]] = []
    for p, resumed in zip(lib.programs, resumptions(lib), strict=True):
        found = stretches(lib, facts, p, resumed, shown)
        entries.append(tuple(stretch.place[1] for stretch in found))
        code += found
    return Lowered(
        tables=tuple(tuple(map(int, table)) for table in lib.tables),
        owners=(*map(int, lib.zone_owner), -1),
        used=tuple(-1 if a.used is None else int(a.used) for a in lib.abilities),
        players=max(lib.max_players, 1),
        functions=tuple(function(lib, facts, f) for f in lib.functions),
        menus=(tuple(menus(lib, facts, 0)), tuple(menus(lib, facts, 1))),
        users=tuple(users(lib, facts)),
        stretches=tuple(code),
        entries=tuple(entries),
        onward=_onward(code),
    )


def _onward(stretches: list[Stretch]) -> dict[Place, Place]:
    """Return, for each place whose code only goes on to another, the place at which there is more code."""
    next_: dict[Place, Place] = {}
    for stretch in stretches:
        match stretch.body:
            case (Go(place),):
                next_[stretch.place] = place
    found: dict[Place, Place] = {}
    for place in next_:
        end, passed = place, set[Place]()
        while end in next_ and end not in passed:
            passed.add(end)
            end = next_[end]
        if end != place:
            found[place] = end
    return found
