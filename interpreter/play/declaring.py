"""Check the cards that declare the words of a position: a card's marker or zone exists only if the card is in the
game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from moot.dsl import ir
from moot.dsl.notation.parts import Cards, Counter, Fact, Lies, Marked

from .lookup import Impossible


def declarers(game: ir.Game, facts: Iterable[Fact]) -> dict[str, str]:
    """Return the cards that declare a word of these facts: title -> word."""
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
    """Return the reasons, for an error message, why cards that nobody named would be in the game."""
    reasons = [f"`{word}` brings {title}" for title, word in brought.items() if title not in named]
    return f" ({', '.join(reasons)})" if reasons else ""


def check(game: ir.Game, facts: Iterable[Fact], titles: Iterable[str]) -> None:
    """Raise `Impossible` for a word that belongs to a card outside the game."""
    there = set(titles)
    for title, word in declarers(game, facts).items():
        if title not in there:
            raise Impossible(f"`{word}` is a word of {title}, which is not in this game")
