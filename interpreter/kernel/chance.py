"""Decides by the random generator inside a state. Both executors use exactly these functions, so a seed is a game.

"At random" is defined over ascending order, so the order in which things happen to lie makes no difference.
"""

from __future__ import annotations

from collections.abc import Iterable

from .state import advance, below


def shuffled(rng: int, things: Iterable[int]) -> tuple[int, tuple[int, ...]]:
    """Return the generator's next state, and the things in a random order (Fisher and Yates, from the last place down
    to the second; one step of the generator each)."""
    order = sorted(things)
    for i in range(len(order) - 1, 0, -1):
        rng = advance(rng)
        j = below(rng, i + 1)
        order[i], order[j] = order[j], order[i]
    return rng, tuple(order)


def drawn(rng: int, things: Iterable[int], count: int) -> tuple[int, tuple[int, ...]]:
    """Return the generator's next state, and `count` of the things (all, if there are fewer) in the order in which they
    were drawn; one step of the generator each."""
    pool = sorted(things)
    got = []
    for _ in range(min(count, len(pool))):
        rng = advance(rng)
        got.append(pool.pop(below(rng, len(pool))))
    return rng, tuple(got)
