"""Lets cards answer that a card was moved, whatever moves it.

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
from . import going, soon
from .assembler import Code
from .expressions import expr
from .hooks import Happening
from .terms import NONE, slot
from .unit import Unit
from .windows import at_root, group
from .within import Within

Journey = tuple[E, E]
"""A set of cards that are moved, and the place to which they are."""


def answered(u: Unit, kinds: Sequence[str]) -> bool:
    """Return whether any clause may answer that cards of some kinds are moved."""
    return any(soon.asked_of(u, hook) & frozenset(kinds) for hook in u.book.at(MOVED.key, "after"))


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
    s = at_root(code, w)
    doer = NONE if deed.doer is None else code.slot_of(expr(u, deed.doer, w.scope), "", "player")
    told = []
    for cards, to in journeys:
        one = slot(code.scope.slot("", "card"))
        gone = code.new_slot(E("where", (one.args[0], cards, E("!=", (E("zone_of", (one,)), to)))))
        event = Happening(MOVED.key, doer, gone, {FROM: NONE, TO: to}, each=True)
        told.append((event, going.before(u, code, event, s, frozenset(kinds))))
    move()
    for event, heard in told:
        group(u, code, MOVED.key, "after", replace(event, heard=heard), s)
