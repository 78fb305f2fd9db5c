"""Finds a condition that depends on nothing, because it always holds or never does; and a part that is said twice.

The check follows numbers as far as it knows their bounds: how many play, how many of something there are, seats.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Declared, Once, below, declared, meaning

Range = tuple[float, float]
ANY: Range = (-math.inf, math.inf)


@dataclass(frozen=True, slots=True)
class Sizes:
    """How many play, and how many cards there are of each kind, with every copy."""

    players: Range
    cards: tuple[tuple[str, int], ...]

    @staticmethod
    def of(game: ir.Game) -> Sizes:
        """Returns the sizes of a game."""
        cards = dict.fromkeys(game.kinds, 0)
        for card in game.cards.values():
            cards[card.kind] += card.copies
        return Sizes((game.least_players, game.most_players), tuple(cards.items()))


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each settled comparison, and about repeated or contradictory parts of `and` and `or`."""
    sizes = Sizes.of(game)
    found = [d for one in declared(game) for d in _within(one, sizes, known=sizes)]
    return [*found, *_found(game.refused, sizes)]


@Once[Declared, list[Diagnostic]]
def _within(one: Declared, sizes: Sizes) -> list[Diagnostic]:
    return _found(one, sizes)


def _found(part: object, sizes: Sizes) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for node in below(part):
        match node:
            case ir.Is():
                said = settled(sizes, node)
                if said is not None:
                    found.append(_told(node, f"this {'always' if said else 'never'} holds", "say what it depends on"))
            case ir.And() | ir.Or():
                found += _parts(node)
    return found


def _told(node: ir.Expr, message: str, help: str) -> Diagnostic:
    return Diagnostic("settled", message, node.span, help, "warning")


def settled(sizes: Sizes, node: ir.Expr) -> bool | None:
    """Whether a comparison always holds (True) or never does (False); None if it depends on something."""
    if not isinstance(node, ir.Is):
        return None
    if meaning(node.left) == meaning(node.right):
        return node.op in ("==", "<=", ">=")
    (least, most), (low, high) = bounds(sizes, node.left), bounds(sizes, node.right)
    match node.op:
        case "==" | "!=":
            if most < low or least > high:
                return node.op == "!="
            return node.op == "==" if least == most == low == high else None
        case "<":
            return True if most < low else False if least >= high else None
        case "<=":
            return True if most <= low else False if least > high else None
        case ">":
            return True if least > high else False if most <= low else None
        case ">=":
            return True if least >= high else False if most < low else None


def bounds(sizes: Sizes, e: ir.Expr) -> Range:
    """Returns the least and the greatest number that an expression can be, as far as the text of the game alone
    tells."""
    match e:
        case ir.Num():
            return e.value, e.value
        case ir.Size():
            return _size(sizes, e.of)
        case ir.Seat():
            return 1, sizes.players[1]
        case ir.Counted():
            return 0, math.inf
        case ir.Arith() if e.op == "+":
            left, right = bounds(sizes, e.left), bounds(sizes, e.right)
            return left[0] + right[0], left[1] + right[1]
        case ir.Arith() if e.op == "-":
            left, right = bounds(sizes, e.left), bounds(sizes, e.right)
            return left[0] - right[1], left[1] - right[0]
    return ANY


def _size(sizes: Sizes, of: ir.Expr) -> Range:
    if isinstance(of, ir.Players):
        return sizes.players
    if isinstance(of, ir.Where | ir.Image):
        return 0, _size(sizes, of.of)[1]
    if isinstance(of, ir.AllOf | ir.CardsIn) and of.type.sort == "card":
        return 0, sum([count for kind, count in sizes.cards if of.type.name in (None, kind)])
    return 0, math.inf


def _parts(node: ir.And | ir.Or) -> list[Diagnostic]:
    """Reports parts that are the same, and parts of an `and` that ask one thing to be two."""
    found: list[Diagnostic] = []
    seen: dict[object, ir.Expr] = {}
    for part in _flat(node):
        if meaning(part) in seen:
            found.append(_told(part, "this is said twice", "keep one"))
        seen[meaning(part)] = part
    words: dict[object, object] = {}
    for part in _flat(node) if isinstance(node, ir.And) else ():
        if isinstance(part, ir.Is) and part.op == "==" and isinstance(part.right, ir.Num | ir.Word):
            said = words.setdefault(meaning(part.left), meaning(part.right))
            if said != meaning(part.right):
                found.append(_told(part, "nothing can be both of these", "keep one, or write `or`"))
    return found


def _flat(node: ir.And | ir.Or) -> Sequence[ir.Expr]:
    parts: list[ir.Expr] = []
    for part in node.parts:
        parts += _flat(part) if type(part) is type(node) and isinstance(part, ir.And | ir.Or) else [part]
    return parts
