"""Remembers within one process what was worked out last, so that the same is not worked out again."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Recent(Generic[K, V]):
    """The values that were asked for last, by their keys. `most`: how large they may be together; those that were asked
    for longest ago are forgotten first."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.size = 0
        self._kept: OrderedDict[K, tuple[V, int]] = OrderedDict()

    def get(self, key: K, make: Callable[[], V], size: int = 1, good: Callable[[V], bool] | None = None) -> V:
        """Returns the value of a key. If it is not remembered, `make` makes it, and it counts as so large. What is not
        `good` is made anew each time."""
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found[0]
        made = make()
        if size <= self.most and (good is None or good(made)):
            self._kept[key] = made, size
            self.size += size
            while self.size > self.most:
                self.size -= self._kept.popitem(last=False)[1][1]
        return made

    def clear(self) -> None:
        """Forgets everything."""
        self._kept.clear()
        self.size = 0

    def __contains__(self, key: object) -> bool:
        return key in self._kept

    def __len__(self) -> int:
        return len(self._kept)
