"""The line at the bottom of the screen: the game, the moment, who decides, the branch, and three keys."""

from __future__ import annotations

from moot.dsl.hidden import in_a_line

from .console import Console
from .table import where

KEYS = "F1 help  F2 undo  Ctrl-D quit"


def toolbar(console: Console) -> str:
    """Return ` first-game | round 2 · turn of Thief | p3 decides | branch main | F1 help  F2 undo  Ctrl-D quit`."""
    session = console.session
    asked = session.asked
    who = "the game is over" if asked is None else f"{session.seats[asked]} decides"
    if session.stepping:
        number, count = console.teller.progress()
        whose = "" if session.answering is None else f"answer of {session.seats[session.answering]}, "
        who = f"{whose}event {number} of {count}"
    eyes = "" if console.viewer is None else f"as {session.seats[console.viewer]}"
    names = session.names
    game = names.scenario(session.cast.scenario) if session.cast.scenario else session.card_set.name
    parts = (game, names.say(where(session)), who, eyes, f"branch {branch(console)}", KEYS)
    return in_a_line(" " + " | ".join(p for p in parts if p))


def branch(console: Console) -> str:
    """Return the name of the line of play: that of a named moment on it, or else the number of its end."""
    session = console.session
    names = {id: name for name, id in console.branches.items()}
    ahead = [moment.id for moment in session.ahead()]
    behind = [moment.id for moment in reversed(session.path())]
    named = next((names[id] for id in (*ahead, *behind) if id in names), None)
    if named is not None:
        return named
    ends = [leaf.id for leaf in session.leaves()]
    return f"{ends.index(ahead[-1]) + 1} of {len(ends)}" if ahead[-1] in ends else str(len(ends))
