"""Reads conditions: facts, and what is said of a thing after `is`, after `has` and in a filter."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..source import Span
from ..words import listed
from . import deeds, having, phrases, record
from .adjectives import bears, said_of
from .atoms import atoms
from .nouns import Reader, matched_event
from .scope import (
    NUMBER,
    TRUTH,
    Atom,
    Node,
    Noun,
    Scope,
    both,
    equal,
    fail,
    fits,
    negated,
    number,
    says,
    settled,
    tree,
    uncounted,
    unknown,
)

Said = Callable[[ir.Expr, Scope], ir.Expr]  # what is said of a thing, where


def condition(scope: Scope, node: Node) -> ir.Expr:
    """A `cond`: one fact, or several joined by `and`, or by `or`."""
    scope = scope.inner(before=None)
    if node.data == "both":
        return both([fact(scope, tree(c)) for c in node.children], scope.desk.span(node))
    if node.data == "any_of":
        return _any_of(scope, node)
    return fact(scope, node)


def _any_of(scope: Scope, node: Node) -> ir.Expr:
    parts = tuple(fact(scope, tree(c)) for c in node.children)
    return ir.Or(type=TRUTH, span=scope.desk.span(node), parts=parts)


def refusing(scope: Scope, keyword: Token, node: Node) -> ir.Expr:
    """The condition of an `if` or `unless`."""
    cond = condition(scope, node)
    return negated(cond) if str(keyword) == "unless" else cond


def fact(scope: Scope, node: Node) -> ir.Expr:
    span = scope.desk.span(node)
    match str(node.data):
        case "is":
            subject, denied, rest = _split(node)
            noun = phrases.noun_phrase(scope, subject)
            return _of_each(scope, noun, span, denied, lambda me, it: anyof(it, me, rest[0], denied))
        case "was":
            subject, denied, rest = _split(node)
            happened = record.was(scope, subject, rest[0], span)
            return negated(happened) if denied else happened
        case "has_fact":
            subject, denied, rest = _split(node)
            noun = phrases.noun_phrase(scope, subject)
            return _of_each(scope, noun, span, False, lambda me, it: having.has_np(it, me, rest[1], denied, span))
        case "can":
            subject, force, action = (tree(c) for c in node.children)
            return deeds.can(scope, subject, str(force.children[0]), action, span)
        case "exists":
            denied = any(isinstance(c, Token) for c in node.children)
            noun = phrases.noun_phrase(scope, tree(node.children[-1]), bare=denied)
            found = existing(noun, span)
            return negated(found) if denied else found
        case "counts_fact":
            noun = phrases.noun_phrase(scope, tree(node.children[0]))
            other = phrases.noun_phrase(scope, tree(node.children[1]))
            return _of_each(scope, noun, span, False, lambda me, it: counts_as(it, me, other, span))
        case "one_of":  # `either … or …`, which may stand between `and`
            return _any_of(scope, node)
        case "option_is":
            return option(scope, node, span)
        case other_shape:
            raise AssertionError(f"a fact of shape {other_shape}")


def existing(noun: Noun, span: Span) -> ir.Expr:
    """`there is …`: one at least, or as many as are counted."""
    if not noun.many:
        fail("wrong-type", f"`there is` asks for one of several things, not for {says(noun.base.type)}", noun.span)
    if noun.up_to or noun.any_number or noun.random:
        fail("misplaced-word", "`there is` asks for one at least, or for a number of them", noun.span)
    if noun.count is not None:
        size = ir.Size(type=NUMBER, span=noun.span, of=noun.set())
        return ir.Is(type=TRUTH, span=span, op=">=", left=size, right=noun.count)
    return ir.Some(type=TRUTH, span=span, of=noun.set())


def _of_each(scope: Scope, noun: Noun, span: Span, denied: bool, said: Said) -> ir.Expr:
    """What is said of the subject of a sentence: of one thing, of all, or of any of several."""
    settled(noun)
    if noun.all_of:
        fail(
            "missing-word",
            f"whose `{noun.all_of}`?",
            noun.span,
            f"write `your {noun.all_of}`, or `{noun.all_of} of` and who has it",
        )
    if noun.random or noun.count is not None or noun.up_to or noun.any_number:
        fail("misplaced-word", "nothing can be said of a count of things; ask for their number", noun.span)
    if not noun.many:
        cond = said(noun.base, scope)
        return negated(cond) if denied else cond
    var = scope.desk.unnamed()
    me = ir.Var(type=noun.item, span=noun.span, name=var)
    cond = said(me, scope.inner(it=me))
    if denied:
        cond = negated(cond)
    things = noun.set()
    if noun.det in ("a", "an", "any", "another", "one"):
        return ir.Some(type=TRUTH, span=span, of=ir.Where(type=things.type, span=span, var=var, of=things, cond=cond))
    failing = ir.Where(type=things.type, span=span, var=var, of=things, cond=negated(cond))
    return negated(ir.Some(type=TRUTH, span=span, of=failing))


# ---- what is said after `is` ---------------------------------------------------------------------------------------


def anyof(scope: Scope, me: ir.Expr, node: Node, denied: bool) -> ir.Expr:
    """`complete`, `rank 1 nor killed`, `at least 3`, `in a city`, `you`."""
    parts = [plain(scope, me, tree(c)) for c in node.children]
    if len(parts) > 1 and not denied:
        fail("misplaced-word", "`nor` goes with `not`", scope.desk.span(node), "write `is not … nor …`, or two filters")
    if len(parts) == 1:
        return parts[0]
    return ir.Or(type=TRUTH, span=scope.desk.span(node), parts=tuple(parts))


def plain(scope: Scope, me: ir.Expr, node: Node) -> ir.Expr:
    span = scope.desk.span(node)
    if node.data == "bound":
        word, limit = str(node.children[0]), number(phrases.operand(scope, tree(node.children[1])))
        _number(me, span)
        comparable(me, limit, span)
        ops = {"least": ">=", "most": "<=", "more": ">", "less": "<"}
        return ir.Is(type=TRUTH, span=span, op=ops[word], left=me, right=limit)  # type: ignore[arg-type]
    if node.data == "within":
        place = phrases.chain(scope, tree(node.children[0]))
        uncounted(place)
        if place.base.type.sort == "zone" and me.type.sort == "card":
            holds = scope.vocabulary.zones[place.base.type.name or ""].holds
            cards = ir.CardsIn(type=ir.Type("card", holds, True), span=place.span, zone=place.set())
            return ir.Among(type=TRUTH, span=span, of=me, in_=cards)
        if place.many and place.item.sort == me.type.sort:
            return ir.Among(type=TRUTH, span=span, of=me, in_=place.set())
        fail("wrong-type", f"{says(me.type)} cannot be in {says(place.base.type)}", place.span)
    if node.data == "chain":
        words = atoms(scope.desk, node)
        described = adjectives_alone(scope, me, words, span)
        if described is not None:
            return described
        if me.type.sort == "enum" and len(words) == 1 and words[0].kind == "word" and words[0].text not in scope.locals:
            unknown_word(scope, me.type.name or "", words[0])
        if len(words) == 1 and words[0].kind == "word" and me.type.sort in ("player", "card", "zone"):
            unknown_description(scope, me, words[0])
        return is_noun(scope, me, phrases.read_words(scope, words), span)
    return is_noun(scope, me, phrases.operand(scope, node), span)


def is_noun(scope: Scope, me: ir.Expr, noun: Noun, span: Span) -> ir.Expr:
    if noun.random or noun.any_number or noun.up_to:
        fail("misplaced-word", "these words cannot stand after `is`", noun.span)
    if noun.all_of:
        fail("missing-word", f"how much `{noun.all_of}`?", noun.span)
    if isinstance(noun.base, ir.Nobody) and noun.base.type.sort in ("player", "card"):
        if me.type.sort not in ("player", "card"):
            fail("wrong-type", f"{says(me.type)} is never nobody", noun.span)
        return equal(me, replace(noun.base, type=me.type), span)
    settled(noun)
    got = noun.item
    if not (fits(me.type, got) or fits(got, me.type)):
        if {me.type.sort, got.sort} != {"number", "amount"}:
            fail("wrong-type", f"this is {says(me.type)}, and is compared with {says(got)}", noun.span)
        comparable(me, noun.base, span)
    if not noun.many:
        return equal(me, noun.base, span)
    if noun.count is not None:
        fail("misplaced-word", "one thing is not several", noun.span)
    if noun.everything and not noun.conds:
        fail("always-true", f"this is always {says(got)}", noun.span)
    return ir.Among(type=TRUTH, span=span, of=me, in_=noun.set())


def comparable(left: ir.Expr, right: ir.Expr, span: Span) -> None:
    a, b = left.type, right.type
    if a.sort == "amount" and b.sort == "amount" and a != b:
        fail("wrong-type", f"{says(a)} is compared with {says(b)}", span)


def _number(me: ir.Expr, span: Span) -> None:
    if me.type.sort not in ("number", "amount"):
        fail("wrong-type", f"only a number is more or less, not {says(me.type)}", span)


def adjectives_alone(scope: Scope, me: ir.Expr, words: list[Atom], span: Span) -> ir.Expr | None:
    """Describing words and nothing else: `killed`, `rank 4`, `outside the building limit`."""
    reader = Reader(scope, words)
    found = reader.adjectives()
    if not found or not reader.end:
        return None
    if len(found) > 1:
        fail(
            "missing-word", "one describing word at a time", found[1].span, "write `nor` before it, or a second filter"
        )
    return both([said_of(scope, a, me) for a in found], span)


def unknown_word(scope: Scope, enum: str, a: Atom) -> None:
    words = scope.vocabulary.enums[enum].words
    if scope.vocabulary.match([a.text], 0, ("value", "zone", "kind", "marker"))[0]:
        return
    unknown(f"no {enum} `{a.text}`", a.span, a.text, words)


def unknown_description(scope: Scope, me: ir.Expr, a: Atom) -> None:
    """A single word after `is` that is neither a local name nor declared."""
    vocabulary, t = scope.vocabulary, me.type
    if a.text in scope.locals or vocabulary.is_declared(a.text):
        return
    markers = [m.name for m in vocabulary.markers.values() if not m.counted and not m.single and bears(m, t)]
    qualities = [
        q.name
        for q in vocabulary.qualities.values()
        if q.param.type.sort == t.sort and q.param.type.name in (None, t.name)
    ]
    words = (
        [
            w
            for f in vocabulary.fields_of(t.name)
            if f.type.sort == "enum"
            for w in vocabulary.enums[f.type.name or ""].words
        ]
        if t.sort == "card"
        else []
    )
    fitting = [*markers, *qualities, *words]
    unknown(f"no word `{a.text}` that describes {says(t)}", a.span, a.text, [*fitting, *scope.locals])


# ---- the record ----------------------------------------------------------------------------------------------------


# ---- filters -------------------------------------------------------------------------------------------------------


def filter_condition(scope: Scope, me: ir.Expr, node: Node) -> ir.Expr:
    """What a filter says of each of several things. `it` is that thing."""
    span = scope.desk.span(node)
    denied = any(isinstance(c, Token) and c.type in ("NOT", "NO") for c in node.children)
    rest = [c for c in node.children if isinstance(c, Tree)]
    match str(node.data):
        case "that_is":
            cond = anyof(scope, me, rest[0], denied)
        case "that_was":
            participle, at, chain, _ = record.participle_of(scope, rest[0])
            events = record.events_of(scope, participle, at)
            event = matched_event(events, (), me.type)
            if event is None:
                record.cannot_be(events, Noun(me, at), participle)
                raise AssertionError
            phase = record.only_span(scope, chain) if chain is not None else None
            cond = ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, subject=me)
        case "that_has":
            return having.has(scope, me, rest[1], [], denied, span)
        case "that_one_may":
            return deeds.can_do(scope, rest[0], str(rest[1].children[0]), node.children[2], me, span)  # type: ignore[arg-type]
        case "that_counts":
            return counts_as(scope, me, phrases.chain(scope, rest[0]), span)
        case "whose":
            had = whose(scope, me, rest[0])
            cond = anyof(scope, had, rest[1], denied)
        case "whose_has":
            had = whose(scope, me, rest[0])
            return having.has(scope, had, rest[2], [], denied, span)
        case other:
            raise AssertionError(f"a filter of shape {other}")
    return negated(cond) if denied else cond


def whose(scope: Scope, me: ir.Expr, node: Node) -> ir.Expr:
    """What the thing has: its hand, its owner, its cost."""
    words = atoms(scope.desk, node)
    reader = Reader(scope, words)
    noun = reader.possessed(0, me, "")
    reader.finish()
    return noun.set()


def counts_as(scope: Scope, me: ir.Expr, word: Noun, span: Span) -> ir.Expr:
    uncounted(word)
    enum = word.item.name or ""
    field = scope.vocabulary.enum_field(me.type.name, enum) if word.item.sort == "enum" else None
    if me.type.sort != "card" or field is None:
        fail("wrong-type", f"{says(me.type)} does not count as {says(word.item)}", word.span)
    if word.many:
        var = scope.desk.unnamed()
        one = ir.Var(type=word.item, span=span, name=var)
        cond = ir.CountsAs(type=TRUTH, span=span, card=me, field=field, word=one)
        return ir.Some(
            type=TRUTH, span=span, of=ir.Where(type=word.base.type, span=span, var=var, of=word.set(), cond=cond)
        )
    return ir.CountsAs(type=TRUTH, span=span, card=me, field=field, word=word.base)


# ---- options -------------------------------------------------------------------------------------------------------


def option(scope: Scope, node: Node, span: Span) -> ir.Expr:
    names, setting = tree(node.children[0]), node.children[-1]
    denied = any(isinstance(c, Token) and c.type == "NOT" for c in node.children[:-1])
    name = " ".join(str(t) for t in names.children)
    declared = scope.vocabulary.options.get(name)
    if declared is None:
        near = nearest(name, scope.vocabulary.options)
        at = scope.desk.span(names)
        fail("unknown-word", f"no option `{name}`", at, f"did you mean `{near}`?" if near else None, near)
    assert isinstance(setting, Token)
    if str(setting) not in declared.settings:
        near = nearest(str(setting), declared.settings)
        at = scope.desk.span(setting)
        fail(
            "unknown-word",
            f"option `{name}` has no setting `{setting}`",
            at,
            "there are " + listed(declared.settings),
            near,
        )
    found = ir.OptionIs(type=TRUTH, span=span, option=name, setting=str(setting))
    return negated(found) if denied else found


def _split(node: Node) -> tuple[Node, bool, list[Node]]:
    """Subject, whether denied, and the rest of a fact."""
    denied = any(isinstance(c, Token) for c in node.children)
    trees = [c for c in node.children if isinstance(c, Tree)]
    return trees[0], denied, trees[1:]
