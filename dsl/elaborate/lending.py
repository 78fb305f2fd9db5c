"""Reads rules by which a card, or a player, has what is written on a card: `this has the abilities of Thief`."""

from __future__ import annotations

from dataclasses import replace

from .. import ir, syntax
from . import deeds, phrases
from .mistakes import fail
from .noun import Noun, uncounted
from .scope import Scope
from .terms import PLAYER, conjunction, says

WORDS = ("the", "abilities", "of")


def lends(scope: Scope, node: syntax.Lends) -> ir.Rule:
    """Reads `this has the abilities of part`, as a rule, without its tail."""
    span = node.span
    taker = phrases.noun_phrase(scope, node.subject)
    to_player = taker.item == PLAYER
    if not to_player:
        _cards(taker)
    one, conds = deeds.pattern_of(scope, taker.item, taker)
    them = deeds.variable(one, taker.item, span)
    inner = scope.inner() if to_player else scope.inner(it=them)
    if to_player and not (isinstance(taker.base, ir.Var) and taker.base.name == "you"):
        inner.they = them
    giver = _cards(phrases.noun_phrase(inner, _whose(node.what)))
    if not to_player and taker.item != giver.item:
        message = f"{says(taker.item)} cannot have the abilities of {says(giver.item)}"
        fail("wrong-type", message, giver.span, "both must be cards of one kind")
    other, more = deeds.pattern_of(scope, giver.item, giver)
    return ir.Rule(
        form="abilities",
        span=span,
        name=giver.item.name or "",
        args=(other,) if to_player else (one, other),
        match=conjunction([*conds, *more], span),
        doer=one if to_player else None,
        op="holds",
    )


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
        fail("wrong-type", f"only a card or a player has the abilities of a card, not {says(noun.item)}", noun.span)
    if noun.item.name is None:
        fail("wrong-type", "of which kind is this card?", noun.span, "name the kind: abilities belong to one kind")
    return noun
