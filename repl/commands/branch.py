"""Name this line of play, so that `goto NAME` comes back to it. Without a name: list the names.

If you go back and answer differently, a new branch begins by itself; a name only makes it easy to find. A name stays
when another game begins: `goto NAME` takes up the game that it is of. `start` and `now` always have their meaning.
"""

from __future__ import annotations

from moot.interpreter.play.places import Place

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Name this line of play, or list the names."""
    session = console.session
    if not rest:
        named = session.places.named.items()
        wide = max((len(name) for name, _ in named), default=0)
        lines = [f"{name:<{wide}}  {place.at}{_where(console, place)}" for name, place in named]
        return said(lines or "no branch has a name yet: `branch NAME` gives one")
    refused = session.places.name(rest, Place(session.game, session.here))
    if refused is not None:
        return said(refused.render(), REFUSED)
    return said(f"this is `{' '.join(rest.split())}` (moment {session.here})")


def _where(console: Console, place: Place) -> str:
    return "" if place.lies_in(console.session.game) else "  in another game"


COMMAND = Command("branch", "[NAME]", "name this line of play", run, "history", "moments")
