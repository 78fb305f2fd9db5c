"""Play on with no effect until something is so: `until p1 COUNTER at least 5`, `until CARD is MARKED`.

Any condition that `expect` or `ask` reads will do; the game stops at the event after which it holds, also in the
middle of what an answer leads to, and what was decided for the players on the way is told. If it never comes about,
nothing is played. `until p3`, `until the PHASE of CARD` and `until the PHASE ends` play on until then, as `pass until`
does.
"""

from __future__ import annotations

from moot.interpreter.play.session import NotDone
from moot.interpreter.play.spoken import moment
from moot.interpreter.play.until import until

from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from ..patience import patience
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Play on until a player is asked, a phase begins or ends, or a condition holds."""
    if not rest:
        return said("until what? a condition, a player, a phase or a step", UNKNOWN)
    rest = moment(rest)
    line = move(rest)
    if line.endswith(" ends") or console.session.reads(line):
        return console.move(line)
    missing = console.missing(rest)
    if missing:
        return said(missing, UNKNOWN)
    done = until(console.session, rest, console.viewer, patience())
    if isinstance(done, NotDone):
        return said(done.render(), UNKNOWN if done.diagnostics else REFUSED)
    return console.played_on(done) if done else said(["this is so already", "", console.place() or console.question()])


def move(until: str) -> str:
    """Return the line of the notation that plays on until then."""
    if until.endswith(" ends"):
        return until
    words = until.split()
    if words[-1] in ("end", "ends", "over"):
        return " ".join([*[w for w in words[:-1] if w != "is"], "ends"])
    return f"everyone passes until {until}"


COMMAND = Command("until", "CONDITION", "play on with no effect until something is so", run, "play", "until")
