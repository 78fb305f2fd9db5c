"""Within what a statement is compiled: handed down, never changed in place."""

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
    """The deed the player has just chosen; its permission was checked when the choices were listed, so it is not
    checked again."""

    verb: str
    doer: E
    args: tuple[E, ...]


@dataclass(frozen=True)
class Within:
    """What surrounds a statement.

    `scope`: what names stand for. `abort`: the label where a block ends that cannot go on. `write`: how a block is
    written; statements hold blocks and blocks hold statements, so the writer is handed down to them. `rest`: the
    statements that follow in the same block.

    `lookahead`: the program that answers must let come to its end. `strict`: within what must be done wholly or not at
    all, the label where the code goes on when something of it is not done. `cost_left`: in the lead of a clause, how
    many statements of cost follow it.

    `undone`: within a deed whose program says at its end whether it was wholly done, the slot that notes that it was
    not. `away`: within a deed, the label where the code goes on when it comes to nothing, because a step of it can be
    met in no way. `taken`: in the program of a verb that is one choice, which branch was taken before it was begun (0:
    none). `offered`: up to the first deed, what was just chosen.
    """

    scope: Scope
    abort: int
    write: Write
    rest: Sequence[ir.Stmt] = ()
    lookahead: int | None = None
    strict: int | None = None
    cost_left: int = 0
    undone: E | None = None
    away: int | None = None
    taken: E | None = None
    offered: Offered | None = None

    def at(self, scope: Scope, abort: int) -> Within:
        """Return the same with another scope, and another place where what cannot go on ends."""
        return replace(self, scope=scope, abort=abort, rest=())

    def else_strict(self, abort: int) -> int:
        """Return where what cannot go on ends: at this label, unless all must be done."""
        return abort if self.strict is None else self.strict


Write = Callable[[Unit, Code, Sequence[ir.Stmt], Within], Scope]
"""Writes statements in order. Gives the scope with the names they introduced."""

Body = Callable[[Within], None]
"""Code of a deed, put among its windows."""


def not_done(code: Code, w: Within) -> None:
    """Note that something of the deed under way is not done."""
    if w.undone is not None:
        code.emit("let", w.undone.args[0], E("num", (1,)))


def give_up(code: Code, w: Within, lost: int) -> None:
    """Let what was to be done wholly, and cannot be, end at a label: a trial looks no further there."""
    code.place(lost)
    not_done(code, w)
    code.emit("hopeless")
