"""Finds `your` in a choice that somebody else makes: it means the player whose card or deed this is, not the
chooser."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import in_bodies, is_you


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such choice."""
    found: list[Diagnostic] = []
    for node in in_bodies(game, ir.Choose):
        if not is_you(node.chooser) and _out_of_yours(node.of):
            message = "somebody else chooses here, but `your` still means you"
            help = "write `their` if the chooser's own is meant, or give yours a name with `let`"
            found.append(Diagnostic("whose", message, node.span, help, "warning"))
    return found


def _out_of_yours(of: ir.Expr) -> bool:
    """Whether the things to choose from lie in a place that is named with `your`."""
    while isinstance(of, ir.Where | ir.Without):
        of = of.of
    return isinstance(of, ir.CardsIn) and isinstance(of.zone, ir.ZoneOf) and is_you(of.zone.bearer)
