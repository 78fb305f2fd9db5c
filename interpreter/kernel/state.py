"""Defines a moment of a game as plain data, and the few operations that work on it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

Cards = tuple[int, ...]
Rules = tuple[tuple[int, int, tuple[object, ...]], ...]


class Question(NamedTuple):
    """A pending decision. `answers`: codes, each option group * GROUP + value + 1 (value -1 for a group without a
    variable). They are in the order of the options, candidates in the order of their set."""

    player: int
    program: int
    pc: int
    answers: tuple[int, ...]


GROUP = 4096


def code(group: int, value: int = -1) -> int:
    """Return the code of an answer."""
    return group * GROUP + value + 1


class State:
    """A moment of a game: zones, cells, frames of what is half done, the pending question, the random generator.

    z: zone id -> cards, top first.  w: card -> zone id, or -1 (not in this game).  m: cells (marks, counters, history,
    the phases under way).  frames: innermost last; each is [program, pc, slot 0, slot 1, …].  ask: the pending question
    or None.  lasting: (rule, until, captured values).  over: the winners, once the game has ended.  rng: the random
    generator, a 64-bit integer.  known: card -> mask of the players who know where it lies although it lies hidden from
    them (see `known.py`); never changed, but replaced.  work: ticks since the last answer (see `bounds`); equal states
    may differ in it.

    Everything is an integer, a string-free tuple or a list of them: a copy is a copy of three lists.
    """

    __slots__ = ("z", "w", "m", "frames", "ask", "lasting", "over", "rng", "known", "work")

    def __init__(
        self,
        z: list[Cards],
        w: list[int],
        m: list[int],
        frames: list[list[object]],
        ask: Question | None,
        lasting: Rules,
        over: tuple[int, ...] | None,
        rng: int,
        known: Mapping[int, int],
    ) -> None:
        self.z = z
        self.w = w
        self.m = m
        self.frames = frames
        self.ask = ask
        self.lasting = lasting
        self.over = over
        self.rng = rng
        self.known = known
        self.work = 0

    def clone(self) -> State:
        """Return an independent copy; tuples are shared."""
        return State(
            self.z[:], self.w[:], self.m[:], list(map(list.copy, self.frames)),
            self.ask, self.lasting, self.over, self.rng, self.known,
        )  # fmt: skip

    def key(self) -> tuple[object, ...]:
        """Return everything as one comparable value: two states with equal keys go on alike."""
        return (
            tuple(self.z), tuple(self.w), tuple(self.m), tuple(tuple(f) for f in self.frames),
            self.ask, self.lasting, self.over, self.rng, tuple(sorted(self.known.items())),
        )  # fmt: skip


def shelf(s: State, start: int, end: int, until: int) -> tuple[int, ...]:
    """Return how many lasting rules have this `until`, and then what the cells from `start` to `end` hold."""
    return (sum(rule[1] == until for rule in s.lasting), *s.m[start:end])


def older(rules: Rules, until: int, had: int) -> Rules:
    """Return the lasting rules without those with this `until` that have begun since there were `had` of them."""
    found = []
    for rule in rules:
        had -= rule[1] == until
        if rule[1] != until or had >= 0:
            found.append(rule)
    return tuple(found)


def expired(rules: Rules, until: int, things: Cards | None, then: int) -> Rules:
    """Return the lasting rules after those with this `until` have ended whose first value is one of the things (None:
    all of them). With another `then` than -2, they last until that."""
    found = []
    for rule in rules:
        if rule[1] != until or (things is not None and rule[2][0] not in things):
            found.append(rule)
        elif then != -2:
            found.append((rule[0], then, rule[2]))
    return tuple(found)


MASK = (1 << 64) - 1
MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407


def advance(rng: int) -> int:
    """Return the next state of the random generator."""
    return (rng * MULTIPLIER + INCREMENT) & MASK


def below(rng: int, n: int) -> int:
    """Return a number 0 ≤ r < n made from a generator state."""
    return ((rng >> 33) * n) >> 31


def seeded(seed: int) -> int:
    """Return the generator state for a seed."""
    return advance(advance((seed * 0x9E3779B97F4A7C15 + 0x1234567) & MASK))
