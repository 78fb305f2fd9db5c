"""Look through the eyes of a player: table, log and answers show only what that player may know.

`as nobody` shows everything again. `as p2 COMMAND` looks through that player's eyes for this one command: `as p2
state`, `as p2 expect ...`.
"""

from __future__ import annotations

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, Through, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Look through the eyes of a player, from now on or for one command."""
    who, _, command = rest.partition(" ")
    if not who:
        return said(console.looks())
    viewer = console.viewer_named(who)
    if viewer is None:
        return said(f"`{who}` is no player of this game: look as {console.players()}, or as nobody", REFUSED)
    if not command.strip():
        console.viewer = viewer[0]
        return said([console.looks(), "", console.table()])
    if command.split()[0] == "as":
        return said("look through the eyes of one player at a time", UNKNOWN)
    return Output(through=Through(viewer[0], command.strip()))


COMMAND = Command("as", "p2 | nobody [COMMAND]", "look through a player's eyes", run, "look", "players")
