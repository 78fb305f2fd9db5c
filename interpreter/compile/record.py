"""Writes what is remembered of an event, because something asks about it later."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from moot.dsl import ir

from ..kernel.program import E, HistoryKey
from .assembler import Code
from .bearers import lies_face_down
from .hooks import Happening
from .past_moves import Journey
from .scope import Scope
from .terms import NONE, both, negate, num, plus
from .unit import Unit
from .walk import parted


def _counted(u: Unit, event: str) -> list[tuple[HistoryKey, int]]:
    """List the records of how often an event took place."""
    return [(k, cell) for k, cell in u.layout.history.items() if k[2] is None and k[0] == event]


def _measured(u: Unit, event: str) -> Iterator[tuple[str, HistoryKey, int]]:
    """Go through the records of how much was paid in an event: the marker, the record and its first cell."""
    verb, step = parted(event)
    declared = u.game.verbs.get(verb)
    plain = not step and declared is not None and len(declared.steps) == 1
    wanted = {event} if step or plain else set()
    if step and declared is not None and _pays(u, step_body(declared, step)):
        wanted.add(verb)  # what a deed pays is what its steps pay
    for k, cell in u.layout.history.items():
        if k[2] is not None and k[0] in wanted:
            yield k[2], k, cell


def step_body(verb: ir.Verb, step: str) -> ir.Block:
    """Return the statements of a step, or of a verb with a single step."""
    return next(s.body for s in verb.steps if not step or s.name == step)


def _pays(u: Unit, block: ir.Block) -> bool:
    """Return whether these statements themselves take an amount from their doer."""
    for s in block:
        if isinstance(s, ir.MoveAmount) and s.source is not None:
            return True
        verb = u.game.verbs.get(s.verb) if isinstance(s, ir.Do) else None
        if verb is not None and any(_pays(u, step.body) for step in verb.steps):
            return True
    return False


def before(u: Unit, code: Code, event: Happening) -> dict[str, E]:
    """Note, before the deed, how much the doer has of each counter that something asks about."""
    slots: dict[str, E] = {}
    for mark, _, _ in _measured(u, event.event):
        if mark not in slots:
            slots[mark] = code.new_slot(E("mark", (u.layout.mark_base[mark, "player"], event.doer)))
    return slots


def after(u: Unit, code: Code, event: Happening, had: Mapping[str, E]) -> None:
    """Remember, after the deed, what something asks about. `had`: what was noted before the deed."""
    for key, base in _counted(u, event.event):
        _add(u, code, key[1], base, event, num(1))
    for mark, key, base in _measured(u, event.event):
        now = E("mark", (u.layout.mark_base[mark, "player"], event.doer))
        gone = E("max", (E("-", (had[mark], now)), num(0)))
        _add(u, code, key[1], base, event, gone)


def _add(u: Unit, code: Code, keyed: str, base: int, event: Happening, amount: E) -> None:
    """Add to a record. If the record is kept for each thing, it is added to for each of several things. Nobody has no
    record."""
    about, by = keyed in ("subject", "both"), keyed in ("by", "both")
    if (about and event.subject == NONE) or (by and event.doer == NONE):
        return

    def add(one: Happening, again: int = 0) -> None:
        done = code.label()
        if about and not event.each and one.subject.op != "num":
            code.unless(E(">=", (one.subject, num(0))), done)
        if by and parted(event.event)[0] in u.game.phases and one.doer.op != "num":
            code.unless(E(">=", (one.doer, num(0))), done)
        code.emit("add", _cell(u, keyed, base, one.doer, one.subject), amount)
        code.place(done)

    if event.each and about:
        one_by_one(code, event, add)
    else:
        add(event)


def one_by_one(code: Code, event: Happening, do: Callable[[Happening, int], None]) -> None:
    """Write what happens to several things once for each of them."""

    def body(s: Scope, again: int) -> None:
        do(replace(event, subject=s.vars["one"], each=False), again)

    code.loop(event.subject, "one", "card", code.scope, body)


def moves_kept(u: Unit) -> list[tuple[Journey, int]]:
    """List the records of moves: what each keeps, and its first cell."""
    found = ((Journey.of(key), base) for key, base in u.layout.history.items())
    return [(journey, base) for journey, base in found if journey is not None]


def moves(u: Unit, code: Code, gone: E, to: E, doer: E, hidden: bool) -> None:
    """Remember that cards are moved, just before they are. `gone`: the cards. `hidden`: they come to lie face down.
    Which card it was that lies face down is not remembered."""

    def each(s: Scope, again: int) -> None:
        one = s.vars["one"]
        here = code.new_slot(E("zone_of", (one,)), "", "zone")
        for journey, base in moves_kept(u):
            skip = code.label()
            ends = ((journey.origin, here), (journey.goal, to))
            if "subject" in journey.kept:
                if hidden:
                    continue
                code.unless(negate(lies_face_down(u, one)), skip)
            code.unless(both(*(_is_a(u, zone, name) for name, zone in ends if name)), skip)
            if "by" in journey.kept:
                code.unless(E(">=", (doer, num(0))), skip)
            code.emit("add", _moved(u, journey, base, one, here, to, doer), num(1))
            code.place(skip)

    code.loop(gone, "one", "card", code.scope, each)


def _is_a(u: Unit, zone: E, name: str) -> E:
    decl = next(z for z in u.layout.zone_decls if z.name == name)
    return both(E(">=", (zone, num(decl.base))), E("<", (zone, num(decl.base + decl.span))))


def _moved(u: Unit, journey: Journey, base: int, card: E, here: E, to: E, doer: E) -> int | E:
    """Find the cell of a record of moves."""
    at: E | None = None
    for one in journey.kept:
        match one:
            case "from":
                x = plus(here, -u.layout.zone_base[journey.origin])
            case "to":
                x = plus(to, -u.layout.zone_base[journey.goal])
            case _:
                x = card if one == "subject" else doer
        at = x if at is None else E("+", (E("*", (at, num(u.layout.players))), x))
    return base if at is None else E("+", (at, num(base)))


def unpay(u: Unit, code: Code, paid: ir.Happened, doer: E, about: E, back: E) -> None:
    """Subtract what has come back from the record of what was paid: for the step, and for the deed to which it
    belongs."""
    verb, _ = parted(paid.event)
    for (event, keyed, mark, _), base in u.layout.history.items():
        if mark != paid.measure or parted(event)[0] != verb:
            continue
        if about == NONE and keyed in ("subject", "both"):
            continue  # it is unknown for which of them it was paid
        at = _cell(u, keyed, base, doer, about)
        now = E("cell", (at,)) if isinstance(at, int) else E("mark", (0, at))
        code.emit("add", at, E("-", (num(0), E("min", (now, back)))))


def _cell(u: Unit, keyed: str, base: int, doer: E, subject: E) -> int | E:
    """Find the cell of a record."""
    if keyed == "":
        return base
    if keyed == "both":
        wide = E("*", (subject, num(u.layout.players)))
        return E("+", (E("+", (wide, doer)), num(base)))
    who = doer if keyed == "by" else subject
    return num(base + who.args[0]) if who.op == "num" else E("+", (who, num(base)))


def card_records(u: Unit) -> Iterator[tuple[int, int]]:
    """Find the records of what was done to each card. For each: the first cell, and how many cells one card has."""
    for key, base in u.layout.history.items():
        event, keyed = key[:2]
        journey = Journey.of(key)
        if journey is not None and "subject" in journey.kept:
            yield base, journey.width(1, u.layout.players)
        name = parted(event)[0]
        verb, phase = u.game.verbs.get(name), u.game.phases.get(name)
        about = verb.params[0] if verb is not None and verb.params else phase.param if phase is not None else None
        if keyed in ("subject", "both") and about is not None and about.type.sort in ("card", "bearer"):
            wide = u.layout.players if keyed == "both" else 1
            yield base + wide * (u.layout.players if about.type.sort == "bearer" else 0), wide
