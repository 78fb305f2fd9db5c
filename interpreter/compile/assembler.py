"""A flat program under construction: instructions with labels that are resolved at the end."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from ..kernel.program import Ask, E, I, Opt, Origin, Program
from .expressions import Scope


class Code:
    """Instructions of one program. A label is a negative number until `finish` turns it into a place in the code."""

    def __init__(
        self, name: str, scope: Scope, params: int, origin: Origin | None = None, clause: bool = False
    ) -> None:  # fmt: skip
        self.name = name
        self.scope = scope
        self.params = params
        self.origin = origin
        self.clause = clause
        self.at: Origin | None = origin
        self.code: list[I] = []
        self.places: dict[int, int] = {}
        self.marks: dict[str, int] = {}
        self.secret: list[tuple[int, int, E]] = []
        self._labels = 0

    def label(self) -> int:
        """A new label, to be placed once."""
        self._labels -= 1
        return self._labels

    def place(self, label: int) -> None:
        """The next instruction is what this label means."""
        self.places[label] = len(self.code)

    def emit(self, op: str, *args: Any) -> None:
        self.code.append(I(op, args, self.at))

    def slot_of(self, e: E, name: str = "", sort: str = "") -> E:
        """A slot holding this value: itself if it is one or a constant, else a new one."""
        if e.op in ("slot", "num"):
            return e
        slot = self.scope.slot(name, sort)
        self.emit("let", slot, e)
        return E("slot", (slot,))

    def unless(self, cond: E, label: int) -> None:
        """Jump when the condition does not hold."""
        if cond == E("num", (0,)):
            self.emit("jump", label)
        elif cond != E("num", (1,)):
            self.emit("unless", cond, label)

    def finish(self, number: int) -> Program:
        """The program, with every label resolved."""
        self.emit("ret")
        code = tuple(resolve(i, self._pc) for i in self.code)
        return Program(
            number, self.name, self.params, self.scope.count[0], code, tuple(self.scope.names), self.origin,
            self.clause, tuple(self.secret),
        )  # fmt: skip

    def _pc(self, label: int) -> int:
        return label if label >= 0 else self.places[label]


def resolve(i: I, pc: Callable[[int], int]) -> I:
    """An instruction with its jump targets resolved."""
    if i.op == "jump":
        return replace(i, args=(pc(i.args[0]),))
    if i.op == "unless":
        return replace(i, args=(i.args[0], pc(i.args[1])))
    if i.op == "next":
        return replace(i, args=(*i.args[:3], pc(i.args[3])))
    if i.op == "ask":
        ask: Ask = i.args[0]
        options = tuple(replace(o, goto=pc(o.goto)) for o in ask.options)
        return replace(i, args=(replace(ask, options=options, none=None if ask.none is None else pc(ask.none)),))
    return i


def option(goto: int, label: str, **given: Any) -> Opt:
    """One group of answers; see `Opt`."""
    return Opt(guard=given.pop("guard", None), goto=goto, label=label, **given)
