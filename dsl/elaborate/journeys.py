"""Reads from which place, and to which, a card is or was moved, and refuses what would tell which card it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from .. import ir, syntax
from ..checks.nodes import below
from ..own_verbs import FROM, TO
from ..source import Span
from .mistakes import fail
from .noun import Noun
from .scope import Scope

MOST_PLAYERS_ASKED = 2


def seen(
    scope: Scope, node: syntax.Happening, card: ir.Type, named: Sequence[tuple[str, str]], conds: Sequence[ir.Expr]
) -> None:  # fmt: skip
    """Refuses a card that is moved, unless the words name a place that everybody sees: else who answers would tell
    which card it is."""
    for said in node.passive.roles:
        if said.name is not None and said.prep.text != "by":
            fail("misplaced-word", "a name cannot be given here", said.name.span)
    names = {var for var, _ in named}
    places = [
        zone
        for cond in conds
        if any(isinstance(n, ir.Var) and n.name in names for n in below(cond))
        for zone in below(cond)
        if isinstance(zone, ir.ZoneOf)
    ]
    _holds(scope, places, card, node.span)
    if not any(scope.vocabulary.zones[place.zone].seen == "everyone" for place in places):
        help = "write `from`, or `to`, and a place whose cards everybody sees"
        fail("missing-word", "not everybody sees which card is moved", node.span, help)


def ends(scope: Scope, past: ir.Happened, nouns: Mapping[str, Noun]) -> ir.Happened:
    """Returns the question whether a card was moved, with the places from which and to which."""
    zones = scope.vocabulary.zones
    places = {prep: noun.base for prep, noun in nouns.items() if isinstance(noun.base, ir.ZoneOf)}
    card = past.subject.type if past.subject is not None else ir.Type("card")
    _holds(scope, tuple(places.values()), card, past.span)
    public = any(zones[place.zone].seen == "everyone" for place in places.values())
    if not public and (past.subject is not None or not any(zones[place.zone].counted for place in places.values())):
        help = "ask for `a card`, or name a place whose cards everybody sees as well"
        fail("missing-word", "not everybody sees which card was moved", past.span, help)
    for place in places.values():
        if zones[place.zone].owner not in (None, "player") and not anybodys(place):
            fail("wrong-type", f"it is not noted of which `{place.zone}`", place.span, "write `any`")
    asked = [place for place in places.values() if zones[place.zone].owner == "player" and not anybodys(place)]
    if len(asked) + (past.by is not None) > MOST_PLAYERS_ASKED:
        fail("wrong-number", "too much is asked of one move", past.span, "leave out `by`")
    return replace(past, origin=places.get(FROM), goal=places.get(TO))


def anybodys(place: ir.ZoneOf) -> bool:
    """Returns whether a place may be that of any player or card: `any hand`."""
    return isinstance(place.bearer, (ir.Players, ir.AllOf))


def _holds(scope: Scope, places: Sequence[ir.ZoneOf], card: ir.Type, span: Span) -> None:
    zones = [scope.vocabulary.zones[place.zone] for place in places]
    other = next((zone for zone in zones if card.name not in (None, zone.holds)), None)
    if other is not None:
        fail("wrong-type", f"`{other.name}` holds no {card.name}", span)
