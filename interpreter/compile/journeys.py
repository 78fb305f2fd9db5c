"""Lets cards answer that a card is moved, whatever moves it, and remembers the moves about which something asks later.

`when a district is moved from your city to any city` comes right after the move. What such a clause is about is looked
at just before it, as for every card that hears its own going (`going`): from which place the card goes, and who acts
then. Where the clause names no place that the card leaves, it may also have begun to work with the move.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.own_verbs import FROM, MOVED, TO

from ..kernel.program import E
from . import going, record, soon
from .assembler import Code
from .expressions import expr
from .hooks import BEFOREHAND, Happening
from .scope import Scope
from .terms import NONE, slot
from .unit import Unit
from .windows import at_root, group, spare
from .within import Within

Journey = tuple[E, E]
"""A set of cards that are moved, and the place to which they are."""

RUNGS = (*BEFOREHAND, "before", "after")


def answered(u: Unit, kinds: Sequence[str], *rungs: str) -> bool:
    """Return whether any clause on these rungs (none: on any) may answer that cards of some kinds are moved, or
    something asks about it later."""
    if not rungs and record.moves_kept(u):
        return True
    hooks = u.book.at(MOVED.key, *(rungs or RUNGS))
    return any(soon.asked_of(u, hook) & frozenset(kinds) for hook in hooks)


def around(
    u: Unit,
    code: Code,
    deed: ir.MoveCards | ir.Swap,
    journeys: Sequence[Journey],
    kinds: Sequence[str],
    w: Within,
    move: Callable[[], None],
) -> None:
    """Write a move of cards with what answers it. `journeys`: slots. `move`: writes the move itself. A card that is
    moved to where it lies is not moved."""
    s, end = at_root(code, w), code.label()
    doer = NONE if deed.doer is None else code.slot_of(expr(u, deed.doer, w.scope), "", "player")
    events = []
    for cards, to in journeys:
        one = slot(code.scope.slot("", "card"))
        gone = code.new_slot(E("where", (one.args[0], cards, E("!=", (E("zone_of", (one,)), to)))))
        events.append(Happening(MOVED.key, doer, gone, {FROM: NONE, TO: to}, each=True))
    if answered(u, kinds, *BEFOREHAND):
        for event, (cards, _) in zip(events, journeys, strict=True):
            _spare(u, code, deed, event, cards, end, w, s)
    for event in events:
        if answered(u, kinds, "before"):
            record.one_by_one(code, event, lambda one, again: group(u, code, MOVED.key, "before", _leaving(one), s))
    told = [(event, going.before(u, code, event, s, frozenset(kinds))) for event in events]
    for event in events:
        if record.moves_kept(u):
            hidden = isinstance(deed, ir.MoveCards) and deed.face_down
            record.moves(u, code, event.subject, event.params[TO], doer, hidden)
    move()
    if record.moves_kept(u):
        soon.look(u, code, (soon.event(MOVED.key),))
    for event, heard in told:
        group(u, code, MOVED.key, "after", replace(event, heard=heard), s)
    code.place(end)


def _leaving(one: Happening) -> Happening:
    """Return that one card is about to leave the place where it lies."""
    return replace(one, params={**one.params, FROM: E("zone_of", (one.subject,))})


def _spare(
    u: Unit, code: Code, deed: ir.MoveCards | ir.Swap, event: Happening, cards: E, end: int, w: Within, s: Scope
) -> None:  # fmt: skip
    """Write what comes before or instead of the move of each card. An exchange is done whole or not at all."""
    all_ = code.new_slot(event.subject)
    spare(u, code, event, w, s, _leaving)
    kept = E("without", (all_, event.subject))
    moved = code.label()
    code.unless(E("some", (kept,)), moved)
    if w.strict is not None:
        code.emit("jump", w.strict)
    elif isinstance(deed, ir.Swap) or not deed.cards.type.many:
        code.emit("jump", end)
    else:
        code.emit("let", cards.args[0], E("without", (cards, kept)))
    code.place(moved)
