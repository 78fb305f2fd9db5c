"""Show what the last answer led to, one event at a time; `state` then shows the table at that moment.

`step ANSWER` gives an answer and stops at its first event. After the last event the game is at its question again; from
there `step` goes on into the answer that was given next, or else shows the last answer once more. `step window` goes on
to where a card next answers what happens, `step back` to the event before. `next` goes on by a whole effect, `finish`
to the end of this one.
"""

from __future__ import annotations

from moot.interpreter.play import stepping
from moot.interpreter.play.session import Line
from moot.interpreter.play.words import normal

from .. import render
from ..console import Console
from ..output import Output, said
from ..stepped import stepped
from .command import Command

UNITS = (stepping.EVENT, stepping.EFFECT, stepping.WINDOW, stepping.ANSWER)


def run(console: Console, rest: str) -> Output:
    """Show the next event that the viewer may know; with an answer, give it first."""
    session, viewer = console.session, console.viewer
    unit, backwards = units(rest)
    offered = bool(rest) and Line.of(rest).words in map(normal, console.teller.legal())
    if unit is not None and not offered:
        return stepped(console, (stepping.back if backwards else stepping.forward)(session, viewer, unit))
    out = console.answer(Line.of(rest))
    if not out.good or session.stops.hit is not None:
        return out
    shown = stepping.first(session, viewer)
    if isinstance(shown, stepping.Shown) and shown.told:
        return stepped(console, shown)
    return said([f"nothing happens: {render.line_of(console.teller, session.now)}", "", console.question()])


def units(rest: str, plain: str = stepping.EVENT) -> tuple[str | None, bool]:
    """Read how far a step goes, and whether it goes back; None if the words are something else. `plain`: how far it
    goes if nothing is said."""
    words = rest.lower().split()
    backwards = "back" in words
    left = [word for word in words if word not in ("back", "one", "by", "an", "a")]
    if not left:
        return plain, backwards
    return (left[0], backwards) if len(left) == 1 and left[0] in UNITS else (None, backwards)


COMMAND = Command("step", "[ANSWER | back]", "go event by event through what an answer led to", run, "play", "step")
