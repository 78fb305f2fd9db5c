"""Says what a number is made of: `5 = 6 (cost of Harbor) - 1`, and what changed each of the values in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from .evaluate import Frame, as_set
from .explain import Contribution, explain_value
from .knowing import unknown
from .names import listed
from .program import E, Function
from .wording import Names, Words

READ = frozenset(("call", "mark", "table", "slot", "mark_total", "owner"))
"""Operators whose words are made from the tree, with the names of the things in place of the author's."""
MOST_MEMBERS = 8
"""Members of a counted set that are named."""


@dataclass(frozen=True, slots=True)
class Term:
    """One part of a sum. `sign`: 1 or -1. `text`: what it is, in words; '' for a plain number. `e`, `w`: its
    expression, and the words over the slots of that."""

    sign: int
    amount: int
    text: str
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
        yield Term(sign, int(amount), _text(w, e), e, w)


def _text(w: Words, e: E) -> str:
    if e.op == "num":
        return ""
    return counted(w, e) or phrase(w, e)


def phrase(w: Words, e: E) -> str:
    """Return an expression in words, with the names of things in place of the author's names for them."""
    if e.op in READ:
        return w.text(bare(e), "number")
    if e.origin is None or not e.origin.text:
        return w.text(bare(e), "number")
    return renamed(w.text(e), w.f, w.names, w)


def bare(e: E) -> E:
    """Return an expression without the author's words for it and for what it reads."""
    if e.op not in READ and e.op not in ("-", "+", "cell", "num"):
        return e
    return replace(e, origin=None, args=tuple(bare(a) if isinstance(a, E) else a for a in e.args))


def renamed(text: str, f: Frame, names: Names, w: Words) -> str:
    """Return an author's words with the names of things in place of local names."""
    for slot, (name, sort) in enumerate(names):
        if not name or not sort or not re.search(rf"\b{re.escape(name)}\b", text):
            continue
        held = f[slot + 2]
        if name in ("you", "this") or unknown(held) or sort == "number":
            continue
        said = w.name(sort, held)
        text = re.sub(rf"(?<![-\w]){re.escape(name)}(?![-\w])", lambda _, said=said: str(said), text)  # type: ignore[misc]
    return text


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
    kind, slot, of, body = e.args
    things = w.eyes.value(of, w.f)
    if unknown(things) or not 0 < len(as_set(things)) <= MOST_MEMBERS:
        return ""
    return members(w, kind, slot, of, body, as_set(things))


def members(w: Words, kind: str, slot: int, of: E, body: E, things: tuple[int, ...]) -> str:
    """Return the members of a set with their amounts: `Keep 3, Docks 3`; for the highest or lowest only those that have
    it."""
    inner: Any = list(w.f)
    told: list[tuple[str, Any]] = []
    for x in things:
        inner[slot + 2] = x
        told.append((w.name(w.sort(of), x), w.eyes.value(body, inner)))
    if any(unknown(amount) for _, amount in told):
        return ""
    if kind == "total":
        return ", ".join(f"{name} {amount}" for name, amount in told)
    best = (max if kind == "highest" else min)(amount for _, amount in told)
    return listed([name for name, amount in told if amount == best])


def worked_out(w: Words, e: E) -> list[str]:
    """Return how a number comes about: the sum, unless it is a plain number; and, for each value in it, what changed
    that value."""
    parts = terms(w, e)
    if not parts or not any(term.text for term in parts):
        return []
    total = sum(term.sign * term.amount for term in parts)
    if len(parts) == 1 and parts[0].sign > 0:
        lines = [f"{parts[0].text}: {total}" if parts[0].e.op not in ("size", "fold") else f"{total}: {parts[0].text}"]
    else:
        lines = [f"{total} = {_sum(parts)}"]
    return lines + [line for term in parts for line in changes(term)]


def _sum(parts: tuple[Term, ...]) -> str:
    said = ""
    for i, term in enumerate(parts):
        sign = ("-" if term.sign < 0 else "") if i == 0 else (" - " if term.sign < 0 else " + ")
        said += f"{sign}{term.amount}" + (f" ({term.text})" if term.text else "")
    return said


def changes(term: Term) -> list[str]:
    """Return what changed a value that is part of a sum, a line for each rule in force."""
    e, eyes = term.e, term.w.eyes
    if e.op != "call":
        return []
    fn: Function = eyes.lib.functions[e.args[0]]
    args = tuple(eyes.value(a, term.w.f) for a in e.args[1:])
    if not fn.modifiers or any(unknown(a) for a in args):
        return []
    explained = explain_value(eyes.lib, eyes.s, fn.id, args, eyes.viewer, fn.sort)
    return [line(part) for part in explained.parts if part.kind in ("is", "more")]


def line(part: Contribution) -> str:
    """Return a rule that changed a value: `+1 Great Wall: … (great-wall.card:4)`."""
    at = part.origin
    card = f"{at.card}: " if at is not None and at.card else ""
    place = f" ({at.place})" if at is not None and at.path else ""
    amount = "" if part.amount is None or part.perhaps else f"{part.amount:+d} " if part.kind == "more" else ""
    return f"{amount}{card}{part.text}{place}"
