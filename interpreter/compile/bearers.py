"""Finds what bears markers and has zones: the sorts of bearers, and the numbers of their markers and zones."""

from __future__ import annotations

from moot.dsl import ir

from ..kernel.program import E
from .terms import FALSE
from .unit import Unit


def sort_of(t: ir.Type) -> str:
    """Return the sort of a bearer: `player`, or the kind of a card."""
    return "player" if t.sort == "player" else (t.name or "card")


def mark_base(u: Unit, mark: str, t: ir.Type) -> int:
    """Find the cells of a marker on bearers of this type: adding the bearer's index gives the cell."""
    sort = "player" if t.sort == "bearer" else sort_of(t)
    bases = u.layout.mark_base
    if (mark, sort) in bases:
        return bases[mark, sort]
    if (mark, "card") in bases and sort != "player":
        return bases[mark, "card"]
    return next(base for (m, _), base in bases.items() if m == mark)


def lies_face_down(u: Unit, card: E) -> E:
    """Ask whether a card lies face down. In a game that speaks of no such thing none does."""
    if ir.FACE_DOWN not in u.game.markers:
        return FALSE
    return E("has", (mark_base(u, ir.FACE_DOWN, ir.Type("card")), card))


def mark_number(u: Unit, mark: str) -> int:
    """Return the number of a marker's first declaration."""
    return next(i for i, decl in enumerate(u.layout.mark_decls) if decl.name == mark)


def zone(u: Unit, name: str, bearer: E | None, bearer_type: ir.Type | None) -> E:
    """Return the expression for a zone, with the player or card to which it belongs."""
    decl = u.game.zones[name]
    base = u.layout.zone_base[name]
    if decl.owner is None or bearer is None:
        return E("zone", (base, None))
    if decl.owner == "player" and bearer_type is not None and bearer_type.sort != "player":
        bearer = E("owner", (bearer,))
    return E("zone", (base, bearer))
