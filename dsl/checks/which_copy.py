"""Finds a card that was named wherever it lies, and then is moved: of several copies, nobody has said which.

`choose named: a district` names a title; where it is looked for, any copy will do. What is moved is one card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such deed."""
    several = {card.kind for card in game.cards.values() if card.copies > 1}
    found: list[Diagnostic] = []
    for clause in (clause for card in game.cards.values() for clause in card.clauses):
        deeds = [node for node in below(clause.body) if isinstance(node, ir.Stmt)]
        named = {c.name for c in deeds if isinstance(c, ir.Choose) and _is_title(c, several)}
        if named:
            found += [_told(deed, name) for deed in deeds for name in _moved(game, deed) if name in named]
    return found


def _told(deed: ir.Stmt, name: str) -> Diagnostic:
    message = f"`{name}` is a name, and there may be several cards of that name"
    help = f"say which: `let those be cards in …` with `that are {name}`, or `choose` one `in` a place"
    return Diagnostic("which-copy", message, deed.span, help)


def _is_title(choose: ir.Choose, several: set[str]) -> bool:
    """Whether a choice names any card of a kind of which there are copies, and asks nothing more of it."""
    of = choose.of
    while isinstance(of, ir.Without) or (isinstance(of, ir.Where) and isinstance(of.cond, ir.Not)):
        of = of.of
    return isinstance(of, ir.AllOf) and of.kind in several and choose.single


def _moved(game: ir.Game, deed: object, seen: frozenset[str] = frozenset()) -> Iterator[str]:
    """Yields the names of single cards that a deed moves."""
    match deed:
        case ir.MoveCards(cards=ir.Var(name=name)):
            yield name
        case ir.Swap(left=left, right=right):
            yield from (side.name for side in (left, right) if isinstance(side, ir.Var))
        case ir.Do(verb=key, args=args) if key in game.verbs and key not in seen:
            verb = game.verbs[key]
            moved = {n for part in below(verb.steps) for n in _moved(game, part, seen | {key})}
            given = zip(args, verb.params, strict=True)
            yield from (arg.name for arg, param in given if isinstance(arg, ir.Var) and param.name in moved)
