"""Finds a game that does not say what is played: it needs a phase called `game`, without a parameter."""

from __future__ import annotations

import re
from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import MAIN


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports a game without that phase, or with a parameter on it."""
    main = game.phases.get(MAIN)
    if main is None:
        message = f"this game has no phase `{MAIN}`, with which it begins"
        help = f"write `phase {MAIN}` and its steps"
        return [Diagnostic("no-main-phase", message, _headline(game, sources), help)]
    if main.param is not None:
        message = f"the phase `{MAIN}` is the whole game, so it has no parameter"
        return [Diagnostic("no-main-phase", message, main.span, f"write `phase {MAIN}` alone")]
    return []


def _headline(game: ir.Game, sources: Mapping[str, Source]) -> Span:
    """Returns the line that declares the game."""
    for source in sources.values():
        found = re.search(rf"^game +{re.escape(game.name)}", source.text, re.MULTILINE)
        if found is not None:
            return Span(source.path, found.start(), found.end())
    return Span(next(iter(sources), ""), 0, 0)
