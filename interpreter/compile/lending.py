"""Gives cards what is written on other cards, where a rule may say so: `this has the abilities of Thief`.

A card that may have the abilities of another gets a copy of each clause and rule of that card, which counts only while
the rule says so. From then on nothing else needs to know: `this` and `you` in the copy are the card that has it, and so
is its chance, where it works once. Only what is printed on a card is given; what it was given is not given on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from moot.dsl import ir
from moot.dsl.source import Span

from .walk import walk

S = TypeVar("S", ir.Clause, ir.Rule)
TRUTH = ir.Type("truth")
Pair = tuple[str, str]
"""The title of a card that may have the abilities of another, and the title of that other card."""


def lend(game: ir.Game) -> ir.Game:
    """Return the game in which each card has a copy of what it may have of other cards."""
    pairs = _pairs(game)
    if not pairs:
        return game
    cards = dict(game.cards)
    for taker, giver in pairs:
        card, other = cards[taker], game.cards[giver]
        clauses = (_given(c, other) for c in other.clauses)
        rules = (_given(r, other) for r in other.rules if r.form != "abilities")
        cards[taker] = replace(card, clauses=(*card.clauses, *clauses), rules=(*card.rules, *rules))
    return replace(game, cards=cards)


def _given(said: S, giver: ir.Card) -> S:
    """Return a clause or a rule of a card as another card has it."""
    has = _has(giver, said.span)
    cond = has if said.cond is None else ir.And(type=TRUTH, span=said.span, parts=(has, said.cond))
    return replace(said, cond=cond, of=giver.title)


def _has(giver: ir.Card, span: Span) -> ir.Expr:
    """Return the condition that this card has the abilities of a card, or of a copy of it."""
    one, many = ir.Type("card", giver.kind), ir.Type("card", giver.kind, giver.copies > 1)
    this, other = ir.Var(type=one, span=span, name="this"), ir.CardNamed(type=many, span=span, title=giver.title)
    if giver.copies == 1:
        return ir.HasAbilities(type=TRUTH, span=span, card=this, giver=other)
    copy = ir.Var(type=one, span=span, name="it#copy")
    has = ir.HasAbilities(type=TRUTH, span=span, card=this, giver=copy)
    return ir.Some(type=TRUTH, span=span, of=ir.Where(type=many, span=span, var=copy.name, of=other, cond=has))


def _pairs(game: ir.Game) -> list[Pair]:
    """List which cards may have the abilities of which others, in the order of the cards."""
    found = {pair for title, rule in _rules(game) for pair in _of_rule(game, title, rule)}
    lasting = [(title, rule) for title, rule in _rules(game) if rule not in game.cards[title].rules]
    while True:  # whoever has the abilities of a card may begin what that card begins
        more = {
            (taker, giver)
            for title, rule in lasting
            for had in [t for t, g in found if g == title]
            for taker, giver in _of_rule(game, had, rule)
        }
        if more <= found:
            break
        found |= more
    order = {title: i for i, title in enumerate(game.cards)}
    return sorted(found, key=lambda pair: (order[pair[0]], order[pair[1]]))


def _rules(game: ir.Game) -> Iterator[tuple[str, ir.Rule]]:
    """Go through the rules that give abilities, with the card on which each stands."""
    for card in game.cards.values():
        for node in walk((card.rules, card.clauses)):
            if isinstance(node, ir.Rule) and node.form == "abilities":
                yield card.title, node


def _of_rule(game: ir.Game, title: str, rule: ir.Rule) -> Iterator[Pair]:
    """Go through the pairs of which a rule on this card may speak."""
    takers, givers = (_titles(game, title, rule, var) for var in rule.args)
    for taker in takers:
        for giver in givers:
            if taker != giver and (game.cards[giver].clauses or game.cards[giver].rules):
                yield taker, giver


def _titles(game: ir.Game, title: str, rule: ir.Rule, var: str) -> list[str]:
    """List the cards for which a variable of a rule may stand."""
    parts = rule.match.parts if isinstance(rule.match, ir.And) else (rule.match,)
    for part in parts:
        if isinstance(part, ir.Is) and part.op == "==" and isinstance(part.left, ir.Var) and part.left.name == var:
            if isinstance(part.right, ir.Var) and part.right.name == "this":
                return [title]
            if isinstance(part.right, ir.CardNamed):
                return [part.right.title]
    return [card.title for card in game.cards.values() if card.kind == rule.name]
