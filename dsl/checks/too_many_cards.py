"""Finds a game with so many cards, every copy counted, that nobody could tell answers apart."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source

MOST = 4000


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports the card with which the game has too many."""
    total = 0
    for card in game.cards.values():
        total += card.copies
        if total > MOST:
            message = f"with this card there are more than {MOST} cards"
            return [Diagnostic("too-many-cards", message, card.span, "leave some out, or lower `copies`")]
    return []
