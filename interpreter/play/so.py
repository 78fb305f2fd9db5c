"""Say why a condition holds, or does not: the parts that decide, each with its card, its line and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.explain import Seen, explain
from ..kernel.index import index_of
from ..kernel.knowing import modifiers, unknown
from ..kernel.names import cell_name
from ..kernel.program import E, Function, Origin
from ..kernel.sums import bare, changes, phrase, worked_out
from ..kernel.wording import COMPARED, Words, plain_name
from .causes import cited

DEEPEST = 6
"""How far a condition is followed."""


@dataclass(frozen=True)
class Ground:
    """One thing on which something rests. `origin`: where that is written."""

    text: str
    origin: Origin | None = None
    below: tuple[Ground, ...] = ()

    def render(self, indent: int = 1, within: Origin | None = None) -> list[str]:
        """Return a line, and those of what it rests on, indented further. `within`: what the line above has cited."""
        same = within is not None and self.origin is not None and within.place == self.origin.place
        lines = [f"{'  ' * indent}{self.text}{'' if same else cited(self.origin)}"]
        return lines + [said for one in self.below for said in one.render(indent + 1, self.origin)]


@dataclass(frozen=True)
class Account:
    """The answer to a question why: what is so, and what that rests on."""

    title: str
    grounds: tuple[Ground, ...] = ()

    def render(self) -> list[str]:
        """Return lines of text."""
        return [self.title, *(said for one in self.grounds for said in one.render())]


def notes(lines: Sequence[str]) -> tuple[Ground, ...]:
    """Return lines of text as grounds."""
    return tuple(Ground(one) for one in lines)


def grounds(w: Words, e: E, depth: int = 0) -> tuple[Ground, ...]:
    """Return what decides whether a condition holds: of several that all hold, each; of several that must hold, those
    that do not; of several of which one is enough, the first that holds."""
    holds = w.eyes.value(e, w.f)
    if unknown(holds):
        return (Ground(f"{w.eyes.name()} cannot know it: {w.eyes.lacks(holds.on)}"),)
    if e.op in ("and", "or"):
        deciding = [x for x in e.args if _is(w, x) == bool(holds)]
        some = deciding if bool(holds) == (e.op == "and") else deciding[:1]
        return tuple(one for x in some for one in grounds(w, x, depth))
    if e.op == "not" and e.args[0].op in (*COMPARED, "and", "or", "not", "pick", "call", "has"):
        return grounds(w, e.args[0], depth)
    if e.op == "pick":
        inner = list(w.f)
        inner[e.args[0] + 2] = w.eyes.value(e.args[1], w.f)
        return grounds(replace(w, f=inner), e.args[2], depth)
    if e.op == "call" and w.eyes.lib.functions[e.args[0]].form == "truth" and depth < DEEPEST:
        return (_quality(w, e, bool(holds), depth),)
    if e.op in COMPARED:
        return _compared(w, e)
    if e.op == "has":
        return (Ground(_marked(w, e, bool(holds)), e.origin),)
    return (Ground(f"{phrase(w, e)}: {'yes' if holds else 'no'}", e.origin),)


def _marked(w: Words, e: E, holds: bool) -> str:
    """Return `Merchant is killed`, `p2 has the crown`, or that it is not so."""
    cell = e.args[0] + w.eyes.value(e.args[1], w.f)
    marker, bearer = cell_name(w.lib, cell)
    if not marker:
        return f"{phrase(w, e)}: {'yes' if holds else 'no'}"
    if index_of(w.lib).cell[cell][0].single:
        return f"{bearer} {'has' if holds else 'does not have'} the {marker}"
    return f"{bearer} is {'' if holds else 'not '}{marker}"


def _is(w: Words, e: E) -> bool:
    holds = w.eyes.value(e, w.f)
    return not unknown(holds) and bool(holds)


def _quality(w: Words, e: E, holds: bool, depth: int) -> Ground:
    """Explain a quality of something: its own condition, or the rule that makes it so."""
    fn: Function = w.eyes.lib.functions[e.args[0]]
    args = tuple(w.eyes.value(a, w.f) for a in e.args[1:])
    f: Any = frame(-1, fn.slots, args)
    inner = Words(w.eyes, f, fn.names)
    said = " for ".join(w.name(sort, x) for (_, sort), x in zip(fn.names, args, strict=False) if sort)
    text = f"{said} is {'' if holds else 'not '}{plain_name(fn.name)}"
    below: tuple[Ground, ...] = ()
    if fn.base is not None and (not holds or _is(inner, fn.base)):
        below = grounds(inner, fn.base, depth + 1)
    elif holds:
        below = tuple(
            Ground(f"{m.origin.card}: {m.origin.text}" if m.origin.card else m.origin.text, m.origin)
            for m in [m for m, so, _ in modifiers(w.eyes, fn, f) if not unknown(so) and so][:1]
        )
    base = None if fn.base is None else fn.base.origin
    return Ground(text, fn.origin or base, below)


def _compared(w: Words, e: E) -> tuple[Ground, ...]:
    """Return both sides of a comparison with their values, and what each consists of."""
    seen: Seen = explain(w.eyes, e, w.f, w.names)
    found: list[Ground] = []
    if any(isinstance(side, E) and side.op == "cell" for side in e.args):
        return (Ground(f"{seen.text}: {seen.value}", e.origin),)
    for side in e.args:
        if not isinstance(side, E) or side.op == "num":
            continue
        value = w.eyes.value(side, w.f)
        sort = w.sort(side)
        if unknown(value) or isinstance(value, tuple):
            continue
        if sort in ("", "number"):
            found += [Ground(one) for one in worked_out(w, side)]
        elif side.op != "slot":
            below = tuple(Ground(one) for call in _calls(side) for one in changes(w, call))
            found.append(Ground(f"{phrase(w, bare(side))}: {w.name(sort, value)}", None, below))
    return tuple(found) or (Ground(f"{seen.text}: {seen.value}", e.origin),)


def _calls(e: E) -> Iterator[E]:
    """Yield the named values that an expression reads at once, and not for each of several things."""
    if e.op == "call":
        yield e
    elif e.op not in ("where", "image", "fold", "sort", "pick", "trial"):
        for part in e.args:
            if isinstance(part, E):
                yield from _calls(part)
