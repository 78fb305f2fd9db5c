"""Says when a card counts, and who acts for it."""

from __future__ import annotations

from moot.dsl import ir

from ..kernel.program import E
from .bearers import lies_face_down, mark_base
from .expressions import expr, quality
from .hooks import recorded
from .keys import QualityFunction
from .scope import Scope
from .terms import NONE, TRUE, both, either, negate, num
from .unit import Unit

WINDOWS = ("would", "instead", "before")


def you(u: Unit, card: int, said: ir.Clause | ir.Rule, s: Scope) -> E:
    """Return the expression for the player who acts for what this copy of a card says."""
    if said.seat is not None:
        return num(said.seat)
    who = u.game.kinds[u.kind(card)].you
    return NONE if who is None else expr(u, who, s.fresh({"this": num(card)}))


def played(u: Unit, card: int) -> E:
    """Ask whether a card takes part in this game."""
    return E("in", (num(card), E("inplay", (u.layout.card_kind[card],))))


def live(u: Unit, card: int, said: ir.Clause | ir.Rule, s: Scope) -> E:
    """Ask whether what this copy of a card says counts now. A player who has it does so wherever the card lies."""
    kind, where = u.game.kinds[u.kind(card)], said.where
    condition = None if said.seat is not None else kind.works
    works = played(u, card) if condition is None else expr(u, condition, s.fresh({"this": num(card)}))
    works = both(works, negate(lies_face_down(u, num(card))))
    if where is None:
        return _not_blank(u, card, works, s)
    others = [lies(u, num(card), zone) for zone in where.zones]
    others += [_is(u, card, state, s) for state in where.states]
    if where.states and not where.only:
        return _not_blank(u, card, either(works, both(either(*others), played(u, card))), s)
    if where.states:
        others = [both(either(*others), played(u, card))]
    return _not_blank(u, card, either(*others) if where.only else either(works, *others), s)


def lies(u: Unit, card: E, zone: str) -> E:
    """Ask whether a card lies in a place, whoever's it is."""
    decl = next(z for z in u.layout.zone_decls if z.name == zone)
    here = E("zone_of", (card,))
    if decl.span == 1:
        return E("==", (here, num(decl.base)))
    return both(E(">=", (here, num(decl.base))), E("<", (here, num(decl.base + decl.span))))


def _is(u: Unit, card: int, state: str, s: Scope) -> E:
    """Ask whether a card has a quality or a marker."""
    if state in u.game.qualities:
        return quality(u, state, num(card), s)
    return E("has", (mark_base(u, state, ir.Type("card", u.kind(card))), num(card)))


def _not_blank(u: Unit, card: int, works: E, s: Scope) -> E:
    if u.plain or not u.book.on(QualityFunction("blank")):
        return works
    return both(works, negate(quality(u, "blank", num(card), s)))


def stirred(u: Unit, verb: ir.Verb, s: Scope) -> E:
    """Ask whether a card that works now has something to do before a deed; then the branches of the deed are not
    offered at once."""
    hooks = u.book.at(verb.key, *WINDOWS)
    return either(*(both(live(u, h.card, h.clause, s), played(u, h.card)) for h in hooks))


def noticed(u: Unit, event: str) -> E:
    """Ask whether something in this game may answer an event, or ask about it later."""
    if recorded(u, event, u.book.asked_by_game):
        return TRUE
    cards = [h.card for (heard, _), hooks in u.book.hooks.items() if heard == event for h in hooks]
    for title, asked in u.book.asked_by.items():
        if recorded(u, event, asked):
            cards += u.layout.copies(title)
    return either(*(played(u, card) for card in dict.fromkeys(cards)))
