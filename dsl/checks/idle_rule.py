"""Finds a rule that keeps a card from players with whom it has nothing to do: `Clerk cannot target you`, though what he
does is all about a common place. It reads as protection, and forbids nothing."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..own_verbs import PLAYER
from ..possible.terms import key
from ..source import Source
from .nodes import Declared, Once, below, declared

HELP = "forbid the deed itself, with who does it first, or say which other card it is"


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Tells of each rule by which a card cannot target players, where nothing that it does concerns another player."""
    found: list[Diagnostic] = []
    for one in declared(game):
        for rule in _sparing(one):
            cards = [game.cards[title] for title in _named(rule) if title in game.cards]
            if cards and not any(_concerns_others(card) for card in cards):
                here = f"nothing that `{cards[0].title}` does is aimed at a player, so this forbids nothing"
                found.append(Diagnostic("idle-rule", here, rule.span, HELP))
    return found


@Once[Declared, list[ir.Rule]]
def _sparing(one: Declared) -> list[ir.Rule]:
    """Returns the rules of a declaration that say which card cannot target a player."""
    rules = (node for node in below(one) if isinstance(node, ir.Rule))
    return [rule for rule in rules if rule.form == "permit" and rule.name == PLAYER and rule.cannot]


def _named(rule: ir.Rule) -> Iterator[str]:
    """Yields the title of the card that a rule is about, if it names one."""
    parts = rule.match.parts if isinstance(rule.match, ir.And) else (rule.match,)
    for part in parts:
        match part:
            case ir.Is(op="==", left=ir.Var(name=name), right=ir.CardNamed(title=title)) if name == rule.doer:
                yield title


def _concerns_others(card: ir.Card) -> bool:
    """Returns whether a card speaks of any player but the one who acts."""
    for clause in card.clauses:
        for node in below((clause.lead, clause.effect)):
            if isinstance(node, ir.Expr) and node.type.sort == "player" and key(node) != key(clause.doer):
                return True
    return False
