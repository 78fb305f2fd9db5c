"""Finds two rules of one level that always set the value of the same things, and set it differently."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import meaning

GAME, NOBODYS, CARD = range(3)  # rules of the game itself, of cards that nobody holds, of cards


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each rule that contradicts an earlier one: an error if both always hold, else a warning."""
    found: list[Diagnostic] = []
    said: dict[object, tuple[ir.Rule, ir.Card | None]] = {}
    for level, rule, card in _all(game):
        if rule.form != "value" or rule.op != "is" or rule.amount is None:
            continue
        if rule.cond is not None or rule.during is not None or rule.where is not None:
            continue
        same = (level, rule.name, _match(rule))
        first, other = said.setdefault(same, (rule, card))
        if first is rule or meaning(first.amount) == meaning(rule.amount):
            continue
        meet = level != CARD or card is other or _together(game, card, other)
        severity = "error" if meet else "warning"
        notes = ((first.span, "the other one"),)
        message = f"another rule sets something else for `{rule.name}`, and neither overrules the other"
        help = "use `more` or `less`, or say when each of them holds"
        found.append(Diagnostic("base-conflict", message, rule.span, help, severity, notes))
    return found


def _all(game: ir.Game) -> Iterator[tuple[int, ir.Rule, ir.Card | None]]:
    for value in game.values.values():
        for rule in value.rules:
            yield GAME, rule, None
    for card in game.cards.values():
        for rule in card.rules:
            yield NOBODYS if game.kinds[card.kind].you is None else CARD, rule, card


def _together(game: ir.Game, card: ir.Card | None, other: ir.Card | None) -> bool:
    """Whether both cards always work."""
    return all(c is None or game.kinds[c.kind].works is None for c in (card, other))


def _match(rule: ir.Rule) -> object:
    """Returns what a rule is about, whatever its variables are called."""
    names: list[str] = list(rule.args)

    def renamed(value: object) -> object:
        if isinstance(value, tuple):
            return tuple(renamed(part) for part in value)
        return f"#{names.index(value)}" if isinstance(value, str) and value in names else value

    return renamed(meaning(rule.match))
