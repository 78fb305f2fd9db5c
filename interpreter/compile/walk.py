"""Walks over the typed meaning, and collects the questions about the past on the way."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from typing import Any

from moot.dsl import ir
from moot.dsl.elaborate.journeys import anybodys

from ..kernel.program import HistoryKey


def walk(node: Any) -> Iterator[Any]:
    """Visit every IR node under a node, itself included, depth first."""
    if isinstance(node, (tuple, list)):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)
    elif (names := _parts(node.__class__)) is not None:
        yield node
        for name in names:
            value = getattr(node, name)
            if value is not None and not isinstance(value, (str, int)):
                yield from walk(value)


@cache
def _parts(kind: type) -> tuple[str, ...] | None:
    """List the fields of a kind of node that may contain other nodes; None if it is not a node."""
    return tuple(f.name for f in fields(kind) if f.name not in ("span", "type")) if is_dataclass(kind) else None


def history_key(node: ir.Happened) -> HistoryKey:
    """Return the record that a question about the past reads."""
    if node.origin is not None or node.goal is not None:
        return journey_key(node)
    keyed = "both" if node.by and node.subject else "by" if node.by else "subject" if node.subject else ""
    return node.event, keyed, node.measure, node.span_of


def journey_key(node: ir.Happened) -> HistoryKey:
    """Return the record that a question about moved cards reads: from which sort of place, to which, and for each of
    what it is kept."""
    ends = (("from", node.origin), ("to", node.goal))
    kept = [name for name, place in ends if place is not None and not anybodys(place)]
    whose = ["subject"] * (node.subject is not None) + kept + ["by"] * (node.by is not None)
    places = ">".join("" if place is None else place.zone for _, place in ends)
    return f"{node.event}/{places}", " ".join(whose), None, node.span_of


def asked_in(node: Any) -> frozenset[HistoryKey]:
    """Collect the records that are read anywhere under a node."""
    return frozenset(history_key(n) for n in walk(node) if isinstance(n, ir.Happened))


def parted(event: str) -> tuple[str, str]:
    """Split the name of an event, as the typed meaning writes it, into its deed (or phase) and its step ('' for
    the whole)."""
    name, _, step = event.partition("/")
    return name, step
