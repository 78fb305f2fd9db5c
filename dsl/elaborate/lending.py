"""Reads rules by which a card has what is written on another: `this has the abilities of Thief`."""

from __future__ import annotations

from dataclasses import replace

from .. import ir, syntax
from . import deeds, phrases
from .mistakes import fail
from .noun import Noun, uncounted
from .scope import Scope
from .terms import conjunction, says

WORDS = ("the", "abilities", "of")


def lends(scope: Scope, node: syntax.Lends) -> ir.Rule:
    """Reads `this has the abilities of part`, as a rule, without its tail."""
    span = node.span
    taker = _cards(phrases.noun_phrase(scope, node.subject))
    giver = _cards(phrases.noun_phrase(scope.inner(it=_it(taker)), _whose(node.what)))
    if taker.item != giver.item:
        message = f"{says(taker.item)} cannot have the abilities of {says(giver.item)}"
        fail("wrong-type", message, giver.span, "both must be cards of one kind")
    (one, conds), (other, more) = (deeds.pattern_of(scope, noun.item, noun) for noun in (taker, giver))
    return ir.Rule(
        form="abilities",
        span=span,
        name=taker.item.name or "",
        args=(one, other),
        match=conjunction([*conds, *more], span),
        op="holds",
    )


def _it(noun: Noun) -> ir.Expr:
    return ir.Var(type=noun.item, span=noun.span, name=noun.var)


def _whose(node: syntax.NounPhrase) -> syntax.NounPhrase:
    """Returns the words after `the abilities of`, with the filters: they are about the card."""
    atoms = node.chain.atoms
    if tuple(a.text for a in atoms[:3]) != WORDS or len(atoms) == 3:
        help = "write `has the abilities of` and a card"
        fail("misplaced-word", "a rule says that a card has the abilities of another", node.span, help)
    rest = atoms[3:]
    return replace(node, chain=replace(node.chain, atoms=rest, span=rest[0].span.to(rest[-1].span)))


def _cards(noun: Noun) -> Noun:
    """Returns a noun that must be a card, or some cards, of one kind."""
    uncounted(noun, "a rule cannot name a count of things")
    if noun.item.sort != "card":
        fail("wrong-type", f"only a card has the abilities of another, not {says(noun.item)}", noun.span)
    if noun.item.name is None:
        fail("wrong-type", "of which kind is this card?", noun.span, "name the kind: abilities belong to one kind")
    return noun
