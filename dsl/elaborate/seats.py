"""Reads who sits where at the table: `the left neighbour of you`, `the player 2 places left of you`, `the next player
left of you whose hand is not empty`."""

from __future__ import annotations

from typing import Literal

from .. import ir
from ..source import Span
from ..syntax import Atom
from .counting import count
from .cursor import Begun, Cursor
from .mistakes import fail
from .noun import Noun
from .terms import PLAYER, says


def neighbour(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `the left neighbour of you`."""
    return beside(c, a, None, begun)


def beside(c: Cursor, a: Atom, possessor: ir.Expr | None, begun: Begun) -> Noun | None:
    """Reads `left neighbour of X`; `your left neighbour`."""
    after = c.at(1)
    if after is None or after.text != "neighbour":
        return None
    c.i += 2
    of = of_player(c, "neighbour", a.span, possessor)
    which: Literal["left", "right"] = "left" if a.text == "left" else "right"
    expr = ir.Neighbour(type=PLAYER, span=c.span_from(begun.start), side=which, of=of)
    return Noun(expr, expr.span, begun.var)


def places_on(c: Cursor, a: Atom, var: str) -> Noun | None:
    """Reads `the player 2 places left of you`. Returns None if no number of places follows."""
    many, places, side_ = c.at(1), c.at(2), c.at(3)
    if many is None or many.kind not in ("number", "group") or places is None or places.text not in ("place", "places"):
        return None
    c.i += 1
    steps = count(c)
    c.take()
    if steps is None or side_ is None or side_.text not in ("left", "right"):
        fail("missing-word", "so many places to which side?", places.span, "write `left of` or `right of`, and of whom")
    if isinstance(steps, ir.Num) and (steps.value == 1) == (places.text == "places"):
        right = "place" if steps.value == 1 else "places"
        message = f"`{steps.value}` cannot come before `{places.text}`"
        fail("wrong-number", message, places.span, f"write `{right}`", right)
    c.take()
    of = of_player(c, side_.text, places.span, None)
    which: Literal["left", "right"] = "left" if side_.text == "left" else "right"
    expr = ir.Neighbour(type=PLAYER, span=a.span.to(of.span), side=which, of=of, places=steps)
    return Noun(expr, expr.span, var)


def next_player(c: Cursor, a: Atom, begun: Begun) -> Noun | None:
    """Reads `the next player left of you`: the first of those that a filter behind it leaves. Returns None for other
    words."""
    player, side = c.at(1), c.at(2)
    if player is None or player.text != "player" or side is None or side.text not in ("left", "right"):
        return None
    c.i += 3
    of = of_player(c, side.text, side.span, None)
    which: Literal["left", "right"] = "left" if side.text == "left" else "right"
    every = ir.Players(type=ir.Type("player", None, True), span=a.span)
    found = Noun(every, c.span_from(begun.start), begun.var or c.scope.desk.unnamed(), head=player)
    found.next_to = (which, of)
    return found


def of_player(c: Cursor, what: str, span: Span, possessor: ir.Expr | None) -> ir.Expr:
    """Returns the player whose neighbour or seat is meant. Reads `of` and the player, unless the `possessor` is
    given."""
    if possessor is None:
        if not c.glue("of"):
            fail("missing-word", f"`{what}` of whom?", span, "write `of` and the player")
        of = c.take_of()
        if of.many:
            fail("wrong-type", f"`{what}` needs one player, not several", of.span)
        possessor = of.base
    if possessor.type.sort != "player":
        fail("wrong-type", f"`{what}` needs a player, not {says(possessor.type)}", possessor.span)
    return possessor
