"""Gathers every word of the language with its sentence: those of `language`, and the deeds from their own files."""

from __future__ import annotations

from .elaborate.own_deeds import DEEDS
from .language import SECTIONS, Own

OWN_DEEDS = "own deed"


def sections() -> dict[str, tuple[Own, ...]]:
    """Returns the sentences about the language's own words, in sections."""
    deeds = tuple(row for deed in DEEDS for row in deed.rows)
    return {name: (*deeds, *rows) if name == OWN_DEEDS else rows for name, rows in SECTIONS.items()}
