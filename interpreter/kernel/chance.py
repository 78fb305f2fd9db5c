"""Chance: how the generator inside a state decides. Both executors use exactly these, so that a seed is a game.

"At random" is defined over ascending order, never over how things happen to lie.
"""

from __future__ import annotations

from collections.abc import Iterable

from .state import advance, below


def shuffled(rng: int, things: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """The things in a random order (Fisher and Yates, from the last place down to the second; one step each)."""
    order = sorted(things)
    for i in range(len(order) - 1, 0, -1):
        rng = advance(rng)
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]
    return rng, tuple(order)


def drawn(rng: int, things: Iterable[int], count: int) -> tuple[int, tuple[int, ...]]:
    """`count` of the things (all, if there are fewer), in the order in which they were drawn; one step each."""
    pool = sorted(things)
    got = []
    for _ in range(min(count, len(pool))):
        rng = advance(rng)
        got.append(pool.pop(below(rng, len(pool))))
    return rng, tuple(got)
