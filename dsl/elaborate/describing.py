"""Reads describing words before a noun and after `is`, and says what could have come in place of an unknown one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from .. import ir
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Entry, Sort, Vocabulary
from ..words import listed
from .adjectives import Adjective, bears
from .cursor import NOUNS, OWN_NOUNS, Cursor
from .mistakes import fail, meant
from .terms import says

DESCRIBING: tuple[Sort, ...] = ("marker", "quality", "word")


def adjectives(c: Cursor) -> list[Adjective]:
    """Reads all the describing words at hand."""
    found: list[Adjective] = []
    while True:
        said = adjective(c)
        if said is None:
            return found
        found.append(said)


def adjective(c: Cursor) -> Adjective | None:
    """Reads one describing word, unless a longer noun comes here; else returns None."""
    a = c.at()
    if a is None or a.kind not in ("word", "det"):
        return None
    nouns, entries = c.match(("kind", "enum", "zone", "value"))
    length, said = c.match(DESCRIBING)
    if nouns and entries[0].sort == "value" and nouns >= length:
        found = _field(c, a, entries[0], nouns)
        if found is not None:
            return found
    if length > nouns or (length and length == nouns and not c.glue_after(length)):
        return _declared(c, said[0], a.span.to(c.atoms[c.i + length - 1].span), length)
    if a.text in ("odd", "even") and not nouns:
        c.i += 1
        return Adjective("parity", a.text, a.span)
    return None


def _field(c: Cursor, a: Atom, entry: Entry, length: int) -> Adjective | None:
    """Reads `rank 8`: a property with its number or word."""
    value, after = c.vocabulary.values[entry.name], c.at(length)
    if value.field is None or after is None or entry.plural is True:
        return None
    content = field_value(c.vocabulary, value, after)
    if content is None:
        return None
    c.i += length + 1
    return Adjective("field", value.name, a.span.to(after.span), content)


def field_value(vocabulary: Vocabulary, value: ir.Value, after: Atom) -> ir.Expr | None:
    """Returns the number or word that says which `rank` is meant; None if `after` is neither."""
    if after.kind == "number" and value.type.sort in ("number", "amount"):
        return ir.Num(type=value.type, span=after.span, value=int(after.text))
    if after.kind == "word" and value.type.sort == "enum":
        word = vocabulary.word(after.text)
        if value.type.name in vocabulary.enum_words.get(word, ()):
            return ir.Word(type=value.type, span=after.span, word=word)
    return None


def _declared(c: Cursor, entry: Entry, span: Span, length: int) -> Adjective | None:
    """Reads a marker, a quality or a word of an enumeration. Counters and single markers describe nothing."""
    if entry.sort == "marker":
        marker = c.vocabulary.markers[entry.name]
        if marker.counted or marker.single:
            return None
        c.i += length
        return Adjective("marker", entry.name, span)
    c.i += length
    if entry.sort == "quality":
        return Adjective("quality", entry.name, span)
    return Adjective("word", entry.name, span, enums=tuple(c.vocabulary.enum_words[entry.name]))


# ---- suggestions -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Fitting:
    """The describing words that fit a thing: markers, qualities, and words of its enumerations."""

    markers: list[str]
    qualities: list[str]
    enums: list[str]
    words: list[str]


def fitting(vocabulary: Vocabulary, t: ir.Type) -> Fitting:
    """Returns the words that describe such a thing."""
    markers = [m.name for m in vocabulary.markers.values() if not m.counted and not m.single and bears(m, t)]
    asked = [(q.name, q.param.type) for q in vocabulary.qualities.values()]
    qualities = [name for name, of in asked if of.sort == t.sort and of.name in (None, t.name)]
    fields = vocabulary.fields_of(t.name) if t.sort == "card" else []
    enums = [f.type.name for f in fields if f.type.sort == "enum" and f.type.name]
    return Fitting(markers, qualities, enums, [w for e in enums for w in vocabulary.enums[e].words])


def unknown_noun(c: Cursor, a: Atom) -> NoReturn:
    """Reports a word that is no noun, and suggests the nearest one that fits here."""
    vocabulary = c.vocabulary
    nouns = [*vocabulary.written(NOUNS), *OWN_NOUNS, *c.scope.locals]
    following = following_kind(c)
    if following is None:
        c.unknown(a, nouns, "the name of a thing")
    found = fitting(vocabulary, following)
    near = meant(a.text, [*found.words, *found.markers, *found.qualities, *nouns])
    help = f"did you mean `{near}`?" if near else None
    if near in found.words or (near is None and found.enums):
        enum = next((e for e in found.enums if near in vocabulary.enums[e].words), found.enums[0])
        help = help or f"there are {listed(vocabulary.enums[enum].words)}"
        fail("unknown-word", f"no {enum} `{a.text}`", a.span, help, near)
    said = [*found.markers, *found.qualities, *found.words]
    message = f"no word `{a.text}` describes {says(following)}"
    fail("unknown-word", message, a.span, help or f"it could be {listed(said)}", near)


def following_kind(c: Cursor) -> ir.Type | None:
    """Returns the type of the kind of card, or the players, that the next word names; else None."""
    a = c.at(1)
    if a is None or a.kind != "word":
        return None
    if a.text in ("player", "players"):
        return ir.Type("player")
    length, entries = c.match(("kind",), 1)
    return ir.Type("card", entries[0].name) if length else None
