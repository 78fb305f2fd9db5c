"""Lets a clause count in the state that it speaks of: `when this is killed` counts although a killed card may not work.

It is read as `when this is killed, even if killed`, unless the card says itself where the clause counts, or the state
is what cards of its kind need to work.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from .. import ir
from .done_to import done_to


def counting(game: ir.Game) -> ir.Game:
    """Returns the game with the states in which such clauses count."""
    cards = {title: _counting(game, card) for title, card in game.cards.items()}
    same = all(cards[title] is card for title, card in game.cards.items())
    return game if same else replace(game, cards=cards)


def _counting(game: ir.Game, card: ir.Card) -> ir.Card:
    kind = game.kinds.get(card.kind)
    works = None if kind is None else kind.works
    if works is None or not any(of_itself(clause.moment) for clause in card.clauses):
        return card
    clauses = tuple(_with_its_state(game, clause, card.kind, works) for clause in card.clauses)
    return replace(card, clauses=clauses) if clauses != card.clauses else card


def _with_its_state(game: ir.Game, clause: ir.Clause, kind: str, works: ir.Expr) -> ir.Clause:
    if clause.where is not None or not of_itself(clause.moment):
        return clause
    needed = {part.mark for part in _parts(works) if isinstance(part, ir.Has)}
    put = dict.fromkeys(_put(game.verbs, clause.moment.event or ""))
    states = tuple(m for m in put if kind in game.markers[m].on and m not in needed)
    return replace(clause, where=ir.Where_(only=False, states=states)) if states else clause


def of_itself(moment: ir.Moment) -> bool:
    """Whether a clause hears that something was done to its own card."""
    if moment.kind != "after" or moment.subject is None or moment.cond is None:
        return False
    return any(
        isinstance(part, ir.Is)
        and part.op == "=="
        and {side.name for side in (part.left, part.right) if isinstance(side, ir.Var)} == {moment.subject, "this"}
        for part in _parts(moment.cond)
    )


def _parts(cond: ir.Expr) -> tuple[ir.Expr, ...]:
    return cond.parts if isinstance(cond, ir.And) else (cond,)


def _put(verbs: Mapping[str, ir.Verb], event: str) -> Iterator[str]:
    """Yields the markers that a deed, or a step of it, puts on what it is done to."""
    for stmt, thing in done_to(verbs, event):
        match stmt:
            case ir.Mark(on=ir.Var(name=on), off=False) if on == thing:
                yield stmt.mark
