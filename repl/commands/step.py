"""Show what the last answer led to, one event at a time; `state` then shows the table at that moment.

`step ANSWER` gives an answer and stops at its first event. After the last event the game is at its question again.
"""

from __future__ import annotations

from moot.interpreter.play.session import Line, NotDone

from .. import render
from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the next event that the viewer may know; with an answer, give it first."""
    session = console.session
    if rest:
        out = console.answer(Line.of(rest))
        if not out.good:
            return out
        session.step_from_the_answer()
    while True:
        told = session.step(console.viewer)
        if isinstance(told, NotDone):
            if session.now.parent is None:
                return said(told.message, REFUSED)
            line = render.line_of(console.teller, session.now)  # hidden events are treated as if there were none
            return said([f"nothing happens: {line}" if rest else "that was all", "", console.question()])
        text = render.event(session, told)
        if text:
            number, count = console.teller.progress()
            return said(f"{number:>3}/{count}  {text}")


COMMAND = Command("step", "[ANSWER]", "go event by event through what an answer led to", run, "play", "answers")
