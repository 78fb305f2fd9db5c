"""Finds a condition that can never hold, and a question to which the answer is always no."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..source import Source


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each of them, with the reason."""
    return possible.told(game, sources, "true", "never-true")
