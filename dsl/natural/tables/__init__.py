"""Reads the tables of what people write: `english/` (its parts), `plain.toml`, `rewordings.toml`, `games.toml`."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
ENGLISH = tuple(
    f"english/{name}"
    for name in ("sentences", "counters", "counting", "cards", "players", "choosing", "deeds", "amounts", "moves")
    + ("seen", "others", "conditions", "when", "rules", "abilities", "dearer", "points")
)  # the likelier first, where two of them hold the same kind of part


def text(name: str) -> str:
    """Returns a table as it is written."""
    return (HERE / f"{name}.toml").read_text(encoding="utf-8")


def entries(name: str, kind: str) -> list[Any]:
    """Returns what a table holds under a word, one entry after another."""
    found: list[Any] = tomllib.loads(text(name))[kind]
    return found
