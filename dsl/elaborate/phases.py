"""Reads the name of a phase, as the deeds of the language and the leads of clauses need it."""

from __future__ import annotations

from .. import ir
from .cursor import Cursor
from .mistakes import unknown


def phase_at(c: Cursor) -> ir.Phase:
    """Reads the name of a phase."""
    length, found = c.match(("phase",))
    if not length:
        a = c.take()
        unknown(f"no phase `{a.text}`", a.span, a.text, c.vocabulary.phases)
    c.i += length
    return c.vocabulary.phases[found[0].name]
