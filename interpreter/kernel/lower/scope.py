"""Where code is being made: what is known there, and the body that statements go to.

A `Scope` never changes; what lies further in is another scope with a body of its own, which becomes part of a statement
when it is complete. `value` and `cond` lower an expression in a scope: what it needs done beforehand is put there, and
what comes back says what it is. Which function lowers which operator stands in `operators`.
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
"""Lowers one operator: its scope, and then its arguments."""


class Target(NamedTuple):
    """What is the same in all of one function. `values`, `conditions`: what lowers each operator, as a value and where
    only its truth matters. `temporaries`: the numbers of names not used yet."""

    lib: Library
    facts: Facts
    values: Mapping[str, Lowering]
    conditions: Mapping[str, Lowering]
    temporaries: Iterator[int]


class Scope(NamedTuple):
    """A place in the code. `kinds`: the type of each slot; `names`: what slots hold, as far as it is known; the others
    are slots of the program's frame (`frame`), or hold nobody. `inlining`: the functions being copied; `known`:
    conditions that hold here; `cells`: cells whose value is known; `depth`: how far in this is."""

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
        """The library."""
        return self.target.lib

    @property
    def facts(self) -> Facts:
        """The types of its slots."""
        return self.target.facts

    def put(self, statement: Stmt) -> None:
        """One more statement."""
        self.out.append(statement)

    def temp(self, kind: int, many: bool = False) -> Local:
        """A name that is not used yet."""
        return Local(f"t{next(self.target.temporaries)}", kind, many)

    def named(self, x: Expr) -> Expr:
        """The same value as a name or a number, so that it can be looked at twice."""
        if isinstance(x, Local | Num | Truth):
            return x
        name = self.temp(x.kind, isinstance(x, Op) and x.many)
        self.out.append(Let(name, x))
        return name

    # ---- other scopes

    def inner(self, deeper: int = 1) -> Scope:
        """A scope further in, with a body of its own."""
        target, kinds, names, _, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, names, [], depth + deeper, frame, inlining, known, cells)

    def bound(self, slot: int, x: Expr) -> Scope:
        """The same place, where a slot is known to hold this."""
        target, kinds, names, out, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, {**names, slot: x}, out, depth, frame, inlining, known, cells)

    def knowing(self, condition: Expr) -> Scope:
        """The same place, where a condition is known to hold."""
        target, kinds, names, out, depth, frame, inlining, known, cells = self
        return Scope(target, kinds, names, out, depth, frame, inlining, (*known, condition), cells)

    def copying(self, function: int, args: Mapping[int, Expr]) -> Scope:
        """Within a function copied to this place: its slots are others, and hold nobody unless they are named."""
        kinds = self.facts.function[function]
        inlining = (*self.inlining, function)
        return Scope(self.target, kinds, args, self.out, self.depth, False, inlining, self.known, self.cells)

    @contextmanager
    def when(self, test: Expr) -> Iterator[Scope]:
        """What is put into the scope within is done if a test holds."""
        inside = self.inner()
        yield inside
        self.out.append(If(test, tuple(inside.out)))

    # ---- what stands for what

    def slot(self, i: int) -> Expr:
        """What a slot holds."""
        known = self.names.get(i)
        if known is not None:
            return known
        return Local(f"a{i}", self.kinds[i]) if self.frame else NOBODY

    @property
    def players(self) -> Op:
        """How many play."""
        return Op("cell", (Num(self.target.lib.players_cell),), NATURAL)


def value(at: Scope, e: E) -> Expr:
    """An expression as a value."""
    return at.target.values[e.op](at, *e.args)


def cond(at: Scope, e: E) -> Expr:
    """An expression of which only the truth matters."""
    lowering = at.target.conditions.get(e.op)
    x = at.target.values[e.op](at, *e.args) if lowering is None else lowering(at, *e.args)
    return (TRUE if x.value else FALSE) if isinstance(x, Num) else x


def stored(at: Scope, e: E) -> Expr:
    """An expression as a value that goes into the state: a finished set, and a number for a truth."""
    return kept(value(at, e))


def as_set(at: Scope, x: Expr) -> Expr:
    """A thing taken as a set."""
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
    """An expression taken as a set."""
    return as_set(at, value(at, e))
