"""Finds a `repeat until` that cannot end, because nothing done in it changes what its condition asks about.

The check also follows the verbs and phases that begin in it and the clauses that answer them. Where an ability can be
used, it takes it that anything may happen.
"""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..source import Source, Span
from .changing import ANYTHING, asked, changed
from .nodes import in_bodies


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each loop that cannot end."""
    found: list[Diagnostic] = []
    told = [finding.span for finding in possible.findings(game, sources)]
    for node in in_bodies(game, ir.Repeat):
        if any(_inside(span, node.until.span) for span in told):
            continue  # it never holds, or always does, or asks for what is never there
        reads = asked(game, node.until)
        if ANYTHING not in reads and not reads & changed(game, node.body):
            message = "this never ends: nothing done here changes what `until` asks"
            help = "do something here that can make it true"
            found.append(Diagnostic("loop", message, node.until.span, help, "warning"))
    return found


def _inside(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.start <= span.start and span.end <= whole.end
