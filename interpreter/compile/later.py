"""Lets lasting rules end at another time than with a phase under way: with the next one, or when a card leaves a place.

Each such end has a number of its own, above those of the phases, by which lasting rules name it. A rule that ends with
something of a player or of a card keeps that first among its values. When the moment has come, the rules that were
waiting for it end; those that last to the end of a phase that has only begun end with it from then on.
"""

from __future__ import annotations

from collections.abc import Iterable

from moot.dsl import ir

from ..kernel.program import E
from . import soon
from .assembler import Code
from .cards import lies
from .expressions import expr
from .hooks import Happening
from .scope import Scope
from .terms import NONE, TRUE, both, num, slot
from .unit import Unit
from .walk import walk

AT_ONCE = -2
"""In place of the number of an end: the rules end now."""

End = tuple[str, str, str, bool]
"""When; the phase; the place; whether it is of somebody or something."""


def end_of(later: ir.Later) -> End:
    """Return the sort of an end."""
    return later.when, later.phase, later.zone, later.of is not None


def ends(u: Unit) -> list[End]:
    """List all such ends."""
    if u.memo.ends is None:
        deeds = (n for n in walk((u.game.verbs, u.game.phases, u.game.cards)) if isinstance(n, ir.Lasting))
        u.memo.ends = list(dict.fromkeys(end_of(n.later) for n in deeds if n.later is not None))
    return u.memo.ends


def number(u: Unit, end: End) -> int:
    """Return the number by which lasting rules name an end."""
    return len(u.layout.until) + ends(u).index(end)


def until(u: Unit, s: ir.Lasting) -> int:
    """Return the number of the end of a lasting rule."""
    if s.later is not None:
        return number(u, end_of(s.later))
    return -1 if s.until in (None, "game") else u.layout.until[str(s.until)]


def awaited(u: Unit, phase: ir.Phase, s: Scope) -> E | None:
    """Return the slot that says whether the rules that wait for a phase have heard of it; None if there are none."""
    return slot(s.slot()) if any(of_phase == phase.name for _, of_phase, _, _ in ends(u)) else None


def begins(u: Unit, code: Code, phase: ir.Phase, event: Happening, heard: E | None, s: Scope) -> None:
    """Write what it means for the rules that wait for a phase that it has begun. The turn of a card has begun for them
    as soon as the card works: nobody learns before whose it is. `heard`: see `awaited`."""
    if heard is None:
        return
    skip = code.label()
    kind = u.game.kinds.get((phase.param.type.name or "") if phase.param is not None else "")
    works = TRUE if kind is None or kind.works is None else expr(u, kind.works, s.fresh({"this": event.subject}))
    code.unless(both(E("!=", (heard, num(1))), works), skip)
    code.emit("let", heard.args[0], num(1))
    for end in ends(u):
        when, of_phase, _, owned = end
        if of_phase == phase.name and not (owned and event.doer == NONE):
            then = AT_ONCE if when == "start" else u.layout.until[phase.name]
            code.emit("expire", number(u, end), event.doer if owned else None, then)
    soon.look(u, code, (soon.RULES,))
    code.place(skip)


def moves(u: Unit, code: Code, cards: E, many: bool, kinds: Iterable[str]) -> None:
    """Write what it means for the rules that wait for a card to leave a place that cards of these kinds are about to be
    moved. `many`: there are several."""
    for end in ends(u):
        when, _, zone, _ = end
        if when != "leaves" or u.game.zones[zone].holds not in kinds:
            continue
        one = slot(code.scope.slot("", "card"))
        of = cards if many else E("set", (cards,))
        code.emit("expire", number(u, end), E("where", (one.args[0], of, both(lies(u, one, zone)))), AT_ONCE)
