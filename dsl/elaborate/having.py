"""Reads the words after `has`: a marker, an amount, cards in a place, the name of a card, or a deed done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .. import ir, syntax
from ..source import Span
from ..syntax import Atom
from . import phrases, record
from .adjectives import bears
from .mistakes import fail
from .noun import Noun, uncounted
from .own_words import name_of
from .scope import Scope
from .terms import NUMBER, TRUTH, equal, negated, says
from .worth import existing


def has_np(scope: Scope, me: ir.Expr, node: syntax.NounPhrase, denied: bool, span: Span) -> ir.Expr:
    """Reads what a thing has, from a noun phrase."""
    return has(scope, me, node.chain, node.filters, denied, span)


def has(
    scope: Scope, me: ir.Expr, body: syntax.Chain, filters: Sequence[syntax.Filter], denied: bool, span: Span
) -> ir.Expr:
    """Reads `has the crown`, `has no gold`, `has the name of plan`, `has no cards`, `has built nothing this turn`."""
    words = body.atoms
    held = has_name(scope, me, words, span) or record.has_done(scope, me, words, span)
    if held is None:
        noun = phrases.filtered(scope, phrases.read_words(scope, words, bare=denied), filters)
        held = cards_held(scope, me, noun, span) if me.type.sort == "zone" else _borne(scope, me, noun, denied, span)
    return negated(held) if denied else held


def _borne(scope: Scope, me: ir.Expr, noun: Noun, denied: bool, span: Span) -> ir.Expr:
    """Returns the condition that a thing bears a marker, or so many of a counter."""
    uncounted(noun)
    t = noun.base.type
    if t.sort == "mark":
        return has_mark(scope, me, t.name or "", span)
    if noun.all_of:
        if not denied and noun.det != "any":
            fail("missing-word", f"how much `{noun.all_of}`?", noun.span, f"write `no {noun.all_of}`, or a number")
        return has_mark(scope, me, noun.all_of, span)
    if t.sort != "amount" or not isinstance(noun.base, ir.Num) or denied:
        fail("wrong-type", f"{says(me.type)} cannot have {says(t)}", noun.span, "say in which place the cards lie")
    bearing(scope, me, t.name or "", span)
    counted = ir.Counted(type=t, span=span, mark=t.name or "", bearer=me)
    return ir.Is(type=TRUTH, span=span, op=">=", left=counted, right=noun.base)


def has_mark(scope: Scope, me: ir.Expr, mark: str, span: Span) -> ir.Expr:
    """Returns the condition that a thing bears a marker."""
    bearing(scope, me, mark, span)
    return ir.Has(type=TRUTH, span=span, mark=mark, bearer=me)


def bearing(scope: Scope, me: ir.Expr, mark: str, span: Span) -> None:
    """Reports a marker that such a thing cannot bear."""
    marker = scope.vocabulary.markers[mark]
    if not bears(marker, me.type):
        fail("wrong-type", f"`{mark}` can lie on a {' or '.join(marker.on)}, not on {says(me.type)}", span)


def cards_held(scope: Scope, me: ir.Expr, noun: Noun, span: Span) -> ir.Expr:
    """Returns the condition that a place has cards that fit a description."""
    holds = scope.vocabulary.zones[me.type.name].holds if me.type.name else None
    cards = ir.CardsIn(type=ir.Type("card", holds, True), span=span, zone=me)
    if not noun.many:
        if noun.base.type.sort != "card":
            fail("wrong-type", f"a place can only have cards, not {says(noun.base.type)}", noun.span)
        return ir.Among(type=TRUTH, span=span, of=noun.base, in_=cards)
    if noun.item.sort != "card" or not noun.everything or (holds and noun.item.name not in (None, holds)):
        fail("wrong-type", f"a place can only have cards, not {says(noun.item)}", noun.span)
    inside = replace(noun, base=cards, everything=False)
    return existing(inside, span)


def held(scope: Scope, me: ir.Expr, noun: Noun, span: Span) -> tuple[ir.Expr, ir.Expr]:
    """Returns how much a thing has of what a phrase names, and how much the phrase says."""
    t = noun.base.type
    if t.sort == "amount" and not noun.all_of:
        bearing(scope, me, t.name or "", span)
        return ir.Counted(type=t, span=span, mark=t.name or "", bearer=me), noun.base
    if noun.count is None or noun.item.sort != "card" or not noun.everything or noun.up_to:
        fail("wrong-type", "a number of cards should come here, or of counters", noun.span, "as in `at least 2 cards`")
    if me.type.sort != "zone":
        fail("wrong-type", f"{says(me.type)} cannot have cards", span, "say in which place the cards lie")
    holds = scope.vocabulary.zones[me.type.name].holds if me.type.name else None
    if holds and noun.item.name not in (None, holds):
        fail("wrong-type", f"`{me.type.name}` holds no {noun.item.name}", noun.span)
    cards = ir.CardsIn(type=ir.Type("card", holds, True), span=span, zone=me)
    inside = replace(noun, base=cards, everything=False, count=None)
    return ir.Size(type=NUMBER, span=span, of=inside.set()), noun.count


def has_name(scope: Scope, me: ir.Expr, words: Sequence[Atom], span: Span) -> ir.Expr | None:
    """Reads `the name of plan`: the place has a card of the same name. Returns None for other words."""
    skip = 1 if words[0].text == "the" else 0
    if len(words) < skip + 3 or words[skip].text != "name" or words[skip + 1].text != "of":
        return None
    if me.type.sort != "zone":
        fail("wrong-type", f"only a place can have the name of a card, not {says(me.type)}", span)
    of = phrases.read_words(scope, words[skip + 2 :])
    if of.many:
        fail("wrong-type", f"one card is meant here, not {says(of.base.type)}", of.span)
    holds = scope.vocabulary.zones[me.type.name or ""].holds
    t = ir.Type("card", holds, True)
    cards = ir.CardsIn(type=t, span=span, zone=me)
    var = scope.desk.unnamed()
    one = ir.Var(type=ir.Type("card", holds), span=span, name=var)
    same = equal(name_of(one, span), name_of(of.base, of.span), span)
    return ir.Some(type=TRUTH, span=span, of=ir.Where(type=t, span=span, var=var, of=cards, cond=same))
