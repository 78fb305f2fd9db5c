"""Says when a card counts, and who acts for it."""

from __future__ import annotations

from moot.dsl import ir

from ..kernel.program import E
from .bearers import lies_face_down, mark_base
from .expressions import expr, quality
from .hooks import recorded, step_event
from .keys import QualityFunction
from .lending import had
from .scope import Scope
from .secrets import hidden
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
    events = (verb.key, *(step_event(verb.key, step) for step in verb.steps))
    hooks = [hook for event in events for hook in u.book.at(event, *WINDOWS)]
    return either(*(both(live(u, h.card, h.clause, s), played(u, h.card)) for h in hooks))


def noticed(u: Unit, event: str, s: Scope) -> E:
    """Ask whether something in this game may answer an event, or ask about it later."""
    if recorded(u, event, u.book.asked_by_game):
        return TRUE
    heard = [(h.card, h.clause) for (to, _), hooks in u.book.hooks.items() if to == event for h in hooks]
    asking = [(card, said) for card, said, asked in u.book.asked_by if recorded(u, event, asked)]
    return either(*dict.fromkeys(_says(u, card, said, s) for card, said in (*heard, *asking)))


def _says(u: Unit, card: int, said: ir.Clause | ir.Rule, s: Scope) -> E:
    """Ask whether a card in this game says something, itself or because a rule gives it what another says."""
    has = had(said)
    if has is None or hidden(u, has):
        return played(u, card)
    given = {"this": num(card), "you": NONE if said.seat is None else num(said.seat)}
    return both(played(u, card), expr(u, has, s.fresh(given)))
