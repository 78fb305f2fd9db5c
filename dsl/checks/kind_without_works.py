"""Finds a kind of card with `you are …` that does not say when its cards count: a card that a player holds should count
only in some place."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such kind of which some card has clauses or rules."""
    found: list[Diagnostic] = []
    for kind in game.kinds.values():
        says = any(card.clauses or card.rules for card in game.cards.values() if card.kind == kind.name)
        if kind.you is not None and kind.works is None and says:
            message = f"the kind {kind.name} does not say when its cards work, so they count wherever they lie"
            help = "write `works while …` below it"
            found.append(Diagnostic("kind-without-works", message, kind.span, help, "warning"))
    return found
