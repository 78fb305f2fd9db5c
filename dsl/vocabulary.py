"""Holds every word that a set of files declares: what the phrases of its cards may be made of.

`elaborate.headers` fills it in a first pass over all files; afterwards any phrase anywhere can be read. The longest
match wins: `building limit` before `building`. The language's own words (`player`, `card`, `number`, ...) are not here
but in the reader of phrases.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

from . import ir
from .source import Span
from .words import plural

Sort = Literal["kind", "enum", "word", "zone", "marker", "value", "quality", "phase"]


@dataclass(frozen=True, slots=True)
class Entry:
    """One way to write a declared thing. `plural` says whether it is the plural (None: one and many look the same)."""

    sort: Sort
    name: str
    plural: bool | None = None
    enum: str | None = None  # of a word: its enumeration


@dataclass(frozen=True, slots=True)
class Event:
    """Something that can have happened; its participle finds it.

    `words` is its fixed object, as it is written (`the crown`, `resources`, `the game`); without one, `object` is the
    type of what it happens to. `params` are the roles after the object. `doer` is the type of who does it (None: nobody
    in particular).
    """

    key: str
    words: tuple[str, ...] | None
    object: ir.Type | None
    params: tuple[ir.Param, ...]
    doer: ir.Type | None


@dataclass(slots=True)
class VerbHead:
    """What is known of a verb before its body is read. `words` is its fixed object, as it is written (None: it has
    none)."""

    key: str
    word: str
    words: tuple[str, ...] | None
    params: tuple[ir.Param, ...]
    doer: ir.Type
    span: Span
    uses_you: bool  # whether its body names the doer


ARTICLES = frozenset(("a", "an", "the"))


@dataclass(slots=True)
class Vocabulary:
    """The declared things by name, and the tables that find them by their words.

    `by_word` finds verbs by their first word, `events` finds events by their participle. Every other thing is found
    with `match`, once `learn` has entered it.
    """

    enums: dict[str, ir.Enum] = field(default_factory=dict)
    kinds: dict[str, ir.Kind] = field(default_factory=dict)
    zones: dict[str, ir.Zone] = field(default_factory=dict)
    markers: dict[str, ir.Marker] = field(default_factory=dict)
    values: dict[str, ir.Value] = field(default_factory=dict)
    qualities: dict[str, ir.Quality] = field(default_factory=dict)
    verbs: dict[str, VerbHead] = field(default_factory=dict)
    phases: dict[str, ir.Phase] = field(default_factory=dict)
    cards: dict[str, ir.Card] = field(default_factory=dict)
    by_word: dict[str, list[VerbHead]] = field(default_factory=dict)
    step_heads: list[VerbHead] = field(default_factory=list)
    events: dict[str, list[Event]] = field(default_factory=dict)
    refusals: dict[str, list[str]] = field(default_factory=dict)  # verb -> the texts of its refusals
    enum_words: dict[str, list[str]] = field(default_factory=dict)  # word -> enumerations
    called: dict[str, str] = field(default_factory=dict)  # another name of a card or a word -> its title, the word
    unclear: set[str] = field(default_factory=set)  # words of verbs that could be deeds of the language; reported
    _lexicon: dict[str, list[tuple[tuple[str, ...], Entry]]] = field(default_factory=dict)

    def learn(self, sort: Sort, name: str, enum: str | None = None) -> None:
        """Enters a name, and the plural of a noun, so that phrases can be made with it. `enum` is the enumeration of a
        word."""
        if sort in ("word", "quality", "phase"):
            self._enter(name, Entry(sort, name, None, enum))
            return
        many = plural(name)
        self._enter(name, Entry(sort, name, None if many == name else False))
        if many != name and sort != "marker":
            self._enter(many, Entry(sort, name, True))

    def call(self, name: str, word: str, enum: str) -> None:
        """Enters another name of a word of an enumeration."""
        self.called[name] = word
        self._enter(name, Entry("word", word, None, enum))

    def word(self, said: str) -> str:
        """Returns the word that is meant by a word or another name of it."""
        return self.called.get(said, said)

    def card(self, said: str) -> ir.Card | None:
        """Returns the card that has this title, or is called so as well; None if there is none."""
        return self.cards.get(said) or self.cards.get(self.called.get(said, ""))

    def _enter(self, written: str, entry: Entry) -> None:
        words = tuple(written.split(" "))
        entries = self._lexicon.setdefault(words[0], [])
        entries.append((words, entry))
        entries.sort(key=lambda pair: (-len(pair[0]), pair[1].plural is True))  # a name before a plural

    def match(self, texts: Sequence[str], at: int, sorts: Iterable[Sort]) -> tuple[int, list[Entry]]:
        """Finds the longest declared name of one of these sorts that begins at `texts[at]`. Returns how many words it
        has, and what it may be; 0 and nothing if there is none."""
        best = 0
        found: list[Entry] = []
        if at >= len(texts):
            return 0, found
        for words, entry in self._lexicon.get(texts[at], ()):
            length = len(words)
            if length < best:
                break
            if entry.sort in sorts and (length == 1 or tuple(texts[at : at + length]) == words):
                best = length
                found.append(entry)
        return best, found

    def written(self, sorts: Iterable[Sort]) -> list[str]:
        """Returns everything that can be written for things of these sorts."""
        return [" ".join(w) for pairs in self._lexicon.values() for w, e in pairs if e.sort in sorts]

    def lexicon(self) -> tuple[tuple[tuple[str, ...], Entry], ...]:
        """Returns every way to write a declared thing, with what it may be."""
        return tuple([pair for entries in self._lexicon.values() for pair in entries])

    def is_declared(self, word: str) -> bool:
        """Whether a single word already means something, so that it cannot be a local name."""
        return any(len(words) == 1 for words, _ in self._lexicon.get(word, ()))

    def fields_of(self, kind: str | None) -> list[ir.Field]:
        """Returns the fields of a kind of card; of all kinds if `kind` is None or is not declared."""
        kinds = [self.kinds[kind]] if kind in self.kinds else list(self.kinds.values())
        return [f for k in kinds for f in k.fields]

    def enum_field(self, kind: str | None, enum: str) -> str | None:
        """Returns the field by which a card of this kind counts as a word of an enumeration: the first that may not be
        left out, else the first; None if the kind has no such field."""
        fields = [f for f in self.fields_of(kind) if f.type == ir.Type("enum", enum)]
        for f in fields:
            if not f.optional:
                return f.name
        return fields[0].name if fields else None
