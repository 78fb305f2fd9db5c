"""Reads the types of parameters: `a district`, `gold`, `player or card or bank`, `number of districts`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .. import ir, syntax
from ..language import JOINS
from ..source import Span
from ..vocabulary import ARTICLES, Vocabulary
from .mistakes import Mistake, fail, mistake, unknown_word
from .scope import Desk
from .terms import ABILITY, NAME, NUMBER, PLAYER


def no_join(desk: Desk, name: str, span: Span) -> None:
    """Reports a name that contains a joining word, because nobody could tell where the name ends."""
    for word in name.split(" "):
        if word in JOINS:
            message = f"`{word}` joins the parts of a sentence, so no name can contain it"
            desk.report("joining-word", message, span, "choose another word")
            return


def new(desk: Desk, name: str, span: Span, known: Mapping[str, object], what: str) -> None:
    """Raises `Mistake` if a name is taken. `known` are the names in use; `what` says what they name."""
    no_join(desk, name, span)
    if name in known:
        found = mistake("duplicate-name", f"there is another {what} `{name}`", span, "choose another word")
        first = getattr(known[name], "span", None)
        raise Mistake(replace(found, notes=((first, "the other one"),)) if isinstance(first, Span) else found)


def sort(node: syntax.Sort, vocabulary: Vocabulary) -> ir.Type:
    """Reads `a district`, `districts`, `player`, `gold`, `district type`, `a city`, `number`."""
    return type_named([w.text for w in node.words if w.text not in ARTICLES], node.span, vocabulary)


def type_named(words: list[str], span: Span, vocabulary: Vocabulary) -> ir.Type:
    """Returns the type that these words name; articles are left out already."""
    own = {
        "player": PLAYER,
        "number": NUMBER,
        "name": NAME,
        "card": ir.Type("card"),
        "ability": ABILITY,
        "bank": ir.Type("bank"),
        "zone": ir.Type("zone"),
    }
    name = " ".join(words)
    if name in own:
        return own[name]
    if name in ("players", "cards", "abilities"):
        return ir.Type({"players": "player", "cards": "card", "abilities": "ability"}[name], None, True)
    if words:
        length, found = vocabulary.match(words, 0, ("kind", "enum", "zone", "marker"))
        if length == len(words):
            entry = found[0]
            match entry.sort:
                case "kind":
                    return ir.Type("card", entry.name, bool(entry.plural))
                case "enum":
                    return ir.Type("enum", entry.name)
                case "zone":
                    return ir.Type("zone", entry.name)
                case "marker" if vocabulary.markers[entry.name].counted:
                    return ir.Type("amount", entry.name)
    fitting = [
        *own,
        *vocabulary.kinds,
        *vocabulary.enums,
        *vocabulary.zones,
        *(m.name for m in vocabulary.markers.values() if m.counted),
    ]
    raise unknown_word(f"there is no such thing as a `{name}`", span, name, fitting)


def union(nodes: Sequence[syntax.Sort], vocabulary: Vocabulary) -> ir.Type:
    """Reads `player or card or bank`: all sorts of things that a parameter can be."""
    types = [sort(node, vocabulary) for node in nodes]
    if len(types) == 1:
        return types[0]
    return ir.Type("bearer", " ".join(t.name or t.sort for t in types))


def number_of(t: ir.Type, node: syntax.Sort, vocabulary: Vocabulary) -> ir.Type:
    """Reads `wanted: number of districts`: a number that a sentence writes as `2 cards`, before any cards are
    picked."""
    of = sort(node, vocabulary)
    if t != NUMBER or of.sort != "card":
        fail("wrong-type", "only a number of cards can come here", node.span)
    return ir.Type("number", of.name or "card")
