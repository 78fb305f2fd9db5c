"""Lets lasting rules end at another time than with a phase under way: with the next one, or when a card leaves a place.

Each such end has a number of its own, above those of the phases, by which lasting rules name it. A rule that ends with
something of a player or of a card keeps that first among its values. When the moment has come, the rules that were
waiting for it end; those that last to the end of a phase that has only begun end with it from then on. Markers may end
so, too: each that lasts to the end of such a phase is noted when that has begun, and put on anew it waits for the next.
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


def in_words(end: End) -> str:
    """Return the words for an end: `the end of the next round`, `it leaves the city`."""
    when, phase, zone, owned = end
    if when == "leaves":
        return f"it leaves the {zone}"
    return f"the {when} of the next {phase}" + (" of that player" if owned else "")


def until(u: Unit, s: ir.Lasting) -> int:
    """Return the number of the end of a lasting rule."""
    if s.later is not None:
        return number(u, end_of(s.later))
    return -1 if s.until in (None, "game") else u.layout.until[str(s.until)]


def awaited(u: Unit, phase: ir.Phase, s: Scope) -> E | None:
    """Return the slot that says whether the rules that wait for a phase have heard of it; None if there are none."""
    waiting = any(of_phase == phase.name for _, of_phase, _, _ in ends(u)) or _markers(u, phase.name)
    return slot(s.slot()) if waiting else None


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
    for marker, when in _markers(u, phase.name):
        _reached(u, code, marker, when, event, s)
    soon.look(u, code, (soon.RULES, *(soon.marker(m.name) for m, when in _markers(u, phase.name) if when == "start")))
    code.place(skip)


def over(u: Unit, code: Code, phase: ir.Phase) -> None:
    """Write that markers end with a phase, as they lasted to the end of the next one."""
    ending = [(m, when) for m, when in _markers(u, phase.name) if when == "end"]
    for marker, _ in ending:
        for on in marker.on:
            one = slot(code.scope.slot("", "player" if on == "player" else "card"))
            due = E(">", (E("mark", (u.layout.due_base[marker.name, on], one)), num(0)))
            gone = E("where", (one.args[0], _bearers(u, marker, on, code.scope), due))
            code.emit("unmark", u.layout.mark_base[marker.name, on], gone)
    soon.look(u, code, [soon.marker(m.name) for m, _ in ending])


def _markers(u: Unit, phase: str) -> list[tuple[ir.Marker, str]]:
    """List the markers that wait for a phase, each with whether for its start or its end."""
    waiting = ((m, m.later) for m in u.game.markers.values() if m.later is not None)
    return [(m, later.when) for m, later in waiting if later.phase == phase]


def _bearers(u: Unit, marker: ir.Marker, on: str, s: Scope) -> E:
    """Return all players, or all cards of a kind, on which a marker may lie."""
    span = marker.span
    if on == "player":
        return expr(u, ir.Players(type=ir.Type("player", many=True), span=span), s)
    kind = None if on == "card" else on
    return expr(u, ir.AllOf(type=ir.Type("card", kind, many=True), span=span, kind=kind), s)


def _reached(u: Unit, code: Code, marker: ir.Marker, when: str, event: Happening, s: Scope) -> None:
    """Take off the markers whose phase has begun; those that last to its end are noted."""
    assert marker.later is not None
    for on in marker.on:
        base, sort = u.layout.mark_base[marker.name, on], "player" if on == "player" else "card"
        one = slot(code.scope.slot("", sort))
        whose = marker.later.of
        told = {"you": E("mark_owner", (base, one)), "they": one}
        theirs = TRUE if whose is None else E("==", (expr(u, whose, s.fresh(told)), event.doer))
        there = E(">", (E("mark", (base, one)), num(0)))
        found = E("where", (one.args[0], _bearers(u, marker, on, s), both(there, theirs)))
        if when == "start":
            code.emit("unmark", base, found)
        else:
            _note_due(u, code, (marker.name, on), found, 1)


def marked(u: Unit, code: Code, mark: str, on: E, of: ir.Type) -> None:
    """Write that a marker was put on things anew, and so waits for the next phase again."""
    for sort in dict.fromkeys(("player" if of.sort == "player" else of.name or "card", "card")):
        if (mark, sort) in u.layout.due_base:
            _note_due(u, code, (mark, sort), on, 0)
            return


def _note_due(u: Unit, code: Code, of: tuple[str, str], things: E, due: int) -> None:
    """Note of things whether their marker ends with the phase under way."""

    def body(inner: Scope, again: int) -> None:
        code.emit("poke", E("+", (num(u.layout.due_base[of]), inner.vars["one"])), num(due))

    code.loop(things, "one", "player" if of[1] == "player" else "card", code.scope, body)


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
