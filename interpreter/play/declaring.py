"""Which cards bring the words that a position is stated in: a marker or a place of a card is there if the card is."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from moot.dsl import ir
from moot.dsl.notation.parts import Cards, Counter, Fact, Lies, Marked

from .lookup import Impossible


def declarers(game: ir.Game, facts: Iterable[Fact]) -> dict[str, str]:
    """The titles of the cards that declare what these facts speak of, each with the word."""
    found: dict[str, str] = {}
    for fact in facts:
        word: ir.Marker | ir.Zone | None = None
        if isinstance(fact, (Counter, Marked)) and not getattr(fact, "negated", False):
            word = game.markers.get(fact.mark)
        elif isinstance(fact, (Cards, Lies)):
            word = game.zones.get(fact.place.zone)
        if word is not None and word.card is not None:
            found.setdefault(word.card, word.name)
    return found


def brings(brought: Mapping[str, str], named: Collection[str]) -> str:
    """Why cards that nobody named would be in the game: said where there can be no such game."""
    reasons = [f"`{word}` brings {title}" for title, word in brought.items() if title not in named]
    return f" ({', '.join(reasons)})" if reasons else ""


def check(game: ir.Game, facts: Iterable[Fact], titles: Iterable[str]) -> None:
    """A word of a card that is not in the game means nothing there."""
    there = set(titles)
    for title, word in declarers(game, facts).items():
        if title not in there:
            raise Impossible(f"`{word}` is a word of {title}, which is not in this game")
