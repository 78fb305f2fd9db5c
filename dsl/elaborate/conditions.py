"""Reads conditions: facts, and what a sentence says of a thing after `is`, after `has` and in a filter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Literal

from .. import ir, syntax
from ..source import Span
from ..syntax import Atom
from . import deeds, having, phrases, record
from .adjectives import said_of
from .describing import adjectives, fitting
from .mistakes import fail, unknown, wrong
from .noun import Noun, number, settled, uncounted
from .nouns import reader
from .scope import Scope
from .terms import TRUTH, both, equal, fits, negated, says
from .worth import existing

Said = Callable[[ir.Expr, Scope], ir.Expr]  # makes the condition of a thing in a scope


def condition(scope: Scope, node: syntax.Condition) -> ir.Expr:
    """Reads one fact, or several facts joined by `and` or by `or`."""
    scope = scope.inner(only_asked=True)
    match node:
        case syntax.Both(parts):
            return both([fact(scope, part) for part in parts], node.span)
        case syntax.AnyFact(parts):
            return _any_of(scope, parts, node.span)
        case _:
            return fact(scope, node)


def _any_of(scope: Scope, facts: Sequence[syntax.Fact], span: Span) -> ir.Expr:
    return ir.Or(type=TRUTH, span=span, parts=tuple([fact(scope, part) for part in facts]))


def provided(
    scope: Scope, node: syntax.Refused | syntax.Absent | syntax.Tail | syntax.Provided | syntax.If
) -> ir.Expr:
    """Reads the condition of an `if` or `unless`, and of an `unless` behind an `if`."""
    cond = condition(scope, node.cond)
    cond = _excepting(node.keyword, cond) if node.keyword.text == "unless" else cond
    if isinstance(node, (syntax.Refused, syntax.Absent, syntax.Tail)) and node.but is not None:
        return both([cond, _excepting(node.but.keyword, condition(scope, node.but.cond))], node.span)
    return cond


def _excepting(unless: syntax.Word, cond: ir.Expr) -> ir.Expr:
    return negated(cond, unless.span.to(cond.span))


def fact(scope: Scope, node: syntax.Fact) -> ir.Expr:
    """Reads one fact as a condition."""
    span = node.span
    match node:
        case syntax.Is(subject, denied, said):
            noun = phrases.noun_phrase(scope, subject)
            found = _of_each(scope, noun, span, bool(denied), lambda me, it: anyof(it, me, said, bool(denied)))
            return _whole(found, span)
        case syntax.Was(subject, denied, passive):
            happened = record.was(scope, subject, passive, span)
            return negated(happened) if denied else happened
        case syntax.Has(subject, denied, had):
            noun = phrases.noun_phrase(scope, subject)
            return _of_each(scope, noun, span, False, lambda me, it: having.has_np(it, me, had, bool(denied), span))
        case syntax.HasMany(subject, many, filters):
            noun = phrases.noun_phrase(scope, subject)
            return _of_each(scope, noun, span, False, lambda me, it: so_many(it, me, many, filters, span))
        case syntax.Can(subject, force, deed):
            return deeds.can(scope, subject, force.text, deed, span)
        case syntax.Exists(denied, what):
            things = phrases.noun_phrase(scope, what, bare=bool(denied))
            found = existing(things, span) if things.many else _something(scope, things, span)
            return negated(found) if denied else found
        case syntax.CountsAs(subject, word):
            noun, other = phrases.noun_phrase(scope, subject), phrases.noun_phrase(scope, word)
            return _of_each(scope, noun, span, False, lambda me, it: counts_as(it, me, other, span))
        case syntax.OneOf(parts):  # `either … or …`, which may come between `and`
            return _any_of(scope, parts, span)


def _whole(found: ir.Expr, span: Span) -> ir.Expr:
    """Gives a condition the place of all its words: an explanation says `your city is complete`, not `complete`."""
    if isinstance(found, ir.Not):
        return replace(found, of=replace(found.of, span=span), span=span)
    return replace(found, span=span)


def _of_each(scope: Scope, noun: Noun, span: Span, denied: bool, said: Said) -> ir.Expr:
    """Returns the condition that `said` makes of the subject of a sentence: of one thing, of all, or of any of
    several."""
    settled(noun)
    if noun.all_of:
        fail(
            "missing-word",
            f"whose `{noun.all_of}`?",
            noun.span,
            f"write `your {noun.all_of}`, or `{noun.all_of} of` and who has it",
        )
    if isinstance(noun.base, ir.Nobody) and noun.base.type.sort in ("player", "card"):
        sort = noun.base.type.sort
        word = "nobody" if sort == "player" else "nothing"
        fail("wrong-type", f"of `{word}` nothing can be true", noun.span, f"write `there is no {sort} that …`")
    if noun.random or noun.count is not None or noun.up_to or noun.any_number:
        fail("misplaced-word", "a condition cannot be about a count of things; use `number of`", noun.span)
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


# ---- after `is` ----------------------------------------------------------------------------------------------------


def anyof(scope: Scope, me: ir.Expr, node: syntax.AnyOf | syntax.SomeOf, denied: bool) -> ir.Expr:
    """Reads the words after `is`: `complete`, `rank 1 nor killed`, `noble or religious`, `at least 3`, `in a city`,
    `you`."""
    parts = [plain(scope, me, part) for part in node.parts]
    either = isinstance(node, syntax.SomeOf)
    if either and denied:
        fail("misplaced-word", "after `not` comes `nor`, not `or`", node.span, "write `is not … nor …`")
    if len(parts) > 1 and not denied and not either:
        fail("misplaced-word", "`nor` needs a `not` before it", node.span, "write `is not … nor …`, or `that …` twice")
    if len(parts) == 1:
        return parts[0]
    return ir.Or(type=TRUTH, span=node.span, parts=tuple(parts))


LIMITS: dict[str, Literal[">=", "<=", ">", "<"]] = {"least": ">=", "most": "<=", "more": ">", "less": "<"}


def plain(scope: Scope, me: ir.Expr, node: syntax.Plain) -> ir.Expr:
    """Reads one of the parts after `is`."""
    match node:
        case syntax.Bound(limit, amount):
            bound = number(phrases.operand(scope, amount))
            _number(me, node.span)
            comparable(me, bound, node.span)
            return ir.Is(type=TRUTH, span=node.span, op=LIMITS[limit.text], left=me, right=bound)
        case syntax.Within(chain):
            return _within(me, phrases.chain(scope, chain), node.span, scope)
        case syntax.Chain(words):
            described = adjectives_alone(scope, me, words, node.span)
            if described is not None:
                return described
            if len(words) == 1 and words[0].kind == "word":
                _known_word(scope, me, words[0])
            return is_noun(scope, me, phrases.read_words(scope, words), node.span)
        case _:
            return is_noun(scope, me, phrases.operand(scope, node), node.span)


def so_many(
    scope: Scope, me: ir.Expr, node: syntax.Bound, filters: Sequence[syntax.Filter], span: Span
) -> ir.Expr:  # fmt: skip
    """Reads `at least 3 gold`, `more than 2 noble districts` after `has`."""
    found = phrases.filtered(scope, phrases.operand(scope, node.amount), filters)
    held, bound = having.held(scope, me, found, node.span)
    return ir.Is(type=TRUTH, span=span, op=LIMITS[node.limit.text], left=held, right=bound)


def _within(me: ir.Expr, place: Noun, span: Span, scope: Scope) -> ir.Expr:
    uncounted(place)
    if place.base.type.sort == "zone" and me.type.sort == "card":
        holds = scope.vocabulary.zones[place.base.type.name or ""].holds
        cards = ir.CardsIn(type=ir.Type("card", holds, True), span=place.span, zone=place.set())
        return ir.Among(type=TRUTH, span=span, of=me, in_=cards)
    if place.many and place.item.sort == me.type.sort:
        return ir.Among(type=TRUTH, span=span, of=me, in_=place.set())
    raise wrong("wrong-type", f"{says(me.type)} cannot be in {says(place.base.type)}", place.span)


def _known_word(scope: Scope, me: ir.Expr, word: Atom) -> None:
    """Reports a single word after `is` that is unknown."""
    if me.type.sort == "enum" and word.text not in scope.locals:
        unknown_word(scope, me.type.name or "", word)
    if me.type.sort in ("player", "card", "zone"):
        unknown_description(scope, me, word)


def is_noun(scope: Scope, me: ir.Expr, noun: Noun, span: Span) -> ir.Expr:
    """Returns the condition that a thing is what a noun phrase names, or one of those it names."""
    if noun.random or noun.any_number or noun.up_to:
        fail("misplaced-word", "these words cannot come after `is`", noun.span)
    if noun.all_of:
        fail("missing-word", f"how much `{noun.all_of}`?", noun.span)
    if isinstance(noun.base, ir.Nobody) and noun.base.type.sort in ("player", "card"):
        if not _may_be_nothing(scope, me):
            fail("wrong-type", f"{says(me.type)} can never be nobody", noun.span)
        return equal(me, replace(noun.base, type=me.type), span)
    settled(noun)
    got = noun.item
    if not (fits(me.type, got) or fits(got, me.type)):
        if {me.type.sort, got.sort} != {"number", "amount"}:
            fail("wrong-type", f"this is {says(me.type)} and cannot be compared with {says(got)}", noun.span)
        comparable(me, noun.base, span)
    if not noun.many:
        return equal(me, noun.base, span)
    if noun.count is not None:
        fail("misplaced-word", "one thing cannot be several things", noun.span)
    if noun.everything and not noun.conds:
        fail("always-true", f"this is always {says(got)}", noun.span)
    return ir.Among(type=TRUTH, span=span, of=me, in_=noun.set())


def _something(scope: Scope, noun: Noun, span: Span) -> ir.Expr:
    """Returns the condition of `there is a trump`: a kept value, or a property that may be left out, is not nothing."""
    if noun.conds or not isinstance(noun.base, ir.ValueOf) or not _may_be_nothing(scope, noun.base):
        return existing(noun, span)
    return negated(equal(noun.base, ir.Nobody(type=noun.base.type, span=span), span), span)


def _may_be_nothing(scope: Scope, me: ir.Expr) -> bool:
    """Whether there may be no such thing: no player, no card, no word of a property that may be left out or of a kept
    value."""
    if me.type.sort != "enum" or not isinstance(me, ir.ValueOf):
        return me.type.sort in ("player", "card")
    value = scope.vocabulary.values[me.value]
    left_out = any(f.name == value.name and f.optional for f in scope.vocabulary.fields_of(None))
    return value.memory is not None or left_out


def comparable(left: ir.Expr, right: ir.Expr, span: Span) -> None:
    """Reports two amounts of different counters."""
    a, b = left.type, right.type
    if a.sort == "amount" and b.sort == "amount" and a != b:
        fail("wrong-type", f"{says(a)} cannot be compared with {says(b)}", span)


def _number(me: ir.Expr, span: Span) -> None:
    if me.type.sort not in ("number", "amount"):
        fail("wrong-type", f"only a number can be more or less, not {says(me.type)}", span)


def adjectives_alone(scope: Scope, me: ir.Expr, words: Sequence[Atom], span: Span) -> ir.Expr | None:
    """Reads describing words and nothing else: `killed`, `rank 4`, `outside the building limit`. Returns None if there
    are other words."""
    c = reader(scope, words)
    found = adjectives(c)
    if not found or not c.end:
        return None
    if len(found) > 1:
        fail(
            "missing-word",
            "only one describing word can come here",
            found[1].span,
            "write `nor` before it, or `that …` a second time",
        )
    return both([said_of(scope, a, me) for a in found], span)


def unknown_word(scope: Scope, enum: str, a: Atom) -> None:
    """Reports a word that an enumeration does not have, unless it is the name of something else."""
    words = scope.vocabulary.enums[enum].words
    if scope.vocabulary.match([a.text], 0, ("value", "zone", "kind", "marker"))[0]:
        return
    unknown(f"no {enum} `{a.text}`", a.span, a.text, words)


def unknown_description(scope: Scope, me: ir.Expr, a: Atom) -> None:
    """Reports a single word after `is` that is neither a local name nor declared."""
    vocabulary, t = scope.vocabulary, me.type
    if a.text in scope.locals or vocabulary.is_declared(a.text):
        return
    found = fitting(vocabulary, t)
    words = [*found.markers, *found.qualities, *found.words, *scope.locals]
    unknown(f"no word `{a.text}` describes {says(t)}", a.span, a.text, words)


# ---- filters -------------------------------------------------------------------------------------------------------


def filter_condition(scope: Scope, me: ir.Expr, node: syntax.Telling) -> ir.Expr:
    """Reads what a filter says of each of several things. In the filter, `it` is the thing."""
    span = node.span
    match node:
        case syntax.ThatIs(denied, said):
            cond = anyof(scope, me, said, bool(denied))
        case syntax.ThatWas(denied, done):
            cond = record.happened_to(scope, me, done, span)
        case syntax.ThatHas(denied, chain):
            return having.has(scope, me, chain, (), bool(denied), span)
        case syntax.ThatHasMany(many):
            return so_many(scope, me, many, (), span)
        case syntax.WhoseHasMany(who, many):
            return so_many(scope, phrases.whose(scope, me, who), many, (), span)
        case syntax.ThatMay():
            return deeds.can_do(scope, node, me)
        case syntax.ThatCounts(chain):
            return counts_as(scope, me, phrases.chain(scope, chain), span)
        case syntax.Whose(who, denied, said):
            cond = anyof(scope, phrases.whose(scope, me, who), said, bool(denied))
        case syntax.WhoseHas(who, denied, chain):
            return having.has(scope, phrases.whose(scope, me, who), chain, (), bool(denied), span)
    return _whole(negated(cond) if denied else cond, span)


def counts_as(scope: Scope, me: ir.Expr, word: Noun, span: Span) -> ir.Expr:
    """Returns the condition that a card counts as a word of an enumeration, or as any of several."""
    uncounted(word)
    enum = word.item.name or ""
    field = scope.vocabulary.enum_field(me.type.name, enum) if word.item.sort == "enum" else None
    if me.type.sort != "card" or field is None:
        fail("wrong-type", f"{says(me.type)} cannot count as {says(word.item)}", word.span)
    if word.many:
        var = scope.desk.unnamed()
        one = ir.Var(type=word.item, span=span, name=var)
        cond = ir.CountsAs(type=TRUTH, span=span, card=me, field=field, word=one)
        return ir.Some(
            type=TRUTH, span=span, of=ir.Where(type=word.base.type, span=span, var=var, of=word.set(), cond=cond)
        )
    return ir.CountsAs(type=TRUTH, span=span, card=me, field=field, word=word.base)
