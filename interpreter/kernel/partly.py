"""Defines partial knowledge: one thing that may be several, and a set of which only some members are certain."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeGuard

from .evaluate import as_set

Hidden = tuple[str, int]
"""Something that a player does not see: ('zone', z) the cards in a zone, ('card', c) the place of a card, ('cell', i) a
marker, ('deed', P) the outcome of a deed."""

NOTHING: frozenset[Hidden] = frozenset()

MOST = 24
"""The most possibilities that are kept; if there are more, the value is wholly unknown."""


@dataclass(frozen=True, slots=True)
class Unknown:
    """A single thing that the player cannot know. `of`: what it may be (None: anything). `on`: the hidden things it
    depends on."""

    of: tuple[Any, ...] | None
    on: frozenset[Hidden]


@dataclass(frozen=True, slots=True)
class Partly:
    """A set that is known in part. `sure`: the certain members. `maybe`: the possible ones. `size`: how many members
    there are, if known. `on`: the hidden things it depends on."""

    sure: tuple[int, ...]
    maybe: tuple[int, ...]
    size: int | None
    on: frozenset[Hidden]


def unknown(value: Any) -> TypeGuard[Unknown | Partly]:
    """Return whether a value is not known, or not wholly."""
    return isinstance(value, Unknown | Partly)


def depends(*values: Any) -> frozenset[Hidden]:
    """Return the hidden things on which these values depend."""
    return NOTHING.union(*(v.on for v in values if isinstance(v, Unknown | Partly)))


def truth(on: frozenset[Hidden]) -> Unknown:
    """Return a truth that may hold or not, depending on what is hidden."""
    return Unknown((False, True), on)


def few(value: Any) -> bool:
    """Return whether the possibilities of a value can be counted up."""
    return not isinstance(value, Partly) and (not isinstance(value, Unknown) or value.of is not None)


def ways(values: Iterable[Any]) -> int:
    """Return in how many ways unknown values can be combined."""
    count = 1
    for value in values:
        count *= len(value.of) if isinstance(value, Unknown) and value.of is not None else 1
    return count


def possibly(value: Any) -> tuple[int, ...]:
    """Return everything that may belong to a set."""
    if isinstance(value, Partly):
        return (*value.sure, *value.maybe)
    if isinstance(value, Unknown):
        return tuple(value.of or ())
    return as_set(value)


def joined(values: list[Any], on: frozenset[Hidden]) -> Any:
    """Return what is known if any of these values may be the real one."""
    if not values:
        return Unknown(None, on)
    first = values[0]
    if all(v == first and type(v) is type(first) for v in values) and not unknown(first):
        return first
    on = on | depends(*values)
    if any(isinstance(v, tuple | Partly) for v in values):
        sets = [v if isinstance(v, Partly) else Partly(as_set(v), (), len(as_set(v)), on) for v in values
                if not isinstance(v, Unknown)]  # fmt: skip
        if len(sets) < len(values):
            return Unknown(None, on)
        sure = tuple(x for x in sets[0].sure if all(x in s.sure for s in sets))
        rest = dict.fromkeys(x for s in sets for x in (*s.sure, *s.maybe) if x not in sure)
        sizes = {s.size for s in sets}
        return Partly(sure, tuple(rest), sizes.pop() if len(sizes) == 1 else None, on)
    of: dict[Any, None] = {}
    for v in values:
        if isinstance(v, Unknown):
            if v.of is None:
                return Unknown(None, on)
            of.update(dict.fromkeys(v.of))
        else:
            of[v] = None
    return Unknown(tuple(of), on) if 1 < len(of) <= 4 * MOST else next(iter(of)) if len(of) == 1 else Unknown(None, on)
