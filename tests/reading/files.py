"""The shipped texts in the card language, and ways to damage them."""

from __future__ import annotations

from dataclasses import fields
from pathlib import Path

from moot.dsl import syntax
from moot.dsl.source import Source

CARDS = Path(__file__).parents[2] / "cards"
SUFFIXES = (".card", ".game", ".table", ".ruling")


def shipped() -> list[Source]:
    """Every text in the card language that is shipped, in order of path."""
    paths = sorted(p for p in CARDS.rglob("*") if p.suffix in SUFFIXES)
    return [Source(str(p.relative_to(CARDS.parent)), p.read_text(encoding="utf-8")) for p in paths]


def shape(part: object) -> object:
    """What some syntax says, wherever it stands: its shapes and words without their places."""
    if isinstance(part, syntax.Word):
        return part.kind, part.text
    if isinstance(part, syntax.Node):
        return type(part), [shape(getattr(part, f.name)) for f in fields(part) if f.name != "span"]
    if isinstance(part, tuple):
        return [shape(one) for one in part]
    return part
