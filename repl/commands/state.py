"""Show the table: a line for each player, the common cards, and the question with its answers.

`state p2` shows once what that player may know, to somebody who sees everything; `as p2` changes how everything is
shown. Enter alone shows the table too. An arrow marks the player who is asked.
"""

from __future__ import annotations

from ..console import Console
from ..output import REFUSED, Output, Through, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the table, through the eyes of the named player."""
    if not rest:
        return said(console.table())
    viewer = console.viewer_named(rest)
    if viewer is None:
        return said(f"`{rest}` is no player of this game", REFUSED)
    if console.viewer is not None and viewer[0] != console.viewer:
        return said(f"you look as {console.session.seats[console.viewer]}: `as {rest}` looks as another", REFUSED)
    return Output(through=Through(viewer[0], "state"))


COMMAND = Command("state", "[p2]", "show the table, the question and its answers", run, "look", "players", ("s",))
