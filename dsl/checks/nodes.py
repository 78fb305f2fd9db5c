"""Ways through a typed game that several checks go: every node beneath one, every body, meanings without places."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass

from .. import ir
from ..source import Span

MAIN = "game"  # the phase that is the whole game


def below(value: object) -> Iterator[object]:
    """This and every node inside it, outermost first."""
    if isinstance(value, Span | ir.Type | str | int) or value is None:
        return
    if is_dataclass(value):
        yield value
        for f in fields(value):
            yield from below(getattr(value, f.name))
    elif isinstance(value, tuple):
        for part in value:
            yield from below(part)


def meaning(value: object) -> object:
    """A node without the places of its words: equal for two that say the same."""
    if is_dataclass(value) and not isinstance(value, type):
        inner = (meaning(getattr(value, f.name)) for f in fields(value) if f.name not in ("span", "label"))
        return (type(value).__name__, *inner)
    if isinstance(value, tuple):
        return tuple(meaning(part) for part in value)
    return value


def is_you(value: ir.Expr | None) -> bool:
    return isinstance(value, ir.Var) and value.name == "you"


def bodies(game: ir.Game) -> Iterator[ir.Block]:
    """Everything that is done in a game: by its verbs, its phases and the clauses of its cards."""
    for steps in (*(v.steps for v in game.verbs.values()), *(p.steps for p in game.phases.values())):
        for step in steps:
            yield step.body
    for card in game.cards.values():
        for clause in card.clauses:
            yield clause.body
