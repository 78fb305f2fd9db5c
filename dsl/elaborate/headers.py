"""The first pass: every word that any file declares, before a single phrase is read.

Afterwards the vocabulary knows the type of every value, verb, phase and property; the phrases in their declarations are
read in the second pass. A declaration that is broken here is left out and reported."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal

from lark import Token, Tree

from .. import ir
from ..source import Span
from ..vocabulary import ARTICLES, Event, Vocabulary
from ..words import plural
from .scope import NUMBER, Desk, Mistake, Node, fail, unknown
from .types import new, no_join, sort, type_named
from .verb_headers import built_in, phase, steps, verb

Item = tuple[Desk, Node]
Reads = Callable[[Desk, Node, Vocabulary], None]
Sight = Literal["everyone", "nobody", "owner"]
SIGHTS: dict[str, Sight] = {"everyone": "everyone", "nobody": "nobody", "owner": "owner"}


def learn(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Read the headers of all declarations, the ones others need first."""
    built_in(vocabulary)
    order = ("enum", "kind", "zone", "mark", "option")
    for data in order:
        for desk, node in everywhere(items, data):
            tried(desk, FIRST[data], node, vocabulary)
    for desk, node in everywhere(items, "kind"):
        tried(desk, fields, node, vocabulary)
    for desk, node in everywhere(items, "verb"):
        tried(desk, phase, node, vocabulary)
    for data in ("valuedef", "quality"):
        for desk, node in everywhere(items, data):
            tried(desk, SECOND[data], node, vocabulary)
    for desk, node in everywhere(items, "verb"):
        tried(desk, verb, node, vocabulary)
    steps(vocabulary)
    for marker in vocabulary.markers.values():
        if marker.single or marker.counted:
            words = ("the", *marker.name.split(" "))
            vocabulary.events.setdefault("moved", []).append(Event(f"mark:{marker.name}", words, None, (), False))


def everywhere(items: Sequence[Item], data: str) -> list[Item]:
    """The declarations of one sort at the top of files and on cards."""
    found: list[Item] = []
    for desk, node in items:
        if node.data == data:
            found.append((desk, node))
        elif node.data == "card":
            found.extend((desk, c) for c in node.children if isinstance(c, Tree) and c.data == data)
    return found


def tried(desk: Desk, read: Reads, node: Node, vocabulary: Vocabulary) -> None:
    try:
        read(desk, node, vocabulary)
    except Mistake as error:
        desk.note(error)


def words_of(node: Node, *types: str) -> tuple[str, Span | None, list[Token]]:
    tokens = [c for c in node.children if isinstance(c, Token) and c.type in (types or ("WORD",))]
    return " ".join(tokens), None, tokens


def names(desk: Desk, node: Node) -> tuple[str, Span]:
    inner = node.children[0]
    assert isinstance(inner, Tree)
    return " ".join(str(t) for t in inner.children), desk.span(inner)


# ---- things --------------------------------------------------------------------------------------------------------


