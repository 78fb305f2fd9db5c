"""Show what an answer would lead to, and what would be asked then, without giving it: nothing is played.

Several answers are a chain in one line, or have `;` between them: `whatif gather gold; build Tavern`. Facts may be
supposed, before answers or alone: `whatif p1 COUNTER 3`; it is said what else could be answered then, or no more.
"""

from __future__ import annotations

from dataclasses import replace

from moot.interpreter.play.session import NotDone
from moot.interpreter.play.whatif import Supposed, whatif

from .. import render
from ..console import Console
from ..output import REFUSED, UNKNOWN, Output, said
from ..refusal import refusal
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Try an answer."""
    missing = console.missing(rest)
    if missing:
        return said(missing, UNKNOWN)
    found = whatif(console.session, rest, console.viewer)
    if isinstance(found, NotDone):
        known = found.finding is not None or found.near
        return replace(refusal(found, rest, ()), status=REFUSED) if known else said(found.render(), REFUSED)
    return said([*render.supposed(console.session, found.told), *_after(console, found)])


def _after(console: Console, found: Supposed) -> list[str]:
    """Return what would differ from now and what would be asked."""
    unseen = f"what {console.session.seats[console.viewer or 0]} does not know"
    lines = ["", "now → then", *[f"  {fact}" for fact in found.facts]] if found.facts else []
    nothing = not found.facts and not found.unsure and found.after is not None
    lines += ["", "nothing would differ"] if nothing else ["", found.sees] if found.sees else []
    lines += ["", f"everything else depends on {unseen}"] if found.unsure else []
    if found.after is None:
        return [*lines, *([] if found.unsure else ["", f"what is asked then depends on {unseen}"])]
    return [*lines, "", *render.question(found.after, console.viewer, None, console.width), "", "(nothing was played)"]


COMMAND = Command("whatif", "ANSWER", "show what an answer would lead to", run, "argue", "answers", asks=True)
