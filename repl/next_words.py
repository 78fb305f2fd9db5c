"""Say which words may come next in a fact or a phrase, from what the game declares.

Nothing here looks at the state of the game: the words that are offered are the same for everybody.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.interpreter.play.session import Session
from moot.interpreter.sets.naming import folded

LONGEST = 4  # words of a name
BOUNDS = ("at least", "at most", "more than", "less than")
"""What may stand before the number that a counter or value is compared with."""


class Words:
    """The words of one game. `what`: facts (those of a position), phrases or values."""

    def __init__(self, session: Session, what: str) -> None:
        self.what, self.words = what, session.words
        names = session.names
        self.players = list(session.seats)
        self.titles = [names.name(title) for title in session.card_set.titles]
        game = session.card_set.game
        self.kind = {names.name(t): card.kind for t, card in game.cards.items()} if game is not None else {}
        self.known: dict[str, tuple[str, Any]] = {folded(p): ("player", p) for p in self.players}
        self.known |= {folded(t): ("card", t) for t in self.titles}
        for sort in ("zones", "markers", "values", "qualities"):
            table = getattr(self.words, sort)
            self.known = {" ".join(p): (sort, thing) for p, thing in table.items()} | self.known

    def after(self, typed: str) -> list[tuple[str, int]]:
        """Return what may come at the end of a text, each with how many of its letters it replaces. What is likeliest
        comes first."""
        segment = typed.rsplit(";", 1)[-1].rsplit("\n", 1)[-1]
        found: list[tuple[str, int]] = []
        for said, begun in _cuts(segment):
            likely = [w for w in self.likely(said) if folded(w).startswith(folded(begun))]
            found += [(w, len(begun)) for w in dict.fromkeys(likely) if folded(w) != folded(begun)]
        return found

    def likely(self, said: str) -> list[str]:
        """Return what may follow these words, which end with a whole word or are none."""
        parts = said.rsplit(",", 1)
        last = self.ending(parts[-1])
        subject = next((p for p in self.players if p in said.split()), None) if len(parts) > 1 else None
        if last is None:
            if parts[-1].strip():
                return self.behind(parts[-1].split()[-1], parts[-1])
            return [*(self.of_player() if subject is not None else []), *self.first(len(parts) > 1)]
        return self.behind_name(last, parts[-1])

    def ending(self, said: str) -> tuple[str, Any] | None:
        """Return the name with which a text ends; None if it ends with none."""
        words = folded(said).split()
        tails = (" ".join(words[-n:]) for n in range(min(LONGEST, len(words)), 0, -1))
        return next((self.known[tail] for tail in tails if tail in self.known), None)

    def first(self, listed: bool) -> list[str]:
        """Return what a fact or a phrase may begin with, or what may follow a comma."""
        values = [" ".join(p) for p in self.words.values]
        if self.what == "values":
            return [*values, *self.titles]
        tables = [" ".join(p) for p, zone in self.words.zones.items() if zone.owner is None]
        if listed:
            return [*self.titles, *tables]
        return [*self.players, *tables, *(values if self.what == "phrases" else []), *self.titles]

    def of_player(self) -> list[str]:
        """Return what may follow a player."""
        zones = [" ".join(p) for p, zone in self.words.zones.items() if zone.owner == "player"]
        marks = [" ".join(p) for p, mark in self.words.markers.items() if "player" in mark.on]
        return ["is", *zones, *marks, *(["acts"] if self.what == "facts" else ["can", "must answer", "wins"])]

    def behind_name(self, last: tuple[str, Any], said: str) -> list[str]:
        """Return what may follow a text that ends with a name."""
        sort, thing = last
        before = folded(said).split()
        if sort == "player":
            bounds = BOUNDS if self.what == "phrases" else ()
            return ["for", "is", *bounds] if "of" in before else self.of_player() if self.what != "values" else ["for"]
        if sort == "card":
            return ["is", "for", "of", "has"] if self.what != "values" else ["for"]
        if sort == "values":
            return ["of", *(["is"] if not thing.params else [])]
        if sort == "zones":
            if self.what == "phrases" and thing.owner is not None and not set(self.players) & set(before):
                return ["of"]
            fitting = [t for t in self.titles if self.kind.get(t) == thing.holds]
            return [*(["includes"] if self.what == "phrases" else []), "nothing", "top", *fitting]
        if sort == "markers" and thing.counted and self.what == "phrases":
            return list(BOUNDS)
        return ["by"] if sort == "markers" and not thing.counted else []

    def behind(self, word: str, said: str) -> list[str]:
        """Return what may follow a word that is no name."""
        before = folded(said).split()
        if word in ("of", "for"):
            about = self.ending(" ".join(before[: len(before) - 1 - before[::-1].index(word)]))
            params = about[1].params if about is not None and about[0] == "values" else ()
            sorts = [p.type for p in params[:1]] if word == "of" else []
            if sorts and sorts[0].sort == "player":
                return self.players
            if sorts and sorts[0].sort == "card":
                return [t for t in self.titles if sorts[0].name in (None, self.kind.get(t))]
            return [*self.players, *self.titles]
        if word in ("is", "not"):
            marks = [" ".join(p) for p, mark in self.words.markers.items() if not mark.counted]
            return [
                *self.titles,
                *[" ".join(p) for p in self.words.qualities],
                *marks,
                *(["not"] if word == "is" else []),
            ]
        if word in ("includes", "top", "without", "has", "in"):
            return [*self.titles, *[" ".join(p) for p in self.words.zones]]
        return []


def _cuts(segment: str) -> Sequence[tuple[str, str]]:
    """Return the ways to cut a text into whole words and a word that is begun: it may be a name of several words."""
    words = segment.split(" ")
    if not words[-1]:
        return [(segment, "")]
    cuts = [(" ".join(words[:-n]), " ".join(words[-n:])) for n in range(1, min(LONGEST, len(words)) + 1)]
    return [(said, begun) for said, begun in cuts if begun.strip() and not begun.startswith(" ")]
