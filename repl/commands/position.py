"""Show everything that is true now, in words that `given` takes: to keep a dispute, or to send it to somebody."""

from __future__ import annotations

from moot.interpreter.play.session import NotDone

from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Show the position as a `given`, and what was done since."""
    found = console.session.whole(console.viewer)
    if isinstance(found, NotDone):
        return said(found.render(), REFUSED)
    chosen = console.session.card_set.chosen
    first, *facts = found.facts
    lines = [f"# under {chosen}"] * bool(chosen) + [f"given {first}", *(f"      {line}" for line in facts)]
    return said([*lines, *found.then, *(f"# {remark}" for remark in found.remarks)])


COMMAND = Command("position", "", "show everything that is true, as a `given`", run, "look")
