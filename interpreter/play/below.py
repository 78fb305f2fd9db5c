"""Say what a value rests on, level by level: the rules in force that changed it, with what they read, and the other
values of which it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.explain import explain_value
from ..kernel.knowing import Eyes, modifiers, unknown
from ..kernel.program import E, Library
from ..kernel.wording import COMPARED, Words
from .look import Look
from .so import grounds

MOST = 30
"""Lines of one level."""


@dataclass(frozen=True)
class Rests:
    """A value or a condition in a position: its function, and its arguments. `lib`: where the function is, if that is
    not the game's own library."""

    look: Look
    function: int
    args: tuple[Any, ...]
    lib: Library | None = None


def below(of: Rests, levels: int) -> list[str]:
    """Return what a value rests on, so many levels deep, as indented lines."""
    lib = of.lib or of.look.lib
    eyes = Eyes(lib, of.look.state, of.look.viewer, of.look.memory)
    fn = lib.functions[of.function]
    f: Any = frame(-1, fn.slots, of.args)
    w = Words(eyes, f, fn.names)
    lines: list[str] = []
    found: dict[tuple[int, tuple[Any, ...]], None] = {}
    if fn.base is not None:
        found.update(dict.fromkeys(_values(w, fn.base)))
    for m, holds, _ in modifiers(eyes, fn, f):
        if unknown(holds) or not holds:
            continue
        name = f"{m.origin.card or fn.name}:"
        parts = m.guard.args if m.guard.op == "and" else (m.guard,)
        read = [line for part in parts if not _works(part) for one in grounds(w, part) for line in one.render(4)]
        lines += [f"      {name}", *read] if read else []
        found.update(dict.fromkeys(_values(w, m.guard)))
        found.update(dict.fromkeys(_values(w, m.amount)))
    for function, args in found:
        inner = lib.functions[function]
        if inner.base is not None and inner.base.op == "table" and not inner.modifiers:
            continue  # a number that is printed on a card
        told = explain_value(lib, of.look.state, function, args, of.look.viewer, inner.sort, of.look.memory).render()
        lines += [f"      {line}" for line in told]
        if levels > 1:
            lines += [f"      {line}" for line in below(Rests(of.look, function, args, lib), levels - 1)]
    return lines[:MOST]


def read(of: Rests, counters: bool) -> list[int]:
    """Return the cells that a condition rests on: the markers that it asks for by themselves, and perhaps the
    `counters`."""
    lib = of.lib or of.look.lib
    fn, ops = lib.functions[of.function], ("has", "mark") if counters else ("has",)
    w = Words(Eyes(lib, of.look.state, of.look.viewer, of.look.memory), frame(-1, fn.slots, of.args), fn.names)
    return list(dict.fromkeys(_cells(w, fn.base, ops))) if fn.base is not None else []


def _cells(w: Words, e: E, ops: tuple[str, ...]) -> Iterator[int]:
    if e.op in ops:
        bearer = w.eyes.value(e.args[1], w.f)
        if type(bearer) is int and bearer >= 0 and w.eyes.sees_cell(e.args[0] + bearer):
            yield e.args[0] + bearer
    elif e.op == "call":
        inner = _within(w, e)
        if inner is not None and (base := w.lib.functions[e.args[0]].base) is not None:
            yield from _cells(inner, base, ops)
    elif e.op == "pick":
        yield from _cells(_picked(w, e), e.args[2], ops)
    elif e.op in ("and", "or", "not", "+", "-", *COMPARED):
        for part in e.args:
            yield from _cells(w, part, ops)


def _within(w: Words, call: E) -> Words | None:
    """Return the slots and names inside a quality or a value; None if the viewer does not know of what it is asked."""
    fn = w.lib.functions[call.args[0]]
    args = tuple(w.eyes.value(a, w.f) for a in call.args[1:])
    return None if any(map(unknown, args)) else Words(w.eyes, frame(-1, fn.slots, args), fn.names)


def _picked(w: Words, e: E) -> Words:
    """Return the slots behind `let`, with what it lets a name stand for."""
    return replace(w, f=_with(w.f, e.args[0], w.eyes.value(e.args[1], w.f)))


def _with(f: Any, slot: int, value: Any) -> list[Any]:
    wide = [*f, *[-1] * (slot + 3 - len(f))]
    return [*wide[: slot + 2], value, *wide[slot + 3 :]]


def _works(e: E) -> bool:
    """Whether a condition only says that the card of a rule counts."""
    first = e.args[1:] if e.op == "has" else e.args[:1]
    return e.op in ("has", "in") and len(first) == 1 and isinstance(first[0], E) and first[0].op == "num"


def _values(w: Words, e: E) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield the named values that an expression reads, with what they are asked of. What is asked of each of several
    things is left out."""
    if e.op == "call" and w.lib.functions[e.args[0]].form == "value":
        args = tuple(w.eyes.value(a, w.f) for a in e.args[1:])
        if not any(map(unknown, args)):
            yield e.args[0], args
    elif e.op == "call" and (base := w.lib.functions[e.args[0]].base) is not None and (inner := _within(w, e)):
        yield from _values(inner, base)
    if e.op == "pick":
        yield from _values(_picked(w, e), e.args[2])
    if e.op == "fold":
        yield from _of_members(w, *e.args[1:])
    if e.op not in ("where", "image", "fold", "sort", "pick", "trial"):
        for part in e.args:
            if isinstance(part, E):
                yield from _values(w, part)


def _of_members(w: Words, slot: int, of: E, body: E) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """Yield what is asked of each of several things, where a rule has changed that."""
    members = w.eyes.value(of, w.f)
    for member in members if isinstance(members, tuple) else ():
        inner = replace(w, f=_with(w.f, slot, member))
        for function, args in _values(inner, body):
            fn = w.lib.functions[function]
            if any(holds is True for _, holds, _ in modifiers(w.eyes, fn, frame(-1, fn.slots, args))):
                yield function, args
