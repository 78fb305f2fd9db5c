"""Runs the first pass: it learns every word that any file declares, before a single phrase is read.

Afterwards the vocabulary knows the type of every verb, phase and property, and the parameters of every value; the
second pass reads the phrases in their declarations. A declaration that is broken here is left out and reported.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, TypeVar

from .. import ir, own_verbs, syntax
from ..language import JOINS
from ..source import Span
from ..syntax import Node, Word
from ..vocabulary import ARTICLES, Event, Vocabulary
from ..words import plural
from . import results
from .atoms import cover
from .mistakes import Mistake, fail, unknown
from .own_deeds import move
from .scope import Desk
from .terms import NUMBER, PLAYER
from .types import new, no_join, sort, type_named
from .verb_headers import built_in, phase, steps, verb

Item = tuple[Desk, syntax.Declaration]
Sight = Literal["everyone", "nobody", "owner", "others"]
SIGHTS: dict[str, Sight] = {
    "everyone": "everyone", "nobody": "nobody", "owner": "owner", "everyone but its owner": "others",
}  # fmt: skip
N = TypeVar("N", bound=Node)
ONE_WORD = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*")
PRINTED_ON_ALL = ("name", "copies")  # what a card of any kind has, besides the fields of its kind


def learn(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Reads the headers of all declarations; those that others need come first."""
    built_in(vocabulary)
    first(items, syntax.Enum, enum, vocabulary)
    first(items, syntax.Kind, kind, vocabulary)
    first(items, syntax.Zone, zone, vocabulary)
    first(items, syntax.Mark, mark, vocabulary)
    first(items, syntax.Kind, fields, vocabulary)
    first(items, syntax.Kept, kept, vocabulary)
    first(items, syntax.Verb, phase, vocabulary)
    first(items, syntax.ValueDef, valuedef, vocabulary)
    first(items, syntax.Quality, quality, vocabulary)
    first(items, syntax.Verb, verb, vocabulary)
    steps(vocabulary)
    for marker in vocabulary.markers.values():
        if marker.single:
            words = ("the", *marker.name.split(" "))
            moved = Event(f"mark:{marker.name}", words, None, (), None)
            vocabulary.events.setdefault(move.move.participle, []).append(moved)
    card_moved = Event(own_verbs.MOVED.key, None, ir.Type("card"), own_verbs.MOVED.params[1:], PLAYER)
    vocabulary.events.setdefault(move.move.participle, []).append(card_moved)


def first(
    items: Sequence[Item], shape: type[N], read: Callable[[Desk, N, Vocabulary], None], vocabulary: Vocabulary
) -> None:
    """Reads the headers of the declarations of one shape."""
    for desk, node in everywhere(items, shape):
        tried(desk, read, node, vocabulary)


def everywhere(items: Sequence[Item], shape: type[N]) -> list[tuple[Desk, N]]:
    """Returns the declarations of one shape at the top of files and on cards."""
    found: list[tuple[Desk, N]] = []
    for desk, node in items:
        if isinstance(node, shape):
            found.append((desk, node))
        elif isinstance(node, syntax.Card):
            found.extend((desk, member) for member in node.members if isinstance(member, shape))
    return found


def tried(desk: Desk, read: Callable[[Desk, N, Vocabulary], None], node: N, vocabulary: Vocabulary) -> None:
    """Reads a declaration. Notes a mistake in it on the desk, so that the others can still be read."""
    try:
        read(desk, node, vocabulary)
    except Mistake as error:
        desk.note(error)


# ---- things --------------------------------------------------------------------------------------------------------


