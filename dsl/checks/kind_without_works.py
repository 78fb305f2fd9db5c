"""What somebody holds works in some place only: a kind of card with `you are …` says where or when its cards count."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    found: list[Diagnostic] = []
    for kind in game.kinds.values():
        says = any(card.clauses or card.rules for card in game.cards.values() if card.kind == kind.name)
        if kind.you is not None and kind.works is None and says:
            message = f"it is not said when a {kind.name} works, so it counts wherever it lies"
            help = "write `works while …` below it"
            found.append(Diagnostic("kind-without-works", message, kind.span, help, "warning"))
    return found
