"""Compares phrases, and takes them apart."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any

from .. import ir
from ..renaming import parts_of
from ..source import Span


def key(e: ir.Expr) -> Hashable:
    """Returns what stands for a question: the same for the same words, wherever they stand."""
    return _key(e)


def _key(value: Any) -> Hashable:
    if isinstance(value, tuple):
        return tuple([_key(part) for part in value])
    if isinstance(value, ir.Expr):
        said = [_key(getattr(value, name)) for name in parts_of(type(value))]
        return (type(value).__name__, *said)
    return None if isinstance(value, Span | ir.Type) else value


def phrases(node: ir.Expr | ir.Stmt) -> Iterator[ir.Expr]:
    """Yields the phrases of which a phrase or statement is made."""
    for name in parts_of(type(node)):
        value = getattr(node, name)
        if isinstance(value, ir.Expr):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, ir.Expr))
