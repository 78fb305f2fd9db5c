"""Indexes what is looked up in a library again and again: which cells and zones belong to which card or player."""

from __future__ import annotations

from dataclasses import dataclass, replace

from .bounds import Bounds, bounds
from .program import Library, MarkDecl, ZoneDecl


@dataclass(frozen=True, slots=True)
class Index:
    """Look-ups of one library. `card_cells[c]`: the cells of the markers that card c may bear. `card_zones[c]`: the
    zones that belong to card c. `face_up[c]`, `face_down[c]`: the cells of the markers that turn card c face up,
    or face down. `apart`: the zones whose owner does not see the cards there. `cell[i]`: the marker
    to which cell i belongs, and its bearer (a player or a card). `zone[z]`: the declaration of zone z, and its number
    among the zones so declared (a player, a card, or 0). `bounds`: what is counted so that every answer ends."""

    library: Library
    card_cells: tuple[tuple[int, ...], ...]
    card_zones: tuple[tuple[int, ...], ...]
    cell: dict[int, tuple[MarkDecl, int]]
    zone: dict[int, tuple[ZoneDecl, int]]
    face_up: tuple[tuple[int, ...], ...]
    face_down: tuple[tuple[int, ...], ...]
    apart: frozenset[int]
    bounds: Bounds


def _build(lib: Library) -> Index:
    cells: list[list[int]] = [[] for _ in lib.cards]
    zones: list[list[int]] = [[] for _ in lib.cards]
    cell: dict[int, tuple[MarkDecl, int]] = {}
    zone: dict[int, tuple[ZoneDecl, int]] = {}
    for mark in lib.marks:
        for k in range(mark.span):
            bearer = mark.first + k if mark.bearer == "card" else k
            cell[mark.base + k] = (mark, bearer)
            if mark.bearer == "card":
                cells[bearer].append(mark.base + k)
    for decl in lib.zones:
        for k in range(decl.span):
            z = decl.base + k
            owner = lib.zone_owner[z]
            bearer = -2 - owner if owner <= -2 else max(owner, 0)
            zone[z] = (decl, bearer)
            if owner <= -2:
                zones[bearer].append(z)
    face_up, face_down = (
        tuple(tuple(i for i in own if cell[i][0].face == face) for own in cells) for face in ("up", "down")
    )
    apart = frozenset(z for z, (decl, _) in zone.items() if decl.seen == "others")
    return Index(
        lib, tuple(map(tuple, cells)), tuple(map(tuple, zones)), cell, zone, face_up, face_down, apart, bounds(lib)
    )


_KNOWN: dict[int, Index] = {}


def index_of(lib: Library) -> Index:
    """Return the index of a library. It is built once, and kept for the few libraries that a process uses."""
    index = _KNOWN.get(id(lib))
    if index is None or index.library is not lib:
        alike = next((known for known in _KNOWN.values() if _same_things(known.library, lib)), None)
        if len(_KNOWN) >= 8:
            _KNOWN.clear()
        index = _KNOWN[id(lib)] = _build(lib) if alike is None else replace(alike, library=lib)
    return index


def _same_things(one: Library, other: Library) -> bool:
    """Whether two libraries share all that is looked up here: one is the other with more functions, say."""
    return (
        one.cards is other.cards
        and one.marks is other.marks
        and one.zones is other.zones
        and one.zone_owner is other.zone_owner
        and one.programs is other.programs
        and one.abilities is other.abilities
    )
