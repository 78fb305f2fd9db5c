"""The line at the bottom of the screen: the game, the moment, who decides now, the branch, and three keys."""

from __future__ import annotations

from moot.dsl.hidden import in_a_line

from .console import Console
from .table import where

KEYS = ("F1 help  F2 undo  Ctrl-D quit", "F1 help  F2 undo", "F1 help")
WIDE = 1000


def toolbar(console: Console, width: int = WIDE) -> str:
    """Return ` first-game | round 2 · turn of Thief | p3 decides | branch main | F1 help  F2 undo  Ctrl-D quit`. What
    matters least is left out if that is wider than `width`."""
    session, names = console.session, console.session.names
    eyes = "" if console.viewer is None else f"as {session.seats[console.viewer]}"
    game = names.scenario(session.cast.scenario) if session.cast.scenario else session.card_set.name
    ends = ((game, f"branch {branch(console)}"), (game, ""), ("", ""))
    least = [(first, at, keys) for first, at in ends for keys in KEYS]
    kept = (names.say(where(session)), now(console), eyes)
    for first, at, keys in (*least, ("", "", "")):
        line = in_a_line(" " + " | ".join(p for p in (first, *kept, at, keys) if p))
        if len(line) <= width:
            return line
    line = in_a_line(" " + " | ".join(part for part in kept[1:] if part))
    if len(line) <= width:
        return line
    return line[: max(0, width - 1)] + "…"


def now(console: Console) -> str:
    """Say who decides. While the events of an answer are stepped through nobody does, and the answer is still being
    carried out."""
    session = console.session
    if session.stepping:
        number, count = console.teller.progress()
        whose = "" if session.answering is None else f"answer of {session.seats[session.answering]}, "
        return f"{whose}event {number} of {count}"
    return "the game is over" if session.asked is None else f"{session.seats[session.asked]} decides"


def branch(console: Console) -> str:
    """Return the name of the line of play: that of a named moment on it, or else the number of its end."""
    session = console.session
    names = {id: name for name, id in session.places.of_game(session.game).items()}
    ahead = [moment.id for moment in session.ahead()]
    behind = [moment.id for moment in reversed(session.path())]
    named = next((names[id] for id in (*ahead, *behind) if id in names), None)
    if named is not None:
        return named
    ends = [leaf.id for leaf in session.leaves()]
    return f"{ends.index(ahead[-1]) + 1} of {len(ends)}" if ahead[-1] in ends else str(len(ends))