def enum(desk: Desk, node: syntax.Enum, vocabulary: Vocabulary) -> None:
    """Learns a list of words."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.enums, "list")
    words: list[str] = []
    for word in node.words:
        if word.text in words:
            desk.report("duplicate-name", f"`{word}` is written twice here", word.span)
            continue
        no_join(desk, word.text, word.span)
        words.append(word.text)
        if word.text not in vocabulary.enum_words:
            vocabulary.learn("word", word.text, name)
        vocabulary.enum_words.setdefault(word.text, []).append(name)
    called: list[tuple[str, ir.Name]] = []
    for line in node.called:
        try:
            found = other_name(line, name, words, vocabulary)
            called += [found] if line.shown else []
        except Mistake as error:
            desk.note(error)
    vocabulary.enums[name] = ir.Enum(name=name, words=tuple(words), span=span, called=tuple(called))
    vocabulary.learn("enum", name)


def other_name(node: syntax.Title, enum: str, words: Sequence[str], vocabulary: Vocabulary) -> tuple[str, ir.Name]:
    """Learns what one of the words of a list is called as well."""
    if node.of is None:
        fail("missing-word", f"which {enum} is called so?", node.title.span, "write the word before its other name")
    if node.of.text not in words:
        unknown(f"no {enum} `{node.of}`", node.of.span, node.of.text, words)
    said = node.title.quoted
    if not ONE_WORD.fullmatch(said):
        fail("misplaced-word", f"`{said}` cannot stand for a word", node.title.span, "write one word in lower case")
    if vocabulary.is_declared(said) or said in JOINS:
        fail("duplicate-name", f"`{said}` means something already", node.title.span, "choose another word")
    vocabulary.call(said, node.of.text, enum)
    return node.of.text, ir.Name(language="", text=said, span=node.of.span.to(node.title.span))


def kind(desk: Desk, node: syntax.Kind, vocabulary: Vocabulary) -> None:
    """Learns a kind of card."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.kinds, "kind")
    vocabulary.kinds[name] = ir.Kind(name=name, fields=(), you=None, works=None, span=span)
    vocabulary.learn("kind", name)


def kind_named(word: Word, vocabulary: Vocabulary) -> str:
    """Returns the kind that a word names, in the singular or plural."""
    singular = next((k for k in vocabulary.kinds if word.text in (k, plural(k))), None)
    if singular is None:
        unknown(f"no kind `{word}`", word.span, word.text, vocabulary.kinds)
    return singular


def zone(desk: Desk, node: syntax.Zone, vocabulary: Vocabulary) -> None:
    """Learns a place."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.zones, "place")
    owner: str | None = None
    if node.owner is not None:
        owner = "player" if node.owner.text == "player" else kind_named(node.owner, vocabulary)
    holds = kind_named(node.holds, vocabulary)
    said = looks(desk, node.specs)
    if said.seen is None:
        help = "write `seen by everyone`, `nobody` or `its owner`"
        fail("missing-word", f"who sees the cards in `{name}`?", span, help)
    if said.seen == "others" and owner is None:
        fail("wrong-type", f"`{name}` has no owner who could not see it", span, "write `of player` behind its name")
    vocabulary.zones[name] = ir.Zone(
        name=name, owner=owner, holds=holds, seen=said.seen, counted=said.counted, span=span
    )
    vocabulary.learn("zone", name)


@dataclass(slots=True)
class Looks:
    """The words after the commas of a place or a marker."""

    seen: Sight | None = None
    counted: bool = False
    single: bool = False
    lasts: syntax.Lasts | None = None
    face_up: bool = False


def looks(desk: Desk, specs: Sequence[syntax.Spec]) -> Looks:
    """Reads the words after the commas of a place or a marker."""
    said = Looks()
    done: set[type[Node]] = set()
    for spec in specs:
        if type(spec) in done:
            desk.report("duplicate-name", "this is said twice", spec.span)
        done.add(type(spec))
        match spec:
            case syntax.Seen(seer):
                said.seen = SIGHTS[" ".join(seer.text.split())]
            case syntax.Counted():
                said.counted = True
            case syntax.Single():
                said.single = True
            case syntax.Lasts():
                said.lasts = spec
            case syntax.FaceUp():
                said.face_up = True
    return said


def mark(desk: Desk, node: syntax.Mark, vocabulary: Vocabulary) -> None:
    """Learns a marker."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.markers, "marker")
    on = [bearer(sort_, vocabulary) for sort_ in node.on]
    said = looks(desk, node.specs)
    if said.seen is None:
        help = "write `seen by everyone`, `nobody` or `its owner`"
        fail("missing-word", f"who sees the marker `{name}`?", span, help)
    seen = not_from_the_owner(said.seen, span)
    if said.counted and said.single:
        desk.report("misplaced-word", "a marker can be counted or single, not both", node.span)
    if said.face_up and "player" in on:
        desk.report("wrong-type", "only a card can lie face up, not a player", span)
    vocabulary.markers[name] = ir.Marker(
        face="up" if said.face_up else "",
        name=name,
        on=tuple(on),
        until=last_word(said.lasts) if said.lasts is not None else None,
        seen=seen,
        counted=said.counted,
        single=said.single,
        span=span,
    )
    vocabulary.learn("marker", name)


