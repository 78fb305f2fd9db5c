"""The second pass: what the declarations of a game file say, now that every word is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..source import Span
from ..vocabulary import Vocabulary
from . import conditions, effects, headers, moments, phrases, rules, statements, types
from .headers import Item, everywhere, tried
from .scope import Desk, Local, Mistake, Node, Scope, conjunction, fail, says, tree, uncounted, unknown
from .verb_headers import is_phase, participle


def read(items: Sequence[Item], vocabulary: Vocabulary) -> tuple[dict[str, ir.Verb], dict[str, ir.Phase]]:
    infer(items, vocabulary)
    readers: list[tuple[str, Callable[[Desk, Node, Vocabulary], None]]] = [
        ("mark", lasts),
        ("kind", kind),
        ("quality", quality),
        ("valuedef", value),
    ]
    for data, reader in readers:
        for desk, node in everywhere(items, data):
            tried(fresh(desk), reader, node, vocabulary)
    verbs: dict[str, ir.Verb] = {}
    phases: dict[str, ir.Phase] = {}
    for desk, node in everywhere(items, "verb"):
        here = fresh(desk)
        try:
            if is_phase(node):
                found = phase(here, node, vocabulary)
                if found is not None:
                    phases[found.name] = found
            else:
                done = verb(here, node, vocabulary)
                if done is not None:
                    verbs[done.key] = done
        except Mistake as error:
            here.note(error)
    return verbs, phases


def fresh(desk: Desk) -> Desk:
    """A desk for one declaration: variables are numbered anew."""
    return Desk(desk.source, desk.vocabulary, desk.diagnostics)


def infer(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """What type each value has: that of its base. Values may speak of values declared later, so two rounds."""
    for _ in range(2):
        for desk, node in everywhere(items, "valuedef"):
            quiet = Desk(desk.source, vocabulary, [])
            name = value_name(node)
            known = vocabulary.values.get(name)
            if known is None or known.span != value_span(desk, node):
                continue
            try:
                base = base_of(quiet, node, known)
            except Mistake:
                continue
            vocabulary.values[name] = replace(known, type=ir.Type(base.type.sort, base.type.name, base.type.many))


def with_params(desk: Desk, params: Sequence[ir.Param]) -> Scope:
    scope = Scope(desk)
    for param in params:
        desk.taken.add(param.name)
        scope.locals[param.name] = Local(param.name, param.type, Span("", 0, 0), used=True)
    if params:
        first = params[0]
        scope.it = ir.Var(type=first.type, span=Span("", 0, 0), name=first.name)
    return scope


def lasts(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    """A marker ends with a phase that there is."""
    for child in node.children:
        if isinstance(child, Tree) and child.data == "lasts":
            chain = child.children[0]
            assert isinstance(chain, Tree)
            moments.until(Scope(desk), chain)


def kind(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name, _ = headers.names(desk, node)
    known = vocabulary.kinds.get(name)
    if known is None:
        return
    this = ir.Var(type=ir.Type("card", name), span=known.span, name="this")
    scope = Scope(desk, this=this, it=this)
    you: ir.Expr | None = None
    works: ir.Expr | None = None
    for line in node.children[1:]:
        if not isinstance(line, Tree) or line.data == "field":
            continue
        span = desk.span(line)
        try:
            if line.data == "you_are":
                noun = phrases.noun_phrase(scope, tree(line.children[0]))
                if noun.many or noun.base.type.sort != "player":
                    fail("wrong-type", f"you are a player, not {says(noun.base.type)}", noun.span)
                you = once(desk, you, noun.base, span)
            elif line.data == "works":
                works = once(desk, works, conditions.condition(scope, tree(line.children[0])), span)
            else:
                works = once(desk, works, works_from(scope, line, name), span)
        except Mistake as error:
            desk.note(error)
    vocabulary.kinds[name] = replace(known, you=you, works=works)


def once(desk: Desk, old: ir.Expr | None, new: ir.Expr, span: Span) -> ir.Expr:
    if old is not None:
        desk.report("duplicate-name", "this is said twice", span)
    return new


def works_from(scope: Scope, line: Node, kind_name: str) -> ir.Expr:
    """`works from revealed until the end of the round`: while it bears the marker, which ends then."""
    token, chain = line.children
    assert isinstance(token, Token) and isinstance(chain, Tree)
    span = scope.desk.span(token)
    marker = scope.vocabulary.markers.get(str(token))
    if marker is None or kind_name not in marker.on:
        unknown(f"no marker `{token}` of a {kind_name}", span, str(token), scope.vocabulary.markers)
    ends = moments.until(scope, chain)
    if marker.until != ends:
        fail("wrong-type", f"`{token}` does not end with the {ends}", scope.desk.span(chain))
    assert scope.this is not None
    return ir.Has(type=phrases.TRUTH, span=span, mark=marker.name, bearer=scope.this)


def quality(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    np = next((c for c in node.children if isinstance(c, Tree) and c.data == "np"), None)
    if np is None:
        return
    words = [
        c if isinstance(c, Token) else c.children[0] for c in node.children if isinstance(c, Token) or c.data == "det"
    ]
    name = " ".join(str(w) for w in words)
    known = vocabulary.qualities.get(name)
    if known is None:
        return
    scope = Scope(desk)
    noun = phrases.noun_phrase(scope, np)
    if not noun.many:
        fail("wrong-type", f"a quality is said of one of several things, not of {says(noun.base.type)}", noun.span)
    uncounted(noun)
    whose = noun.base.bearer if isinstance(noun.base, ir.ZoneOf) else None
    if whose is not None and not isinstance(whose, (ir.Players, ir.AllOf)):
        fail("misplaced-word", "a quality is said of any such place", whose.span, "add `that` or `whose`")
    conds = noun.conds if noun.item.sort == "zone" else noun.test()
    if not conds:
        fail(
            "always-true", f"this holds of every {noun.item.name or noun.item.sort}", noun.span, "add `that` or `whose`"
        )
    param = ir.Param(name=noun.var, type=noun.item)
    vocabulary.qualities[name] = replace(known, param=param, cond=conjunction(conds, noun.span))


# ---- values --------------------------------------------------------------------------------------------------------


def value_name(node: Node) -> str:
    return " ".join(c for c in node.children if isinstance(c, Token) and c.type == "WORD")


def value_span(desk: Desk, node: Node) -> Span:
    tokens = [c for c in node.children if isinstance(c, Token) and c.type == "WORD"]
    return desk.span(tokens[0]).to(desk.span(tokens[-1]))


def base_of(desk: Desk, node: Node, known: ir.Value) -> ir.Expr:
    scope = with_params(desk, known.params)
    operand = next(
        c for c in node.children if isinstance(c, Tree) and c.data not in ("param", "permit", "modify", "counts")
    )
    return phrases.value(scope, phrases.operand(scope, operand))


def value(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    name = value_name(node)
    known = vocabulary.values.get(name)
    if known is None or known.span != value_span(desk, node):
        return
    try:
        known = replace(known, base=base_of(desk, node, known))
    except Mistake as error:
        desk.note(error)
    found: list[ir.Rule] = []
    for child in node.children:
        if isinstance(child, Tree) and child.data in ("permit", "modify", "counts"):
            scope = with_params(desk, known.params)
            try:
                rule = rules.rule(scope, child, vocabulary.values[name])
                if rule.form != "value" or rule.name != name:
                    fail("misplaced-word", f"only what changes `{name}` stands below it", desk.span(child))
                found.append(rule)
            except Mistake as error:
                desk.note(error)
    vocabulary.values[name] = replace(known, rules=tuple(found))


# ---- verbs and phases ----------------------------------------------------------------------------------------------


def refusal(scope: Scope, node: Node) -> ir.Refusal | None:
    text, keyword, cond = node.children
    assert isinstance(keyword, Token) and isinstance(cond, Tree)
    span = scope.desk.span(node)
    try:
        found = conditions.refusing(scope, keyword, cond)
    except Mistake as error:
        scope.desk.note(error)
        return None
    return ir.Refusal(text=str(text)[1:-1] if text is not None else "", cond=found, span=span)


def source_of(node: Node, desk: Desk | None = None) -> str | None:
    """Where the published rule stands. With a desk, a second line that says so is reported."""
    said = [c for c in node.children if isinstance(c, Tree) and c.data == "source"]
    if desk is not None:
        for line in said[1:]:
            desk.report("duplicate-name", "where the rule stands is said above", desk.span(line), "keep one")
    return str(said[0].children[0])[1:-1] if said else None


def verb(desk: Desk, node: Node, vocabulary: Vocabulary) -> ir.Verb | None:
    word = node.children[1]
    assert isinstance(word, Token)
    head = next((h for h in vocabulary.verbs.values() if h.span == desk.span(word)), None)
    if head is None:
        return None
    scope = with_params(desk, head.params)
    you = ir.Var(type=head.doer, span=head.span, name="you")
    scope.you = scope.doer = you
    forms = node.children[2]
    refusals: list[ir.Refusal] = []
    steps: list[ir.Step] = []
    body: list[ir.Stmt] = []
    plain = False
    for child in node.children[3:]:
        if not isinstance(child, Tree):
            continue
        if child.data == "refused":
            if not isinstance(child.children[0], Token):
                desk.report("missing-word", "a refusal of a verb says why, in quotes", desk.span(child))
            found = refusal(scope.inner(), child)
            if found is not None:
                refusals.append(found)
        elif child.data == "step":
            steps.append(step(scope, child))
        elif child.data == "do":
            plain = True
            body.extend(statements.block(scope.inner(), list(child.children)))
        elif child.data == "either":
            plain = True
            body.extend(statements.careful(scope.inner(), child))
    effects.in_one(desk, node.children, "`verb …`")
    if plain and steps:
        desk.report("misplaced-word", "a verb has steps, or says at once what is done", head.span)
    if not plain and not steps:
        desk.report("missing-word", f"what does it mean to `{head.word}`?", head.span, "write `do` or `step`")
    if plain:
        steps = [ir.Step(name="", participle=None, body=tuple(body), span=desk.span(node))]
    scope.check_used()
    written = tuple(head.key.split(" ")) if head.words else (head.word,)
    return ir.Verb(
        key=head.key,
        words=written,
        participle=participle(forms),
        params=head.params,
        doer=head.doer,
        refusals=tuple(refusals),
        steps=tuple(steps),
        source=source_of(node, desk),
        span=head.span,
    )


def step(scope: Scope, node: Node) -> ir.Step:
    word, forms, *body = node.children
    assert isinstance(word, Token)
    types.no_join(scope.desk, str(word), scope.desk.span(word))
    return ir.Step(
        name=str(word),
        participle=participle(forms),
        body=statements.block(scope.inner(), body),
        span=scope.desk.span(node),
    )


def phase(desk: Desk, node: Node, vocabulary: Vocabulary) -> ir.Phase | None:
    word = node.children[1]
    assert isinstance(word, Token)
    known = vocabulary.phases.get(str(word))
    if known is None or known.span != desk.span(word):
        return None
    scope = with_params(desk, (known.param,) if known.param is not None else ())
    steps: list[ir.Step] = []
    for child in node.children[3:]:
        if not isinstance(child, Tree):
            continue
        if child.data == "step":
            if any(s.name == str(child.children[0]) for s in steps):
                desk.report("duplicate-name", f"there is another step `{child.children[0]}`", desk.span(child))
            steps.append(step(scope, child))
        elif child.data == "refused":
            desk.report("misplaced-word", "a phase is not refused", desk.span(child))
        elif child.data in ("do", "either"):
            desk.report("misplaced-word", "a phase has steps", desk.span(child), "write `step` and a name")
    scope.check_used()
    return replace(known, steps=tuple(steps))


# ---- the game ------------------------------------------------------------------------------------------------------
