"""Walks over the typed game in the ways that several checks share: every node below one, every body, meanings without
places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .. import ir
from ..source import Span

MAIN = "game"  # the phase that is the whole game


def below(value: object) -> Iterator[object]:
    """Yields a node and every node inside it, the outermost first."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, tuple):
            waiting += reversed(part)
            continue
        inner = _parts(type(part))
        if inner is not None:
            yield part
            waiting += [getattr(part, name) for name in reversed(inner)]


_PARTS: dict[type, tuple[str, ...] | None] = {}


def _parts(sort: type) -> tuple[str, ...] | None:
    """Returns the names of the parts of a sort of node; None if the sort is not a node."""
    if sort not in _PARTS:
        node = is_dataclass(sort) and not issubclass(sort, Span | ir.Type)
        _PARTS[sort] = tuple(f.name for f in fields(sort)) if node else None
    return _PARTS[sort]


def meaning(value: object) -> object:
    """Returns a node without the places of its words, and with its own local names numbered. Two nodes that say the
    same have equal meanings."""
    names: dict[str, str] = {}
    for node in below(value):
        for name in _named(node):
            names.setdefault(name, f"#{len(names)}")
    return _without_places(value, names)


def _without_places(value: object, names: dict[str, str]) -> object:
    if isinstance(value, tuple):
        return tuple(_without_places(part, names) for part in value)
    if isinstance(value, str):
        return names.get(value, value)
    inner = _parts(type(value))
    if inner is None:
        return value
    said = (_without_places(getattr(value, name), names) for name in inner if name not in ("span", "label"))
    return (type(value).__name__, *said)


def _named(node: object) -> Iterator[str]:
    """Yields the local names that a node introduces."""
    match node:
        case ir.Where() | ir.Image() | ir.Fold() | ir.ForEach():
            yield node.var
        case ir.Let() | ir.PickRandom() | ir.Choose():
            yield node.name
        case ir.May():
            yield from (node.var,) if node.var else ()
        case ir.Rule():
            yield from (*node.args, *((node.doer,) if node.doer else ()))
        case ir.Moment():
            yield from (name for name in (node.subject, node.doer, *(var for _, var in node.roles)) if name)


def is_you(value: ir.Expr | None) -> bool:
    """Whether an expression is `you`."""
    return isinstance(value, ir.Var) and value.name == "you"


def bodies(game: ir.Game) -> Iterator[ir.Block]:
    """Yields every block of deeds in a game: of its verbs, its phases and the clauses of its cards."""
    for steps in (*(v.steps for v in game.verbs.values()), *(p.steps for p in game.phases.values())):
        for step in steps:
            yield step.body
    for card in game.cards.values():
        for clause in card.clauses:
            yield clause.body
