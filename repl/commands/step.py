"""What the last answer led to, one event at a time; `state` then shows the table as it was at that moment.

`step ANSWER` gives an answer and stops at its first event. Behind the last event the game is at its question again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from interpreter.session import Refused
from repl import render
from repl.output import REFUSED, Output, said

from .command import Command

if TYPE_CHECKING:
    from repl.console import Console


def run(console: Console, rest: str) -> Output:
    session = console.session
    if rest:
        out = console.answer(rest)
        if not out.good:
            return out
        if not session.now.events:
            return said([f"nothing comes of it: {render.line_of(console.teller, session.now)}", "", console.question()])
        session.within = 0
    while True:
        told = session.step(console.viewer)
        if isinstance(told, Refused):
            if session.now.events and session.now.parent is not None:
                return said(["that was all", "", console.question()])
            return said(told.message, REFUSED)
        text = render.event(session, told)
        if text:
            number, count = console.teller.progress()
            return said(f"{number:>3}/{count}  {text}")


COMMAND = Command("step", "[ANSWER]", "event by event through what an answer led to", run, "play", "answers")
