"""Say what a value rests on, level by level: the rules in force that changed it, with what they read, and the other
values of which it is made."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.explain import explain_value
from ..kernel.knowing import modifiers, unknown
from ..kernel.program import E
from ..kernel.wording import Words
from .look import Look
from .so import grounds

MOST = 30
"""Lines of one level."""


@dataclass(frozen=True)
class Rests:
    """A value in a position: its function, and its arguments."""

    look: Look
    function: int
    args: tuple[Any, ...]


def below(of: Rests, levels: int) -> list[str]:
    """Return what a value rests on, so many levels deep, as indented lines."""
    lib, eyes = of.look.lib, of.look.eyes
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
        told = explain_value(lib, of.look.state, function, args, of.look.viewer, inner.sort).render()
        lines += [f"      {line}" for line in told]
        if levels > 1:
            lines += [f"      {line}" for line in below(Rests(of.look, function, args), levels - 1)]
    return lines[:MOST]


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
    if e.op not in ("where", "image", "fold", "sort", "pick", "trial"):
        for part in e.args:
            if isinstance(part, E):
                yield from _values(w, part)
