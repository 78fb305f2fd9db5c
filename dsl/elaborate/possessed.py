"""Reads the words after `your`, `its`, `their` and `whose`: a place, a value, a counter, a neighbour."""

from __future__ import annotations

from .. import ir
from ..vocabulary import Entry
from .cursor import OWN_NOUNS, Begun, Cursor
from .mistakes import fail, wrong
from .noun import Noun
from .own_words import named, of_somebody, sided
from .seats import beside
from .terms import fits
from .things import marker, value, zone

SIDES = ("partner", "partners", "opponent", "opponents")


def possessed(c: Cursor, start: int, whose: ir.Expr, var: str) -> Noun:
    """Reads what the thing or player `whose` has. The phrase began at the word `start`."""
    a, begun = c.at(), Begun(start, var)
    if a is None:
        fail("missing-word", "a noun is missing after these words", c.span_from(start))
    length, entries = c.match(("zone", "value", "marker"))
    if length:
        c.i += length
        return _declared(c, entries, whose, begun)
    if a.text in ("owner", "seat", "neighbour", "neighbours"):
        return of_somebody(c, a, whose, begun)
    if a.text in ("name", "names"):
        return named(c, a, whose, begun)
    own = {"left": beside, "right": beside, **dict.fromkeys(SIDES, sided)}.get(a.text)
    found = own(c, a, whose, begun) if own is not None else None
    if found is not None:
        return found
    if not c.match(("kind", "enum"))[0] and a.text not in OWN_NOUNS:
        had = c.vocabulary.written(("zone", "value", "marker"))
        c.unknown(a, [*had, "owner", "name"], "a place, a value or a counter")
    message = f"`{c.atoms[start].text}` cannot come before `{a.text}`"
    raise wrong("misplaced-word", message, a.span, "say in which place it lies")


def _declared(c: Cursor, entries: list[Entry], whose: ir.Expr, begun: Begun) -> Noun:
    """Reads a declared noun. If several have one name, it reads the first that `whose` can have."""
    entry = entries[0]
    if len(entries) > 1:
        entry = next((e for e in entries if suits(c, e, whose)), entry)
    span = c.span_from(begun.start)
    match entry.sort:
        case "zone":
            return zone(c, entry, span, None, whose, begun.var)
        case "marker":
            return marker(c, entry.name, span, begun, whose)
        case _:
            return value(c, entry, begun.start, whose, begun.var)


def suits(c: Cursor, entry: Entry, whose: ir.Expr) -> bool:
    """Returns whether the thing or player `whose` can have a declared noun."""
    if entry.sort == "zone":
        return c.vocabulary.zones[entry.name].owner == whose.type.sort
    if entry.sort == "value":
        return any(fits(p.type, whose.type) for p in c.vocabulary.values[entry.name].params)
    return True
