"""The Python function being printed: its lines, its temporary names, and how each slot is written down."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..analysis.facts import INTEGER, NEGATIVE, SET, SETS, TRUTH, Facts, as_sets
from ..program import E, Library
from .code import FALSE, LIKE_TRUTH, TRUE, Code, kept, negated

NAMES = {
    "==": "_eq", "!=": "_ne", "<": "_lt", "<=": "_le", ">": "_gt", ">=": "_ge", "+": "_plus", "-": "_minus",
    "*": "_times",
}  # fmt: skip
"""The methods that print operators whose names are no names in Python."""


class Printer(ABC):
    """Prints the body of one Python function. Operators are methods, found by name: `_left` prints `left`."""

    def __init__(self, lib: Library, facts: Facts, kinds: list[int]) -> None:
        self.lib = lib
        self.facts = facts
        self.kinds = kinds
        self.out: list[str] = []
        self.depth = 1
        self.names: dict[int, Code] = {}
        self.temporaries = 0
        self.inlining: tuple[int, ...] = ()
        self.known: list[str] = []

    def line(self, text: str) -> None:
        self.out.append("    " * self.depth + text)

    def temp(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        before = len(self.out)
        self.depth += 1
        yield
        if len(self.out) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self, into: list[str]) -> Iterator[None]:
        """Collect the statements printed meanwhile in another list."""
        kept, self.out = self.out, into
        yield
        self.out = kept

    def named(self, code: Code) -> Code:
        """The same value under a name or as a number, so that it can be printed twice."""
        if code.simple:
            return code
        name = self.temp()
        self.line(f"{name} = {code.text}")
        return Code(name, code.kind, code.many)

    @contextmanager
    def bound(self, slot: int, code: Code) -> Iterator[None]:
        before = self.names.get(slot)
        self.names[slot] = code
        yield
        if before is None:
            del self.names[slot]
        else:
            self.names[slot] = before

    def players(self) -> str:
        return f"m[{self.lib.players_cell}]"

    def slot(self, i: int) -> Code:
        known = self.names.get(i)
        if known is not None:
            return known
        return Code("-1", NEGATIVE) if self.inlining else Code(f"a{i}", self.kinds[i])

    def value(self, e: E) -> Code:
        """An expression as a value."""
        method: Callable[..., Code] = getattr(self, NAMES.get(e.op, "_" + e.op))
        return method(*e.args)

    def kept(self, e: E) -> str:
        """An expression as a value that goes into the state: a tuple, and an integer for a truth."""
        return kept(self.value(e))

    def cond(self, e: E) -> Code:
        """An expression of which only the truth matters."""
        code = self._cond(e)
        number = code.number
        return code if number is None else (TRUE if number else FALSE)

    def _cond(self, e: E) -> Code:
        if e.op == "some":
            return self.search(e.args[0])
        if e.op in ("==", "!=", "<", "<=", ">", ">="):
            a, b = e.args
            if b.op == "num" and a.op == "size":
                if (e.op, b.args[0]) in ((">", 0), (">=", 1), ("!=", 0)):
                    return self.search(a.args[0])
                if (e.op, b.args[0]) in (("==", 0), ("<", 1), ("<=", 0)):
                    return negated(self.search(a.args[0]))
        if e.op == "not":
            return negated(self.cond(e.args[0]))
        if e.op == "has":
            return Code(self.value(E("mark", e.args)).text, LIKE_TRUTH)
        if e.op in ("and", "or"):
            return self.chain(e.op, e.args)
        if e.op == "call":
            return self.call(e.args[0], [self.value(a) for a in e.args[1:]])
        return self.value(e)

    def as_set(self, code: Code) -> Code:
        """A thing taken as a set."""
        if not code.kind & (INTEGER | TRUTH):
            return code
        if code.kind & SETS:
            return Code(f"as_set({code.text})", as_sets(code.kind))
        if not code.kind & NEGATIVE:
            return Code(f"({code.text},)", SET)
        one = self.named(code)
        return Code(f"(({one.text},) if {one.text} >= 0 else ())", SET)

    def members(self, e: E) -> Code:
        """An expression taken as a set."""
        return self.as_set(self.value(e))

    # ---- what other modules of this package add

    @abstractmethod
    def search(self, over: E) -> Code:
        """Whether a set has a member."""

    @abstractmethod
    def chain(self, word: str, operands: tuple[E, ...]) -> Code:
        """`and`, `or`."""

    @abstractmethod
    def call(self, fid: int, args: list[Code]) -> Code:
        """A named function; of a truth or a permission perhaps only what Python takes for it."""

    @abstractmethod
    def member(self, one: Code, over: E) -> Code:
        """Whether one thing is in a set."""

    @abstractmethod
    def cost(self, e: E) -> int:
        """A rough price, for the order of tests."""
