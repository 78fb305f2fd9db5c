"""What is typed, with the titles of cards in it instead of their names in another language."""

from __future__ import annotations

import re

from moot.interpreter.play.answers import normal, select
from moot.interpreter.play.session import Session
from moot.interpreter.sets.naming import folded

from . import commands

SEAT = re.compile(r"p(\d{1,2})\b\s*:?\s*(.*)", re.DOTALL | re.IGNORECASE)
"""A line that says who speaks: `p1 …`, `p1: …`."""


def heard(session: Session, viewer: int | None, line: str) -> str:
    """The line as the game has it. A name of another language may be cut short where only one answer fits it."""
    names = session.names
    command = commands.named(line.split(None, 1)[0].lower()) if line else None
    if command is not None and command.follows in ("files", "moments"):
        return line
    titled = names.hear(line, command is not None and command.name == "given")
    if not names.own or command is not None or viewer not in (None, session.asked):
        return titled
    m, offered = SEAT.fullmatch(line), session.legal(viewer)
    words = m[2] if m else line
    if select(normal(names.hear(words)), list(enumerate(offered))):
        return titled
    shown = [(i, folded(names.say(text))) for i, text in enumerate(offered)]
    meant = select(normal(folded(words)), shown)
    return f"{line[: len(line) - len(words)]}{offered[meant[0][0]]}" if len(meant) == 1 else titled
