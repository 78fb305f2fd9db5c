"""Finds a payoff that nobody ever gets, since nothing ends the game."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..source import Source


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports a payoff in a game in which nothing says who wins."""
    payoff = game.values.get(ir.PAYOFF)
    if payoff is None or possible.asked(game).ends() is not None:
        return []
    message = "nobody ever wins this game, so nobody gets a payoff"
    return [Diagnostic("never-paid", message, payoff.span, f"end the game with `win by {ir.PAYOFF}`, or another `win`")]
