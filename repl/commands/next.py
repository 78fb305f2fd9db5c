"""Go on by one effect: what one deed or one sentence of a card does, with everything that it brings about.

From a question with a later answer, `next answer` goes on to the question after that. `next back` goes back by an
effect. `step` goes event by event.
"""

from __future__ import annotations

from moot.interpreter.play import stepping

from ..console import Console
from ..output import UNKNOWN, Output, said
from ..stepped import stepped
from .command import Command
from .step import units


def run(console: Console, rest: str) -> Output:
    """Show the events of the next effect."""
    unit, backwards = units(rest, stepping.EFFECT)
    if unit is None:
        return said("`next`, `next back`, `next answer` or `next window`", UNKNOWN)
    return stepped(console, (stepping.back if backwards else stepping.forward)(console.session, console.viewer, unit))


COMMAND = Command("next", "[back]", "go on by one effect of an answer", run, "play", "steps")
