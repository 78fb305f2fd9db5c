"""Walks over the typed meaning, and the questions about the past that are found on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from moot.dsl import ir

from ..kernel.program import HistoryKey


def walk(node: Any) -> Iterator[Any]:
    """Visit every IR node under a node, itself included, depth first."""
    if isinstance(node, (tuple, list)):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for f in fields(node):
            if f.name not in ("span", "type"):
                value = getattr(node, f.name)
                if value is not None and not isinstance(value, (str, int)):
                    yield from walk(value)


def history_key(node: ir.Happened) -> HistoryKey:
    """Return which record a question about the past reads."""
    keyed = "both" if node.by and node.subject else "by" if node.by else "subject" if node.subject else ""
    return node.event, keyed, node.measure, node.span_of


def asked_in(node: Any) -> frozenset[HistoryKey]:
    """Collect the records that are read somewhere under a node."""
    return frozenset(history_key(n) for n in walk(node) if isinstance(n, ir.Happened))


def parted(event: str) -> tuple[str, str]:
    """Split the name of an event, as the typed meaning writes it, into its deed (or phase) and its step ('' for
    the whole)."""
    name, _, step = event.partition("/")
    return name, step