def bearer(node: syntax.Sort, vocabulary: Vocabulary) -> str:
    """Reads the sort of thing that a marker lies on."""
    word = node.words[-1]
    if len(node.words) != 1 or word.kind != "word":
        fail("unknown-word", "a marker must lie on a player or on a kind of card", node.span)
    return word.text if word.text in ("player", "card") else kind_named(word, vocabulary)


def kept(desk: Desk, node: syntax.Kept, vocabulary: Vocabulary) -> None:
    """Learns a kept value: a value whose base is what was last set."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.values, "value or property")
    new(desk, name, span, vocabulary.markers, "marker")
    t = sort(node.sort, vocabulary)
    if t.many or t.sort not in ("number", "amount", "enum", "player", "card"):
        help = "write `a number`, `a player`, a kind of card or a list of words"
        fail("wrong-type", "one number, word, card or player can be kept", node.sort.span, help)
    on = None
    if node.owner is not None:
        on = "player" if node.owner.text == "player" else kind_named(node.owner, vocabulary)
    said = looks(desk, node.specs)
    if said.seen is None:
        fail("missing-word", f"who knows the `{name}`?", span, "write `seen by everyone`, or `seen by nobody`")
    seen = not_from_the_owner(said.seen, span)
    if seen == "owner" and on is None:
        fail("wrong-type", f"the `{name}` belongs to nobody, so it has no owner", span, "write `seen by everyone`")
    for spec in node.specs:
        if not isinstance(spec, (syntax.Seen, syntax.Lasts)):
            desk.report("misplaced-word", "this is said of markers, not of what is kept", spec.span)
    t_bearer = ir.Type("player") if on == "player" else ir.Type("card", on)
    bearer = None if on is None else ir.Var(type=t_bearer, span=span, name="it")
    vocabulary.values[name] = found = ir.Value(
        name=name,
        params=() if on is None else (ir.Param(name="it", type=t_bearer, prep="of"),),
        type=t,
        base=ir.Kept(type=t, span=span, name=name, bearer=bearer),
        rules=(),
        only_more_or_less=False,
        field=None,
        span=span,
        memory=ir.Memory(on=on, until=last_word(said.lasts) if said.lasts is not None else None, seen=seen),
    )
    vocabulary.learn("value", name)
    results.fitting(found)


def not_from_the_owner(seen: Sight, span: Span) -> Literal["everyone", "nobody", "owner"]:
    """Returns who sees a marker or what is kept; only the cards of a place can be hidden from their owner alone."""
    if seen == "others":
        help = "write `seen by everyone`, `nobody` or `its owner`"
        fail("misplaced-word", "only the cards of a place can be hidden from their owner alone", span, help)
    return seen


def last_word(lasts: syntax.Lasts) -> str | None:
    """Returns the phase in `until the end of the turn`. The second pass checks that it is a phase."""
    return next((w.text for w in reversed(lasts.chain.atoms) if w.kind == "word"), None)


# ---- properties, values, qualities ---------------------------------------------------------------------------------


def fields(desk: Desk, node: syntax.Kind, vocabulary: Vocabulary) -> None:
    """Learns the properties of a kind of card."""
    name = syntax.joined(node.names.words)
    found: list[ir.Field] = []
    for line in node.lines:
        if not isinstance(line, syntax.Field):
            continue
        try:
            t = property_type(desk, line, vocabulary)
        except Mistake as error:
            desk.note(error)
            continue
        said = line.name.text
        found.append(ir.Field(name=said, type=t, optional=line.maybe is not None))
        vocabulary.values[said] = ir.Value(
            name=said,
            params=(ir.Param(name="it", type=ir.Type("card", name), prep="of"),),
            type=t,
            base=None,
            rules=(),
            only_more_or_less=False,
            field=name,
            span=line.name.span,
        )
        vocabulary.learn("value", said)
    old = vocabulary.kinds[name]
    vocabulary.kinds[name] = ir.Kind(name=name, fields=tuple(found), you=None, works=None, span=old.span)


def property_type(desk: Desk, line: syntax.Field, vocabulary: Vocabulary) -> ir.Type:
    """Reads the type of a property."""
    words = [w.text for w in syntax.words_of(line.type) if w.text not in ARTICLES]
    t = type_named(words, line.type.span, vocabulary)
    if t.sort not in ("number", "amount", "enum"):
        fail("wrong-type", "a property must be a number, an amount or a word of a list", line.type.span)
    if line.name.text in PRINTED_ON_ALL:
        fail("duplicate-name", f"every card has a `{line.name}` already", line.name.span, "choose another word")
    results.not_printed(line.name.text, line.name.span)
    new(desk, line.name.text, line.name.span, vocabulary.values, "value or property")
    return t


def params(nodes: Sequence[syntax.Param], vocabulary: Vocabulary) -> tuple[ir.Param, ...]:
    """Reads the parameters of a value: `of plan: a district for builder: a player`."""
    return tuple([ir.Param(name=n.name.text, type=sort(n.sort, vocabulary), prep=n.glue.text) for n in nodes])


def valuedef(desk: Desk, node: syntax.ValueDef, vocabulary: Vocabulary) -> None:
    """Learns a named value. Its type is found later, from its base."""
    name, span = syntax.joined(node.names.words), node.names.span
    new(desk, name, span, vocabulary.values, "value or property")
    vocabulary.values[name] = ir.Value(
        name=name,
        params=params(node.params, vocabulary),
        type=NUMBER,
        base=None,
        rules=(),
        only_more_or_less=node.only is not None,
        field=None,
        span=span,
    )
    vocabulary.learn("value", name)


def quality(desk: Desk, node: syntax.Quality, vocabulary: Vocabulary) -> None:
    """Learns a quality, and the type of thing that has it."""
    name, span = syntax.joined(node.words), node.span
    new(desk, name, span, vocabulary.qualities, "quality")
    match node.of:
        case syntax.Sort():
            t = sort(node.of, vocabulary)
        case syntax.NounPhrase():
            t = quality_type(node.of, vocabulary)
    vocabulary.qualities[name] = ir.Quality(name=name, param=ir.Param(name="it", type=t), cond=None, span=span)
    vocabulary.learn("quality", name)


def quality_type(np: syntax.NounPhrase, vocabulary: Vocabulary) -> ir.Type:
    """Returns the type of thing that has a quality, from the noun at the beginning of `a city whose size is …`."""
    core = list(itertools.takewhile(lambda a: a.kind != "glue", np.chain.atoms))
    words = [a.text for a in core if a.text not in ARTICLES]
    while len(words) > 1 and vocabulary.match(words, 0, ("kind", "enum", "zone", "marker"))[0] != len(words):
        words = words[1:]
    return type_named(words, cover(core), vocabulary)
