"""Writes the order in which cards that must answer the same event do so, where the game lets a player decide it.

A player is asked which card comes first as long as two or more cards have something to do that everybody can see. A
card does all its sentences, one after the other. Cards whose place or state not everybody sees come after these, in the
order of their files; a question about them would tell of them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..kernel.program import Ask, E
from .assembler import Code, option
from .expressions import who_acts
from .guards import given, guard, heard_of
from .hooks import Happening
from .scope import Scope
from .secrets import hidden
from .standing import Hook
from .terms import NONE, both, either, num, slot
from .unit import Unit

Do = Callable[[Hook], None]
"""A function that writes a clause, with the test whether it answers."""


@dataclass(frozen=True)
class _Turn:
    """A card that may have to answer: its clauses, the slot that says whether it had its turn, whether it has something
    to do, and who decides about it."""

    card: int
    hooks: tuple[Hook, ...]
    had: E
    due: E
    decider: E


def in_order(u: Unit, code: Code, hooks: Sequence[Hook], event: Happening, s: Scope, do: Do) -> None:
    """Write clauses that must answer the same event. `do`: writes one of them."""
    seen = [h for h in hooks if u.game.decides and _everybody_sees(u, h)]
    if len({(u.layout.titles[h.card], h.card) for h in seen}) < 2:
        for hook in hooks:
            do(hook)
        return
    acts = code.slot_of(who_acts(u, s), "", "player")
    cards = [_turn(u, code, card, seen, event, s, acts) for card in dict.fromkeys(h.card for h in seen)]
    again, chosen, end = code.label(), code.label(), code.label()
    which = s.slot("", "card")
    code.place(again)
    who = acts if u.game.decides == "active" else _nearest(u, code, cards, acts, s)
    due = _those(cards, s, lambda one: both(one.due, E("==", (one.decider, who))))
    choice = option(chosen, "{}", slot=which, of=due, sort="card", dedupe=True)
    code.emit("ask", Ask(who, (choice,), end, True, False, "which card comes first", chain=True))
    code.place(chosen)
    for one in cards:
        other = code.label()
        code.unless(E("==", (slot(which), num(one.card))), other)
        _take_turn(code, one, do)
        code.emit("jump", again)
        code.place(other)
    code.place(end)
    for one in cards:
        done = code.label()
        code.unless(E("==", (one.had, num(0))), done)
        _take_turn(code, one, do)
        code.place(done)
    for hook in hooks:
        if hook not in seen:
            do(hook)


def _take_turn(code: Code, one: _Turn, do: Do) -> None:
    code.emit("let", one.had.args[0], num(1))
    for hook in one.hooks:
        do(hook)


def _turn(u: Unit, code: Code, card: int, seen: Sequence[Hook], event: Happening, s: Scope, acts: E) -> _Turn:
    had = code.new_slot(num(0))
    hooks = tuple(h for h in seen if h.card == card)
    guards, decider = [], acts
    for hook in hooks:
        told = given(u, hook, event, s)
        guards.append(guard(u, hook, told, s, True, True, heard_of(hook, event)))
        if u.game.decides == "owners" and told["you"] != NONE:
            decider = E("first", (E("set", (told["you"], acts)),))
    return _Turn(card, hooks, had, both(E("==", (had, num(0))), either(*guards)), decider)


def _nearest(u: Unit, code: Code, cards: Sequence[_Turn], acts: E, s: Scope) -> E:
    """Find who is the next to decide: the first, clockwise from who acts, of those with a card that has something to
    do."""
    player = slot(s.slot("", "player"))
    mine = either(*(both(E("==", (one.decider, player)), one.due) for one in cards))
    asked = E("where", (player.args[0], E("players", ()), mine))
    n = s.slot("", "player")
    first = E("first", (E("sort", (n, asked, E("seats_from", (acts, slot(n))))),))
    return code.new_slot(first, "", "player")


def _those(cards: Sequence[_Turn], s: Scope, test: Callable[[_Turn], E]) -> E:
    one = slot(s.slot("", "card"))
    picked = either(*(both(E("==", (one, num(c.card))), test(c)) for c in cards))
    return E("where", (one.args[0], E("set", tuple(num(c.card) for c in cards)), picked))


def _everybody_sees(u: Unit, hook: Hook) -> bool:
    """Return whether everybody sees that a card is where its clause counts, and who acts for it."""
    where, works = hook.clause.where, u.game.kinds[u.kind(hook.card)].works
    if where is not None and (where.states or any(u.game.zones[zone].seen != "everyone" for zone in where.zones)):
        return False
    return not hidden(u, works)