def enum(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, span = names(desk, node)
    new(desk, name, span, vocabulary.enums, "list")
    words: list[str] = []
    for token in node.children[1:]:
        assert isinstance(token, Token)
        if str(token) in words:
            desk.report("duplicate-name", f"`{token}` stands here twice", desk.span(token))
            continue
        no_join(desk, str(token), desk.span(token))
        words.append(str(token))
        if str(token) not in vocabulary.enum_words:
            vocabulary.learn("word", str(token), name)
        vocabulary.enum_words.setdefault(str(token), []).append(name)
    vocabulary.enums[name] = ir.Enum(name=name, words=tuple(words), span=span)
    vocabulary.learn("enum", name)


def kind(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, span = names(desk, node)
    new(desk, name, span, vocabulary.kinds, "kind")
    vocabulary.kinds[name] = ir.Kind(name=name, fields=(), you=None, works=None, span=span)
    vocabulary.learn("kind", name)


def kind_named(desk: Desk, token: Token, vocabulary: Vocabulary) -> str:
    name = str(token)
    singular = next((k for k in vocabulary.kinds if name in (k, plural(k))), None)
    if singular is None:
        unknown(f"no kind `{name}`", desk.span(token), name, vocabulary.kinds)
    return singular


def zone(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    at = next(i for i, c in enumerate(node.children) if not isinstance(c, Token))
    tokens = [c for c in node.children[:at] if isinstance(c, Token)]
    name, span = " ".join(tokens), desk.span(tokens[0]).to(desk.span(tokens[-1]))
    new(desk, name, span, vocabulary.zones, "place")
    owner_node, holds_token, *specs = node.children[at:]
    owner: str | None = None
    if isinstance(owner_node, Tree):
        token = owner_node.children[0]
        assert isinstance(token, Token)
        owner = "player" if str(token) == "player" else kind_named(desk, token, vocabulary)
    assert isinstance(holds_token, Token)
    holds = kind_named(desk, holds_token, vocabulary)
    who, counted, _, _ = looks(desk, specs, vocabulary)
    if who is None:
        fail(
            "missing-word",
            f"who sees the cards in `{name}`?",
            span,
            "write `seen by everyone`, `nobody` or `its owner`",
        )
    vocabulary.zones[name] = ir.Zone(name=name, owner=owner, holds=holds, seen=who, counted=counted, span=span)
    vocabulary.learn("zone", name)


def looks(desk: Desk, specs: Sequence[object], vocabulary: Vocabulary) -> tuple[Sight | None, bool, bool, Node | None]:
    """What stands after the commas of a place or a marker: seen by, counted, single, until."""
    seen: Sight | None = None
    counted = single = False
    lasts: Node | None = None
    done: set[str] = set()
    for spec in specs:
        if not isinstance(spec, Tree) or spec.data == "sort":
            continue
        if str(spec.data) in done:
            desk.report("duplicate-name", "this is said twice", desk.span(spec))
        done.add(str(spec.data))
        match str(spec.data):
            case "seen":
                seer = spec.children[0]
                assert isinstance(seer, Tree)
                seen = SIGHTS[str(seer.children[-1])]
            case "counted":
                counted = True
            case "single":
                single = True
            case "lasts":
                lasts = spec
    return seen, counted, single, lasts


def mark(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    at = next(i for i, c in enumerate(node.children) if not isinstance(c, Token))
    tokens = [c for c in node.children[:at] if isinstance(c, Token)]
    name, span = " ".join(tokens), desk.span(tokens[0]).to(desk.span(tokens[-1]))
    new(desk, name, span, vocabulary.markers, "marker")
    on: list[str] = []
    for child in node.children[at:]:
        if isinstance(child, Tree) and child.data == "sort":
            token = child.children[-1]
            if len(child.children) != 1 or not isinstance(token, Token):
                fail("unknown-word", "a marker lies on a player or on a kind of card", desk.span(child))
            on.append(str(token) if str(token) in ("player", "card") else kind_named(desk, token, vocabulary))
    seen, counted, single, lasts = looks(desk, node.children[at:], vocabulary)
    if seen is None:
        fail(
            "missing-word", f"who sees the marker `{name}`?", span, "write `seen by everyone`, `nobody` or `its owner`"
        )
    ends = last_word(lasts) if lasts is not None else None
    if counted and single:
        desk.report("misplaced-word", "a marker is counted or single, not both", desk.span(node))
    face_up = any(isinstance(c, Tree) and c.data == "faceup" for c in node.children[at:])
    if face_up and "player" in on:
        desk.report("wrong-type", "a card lies face up, not a player", span)
    marker = ir.Marker(
        face_up=face_up,
        name=name,
        on=tuple(on),
        until=str(ends) if ends is not None else None,
        seen=seen,
        counted=counted,
        single=single,
        span=span,
    )
    vocabulary.markers[name] = marker
    vocabulary.learn("marker", name)


def last_word(lasts: Node) -> Token | None:
    """The phase of `until the end of the turn`; that it is one is checked in the second pass."""
    found: Token | None = None
    for token in lasts.scan_values(lambda t: isinstance(t, Token) and t.type == "WORD"):
        found = token
    return found


def option(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, span = names(desk, node)
    new(desk, name, span, vocabulary.options, "option")
    settings: list[str] = []
    source: str | None = None
    for child in node.children[1:]:
        if isinstance(child, Token):
            if str(child) in settings:
                desk.report("duplicate-name", f"`{child}` stands here twice", desk.span(child))
            no_join(desk, str(child), desk.span(child))
            settings.append(str(child))
        elif isinstance(child, Tree) and child.data == "source":
            source = str(child.children[0])[1:-1]
    vocabulary.options[name] = ir.Option(name=name, settings=tuple(settings), source=source, span=span)


# ---- types ---------------------------------------------------------------------------------------------------------


# ---- properties, values, qualities ---------------------------------------------------------------------------------


def fields(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, _ = names(desk, node)
    found: list[ir.Field] = []
    for line in node.children[1:]:
        if not isinstance(line, Tree) or line.data != "field":
            continue
        token, chain, maybe = line.children
        assert isinstance(token, Token) and isinstance(chain, Tree)
        try:
            words = [str(t) for t in chain.scan_values(lambda t: isinstance(t, Token)) if str(t) not in ARTICLES]
            t = type_named(desk, words, desk.span(chain), vocabulary)
            if t.sort not in ("number", "amount", "enum"):
                fail("wrong-type", "a property is a number, an amount or a word of a list", desk.span(chain))
            new(desk, str(token), desk.span(token), vocabulary.values, "value or property")
        except Mistake as error:
            desk.note(error)
            continue
        found.append(ir.Field(name=str(token), type=t, optional=maybe is not None))
        param = ir.Param(name="it", type=ir.Type("card", name), prep="of")
        vocabulary.values[str(token)] = ir.Value(
            name=str(token),
            params=(param,),
            type=t,
            base=None,
            rules=(),
            only_more_or_less=False,
            field=name,
            span=desk.span(token),
        )
        vocabulary.learn("value", str(token))
    old = vocabulary.kinds[name]
    vocabulary.kinds[name] = ir.Kind(name=name, fields=tuple(found), you=None, works=None, span=old.span)


def params(desk: Desk, nodes: list[Node], vocabulary: Vocabulary) -> tuple[ir.Param, ...]:
    """Those of a value: `of plan: a district for builder: a player`."""
    found: list[ir.Param] = []
    for node in nodes:
        glue, binder, sort_node = node.children
        assert isinstance(glue, Tree) and isinstance(binder, Tree) and isinstance(sort_node, Tree)
        t = sort(desk, sort_node, vocabulary)
        found.append(ir.Param(name=str(binder.children[0]), type=t, prep=str(glue.children[0])))
    return tuple(found)


def valuedef(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    tokens = [c for c in node.children if isinstance(c, Token) and c.type == "WORD"]
    name, span = " ".join(tokens), desk.span(tokens[0]).to(desk.span(tokens[-1]))
    new(desk, name, span, vocabulary.values, "value or property")
    found = params(desk, [c for c in node.children if isinstance(c, Tree) and c.data == "param"], vocabulary)
    only = any(isinstance(c, Token) and c.type == "ONLY" for c in node.children)
    vocabulary.values[name] = ir.Value(
        name=name, params=found, type=NUMBER, base=None, rules=(), only_more_or_less=only, field=None, span=span
    )
    vocabulary.learn("value", name)


def quality(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    tokens: list[str] = []
    sort_node: Node | None = None
    np: Node | None = None
    for child in node.children:
        if isinstance(child, Token):
            tokens.append(str(child))
        elif isinstance(child, Tree) and child.data == "det":
            tokens.append(str(child.children[0]))
        elif isinstance(child, Tree) and child.data == "np":
            np = child
        elif isinstance(child, Tree):
            sort_node = child
    name, span = " ".join(tokens), desk.span(node)
    new(desk, name, span, vocabulary.qualities, "quality")
    t = sort(desk, sort_node, vocabulary) if sort_node is not None else quality_type(desk, np, vocabulary)
    vocabulary.qualities[name] = ir.Quality(name=name, param=ir.Param(name="it", type=t), cond=None, span=span)
    vocabulary.learn("quality", name)


def quality_type(desk: Desk, np: Node | None, vocabulary: Vocabulary) -> ir.Type:
    """Of what `a city whose size is …` is said: the noun that begins it."""
    assert np is not None
    chain = np.children[1]
    assert isinstance(chain, Tree)
    core = chain.children[0]
    assert isinstance(core, Tree)
    words: list[str] = []
    for atom in core.children:
        assert isinstance(atom, Tree)
        if str(atom.children[0]) not in ARTICLES:
            words.append(str(atom.children[0]))
    while len(words) > 1 and vocabulary.match(words, 0, ("kind", "enum", "zone", "marker"))[0] != len(words):
        words = words[1:]
    return type_named(desk, words, desk.span(core), vocabulary)


# ---- verbs and phases ----------------------------------------------------------------------------------------------


FIRST = {"enum": enum, "kind": kind, "zone": zone, "mark": mark, "option": option}
SECOND = {"valuedef": valuedef, "quality": quality}
