"""Replace the names of cards in a typed line with their titles, whatever language the names are in."""

from __future__ import annotations

from moot.interpreter.play.session import Session
from moot.interpreter.play.words import SEAT, normal, select
from moot.interpreter.sets.naming import folded

from .commands.command import FILES, Command


def titled(session: Session, viewer: int | None, line: str, command: Command | None) -> str:
    """Put titles into a line that begins with this `command`, or with none. A foreign name may be cut short where only
    one answer fits it."""
    names = session.names
    if command is not None and command.follows in (*FILES, "moments", "back", "diff"):
        return line
    heard = names.hear(line, command is not None and command.name == "given")
    if not names.own or command is not None or viewer not in (None, session.asked):
        return heard
    m, offered = SEAT.fullmatch(line), session.legal(viewer)
    words = m[2] if m else line
    if select(normal(names.hear(words)), list(enumerate(offered))):
        return heard
    shown = [(i, folded(names.say(text))) for i, text in enumerate(offered)]
    meant = select(normal(folded(words)), shown)
    return f"{line[: len(line) - len(words)]}{offered[meant[0][0]]}" if len(meant) == 1 else heard
