"""The first pass: every word that any file declares, before a single phrase is read.

Afterwards the vocabulary knows the type of every value, verb, phase and property; the phrases in their declarations are
read in the second pass. A declaration that is broken here is left out and reported."""

from __future__ import annotations

from collections.abc import Sequence

from lark import Token, Tree

from .. import ir
from ..source import Span
from ..vocabulary import ARTICLES, Event, VerbHead, Vocabulary
from ..words import listed, nearest, plural
from .scope import ABILITY, NUMBER, PLAYER, Desk, Mistake, Node, fail

Item = tuple[Desk, Node]


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
            words = (marker.name,)
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


def tried(desk, read, node, vocabulary) -> None:  # type: ignore[no-untyped-def]
    try:
        read(desk, node, vocabulary)
    except Mistake as error:
        desk.note(error)


def built_in(vocabulary: Vocabulary) -> None:
    """An ability is used: the one verb the language itself declares."""
    param = ir.Param(name="ability", type=ABILITY)
    head = VerbHead("use", "use", None, (param,), PLAYER, Span("", 0, 0), False)
    vocabulary.by_word["use"] = [head]
    vocabulary.events["used"] = [Event("use", None, ABILITY, (), True)]


def new(desk: Desk, name: str, span: Span, known: dict[str, object], what: str) -> None:
    if name in known:
        fail("duplicate-name", f"there is another {what} `{name}`", span, "choose another word")


def words_of(node: Node, *types: str) -> tuple[str, Span | None, list[Token]]:
    tokens = [c for c in node.children if isinstance(c, Token) and c.type in (types or ("WORD",))]
    return " ".join(tokens), None, tokens


def names(desk: Desk, node: Node) -> tuple[str, Span]:
    inner = node.children[0]
    assert isinstance(inner, Tree)
    return " ".join(str(t) for t in inner.children), desk.span(inner)


# ---- things ---------------------------------------------------------------------------------------------------------


