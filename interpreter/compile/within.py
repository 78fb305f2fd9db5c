"""Keeps what surrounds a statement while it is compiled. It is handed down, and never changed in place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir

from ..kernel.program import E
from .assembler import Code
from .scope import Scope
from .unit import Unit


@dataclass(frozen=True)
class Offered:
    """The deed that the player has just chosen. Its permission was checked when the choices were listed, so it is not
    checked again."""

    verb: str
    doer: E
    args: tuple[E, ...]


@dataclass(frozen=True)
class Within:
    """What surrounds a statement.

    `scope`: what names stand for. `abort`: the label where a block ends that cannot go on. `write`: the function that
    writes a block; statements contain blocks and blocks contain statements, so it is handed down to them. `rest`: the
    statements that follow in the same block.

    `lookahead`: the program that must be able to reach its end after an answer. `strict`: inside what must be done
    wholly or not at all, the label where the code goes on when part of it is not done. `due`: in the lead of a clause,
    what must be possible after it. `bound`: in what a clause is tried for, the player of whom a refused deed ends the
    trial.

    `undone`: in a deed whose program says at its end whether it was wholly done, the slot that notes that it was not.
    `away`: in a deed, the label where the code goes on when the deed fails because a step of it can be met in no way.
    `taken`: in the program of a verb that is one choice, which branch was taken before the program began (0: none).
    `offered`: up to the first deed, what was just chosen.
    """

    scope: Scope
    abort: int
    write: Write
    rest: Sequence[ir.Stmt] = ()
    lookahead: int | None = None
    strict: int | None = None
    due: Sequence[ir.Stmt] = ()
    bound: ir.Expr | None = None
    undone: E | None = None
    away: int | None = None
    taken: E | None = None
    offered: Offered | None = None

    def at(self, scope: Scope, abort: int) -> Within:
        """Return the same with another scope, and another label where what cannot go on ends."""
        return replace(self, scope=scope, abort=abort, rest=())

    def else_strict(self, abort: int) -> int:
        """Return the label where what cannot go on ends: `abort`, unless all must be done wholly."""
        return abort if self.strict is None else self.strict


Write = Callable[[Unit, Code, Sequence[ir.Stmt], Within], Scope]
"""A function that writes statements in order, and returns the scope with the names they introduced."""

Body = Callable[[Within], None]
"""A function that writes the deed itself, between its windows."""


def not_done(code: Code, w: Within) -> None:
    """Note that part of the current deed is not done."""
    if w.undone is not None:
        code.emit("let", w.undone.args[0], E("num", (1,)))


def give_up(code: Code, w: Within, lost: int) -> None:
    """End at a label what had to be done wholly and cannot be. A trial looks no further there."""
    code.place(lost)
    not_done(code, w)
    code.emit("hopeless")
