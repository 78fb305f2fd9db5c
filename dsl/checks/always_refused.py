"""Finds a deed that is refused each time it would be done."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..source import Source


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each of them, with the reason."""
    return possible.told(game, sources, "done", "always-refused")
