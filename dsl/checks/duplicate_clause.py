"""A card says the same thing twice."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .nodes import meaning


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for card in game.cards.values():
        said: dict[object, Span] = {}
        parts: tuple[ir.Clause | ir.Rule | ir.Refusal, ...] = (*card.clauses, *card.rules, *card.refused)
        for part in parts:
            first = said.setdefault(meaning(part), part.span)
            if first is not part.span:
                message = f"`{card.title}` says this twice"
                notes = ((first, "the first time"),)
                found.append(Diagnostic("duplicate-clause", message, part.span, "keep one", "warning", notes))
    return found
