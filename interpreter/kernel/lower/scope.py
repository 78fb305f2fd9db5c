"""Keeps track of the place where code is being made: what is known there, and the body that gets the statements.

A `Scope` never changes. A deeper place is another scope with a body of its own, which becomes part of a statement once
it is complete. `value` and `cond` lower an expression in a scope: they put there what must be done beforehand, and
return the expression for the result. `lowerings` says which function lowers which operator.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from ..analysis.facts import INTEGER, NATURAL, NEGATIVE, SET, SETS, TRUTH, Facts, as_sets
from ..program import E, Library
from .pieces import FALSE, NOBODY, NONE, TRUE, choose, kept, somebody
from .tree import Expr, If, Let, Local, Num, Op, Stmt, Truth

Lowering = Callable[..., Expr]
"""A function that lowers one operator, given the scope and then the operator's arguments."""


class Target(NamedTuple):
    """What is the same throughout one function. `values`, `conditions`: what lowers each operator, as a value and where
    only its truth matters. `temporaries`: the numbers of unused names."""

    lib: Library
    facts: Facts
    values: Mapping[str, Lowering]
    conditions: Mapping[str, Lowering]
    temporaries: Iterator[int]


class Scope(NamedTuple):
    """A place in the code. `kinds`: the type of each slot. `names`: what slots hold, where it is known; the others are
    slots of the program's frame (if `frame`), or hold nobody. `inlining`: the functions being copied. `known`:
    conditions that hold here. `cells`: cells whose value is known. `depth`: how deep this place is nested."""

    target: Target
    kinds: list[int]
    names: Mapping[int, Expr]
    out: list[Stmt]
    depth: int
    frame: bool
    inlining: tuple[int, ...] = ()
    known: tuple[Expr, ...] = ()
    cells: Mapping[int, int] = {}

    @property
    def lib(self) -> Library:
        """Return the library."""
        return self.target.lib

    @property
    def facts(self) -> Facts:
        """Return the types of the library's slots."""
        return self.target.facts

    def put(self, statement: Stmt) -> None:
        """Add a statement."""
        self.out.append(statement)

    def temp(self, kind: int, many: bool = False) -> Local:
        """Return an unused name for a value of this type. `many`: for a set under construction."""
        return Local(f"t{next(self.target.temporaries)}", kind, many)

    def named(self, x: Expr) -> Expr:
        """Return the same value as a name or a number, so that it can be used twice."""
        if isinstance(x, Local | Num | Truth):
            return x
        name = self.temp(x.kind, isinstance(x, Op) and x.many)
        self.out.append(Let(name, x))
        return name

    # ---- other scopes

    def inner(self, deeper: int = 1) -> Scope:
        """Return a deeper scope with a body of its own."""
        target, kinds, names, _, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, names, [], depth + deeper, frame, inlining, known, cells)

    def bound(self, slot: int, x: Expr) -> Scope:
        """Return the same place, where a slot is known to hold `x`."""
        target, kinds, names, out, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, {**names, slot: x}, out, depth, frame, inlining, known, cells)

    def knowing(self, condition: Expr) -> Scope:
        """Return the same place, where a condition is known to hold."""
        target, kinds, names, out, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, names, out, depth, frame, inlining, (*known, condition), cells)

    def copying(self, function: int, args: Mapping[int, Expr]) -> Scope:
        """Return the scope inside a function that is copied to this place: it has slots of its own, which hold `args`
        or nobody."""
        kinds = self.facts.function[function]
        inlining = (*self.inlining, function)
        return Scope(self.target, kinds, args, self.out, self.depth, False, inlining, self.known, self.cells)

    @contextmanager
    def when(self, test: Expr) -> Iterator[Scope]:
        """Open the scope of what is done if a test holds."""
        inside = self.inner()
        yield inside
        self.out.append(If(test, tuple(inside.out)))

    # ---- what stands for what

    def slot(self, i: int) -> Expr:
        """Return what a slot holds."""
        known = self.names.get(i)
        if known is not None:
            return known
        return Local(f"a{i}", self.kinds[i]) if self.frame else NOBODY

    @property
    def players(self) -> Op:
        """Return how many players there are."""
        return Op("cell", (Num(self.target.lib.players_cell),), NATURAL)


def value(at: Scope, e: E) -> Expr:
    """Lower an expression as a value."""
    return at.target.values[e.op](at, *e.args)


def cond(at: Scope, e: E) -> Expr:
    """Lower an expression of which only the truth matters."""
    lowering = at.target.conditions.get(e.op)
    x = at.target.values[e.op](at, *e.args) if lowering is None else lowering(at, *e.args)
    return (TRUE if x.value else FALSE) if isinstance(x, Num) else x


def stored(at: Scope, e: E) -> Expr:
    """Lower an expression as a value that goes into the state: a finished set, or a number for a truth."""
    return kept(value(at, e))


def as_set(at: Scope, x: Expr) -> Expr:
    """Return a value taken as a set."""
    kind = x.kind
    if not kind & (INTEGER | TRUTH):
        return x
    if kind & SETS:
        return Op("as_set", (x,), as_sets(kind))
    if not kind & NEGATIVE:
        return Op("one", (x,), SET)
    one = at.named(x)
    return choose(somebody(one), Op("one", (one,), SET), NONE)


def members(at: Scope, e: E) -> Expr:
    """Lower an expression taken as a set."""
    return as_set(at, value(at, e))
