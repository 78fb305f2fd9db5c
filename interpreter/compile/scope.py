"""Keeps what names stand for while something is compiled, and in which slots."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from ..kernel.program import E

Spent = Mapping[tuple[int, E], E]
"""The amounts that costs have already taken: (cells of a counter, bearer) -> amount."""


class Slots:
    """The slots of one program or function under construction. Each has a name and a sort, for people."""

    def __init__(self) -> None:
        self.names: list[tuple[str, str]] = []

    def take(self, name: str = "", sort: str = "") -> int:
        """Number a new slot."""
        self.names.append((name, sort))
        return len(self.names) - 1

    @property
    def count(self) -> int:
        """Return how many slots there are so far."""
        return len(self.names)


@dataclass(frozen=True)
class Scope:
    """What variables stand for here, and what is known of them.

    `slots`: where new slots are taken. `hidden`: names of things that not everybody knows. `private`: names of things
    that were picked secretly, and the player who picked each. `unsized`: names of sets whose size not everybody knows.
    `anywhere`: names of cards that were named wherever they lie. `picked`: names of several things that were picked one
    after another. `words`: the words that describe what names stand for. `card`: the card whose words are being
    compiled ('': words of the game). `spent`: what counts as already taken; each amount read here is reduced by it.
    """

    slots: Slots = field(default_factory=Slots)
    vars: Mapping[str, E] = field(default_factory=dict)
    hidden: frozenset[str] = frozenset()
    private: Mapping[str, E] = field(default_factory=dict)
    unsized: frozenset[str] = frozenset()
    anywhere: frozenset[str] = frozenset()
    picked: frozenset[str] = frozenset()
    words: Mapping[str, str] = field(default_factory=dict)
    card: str = ""
    spent: Spent = field(default_factory=dict)

    def slot(self, name: str = "", sort: str = "") -> int:
        """Number a new slot for which no variable stands."""
        return self.slots.take(name, sort)

    def bind(self, name: str, sort: str = "") -> tuple[Scope, int]:
        """Give a variable a new slot. Return the scope with it, and the slot."""
        n = self.slots.take(name, sort)
        return replace(self, vars={**self.vars, name: E("slot", (n,))}), n

    def given(self, given: Mapping[str, E]) -> Scope:
        """Return the scope with further variables."""
        return replace(self, vars={**self.vars, **given})

    def fresh(self, given: Mapping[str, E]) -> Scope:
        """Return a scope with the same slots but only these variables."""
        return Scope(self.slots, given, card=self.card, spent=self.spent)
