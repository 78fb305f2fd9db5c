"""Finds two rules of one level that can set the value of the same thing at once, and set it differently.

Rules of the game come first, then those of cards that nobody holds, then those of cards; what lasts overrules them, and
the later of two such rules holds. So only rules of one level can contradict each other.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, replace
from itertools import combinations
from typing import Any

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..possible.about import About, Known
from ..possible.asking import Asking
from ..possible.terms import key
from ..source import Source, Span

GAME, NOBODYS, CARD = range(3)  # rules of the game itself, of cards that nobody holds, of cards
Said = tuple[int, ir.Rule, ir.Card | None]


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Reports each rule that contradicts an earlier one: an error if both always hold, else a warning."""
    found: list[Diagnostic] = []
    by_value: dict[tuple[int, str], list[Said]] = {}
    for level, rule, card in _all(game):
        if rule.form == "value" and rule.op == "is" and rule.amount is not None:
            by_value.setdefault((level, rule.name), []).append((level, rule, card))
    for several in by_value.values():
        told: set[Span] = set()
        for one, other in combinations(several, 2):
            if other[1].span not in told and _meet(possible.asked(game), one, other):
                told.add(other[1].span)
                found.append(_told(game, one, other))
    return found


def _told(game: ir.Game, one: Said, other: Said) -> Diagnostic:
    surely = all(_always(game, *said) for said in (one, other))
    message = f"another rule sets something else for `{other[1].name}`, and neither overrules the other"
    if not surely:
        message = f"another rule may set something else for `{other[1].name}` then, and neither overrules the other"
    help = "use `more` or `less`, or say when each of them holds"
    notes = ((one[1].span, "the other one"),)
    return Diagnostic("base-conflict", message, other[1].span, help, "error" if surely else "warning", notes)


def _all(game: ir.Game) -> Iterator[Said]:
    for value in game.values.values():
        for rule in value.rules:
            yield GAME, rule, None
    for card in game.cards.values():
        for rule in card.rules:
            yield NOBODYS if game.kinds[card.kind].you is None else CARD, rule, card


def _always(game: ir.Game, level: int, rule: ir.Rule, card: ir.Card | None) -> bool:
    """Returns whether a rule always holds for all that it is about."""
    free = rule.cond is None and rule.during is None and rule.where is None
    return free and (level != CARD or card is None or game.kinds[card.kind].works is None)


def _meet(asking: Asking, one: Said, other: Said) -> bool:
    """Returns whether two rules can hold for one thing at once, and then set different things."""
    (_, first, card), (_, rule, second) = one, other
    names = {**{name: f"{name}'" for name in ("this", "you")}, **dict(zip(rule.args, first.args, strict=False))}
    if first.amount is None or rule.amount is None or key(first.amount) == key(_renamed(rule.amount, names)):
        return False
    known: Known | None = Known()
    for whose, suffix in ((card, ""), (second, "'")):
        if whose is not None and known is not None:
            known = known.naming(f"this{suffix}", About(mask=asking.titles[whose.title]))
    conds = [first.during, first.match, first.cond]
    conds += [_renamed(cond, names) for cond in (rule.during, rule.match, rule.cond)]
    for cond in conds:
        if cond is not None and known is not None:
            known = asking.assume(cond, known)
    return known is not None


def _renamed(node: Any, names: Mapping[str, str]) -> Any:
    """Returns a phrase in which some names stand for others."""
    if isinstance(node, tuple):
        return tuple(_renamed(part, names) for part in node)
    if isinstance(node, ir.Var):
        return replace(node, name=names.get(node.name, node.name))
    if not isinstance(node, ir.Expr):
        return node
    parts = {f.name: _renamed(getattr(node, f.name), names) for f in fields(node) if f.name not in ("span", "type")}
    return replace(node, **parts)
