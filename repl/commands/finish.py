"""Go on to the end: of the innermost effect that is under way, or of the innermost phase.

In the middle of what an answer led to, `finish` shows the rest of the effect to which the shown event belongs, and
`finish answer` all the rest. At a question it plays on with no effect until the innermost phase is over. `finish back`
goes back to before the effect began.
"""

from __future__ import annotations

from moot.interpreter.play import stepping

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from ..stepped import stepped
from .command import Command
from .step import units


def run(console: Console, rest: str) -> Output:
    """Show the rest of an effect, or play a phase to its end."""
    session = console.session
    unit, backwards = units(rest, stepping.REST)
    if unit is not None and (session.stepping or backwards):
        return stepped(console, (stepping.back if backwards else stepping.forward)(session, console.viewer, unit))
    running = session.view(console.viewer)["phases"]
    phase = rest if unit is None else (running[-1] if running else "")
    if not phase or session.asked is None:
        return said(console.teller.question(), REFUSED)
    if phase not in running and phase not in [one.partition(" of ")[0] for one in running]:
        return said(f"no `{phase}` is running: these are, {', '.join(running)}", UNKNOWN)
    return console.move(f"the {phase.partition(' of ')[0]} ends")


COMMAND = Command("finish", "[PHASE]", "go to the end of an effect or of a phase", run, "play", "finish")
