"""Makes statements into programs of their own, so that they can be tried."""

from __future__ import annotations

from collections.abc import Sequence

from moot.dsl import ir

from ..kernel.program import E
from .assembler import Code
from .keys import VerbProgram
from .scope import Scope
from .terms import num
from .unit import Unit
from .walk import walk


def _part(u: Unit, block: Sequence[ir.Stmt], s: Scope) -> tuple[int, tuple[E, ...]]:
    """Make statements a program of their own. Return its number, and its arguments here."""
    read = {n.name for n in walk(tuple(block)) if isinstance(n, ir.Var)} | {"this", "you"}
    names = tuple(n for n in s.vars if n in read)
    return u.program(u.numbers.part(block, names, s)), tuple(s.vars[n] for n in names)


def part_need(u: Unit, block: Sequence[ir.Stmt], s: Scope) -> E:
    """Ask whether statements can all be done; they are tried."""
    program, told = _part(u, block, s)
    return E("trial", (program, *told))


def call_part(u: Unit, code: Code, block: Sequence[ir.Stmt], s: Scope) -> None:
    """Begin statements as a program of their own."""
    program, told = _part(u, block, s)
    code.emit("call", program, *told)


def tried_deed(u: Unit, verb: ir.Verb, doer: E, args: tuple[E, ...]) -> E:
    """Ask whether a deed can be done to its end; it is tried."""
    taken = () if menu(verb) is None else (num(0),)
    return E("trial", (u.program(VerbProgram(verb.key)), doer, *args, *taken))


def menu(verb: ir.Verb) -> ir.Either | None:
    """Return the choice of which a verb consists, if it consists of nothing else; otherwise None. Where such a verb is
    one branch of a choice of the same player, its own branches are offered there at once, and its program is told which
    one was taken."""
    if len(verb.steps) != 1 or len(verb.steps[0].body) != 1:
        return None
    (only,) = verb.steps[0].body
    if not isinstance(only, ir.Either) or only.otherwise is not None or only.secret:
        return None
    if not isinstance(only.doer, ir.Var) or only.doer.name != "you" or any(b.choose for b in only.branches):
        return None
    return only
