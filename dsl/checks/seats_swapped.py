"""Finds what is still done to a player after seats were swapped: by then somebody else sits where he sat.

Every name of a player, `you` too, means a seat. Who swaps seats takes along what is his, and the name stays behind.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import Doing, below, bodies_of, doing, in_bodies, runs_of_deeds


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each such deed."""
    if not any(swap.what == "seats" for swap in in_bodies(game, ir.Swap)):
        return []
    verbs: set[str] = set()
    while more := {key for key, verb in game.verbs.items() if key not in verbs and _swaps(verb.steps, verbs)}:
        verbs |= more
    return [_told(deed) for one in doing(game) for deed in dict.fromkeys(_late(one, verbs))]


def _told(deed: ir.Stmt) -> Diagnostic:
    message = "seats were swapped before this, so it is done to whoever sits there now"
    return Diagnostic("seats-swapped", message, deed.span, "do it first, and swap the seats last")


def _swaps(part: object, verbs: set[str]) -> bool:
    """Whether seats are swapped in some part of the game, by its own words or by one of these verbs."""
    return any(
        (isinstance(node, ir.Swap) and node.what == "seats") or (isinstance(node, ir.Do) and node.verb in verbs)
        for node in below(part)
    )


def _late(one: Doing, verbs: set[str]) -> Iterator[ir.Stmt]:
    """Yields the deeds of a declaration that name a player after seats were swapped. What is done over and over comes
    after itself."""
    bodies = bodies_of(one)
    steps = () if isinstance(one, ir.Card) else (tuple(deed for body in bodies for deed in body),)
    loops = tuple(n.body * 2 for n in below(bodies) if isinstance(n, ir.ForEach | ir.Repeat))
    for block in (*steps, *loops, *runs_of_deeds(bodies)):
        first = next((i for i, deed in enumerate(block) if _swaps(deed, verbs)), len(block))
        yield from (deed for deed in block[first + 1 :] if _names(deed))


def _names(deed: ir.Stmt) -> bool:
    """Whether a deed names a player who was named before it."""
    inside = list(below(deed))
    own = {node.name for node in inside if isinstance(node, ir.Let | ir.Choose | ir.PickRandom)}
    own |= {node.var for node in inside if isinstance(node, ir.ForEach)}
    return any(isinstance(n, ir.Var) and n.type.sort == "player" and n.name not in own for n in inside)
