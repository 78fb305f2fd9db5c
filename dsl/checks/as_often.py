"""Finds an ability that a player may use as often as he likes and that nothing brings to an end: it costs nothing,
chooses nothing and does not depend on its own card."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such ability."""
    found: list[Diagnostic] = []
    for card in game.cards.values():
        for clause in card.clauses:
            if clause.moment.kind == "ability" and clause.limit is None and not _ends(clause):
                phase = clause.moment.phase
                help = f"write `once in your {phase}`, let it cost something, or say when it is refused"
                message = "nothing keeps a player from doing this again and again"
                found.append(Diagnostic("as-often", message, clause.moment.span, help, "warning"))
    return found


def _ends(clause: ir.Clause) -> bool:
    """Returns whether something in a clause may bring it to an end."""
    if clause.cost or clause.cond is not None:
        return True
    return any(
        isinstance(node, (ir.Choose, ir.Require, ir.If, ir.May)) or (isinstance(node, ir.Var) and node.name == "this")
        for node in below((clause.lead, clause.effect))
    )
