"""Walks over the typed game in the ways that several checks share: every node below one, every body, meanings without
places.

A set under house rules shares the declarations that it does not change with other sets (`elaborate.shared`), so what a
check finds in a declaration by itself is found once: `Once` remembers it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import fields, is_dataclass
from typing import Generic, TypeVar

from .. import ir
from ..recent import Recent
from ..source import Span

Declared = ir.Value | ir.Quality | ir.Verb | ir.Phase | ir.Kind | ir.Card
Doing = ir.Verb | ir.Phase | ir.Card
D = TypeVar("D")
V = TypeVar("V")
N = TypeVar("N", bound=ir.Stmt | ir.Expr)

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


class Once(Generic[D, V]):
    """A function of a declaration, which remembers what it found as long as it is the same declaration. `known` stands
    for whatever else the function looks at."""

    def __init__(self, look: Callable[..., V]) -> None:
        self.look = look
        self.found: Recent[tuple[int, Hashable], tuple[D, V]] = Recent(2_000)

    def __call__(self, one: D, *more: object, known: Hashable = None) -> V:
        """Returns what the function finds. The declaration is kept with it: its number is not given to another."""
        return self.found.get((id(one), known), lambda: (one, self.look(one, *more)))[1]


def declared(game: ir.Game) -> Iterator[Declared]:
    """Yields everything that has a declaration of its own and says something."""
    yield from game.values.values()
    yield from game.qualities.values()
    yield from game.verbs.values()
    yield from game.phases.values()
    yield from game.kinds.values()
    yield from game.cards.values()


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
    said = (_without_places(getattr(value, name), names) for name in inner if name not in ("span", "label", "named"))
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


def is_this(value: ir.Expr | None) -> bool:
    """Whether an expression is `this`."""
    return isinstance(value, ir.Var) and value.name == "this"


def bodies(game: ir.Game) -> Iterator[ir.Block]:
    """Yields every block of deeds in a game: of its verbs, its phases and the clauses of its cards."""
    for one in doing(game):
        yield from bodies_of(one)


def doing(game: ir.Game) -> Iterator[Doing]:
    """Yields whatever has blocks of deeds."""
    yield from game.verbs.values()
    yield from game.phases.values()
    yield from game.cards.values()


def bodies_of(one: Doing) -> tuple[ir.Block, ...]:
    """Returns the blocks of deeds of a declaration."""
    if isinstance(one, ir.Card):
        return tuple([clause.body for clause in one.clauses])
    return tuple([step.body for step in one.steps])


def in_bodies(game: ir.Game, sort: type[N]) -> Iterator[N]:
    """Yields every node of one sort in the blocks of a game."""
    for one in doing(game):
        yield from of_sort(one, sort)


def of_sort(one: Doing, sort: type[N]) -> list[N]:
    """Returns every node of one sort in the blocks of a declaration."""
    return [node for node in _by_sort(one).get(sort, ()) if isinstance(node, sort)]


@Once[Doing, dict[type, list[object]]]
def _by_sort(one: Doing) -> dict[type, list[object]]:
    """Returns the nodes in the blocks of a declaration by their sorts."""
    found: dict[type, list[object]] = {}
    for node in below(bodies_of(one)):
        found.setdefault(type(node), []).append(node)
    return found


def runs_of_deeds(value: object) -> Iterator[tuple[ir.Stmt, ...]]:
    """Yields every run of deeds in some part of the game."""
    if isinstance(value, tuple):
        if value and all(isinstance(part, ir.Stmt) for part in value):
            yield value
        for part in value:
            yield from runs_of_deeds(part)
    elif isinstance(value, ir.Stmt | ir.Branch):
        for f in fields(value):
            yield from runs_of_deeds(getattr(value, f.name))
