"""Keeps what is known of the stretch of code being made, and the statements that every kind of instruction needs."""

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
    when it is about to run (`flow.wanted`). `heads`, `inner`: what is counted (see `bounds`). `shows`: this library
    shows cards, so players may know of hidden ones."""

    lib: Library
    p: Program
    graph: Graph
    shape: Shape
    seen: list[set[int]]
    heads: frozenset[int]
    inner: frozenset[tuple[int, int]]
    shows: bool

    def bind(self, at: Scope, slot: int, x: Expr, then: int) -> None:
        """Give a slot a value. The frame gets it too if its entry can be seen, from instruction `then` on, before it is
        overwritten."""
        at.put(Bind(slot, kept(x), slot in self.seen[then]))


class Loop(NamedTuple):
    """The loop around a place: a continue goes to `head`, a break to `out`. `outer`: the loop around this one."""

    head: int
    out: int | None
    outer: Loop | None


def heads(loop: Loop | None) -> list[int]:
    """Return the heads of all loops around."""
    found = []
    while loop is not None:
        found.append(loop.head)
        loop = loop.outer
    return found


TICK = Do("tick")
