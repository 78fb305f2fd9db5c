"""Finds what may be done because of a deed, beside the deed itself: where cards are moved on, what is put on what."""

from __future__ import annotations

from . import deeds
from .world import Unit, World


def onward(world: World, event: str, places: frozenset[str]) -> frozenset[str] | None:
    """Returns where something may lie that an event has laid in some places, while it is being answered; None:
    anywhere."""
    moves: list[tuple[str, frozenset[str] | None]] = []
    for unit in _answering(world, event):
        done = world.deeds(unit)
        if done.uses or done.unknown or done.swaps or done.joined or any(zone is None for zone, _ in done.moves):
            return None
        moves += [(zone, world.places(thing.places)) for zone, thing in done.moves if zone is not None]
    before: frozenset[str] = frozenset()
    while before != places:
        before, places = places, places.union(zone for zone, of in moves if of is None or of & places)
    return places


def answered(world: World, verbs: frozenset[str]) -> tuple[frozenset[tuple[str, int]], frozenset[str], bool]:
    """Returns what may answer verbs while they are done, beside what they do themselves: the markers that it puts, and
    on what; the places to which it moves cards; and whether it may do anything at all."""
    own: list[Unit] = [("verb", verb, 0) for verb in sorted(verbs)]
    done = [world.deeds(unit) for unit in _all_of(world, [*own, *_soon(world)]) if unit not in own]
    zones = [zone for one in done for zone, _ in one.moves]
    anything = None in zones or any(one.uses or one.unknown or one.swaps or one.joined for one in done)
    puts = frozenset((mark, world.mask(on.what)) for one in done for mark, on, _ in one.puts)
    return puts, frozenset(zone for zone in zones if zone is not None), anything


def _answering(world: World, event: str) -> frozenset[Unit]:
    """Returns all that may be done while an event is being answered that has just happened."""
    verb, _, step = event.partition("/")
    answers = [unit for unit in world.clauses.get(("after", event), ()) if unit in world.within]
    rest: list[Unit] = [("verb", verb, 0)] if step else []
    return _all_of(world, [*answers, *_soon(world), *rest])


def _soon(world: World) -> list[Unit]:
    return [unit for unit in world.units(deeds.SOON) if unit in world.within]


def _all_of(world: World, units: list[Unit]) -> frozenset[Unit]:
    """Returns some parts of the game, and all that follows from them."""
    seen, waiting = set(units), list(units)
    while waiting:
        further = world.follows(waiting.pop()) - seen
        seen |= further
        waiting += further
    return frozenset(seen)
