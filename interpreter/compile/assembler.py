"""Assembles a flat program: instructions with labels that are resolved at the end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from ..kernel.program import Ask, Deed, E, I, Opt, Origin, Program
from .scope import Scope
from .terms import num, slot


class Code:
    """The instructions of one program. A label is a negative number until `finish` turns it into a place in the code.
    `scope`: the scope of the whole program, which holds its arguments."""

    def __init__(
        self, name: str, scope: Scope, params: int, origin: Origin | None = None, clause: bool = False
    ) -> None:  # fmt: skip
        self.name = name
        self.scope = scope
        self.params = params
        self.origin = origin
        self.clause = clause
        self._at: Origin | None = origin
        self._within: tuple[Deed, ...] = ()
        self._code: list[I] = []
        self._places: dict[int, int] = {}
        self._secret: list[tuple[int, int, E]] = []
        self._labels = 0

    # ---- where the words are

    @property
    def at(self) -> Origin | None:
        """Return where the author wrote what is being compiled."""
        return self._at

    def say(self, at: Origin | None) -> None:
        """Note where the author wrote what follows."""
        self._at = at

    @contextmanager
    def saying(self, at: Origin | None) -> Iterator[None]:
        """Note where the author wrote what is compiled inside the `with` block."""
        before, self._at = self._at, at
        yield
        self._at = before

    @contextmanager
    def doing(self, verb: str, doer: E, args: tuple[E, ...]) -> Iterator[None]:
        """Note that what is compiled inside the `with` block is the deed of a verb, written out."""
        before, self._within = self._within, (Deed(verb, doer, args, self._at), *self._within)
        yield
        self._within = before

    # ---- places

    @property
    def here(self) -> int:
        """Return the place of the next instruction."""
        return len(self._code)

    def label(self) -> int:
        """Make a new label, to be placed once."""
        self._labels -= 1
        return self._labels

    def place(self, label: int) -> None:
        """Let a label mean the next instruction."""
        self._places[label] = self.here

    def keep_secret(self, start: int, owner: E) -> None:
        """Note that the code from `start` up to here is a secret of one player. `owner`: that player."""
        if self.here > start:
            self._secret.append((start, self.here, owner))

    # ---- instructions

    def emit(self, op: str, *args: Any) -> None:
        """Append an instruction."""
        self._code.append(I(op, args, self._at, self._within))

    def slot_of(self, e: E, name: str = "", sort: str = "") -> E:
        """Return an expression that holds a value: the value itself if it is a slot or a constant, else a new slot."""
        return e if e.op in ("slot", "num") else self.new_slot(e, name, sort)

    def new_slot(self, e: E, name: str = "", sort: str = "") -> E:
        """Put a value into a new slot, and return that slot."""
        n = self.scope.slot(name, sort)
        self.emit("let", n, e)
        return slot(n)

    def unless(self, cond: E, label: int) -> None:
        """Jump to a label if a condition does not hold."""
        if cond == E("num", (0,)):
            self.emit("jump", label)
        elif cond != E("num", (1,)):
            self.emit("unless", cond, label)

    def go_to(self, which: E, labels: Sequence[int]) -> None:
        """Jump to the label with this number (from 1), if there is one."""
        for i, label in enumerate(labels, 1):
            skip = self.label()
            self.unless(E("==", (which, num(i))), skip)
            self.emit("jump", label)
            self.place(skip)

    def loop(self, of: E, var: str, sort: str, s: Scope, body: Callable[[Scope, int], None]) -> None:
        """Write a loop over several things. `body` gets the scope with the current thing, and the label where the next
        one is taken."""
        each, index = self.scope.slot(), self.scope.slot()
        inner, n = s.bind(var, sort)
        again, end = self.label(), self.label()
        self.emit("let", each, of)
        self.emit("let", index, num(0))
        self.place(again)
        self.emit("next", each, index, n, end)
        body(inner, again)
        self.emit("jump", again)
        self.place(end)

    def finish(self, number: int) -> Program:
        """Close the program: resolve all its labels."""
        self.emit("ret")
        code = tuple(_resolved(i, self._pc) for i in self._code)
        return Program(
            number, self.name, self.params, self.scope.slots.count, code, tuple(self.scope.slots.names), self.origin,
            self.clause, tuple(self._secret),
        )  # fmt: skip

    def _pc(self, label: int) -> int:
        return label if label >= 0 else self._places[label]


def _resolved(i: I, pc: Callable[[int], int]) -> I:
    """Resolve the jump targets of an instruction."""
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
    """Make one group of answers; see `Opt`."""
    return Opt(guard=given.pop("guard", None), goto=goto, label=label, **given)