def enum(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, span = names(desk, node)
    new(desk, name, span, vocabulary.enums, "list")  # type: ignore[arg-type]
    words: list[str] = []
    for token in node.children[1:]:
        assert isinstance(token, Token)
        if str(token) in words:
            desk.report("duplicate-name", f"`{token}` stands here twice", desk.span(token))
            continue
        words.append(str(token))
        if str(token) not in vocabulary.enum_words:
            vocabulary.learn("word", str(token), name)
        vocabulary.enum_words.setdefault(str(token), []).append(name)
    vocabulary.enums[name] = ir.Enum(name=name, words=tuple(words), span=span)
    vocabulary.learn("enum", name)


def kind(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, span = names(desk, node)
    new(desk, name, span, vocabulary.kinds, "kind")  # type: ignore[arg-type]
    vocabulary.kinds[name] = ir.Kind(name=name, fields=(), you=None, works=None, span=span)
    vocabulary.learn("kind", name)


def kind_named(desk: Desk, token: Token, vocabulary: Vocabulary) -> str:
    name = str(token)
    singular = next((k for k in vocabulary.kinds if name in (k, plural(k))), None)
    if singular is None:
        near = nearest(name, vocabulary.kinds)
        help = f"did you mean `{near}`?" if near else "there are " + listed(vocabulary.kinds)
        fail("unknown-word", f"no kind `{name}`", desk.span(token), help, near)
    return singular


def zone(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    at = next(i for i, c in enumerate(node.children) if not isinstance(c, Token))
    tokens = [c for c in node.children[:at] if isinstance(c, Token)]
    name, span = " ".join(tokens), desk.span(tokens[0]).to(desk.span(tokens[-1]))
    new(desk, name, span, vocabulary.zones, "place")  # type: ignore[arg-type]
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
    vocabulary.zones[name] = ir.Zone(name=name, owner=owner, holds=holds, seen=who, counted=counted, span=span)  # type: ignore[arg-type]
    vocabulary.learn("zone", name)


def looks(desk: Desk, specs: Sequence[object], vocabulary: Vocabulary) -> tuple[str | None, bool, bool, Node | None]:
    """What stands after the commas of a place or a marker: seen by, counted, single, until."""
    seen: str | None = None
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
                seen = str(seer.children[-1])
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
    new(desk, name, span, vocabulary.markers, "marker")  # type: ignore[arg-type]
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
    marker = ir.Marker(
        name=name,
        on=tuple(on),
        until=str(ends) if ends is not None else None,
        seen=seen,  # type: ignore[arg-type]
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
    new(desk, name, span, vocabulary.options, "option")  # type: ignore[arg-type]
    settings: list[str] = []
    source: str | None = None
    for child in node.children[1:]:
        if isinstance(child, Token):
            if str(child) in settings:
                desk.report("duplicate-name", f"`{child}` stands here twice", desk.span(child))
            settings.append(str(child))
        elif isinstance(child, Tree) and child.data == "source":
            source = str(child.children[0])[1:-1]
    vocabulary.options[name] = ir.Option(name=name, settings=tuple(settings), source=source, span=span)


# ---- types ----------------------------------------------------------------------------------------------------------


def sort(desk: Desk, node: Node, vocabulary: Vocabulary) -> ir.Type:
    """`a district`, `districts`, `player`, `gold`, `district type`, `a city`, `number`."""
    tokens = [t for t in node.scan_values(lambda t: isinstance(t, Token)) if str(t) not in ARTICLES]
    return type_named(desk, [str(t) for t in tokens], desk.span(node), vocabulary)


def type_named(desk: Desk, words: list[str], span: Span, vocabulary: Vocabulary) -> ir.Type:
    own = {
        "player": PLAYER,
        "number": NUMBER,
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
    near = nearest(name, fitting)
    help = f"did you mean `{near}`?" if near else "here may stand " + listed(fitting)
    fail("unknown-word", f"nothing is a `{name}`", span, help, near)


def union(desk: Desk, nodes: list[Node], vocabulary: Vocabulary) -> ir.Type:
    """`player or card or bank`: whatever a marker may lie on."""
    types = [sort(desk, n, vocabulary) for n in nodes]
    if len(types) == 1:
        return types[0]
    return ir.Type("bearer", " ".join(t.name or t.sort for t in types))


# ---- properties, values, qualities ------------------------------------------------------------------------------------


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
            new(desk, str(token), desk.span(token), vocabulary.values, "value or property")  # type: ignore[arg-type]
        except Mistake as error:
            desk.note(error)
            continue
        found.append(ir.Field(name=str(token), type=t, optional=maybe is not None))
        param = ir.Param(name="it", type=ir.Type("card", name), prep="of")
        vocabulary.values[str(token)] = ir.Value(
            name=str(token), params=(param,), type=t, base=None, rules=(), only_more_or_less=False, field=name, span=desk.span(token)
        )  # fmt: skip
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
    new(desk, name, span, vocabulary.values, "value or property")  # type: ignore[arg-type]
    found = params(desk, [c for c in node.children if isinstance(c, Tree) and c.data == "param"], vocabulary)
    only = any(isinstance(c, Token) and c.type == "ONLY" for c in node.children)
    vocabulary.values[name] = ir.Value(
        name=name, params=found, type=NUMBER, base=None, rules=(), only_more_or_less=only, field=None, span=span
    )  # fmt: skip
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
    new(desk, name, span, vocabulary.qualities, "quality")  # type: ignore[arg-type]
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


# ---- verbs and phases ---------------------------------------------------------------------------------------------------


def is_phase(node: Node) -> bool:
    return isinstance(node.children[0], Token) and node.children[0].type == "PHASE"


def participle(node: object) -> str | None:
    if not isinstance(node, Tree):
        return None
    return " ".join(str(t) for t in node.children)


def phase(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    """Names and parameters of phases."""
    if not is_phase(node):
        return
    _, word, forms, obj, *rest = node.children
    assert isinstance(word, Token)
    new(desk, str(word), desk.span(word), vocabulary.phases, "phase")  # type: ignore[arg-type]
    if forms is not None:
        desk.report("misplaced-word", "a phase has no participle, its steps have", desk.span(forms))  # type: ignore[arg-type]
    param: ir.Param | None = None
    if isinstance(obj, Tree):
        binder, sort_node = obj.children[0], obj.children[1]
        if not isinstance(binder, Tree) or binder.data != "binder" or len(obj.children) != 2:
            fail("missing-word", "this needs a name, to be spoken of", desk.span(obj), "write `of NAME: a …`")
        assert isinstance(sort_node, Tree)
        param = ir.Param(name=str(binder.children[0]), type=sort(desk, sort_node, vocabulary), prep="of")
    for child in rest:
        if isinstance(child, Tree) and child.data in ("vrole", "doer"):
            desk.report("misplaced-word", "a phase has one parameter, after `of`", desk.span(child))
    found = tuple(step_head(desk, c) for c in rest if isinstance(c, Tree) and c.data == "step")
    source = next((str(c.children[0])[1:-1] for c in rest if isinstance(c, Tree) and c.data == "source"), None)
    vocabulary.phases[str(word)] = ir.Phase(
        name=str(word), param=param, steps=found, source=source, span=desk.span(word)
    )
    vocabulary.learn("phase", str(word))


def step_head(desk: Desk, node: Node) -> ir.Step:
    word, forms = node.children[0], node.children[1]
    return ir.Step(name=str(word), participle=participle(forms), body=(), span=desk.span(node))


def verb(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    if is_phase(node):
        return
    _, word, forms, obj, *rest = node.children
    assert isinstance(word, Token)
    found: list[ir.Param] = []
    fixed: tuple[str, ...] | None = ()
    written = ""
    if isinstance(obj, Tree):
        binder, sort_node, *of = obj.children
        assert isinstance(sort_node, Tree)
        if isinstance(binder, Tree):
            fixed = None
            t = sort(desk, sort_node, vocabulary)
            if of and isinstance(of[0], Tree):
                t = number_of(desk, t, of[0], vocabulary)
            found.append(ir.Param(name=str(binder.children[0]), type=t))
        else:
            said = [str(t) for t in sort_node.scan_values(lambda t: isinstance(t, Token))]
            written = " ".join(said)
            fixed = tuple(w for w in said if w not in ARTICLES)
    doer = PLAYER
    for child in rest:
        if not isinstance(child, Tree):
            continue
        if child.data == "vrole":
            prep, binder, *sorts = child.children
            assert isinstance(prep, Tree) and isinstance(binder, Tree)
            t = union(desk, [s for s in sorts if isinstance(s, Tree)], vocabulary)
            found.append(ir.Param(name=str(binder.children[0]), type=t, prep=str(prep.children[0])))
        elif child.data == "doer":
            doer = union(desk, [s for s in child.children[1:] if isinstance(s, Tree)], vocabulary)
    key = str(word) if not written else f"{word} {written}"
    span = desk.span(word)
    heads = vocabulary.by_word.setdefault(str(word), [])
    for other in heads:
        if other.words == fixed and (fixed is not None or other.params[0].type == found[0].type):
            fail("duplicate-name", f"there is another verb `{key}`", span)
    if fixed is None and heads:
        key = f"{word} {found[0].type.name or found[0].type.sort}"
    you = any(str(t) in ("you", "your") for t in node.scan_values(lambda t: isinstance(t, Token)))
    head = VerbHead(key, str(word), fixed, tuple(found), doer, span, you)
    vocabulary.verbs[key] = head
    heads.append(head)
    object_type = found[0].type if fixed is None else None
    roles = tuple(found[1:] if fixed is None else found)
    form = participle(forms)
    if form is not None:
        vocabulary.events.setdefault(form, []).append(Event(key, fixed, object_type, roles, True))
    texts = [
        str(c.children[0])[1:-1]
        for c in rest
        if isinstance(c, Tree) and c.data == "refused" and c.children[0] is not None
    ]
    vocabulary.refusals[key] = texts
    named: set[str] = set()
    for child in rest:
        if isinstance(child, Tree) and child.data == "step":
            step = step_head(desk, child)
            if step.name in named:
                desk.report("duplicate-name", f"there is another step `{step.name}`", desk.span(child))
            named.add(step.name)
            full = f"{key}/{step.name}"
            if step.participle is not None:
                vocabulary.events.setdefault(step.participle, []).append(Event(full, fixed, object_type, roles, True))
            vocabulary.step_heads.append(VerbHead(full, step.name, fixed, tuple(found), doer, span, you))


def number_of(desk: Desk, t: ir.Type, node: Node, vocabulary: Vocabulary) -> ir.Type:
    """`wanted: number of districts`: said as `2 cards`, and not yet any certain cards."""
    of = sort(desk, node, vocabulary)
    if t != NUMBER or of.sort != "card":
        fail("wrong-type", "only a number of cards can stand here", desk.span(node))
    return ir.Type("number", of.name or "card")


def steps(vocabulary: Vocabulary) -> None:
    """Steps can be done by themselves, and spoken of; whole verbs come first where a word is both."""
    for found in vocabulary.phases.values():
        for step in found.steps:
            full = f"{found.name}/{step.name}"
            if step.participle is not None:
                words = None if found.param is not None else (found.name,)
                t = found.param.type if found.param is not None else None
                vocabulary.events.setdefault(step.participle, []).append(
                    Event(full, words, t, (), found.param is not None)
                )
            if found.param is not None:
                head = VerbHead(full, step.name, None, (found.param,), PLAYER, step.span, False)
                vocabulary.step_heads.append(head)
    for head in vocabulary.step_heads:
        vocabulary.by_word.setdefault(head.word, []).append(head)


FIRST = {"enum": enum, "kind": kind, "zone": zone, "mark": mark, "option": option}
SECOND = {"valuedef": valuedef, "quality": quality}
