"""The cards that declare the words of a position: a marker or zone of a card exists only if the card is in the game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from moot.dsl import ir
from moot.dsl.notation.parts import Cards, Counter, Fact, Lies, Marked

from .lookup import Impossible


def declarers(game: ir.Game, facts: Iterable[Fact]) -> dict[str, str]:
    """Find the cards that declare a word of these facts: title -> word."""
    found: dict[str, str] = {}
    for fact in facts:
        word: ir.Marker | ir.Zone | None = None
        match fact:
            case Counter(mark=mark) | Marked(mark=mark, negated=False):
                word = game.markers.get(mark)
            case Cards(place=place) | Lies(place=place):
                word = game.zones.get(place.zone)
        if word is not None and word.card is not None:
            found.setdefault(word.card, word.name)
    return found


def brings(brought: Mapping[str, str], named: Collection[str]) -> str:
    """Say why cards that nobody named would be in the game, for a message that there can be no such game."""
    reasons = [f"`{word}` brings {title}" for title, word in brought.items() if title not in named]
    return f" ({', '.join(reasons)})" if reasons else ""


def check(game: ir.Game, facts: Iterable[Fact], titles: Iterable[str]) -> None:
    """Raise `Impossible` for a word of a card that is not in the game."""
    there = set(titles)
    for title, word in declarers(game, facts).items():
        if title not in there:
            raise Impossible(f"`{word}` is a word of {title}, which is not in this game")
