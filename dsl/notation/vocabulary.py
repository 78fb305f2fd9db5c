"""Holds the words that the notation takes from a game: everything the game has a name for, by the words of that
name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from .. import ir
from ..vocabulary import Vocabulary as Language

Phrase = tuple[str, ...]


def _nothing() -> None:
    return None


@dataclass(frozen=True)
class Vocabulary:
    """Maps phrases (tuples of words) to what they mean. Titles keep their capitals; everything else is in lower case.

    `players` is the highest number of players and `fewest` the lowest. `deeds` finds verbs by their participle, `verbs`
    by their words. `words` are the words of all enumerations, `called` other names of them. `language` gives the words
    of the game as the language of cards knows them, so that its conditions can be expected, too (None: they cannot).
    They are seldom needed.
    """

    players: int
    titles: Mapping[Phrase, str]
    card_kind: Mapping[str, str] = field(default_factory=dict)
    kinds: Mapping[Phrase, str] = field(default_factory=dict)
    zones: Mapping[Phrase, ir.Zone] = field(default_factory=dict)
    markers: Mapping[Phrase, ir.Marker] = field(default_factory=dict)
    values: Mapping[Phrase, ir.Value] = field(default_factory=dict)
    qualities: Mapping[Phrase, ir.Quality] = field(default_factory=dict)
    deeds: Mapping[Phrase, tuple[str, ...]] = field(default_factory=dict)
    verbs: Mapping[Phrase, tuple[ir.Verb, ...]] = field(default_factory=dict)
    phases: Mapping[Phrase, ir.Phase] = field(default_factory=dict)
    steps: Mapping[Phrase, str] = field(default_factory=dict)
    words: frozenset[str] = frozenset()
    scenarios: frozenset[str] = frozenset()
    fewest: int = 1
    enums: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    language: Callable[[], Language | None] = _nothing
    called: Mapping[str, str] = field(default_factory=dict)

    @cached_property
    def small_titles(self) -> Mapping[Phrase, str]:
        """The titles without their capitals."""
        return {tuple(w.lower() for w in p): t for p, t in self.titles.items()}

    @cached_property
    def all_words(self) -> tuple[str, ...]:
        """Every phrase, for suggestions."""
        tables = ("titles", "zones", "markers", "values", "qualities", "deeds", "phases")
        return (*(w for t in tables for w in self.spelled(t)), *sorted(self.scenarios), *sorted(self.words))

    def spelled(self, table: str) -> tuple[str, ...]:
        """Returns the phrases of one table, for suggestions. `table` is the name of the attribute."""
        if table not in self._spelled:
            self._spelled[table] = tuple(" ".join(p) for p in getattr(self, table))
        return self._spelled[table]

    @cached_property
    def _spelled(self) -> dict[str, tuple[str, ...]]:
        return {}


def _phrase(name: str) -> Phrase:
    return tuple(name.split())


def vocabulary(
    game: ir.Game,
    scenarios: Iterable[str] = (),
    names: Mapping[str, str] | None = None,
    language: Callable[[], Language | None] = _nothing,
) -> Vocabulary:
    """Makes the vocabulary of a game. `names` maps titles in other languages to the title."""
    titles = {_phrase(t): t for t in game.cards}
    for other, title in (names or {}).items():
        titles.setdefault(_phrase(other), title)
    kinds: dict[Phrase, str] = {}
    for kind in game.kinds:
        kinds[_phrase(kind)] = kinds[_phrase(kind + "s")] = kind
    return Vocabulary(
        game.most_players,
        titles,
        {c.title: c.kind for c in game.cards.values()},
        kinds,
        {_phrase(z.name): z for z in game.zones.values()},
        {_phrase(m.name): m for m in game.markers.values()},
        {_phrase(v.name): v for v in game.values.values()},
        {_phrase(q.name): q for q in game.qualities.values()},
        _deeds(game),
        _verbs(game),
        {_phrase(p.name): p for p in game.phases.values()},
        {_phrase(s.name): s.name for p in game.phases.values() for s in p.steps if s.name},
        frozenset(w for e in game.enums.values() for w in e.words),
        frozenset(scenarios),
        game.least_players,
        {e.name: e.words for e in game.enums.values()},
        language,
        {name.text: word for e in game.enums.values() for word, name in e.called},
    )


def _deeds(game: ir.Game) -> dict[Phrase, tuple[str, ...]]:
    """Verbs by their participle, alone and with the words of the verb that follow it."""
    found: dict[Phrase, list[str]] = {}
    for verb in game.verbs.values():
        said = tuple((verb.participle or "").split())
        for form in dict.fromkeys((said, said + _phrase(verb.key)[1:])) if said else ():
            found.setdefault(form, []).append(verb.key)
    return {form: tuple(keys) for form, keys in found.items()}


def _verbs(game: ir.Game) -> dict[Phrase, tuple[ir.Verb, ...]]:
    """Verbs by their words, and by their key."""
    found: dict[Phrase, list[ir.Verb]] = {}
    for verb in game.verbs.values():
        for form in dict.fromkeys((_phrase(" ".join(verb.words)), _phrase(verb.key))):
            found.setdefault(form, []).append(verb)
    return {form: tuple(verbs) for form, verbs in found.items()}
