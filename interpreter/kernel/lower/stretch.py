"""What is known of the stretch of code being made, and the statements that every kind of instruction needs."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from ..analysis.flow import Graph, Shape
from ..program import Library, Program
from .pieces import kept
from .scope import Scope
from .tree import Bind, Do, Expr


@dataclass(frozen=True, slots=True)
class Plan:
    """The code from one place on. `seen`: for each instruction, the slots whose entry in the frame can still be seen
    when it is about to be carried out (`flow.wanted`); `heads`, `inner`: what is counted (`bounds`); `shows`: cards are
    shown in this library, so that players may know of hidden ones."""

    lib: Library
    p: Program
    graph: Graph
    shape: Shape
    seen: list[set[int]]
    heads: frozenset[int]
    inner: frozenset[tuple[int, int]]
    shows: bool

    def bind(self, at: Scope, slot: int, x: Expr, then: int) -> None:
        """Give a slot a value; the frame too, if anybody can see it there before it is overwritten."""
        at.put(Bind(slot, kept(x), slot in self.seen[then]))


class Loop(NamedTuple):
    """The loop around: a continue comes to `head`, a break to `out`; `outer` is the loop around that."""

    head: int
    out: int | None
    outer: Loop | None


def heads(loop: Loop | None) -> list[int]:
    """The heads of all loops around."""
    found = []
    while loop is not None:
        found.append(loop.head)
        loop = loop.outer
    return found


TICK = Do("tick")
