"""Keeps what one answer has taken from another: a card that answers a deed may move what the deed has laid somewhere
only if it still lies there.

`when a district is destroyed, you may / do move it to your hand` comes after the deed. If two such cards answer, the
first takes the district; the second shall not take it out of the other's hand. So each is possible only as long as the
district lies where the deed has laid it, if that is a place of the table.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .. import ir
from .done_to import done_to
from .itself import of_itself


def leaving(game: ir.Game) -> ir.Game:
    """Returns the game in which such clauses need the card where it was laid."""
    cards = {title: _leaving(game, card) for title, card in game.cards.items()}
    same = all(cards[title] is card for title, card in game.cards.items())
    return game if same else replace(game, cards=cards)


def _leaving(game: ir.Game, card: ir.Card) -> ir.Card:
    clauses = tuple([_needing(game, clause) for clause in card.clauses])
    same = all(one is other for one, other in zip(clauses, card.clauses, strict=True))
    return card if same else replace(card, clauses=clauses)


def _needing(game: ir.Game, clause: ir.Clause) -> ir.Clause:
    moment = clause.moment
    if moment.kind != "after" or clause.must or moment.subject is None:
        return clause
    names = (moment.subject, "this") if of_itself(moment) else (moment.subject,)
    for stmt in (*clause.cost, *clause.effect):
        match stmt:
            case ir.MoveCards(cards=ir.Var(name=name) as it) if name in names:
                zones = list(_laid(game.verbs, moment.event or ""))
                if zones and game.zones[zones[-1]].owner is None:
                    return replace(clause, lead=(*clause.lead, _elsewhere(game.zones[zones[-1]], it)))
    return clause


def _elsewhere(zone: ir.Zone, it: ir.Var) -> ir.Require:
    """Returns what refuses a clause if a card no longer lies in a place."""
    truth = ir.Type("truth")
    place = ir.ZoneOf(type=ir.Type("zone", zone.name), span=it.span, zone=zone.name, bearer=None)
    cards = ir.CardsIn(type=ir.Type("card", zone.holds, many=True), span=it.span, zone=place)
    there = ir.Among(type=truth, span=it.span, of=it, in_=cards)
    return ir.Require(span=it.span, cond=ir.Not(type=truth, span=it.span, of=there), text=None, implied=True)


def _laid(verbs: Mapping[str, ir.Verb], event: str) -> Iterator[str]:
    """Yields the places in which a deed, or a step of it, lays what it is done to, the last one last."""
    for stmt, thing in done_to(verbs, event):
        match stmt:
            case ir.MoveCards(cards=ir.Var(name=moved), to=ir.ZoneOf(zone=zone)) if moved == thing:
                yield zone
