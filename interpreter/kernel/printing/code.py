"""Pieces of Python text, and what is known of the value each stands for."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.facts import NATURAL, TRUTH
from ..program import E


class Code:
    """Python text of an expression; `simple` when it may be printed twice (a name or a number); `kind` as in `facts`;
    `many` when it is a list where the machine has a tuple."""

    __slots__ = ("kind", "many", "text")

    def __init__(self, text: str, kind: int, many: bool = False) -> None:
        self.text = text
        self.kind = kind
        self.many = many

    @property
    def simple(self) -> bool:
        return self.text.isidentifier() or self.number is not None

    @property
    def number(self) -> int | None:
        text = self.text
        return int(text) if text.isdigit() or (text[:1] == "-" and text[1:].isdigit()) else None


LIKE_TRUTH = TRUTH | NATURAL
"""The kind of a condition that Python takes for true or false, but that may be a number."""
TRUE = Code("True", TRUTH)
FALSE = Code("False", TRUTH)


def truth(code: Code) -> Code:
    """A condition as a truth that may be stored."""
    return code if code.kind == TRUTH else Code(f"bool({code.text})", TRUTH)


def either(a: Code, b: Code) -> int:
    """The kind of two conditions joined."""
    return TRUTH if a.kind == b.kind == TRUTH else LIKE_TRUTH


def negated(code: Code) -> Code:
    """The opposite of a condition."""
    if code.text in ("True", "False"):
        return FALSE if code.text == "True" else TRUE
    if code.text.startswith("(not ") and bare(code.text) != code.text:
        return Code(code.text[5:-1], LIKE_TRUTH)
    return Code(f"(not {code.text})", TRUTH)


def kept(code: Code) -> str:
    """Text of a value as the state keeps it."""
    if code.many:
        return f"tuple({code.text})"
    if code.kind == TRUTH:
        return {"True": "1", "False": "0"}.get(code.text, f"(1 if {code.text} else 0)")
    return code.text


def plus(base: int, text: str) -> str:
    """base + text, with the sum of numbers done."""
    if text.isdigit():
        return str(base + int(text))
    return f"{base} + {text}" if base else text


def bare(text: str) -> str:
    """Without the outermost brackets, where none are needed."""
    if not text.startswith("(") or not text.endswith(")") or text == "()":
        return text
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch in "([") - (ch in ")]")
        if depth == 0 and i < len(text) - 1:
            return text
        if depth == 1 and ch == ",":
            return text
    return text[1:-1]


def flat(word: str, operands: tuple[E, ...]) -> Iterator[E]:
    """Operands of a chain, those of chains of the same word within it included."""
    for e in operands:
        if e.op == word:
            yield from flat(word, e.args)
        else:
            yield e


def bare_e(e: E) -> E:
    """An expression without what is said of where it comes from (on the outside)."""
    return E(e.op, tuple(E(a.op, a.args) if isinstance(a, E) else a for a in e.args))
