"""Says what a number is made of: `5 = 6 (cost of Harbor) - 1`, and what changed each of the values in it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .evaluate import as_set, frame
from .explain import Contribution, explain_value
from .knowing import unknown
from .program import E, Function
from .wording import Words, renamed

READ = frozenset(("call", "mark", "table", "slot", "mark_total", "owner", "zone", "zone_of"))
"""Operators whose words are made from the tree, with the names of the things in place of the author's."""
MOST_MEMBERS = 8
"""Members of a counted set that are named."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum. `sign`: 1 or -1. `text`: what it is, in words; '' for a plain number. `members`: what was
    counted or added up for it. `e`, `w`: its expression, and the words over the slots of that."""

    sign: int
    amount: int
    text: str
    members: str
    e: E
    w: Words


def terms(w: Words, e: E, sign: int = 1) -> tuple[Term, ...]:
    """Return the parts of which a number is the sum. A part that cannot be known makes the result empty."""
    found = list(_terms(w, e, sign))
    if any(term is None for term in found):
        return ()
    known = [term for term in found if term is not None]
    return tuple(term for term in known if term.amount) or tuple(known[:1])


def _terms(w: Words, e: E, sign: int) -> Iterator[Term | None]:
    amount = w.eyes.value(e, w.f)
    if unknown(amount) or isinstance(amount, tuple):
        yield None
    elif e.op in ("+", "-"):
        yield from _terms(w, e.args[0], sign)
        yield from _terms(w, e.args[1], sign if e.op == "+" else -sign)
    elif e.op in ("max", "min"):
        side = next(x for x in (e.args[0], e.args[1]) if w.eyes.value(x, w.f) == amount)
        yield from _terms(w, side, sign)
    elif e.op == "pick":
        inner = list(w.f)
        inner[e.args[0] + 2] = w.eyes.value(e.args[1], w.f)
        yield from _terms(replace(w, f=inner), e.args[2], sign)
    else:
        yield Term(sign, int(amount), "" if e.op == "num" else phrase(w, e), _members(w, e), e, w)


def _members(w: Words, e: E) -> str:
    """Return what was counted or added up for a number, also where that is the meaning of a named value."""
    if e.op != "call":
        return counted(w, e)
    fn: Function = w.lib.functions[e.args[0]]
    args = tuple(w.eyes.value(a, w.f) for a in e.args[1:])
    if fn.base is None or any(map(unknown, args)):
        return ""
    return counted(Words(w.eyes, frame(-1, fn.slots, args), fn.names), fn.base)


def phrase(w: Words, e: E) -> str:
    """Return an expression in words, with the names of things in place of the author's names for them."""
    if e.op == "slot" and w.sort(e) in ("", "number") and e.args[0] < len(w.names) and w.names[e.args[0]][0]:
        return str(w.names[e.args[0]][0])
    if e.op in READ or e.origin is None or not e.origin.text:
        return renamed(w, w.text(bare(e), "number"))
    return renamed(w, w.text(e))


def bare(e: E) -> E:
    """Return an expression without the author's words for it and for what it reads."""
    if e.op not in READ and e.op not in ("-", "+", "cell", "num"):
        return e
    return replace(e, origin=None, args=tuple(bare(a) if isinstance(a, E) else a for a in e.args))


def counted(w: Words, e: E) -> str:
    """Return what a counted or added-up set consists of: `Manor and Castle`; '' if this counts nothing."""
    if e.op == "size":
        things = w.eyes.value(e.args[0], w.f)
        if unknown(things) or not 0 < len(as_set(things)) <= MOST_MEMBERS:
            return ""
        sort = w.sort(e.args[0])
        return w.name(sort, as_set(things)) if sort and sort != "number" else ""
    if e.op != "fold":
        return ""
    _, slot, of, body = e.args
    things = w.eyes.value(of, w.f)
    if unknown(things) or not 0 < len(as_set(things)) <= MOST_MEMBERS:
        return ""
    return members(w, slot, of, body, as_set(things))


def members(w: Words, slot: int, of: E, body: E, things: tuple[int, ...]) -> str:
    """Return the members of a set with their amounts: `Keep 3, Docks 3`."""
    inner: Any = list(w.f)
    told: list[tuple[str, Any]] = []
    for x in things:
        inner[slot + 2] = x
        told.append((w.name(w.sort(of), x), w.eyes.value(body, inner)))
    if any(unknown(amount) for _, amount in told):
        return ""
    return ", ".join(f"{name} {amount}" for name, amount in told)


def worked_out(w: Words, e: E) -> list[str]:
    """Return how a number comes about: the sum, unless it is a plain number; and, for each value in it, what changed
    that value."""
    parts = terms(w, e)
    if not parts or not any(term.text for term in parts):
        return []
    total = sum(term.sign * term.amount for term in parts)
    if len(parts) == 1 and parts[0].sign > 0:
        lines = [f"{parts[0].text}: {total}" + (f" ({parts[0].members})" if parts[0].members else "")]
    else:
        lines = [f"{total} = {_sum(parts)}"]
    return lines + [line for term in parts for line in changes(term.w, term.e)]


def _sum(parts: tuple[Term, ...]) -> str:
    said = ""
    for i, term in enumerate(parts):
        sign = ("-" if term.sign < 0 else "") if i == 0 else (" - " if term.sign < 0 else " + ")
        said += f"{sign}{term.amount}" + (f" ({term.text})" if term.text else "")
    return said


def changes(w: Words, e: E) -> list[str]:
    """Return what changed a value, a line for each rule in force; nothing for what is no named value."""
    eyes = w.eyes
    if e.op != "call" or eyes.lib.functions[e.args[0]].form != "value":
        return []
    fn: Function = eyes.lib.functions[e.args[0]]
    args = tuple(eyes.value(a, w.f) for a in e.args[1:])
    if not fn.modifiers or any(unknown(a) for a in args):
        return []
    explained = explain_value(eyes.lib, eyes.s, fn.id, args, eyes.viewer, fn.sort, eyes.memory)
    return [line(part) for part in explained.parts if part.kind in ("is", "more")]


def line(part: Contribution) -> str:
    """Return a rule that changed a value: `+1 Great Wall: … (great-wall.card:4)`."""
    at = part.origin
    card = f"{at.card}: " if at is not None and at.card else ""
    place = f" ({at.place})" if at is not None and at.path else ""
    amount = "" if part.amount is None or part.perhaps else f"{part.amount:+d} " if part.kind == "more" else ""
    return f"{amount}{card}{part.text}{place}"
