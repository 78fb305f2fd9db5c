"""Finds a kind of card that is never laid anywhere: the game only moves such cards from place to place, and at first
they lie in none."""

from __future__ import annotations

from collections.abc import Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..possible.world import World
from ..source import Source
from ..words import plural
from .nodes import in_bodies


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns of each such kind once, where a card is taken from the top of a place, or else from any place."""
    world = possible.asked(game).world
    if world.unknown or not any(world.kinds.values()):
        return []
    laid = _laid(world)
    found = []
    for kind, cards in world.kinds.items():
        taken = _taken(game, kind) if cards and not cards & laid else None
        if taken is not None and taken.span.path in sources:
            assert isinstance(taken.zone, ir.ZoneOf)
            text = f"no {kind} is laid anywhere before this, so none ever lies in the place `{taken.zone.zone}`"
            help = f"lay them there where the game begins: `move all {plural(kind)} to`"
            found.append(Diagnostic("never-laid", text, taken.span, help, "warning"))
    return found


def _laid(world: World) -> int:
    """Returns the cards that something may lay in a place though they may lie in none before."""
    done = [world.deeds(unit) for unit in world.within]
    things = [one for deeds in done for _, one in deeds.moves]
    things += [one for deeds in done for pair in deeds.swaps for one in pair]
    laid = 0
    for one in things:
        laid |= world.mask(one.what) if world.places(one.places) is None else 0
    return laid


def _taken(game: ir.Game, kind: str) -> ir.Top | ir.CardsIn | None:
    """Returns the words that say from where cards of a kind are moved."""
    moved = [deed.cards for deed in in_bodies(game, ir.MoveCards)]
    taken = [of for of in moved if isinstance(of, ir.Top | ir.CardsIn) and isinstance(of.zone, ir.ZoneOf)]
    held = [of for of in taken if isinstance(of.zone, ir.ZoneOf) and game.zones[of.zone.zone].holds == kind]
    return next((of for of in held if isinstance(of, ir.Top)), held[0] if held else None)
