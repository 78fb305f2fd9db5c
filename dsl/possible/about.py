"""What is known of an answer: a range that it is sure to be in, and the things that it may stand for."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from .world import EVERYTHING, Unit

Range = tuple[float, float]


class About(NamedTuple):
    """What is known of an answer. `low` and `high`: a number, or how many there are in a set, or 0 and 1 for no and
    yes. `mask`: the cards and players that it may be. `places`: where these may lie (None: anywhere). `words`: the
    words that it may be (None: any)."""

    low: float = -math.inf
    high: float = math.inf
    mask: int = EVERYTHING
    places: frozenset[str] | None = None
    words: frozenset[str | None] | None = None

    @property
    def range(self) -> Range:
        """The range alone."""
        return self.low, self.high

    def none(self) -> bool:
        """Whether this is a set that is always empty, or nobody at all."""
        return self.high <= 0 or self.mask == 0 or self.words == frozenset() or self.places == frozenset()

    def one(self) -> About:
        """Returns what is known of one thing of this set."""
        return About(-math.inf, math.inf, self.mask, self.places, self.words)


ANY = About()
TRUTH = About(0, 1)
YES = About(1, 1)
NO = About(0, 0)


def joined(parts: Iterable[About]) -> About:
    """Returns what is known of an answer that is one of these."""
    parts = list(parts)
    if not parts:
        return ANY
    mask = 0
    for part in parts:
        mask |= part.mask
    places: frozenset[str] | None = frozenset()
    words: frozenset[str | None] | None = frozenset()
    for part in parts:
        places = None if places is None or part.places is None else places | part.places
        words = None if words is None or part.words is None else words | part.words
    return About(min(p.low for p in parts), max(p.high for p in parts), mask, places, words)


def met(one: About, other: About) -> About:
    """Returns what is known of an answer that is both of these at once."""
    places = other.places if one.places is None else one.places if other.places is None else one.places & other.places
    words = other.words if one.words is None else one.words if other.words is None else one.words & other.words
    return About(max(one.low, other.low), min(one.high, other.high), one.mask & other.mask, places, words)


def compared(op: str, left: Range, right: Range) -> Range:
    """Returns the range of the answer to a comparison of two numbers."""
    (least, most), (low, high) = left, right
    match op:
        case "==" | "!=":
            same = (0, 0) if most < low or least > high else (1, 1) if least == most == low == high else (0, 1)
            return same if op == "==" else (1 - same[1], 1 - same[0])
        case "<":
            return (1, 1) if most < low else (0, 0) if least >= high else (0, 1)
        case "<=":
            return (1, 1) if most <= low else (0, 0) if least > high else (0, 1)
        case ">":
            return (1, 1) if least > high else (0, 0) if most <= low else (0, 1)
        case _:
            return (1, 1) if least >= high else (0, 0) if most < low else (0, 1)


def bounded(op: str, range_: Range, by: Range) -> Range:
    """Returns what is left of the range of a whole number if it compares so with another."""
    low, high = range_
    match op:
        case "==":
            return max(low, by[0]), min(high, by[1])
        case "<":
            return low, min(high, by[1] - 1)
        case "<=":
            return low, min(high, by[1])
        case ">":
            return max(low, by[0] + 1), high
        case ">=":
            return max(low, by[0]), high
    return range_


def product(one: Range, other: Range) -> Range:
    """Returns the range of a product."""
    ends = [0.0 if 0 in (a, b) else a * b for a in one for b in other]
    return min(ends), max(ends)


@dataclass(frozen=True, slots=True)
class Known:
    """What is known where a phrase stands. `names`: of each local name. `facts`: of answers that have been asked for
    already and have not changed since, by their `key`. `may`, `must`: the phases that may run there, and
    those that surely do. `at`: the part of the game that is done there."""

    names: Mapping[str, About] = field(default_factory=dict)
    facts: Mapping[Hashable, About] = field(default_factory=dict)
    may: int = EVERYTHING
    must: int = 0
    at: Unit | None = None

    def naming(self, name: str, about: About) -> Known:
        """Returns the same with one name more."""
        return Known({**self.names, name: about}, self.facts, self.may, self.must, self.at)

    def noting(self, key: Hashable, about: About) -> Known:
        """Returns the same with one more answer known."""
        return Known(self.names, {**self.facts, key: about}, self.may, self.must, self.at)

    def later(self, places: frozenset[str] | None) -> Known:
        """Returns what is still known after something has changed, and cards may have been moved to these places
        (None: anywhere)."""
        names = {
            name: one if one.places is None else one._replace(places=None if places is None else one.places | places)
            for name, one in self.names.items()
        }
        return Known(names, {}, self.may, self.must, self.at)
