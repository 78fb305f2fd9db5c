"""Gives cards and players what is written on other cards, where a rule may say so: `this has the abilities of Thief`.

A card that may have the abilities of another gets a copy of each clause and rule of that card, which counts only while
the rule says so. From then on nothing else needs to know: `this` and `you` in the copy are the card that has it, and so
is its chance, where it works once. Only what is printed on a card is given; what it was given is not given on.

Where players may have the abilities of a card (`your neighbours have the abilities of this`), that card gets a copy for
each seat. In it, `you` is the player who sits there, `this` stays the card, and it counts wherever the card lies. It
does not count for the player who acts for the card anyway.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from moot.dsl import ir
from moot.dsl.source import Span

from .walk import walk

S = TypeVar("S", ir.Clause, ir.Rule)
PLAYER = ir.Type("player")
TRUTH = ir.Type("truth")
Pair = tuple[str, str]
"""The title of a card that may have the abilities of another, and the title of that other card."""


def lend(game: ir.Game) -> ir.Game:
    """Return the game in which each card has a copy of what it may have of other cards."""
    cards = dict(game.cards)
    for taker, giver in _pairs(game):
        card, other = cards[taker], game.cards[giver]
        clauses = (_given(c, other) for c in other.clauses)
        rules = (_given(r, other) for r in other.rules if r.form != "abilities")
        cards[taker] = replace(card, clauses=(*card.clauses, *clauses), rules=(*card.rules, *rules))
    for giver in _shared(game):
        card = game.cards[giver]
        seats = range(game.most_players)
        numbered = [replace(c, printed=number) for number, c in enumerate(card.clauses)]
        clauses = (_seated(game, c, card, seat) for seat in seats for c in numbered)
        rules = (_seated(game, r, card, seat) for seat in seats for r in card.rules if r.form != "abilities")
        had = cards[giver]
        cards[giver] = replace(had, clauses=(*had.clauses, *clauses), rules=(*had.rules, *rules))
    return game if cards == game.cards else replace(game, cards=cards)


def _seated(game: ir.Game, said: S, giver: ir.Card, seat: int) -> S:
    """Return a clause or a rule of a card as the player in a seat has it."""
    kind, span = game.kinds[giver.kind], said.span
    this = ir.Var(type=ir.Type("card", giver.kind), span=span, name="this")
    you = ir.Var(type=PLAYER, span=span, name="you")
    has: ir.Expr = ir.HasAbilities(type=TRUTH, span=span, taker=you, giver=this)
    if kind.you is not None:
        acts = ir.Is(type=TRUTH, span=span, op="==", left=kind.you, right=you)
        anyway = acts if kind.works is None else ir.And(type=TRUTH, span=span, parts=(kind.works, acts))
        has = ir.And(type=TRUTH, span=span, parts=(has, ir.Not(type=TRUTH, span=span, of=anyway)))
    own: tuple[ir.Expr, ...] = () if said.cond is None else (in_own_turn(said.cond),)
    cond = ir.And(type=TRUTH, span=span, parts=(has, *own))
    if isinstance(said, ir.Clause):
        moment = said.moment
        when = None if moment.cond is None else in_own_turn(moment.cond)
        return replace(said, cond=cond, moment=replace(moment, cond=when), seat=seat)
    during = None if said.during is None else in_own_turn(said.during)
    return replace(said, cond=cond, during=during, seat=seat)


def in_own_turn(cond: ir.Expr) -> ir.Expr:
    """Return a condition as it is for a player who has what a card says: where it speaks of the turn of that card, any
    turn is meant in which he acts."""
    span, found = cond.span, list[ir.Expr]()
    for part in cond.parts if isinstance(cond, ir.And) else (cond,):
        if isinstance(part, ir.Running) and isinstance(part.of, ir.Var) and part.of.name == "this":
            acts = ir.Active(type=PLAYER, span=span, what="player")
            you = ir.Var(type=PLAYER, span=span, name="you")
            found += [replace(part, of=None), ir.Is(type=TRUTH, span=span, op="==", left=acts, right=you)]
        else:
            found.append(part)
    return ir.And(type=TRUTH, span=span, parts=tuple(found))


def had(said: ir.Clause | ir.Rule) -> ir.Expr | None:
    """Return the condition under which a card, or a player, has this of another card; None if it is printed."""
    if said.seat is not None:
        assert isinstance(said.cond, ir.And)
        return said.cond.parts[0]
    if said.cond is None or not said.of:
        return None
    return said.cond.parts[0] if isinstance(said.cond, ir.And) else said.cond


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
        return ir.HasAbilities(type=TRUTH, span=span, taker=this, giver=other)
    copy = ir.Var(type=one, span=span, name="it#copy")
    has = ir.HasAbilities(type=TRUTH, span=span, taker=this, giver=copy)
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


def _shared(game: ir.Game) -> list[str]:
    """List the cards whose abilities players may have, in the order of the cards."""
    said = [(title, rule) for title, rule in _rules(game) if rule.doer is not None]
    found = {giver for title, rule in said for giver in _titles(game, title, rule, rule.args[0])}
    return [title for title in game.cards if title in found]


def _rules(game: ir.Game) -> Iterator[tuple[str, ir.Rule]]:
    """Go through the rules that give abilities, with the card on which each stands."""
    for card in game.cards.values():
        for node in walk((card.rules, card.clauses)):
            if isinstance(node, ir.Rule) and node.form == "abilities":
                yield card.title, node


def _of_rule(game: ir.Game, title: str, rule: ir.Rule) -> Iterator[Pair]:
    """Go through the pairs of which a rule on this card may speak."""
    if rule.doer is not None:
        return
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
