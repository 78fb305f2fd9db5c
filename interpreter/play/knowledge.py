"""What players remember where a position begins, in both directions: read from its facts, and written down as facts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from moot.dsl.notation.parts import Fact, Remembers

from ..kernel.index import index_of
from ..kernel.memory import Memory, begun
from ..kernel.names import player_name
from ..kernel.program import Library
from ..kernel.state import State
from .behind import designated
from .lookup import Impossible, card_of, player_of, zone_of


def recalled(lib: Library, state: State, facts: Sequence[Fact]) -> dict[int, Memory]:
    """Return what facts say of each player's memory. Raises `Impossible` if a card lies in none of the places."""
    may: dict[int, dict[int, frozenset[int]]] = {}
    sure: dict[int, set[int]] = {}
    exact: dict[int, set[int]] = {}
    for fact in facts:
        if not isinstance(fact, Remembers):
            continue
        player = player_of(state, lib, fact.seat)
        places = frozenset(zone_of(lib, state, place) for place in fact.places)
        for named in fact.cards:
            card = card_of(lib, state, named)
            if state.w[card] not in places:
                raise Impossible(f"{named.title} does not lie where {player_name(player)} remembers it")
            may.setdefault(player, {})[card] = places
            if len(places) == 1 and not fact.infers:
                sure.setdefault(player, set()).add(card)
            if fact.exactly:
                exact.setdefault(player, set()).add(card)
    return {
        player: Memory(known, frozenset(sure.get(player, ())), frozenset(exact.get(player, ())), {})
        for player, known in may.items()
    }  # fmt: skip


def knowledge_text(lib: Library, state: State, memories: Mapping[int, Memory]) -> list[str]:
    """Return the statements of what players remember that does not follow from the state."""
    return [line for player, known in sorted(memories.items()) for line in _lines(lib, state, player, known)]


def _lines(lib: Library, state: State, player: int, known: Memory) -> Iterator[str]:
    """Yield the statements of what a player remembers. What follows from those whose place he knows is not said."""
    said: set[int] = set()
    for whole in (False, True):
        may = {card: known.may[card] for card in said}
        plain = begun(lib, state, player, 0, Memory(may, known.sure & said, known.exact & said, {}))
        groups: dict[tuple[tuple[int, ...], bool, bool], list[int]] = {}
        for card in sorted(known.may.keys() - said):
            now, then = ((m.may.get(card), card in m.sure, card in m.exact) for m in (known, plain))
            if now != then and (whole or now[1]):
                groups.setdefault((tuple(sorted(known.may[card])), now[1], now[2]), []).append(card)
        for (places, sure, exact), cards in groups.items():
            said.update(cards)
            verb = "remembers" if sure or len(places) > 1 else "infers"
            which = ", ".join(designated(lib, state, card) for card in cards)
            where = " or ".join(_place(lib, state, zone) for zone in places)
            yield f"{player_name(player)} {verb} {'exactly ' if exact else ''}{which} in {where}"


def _place(lib: Library, state: State, zone: int) -> str:
    decl, bearer = index_of(lib).zone[zone]
    if decl.owner == "table":
        return decl.name
    of = player_name(bearer) if decl.owner == "player" else designated(lib, state, bearer)
    return f"{decl.name} of {of}"
