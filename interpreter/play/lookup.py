"""Translate the names in facts into the machine's numbers of cards, players, zones and cells.

A name that means nothing in this game raises `Impossible`, with the reason in the words of the position.
"""

from __future__ import annotations

from moot.dsl import ir
from moot.dsl.notation.parts import Named, Place, Seat, Subject

from ..kernel.evaluate import owner_of
from ..kernel.index import index_of
from ..kernel.names import zone_name
from ..kernel.program import GAME_OWNER, Library, MarkDecl, ZoneDecl
from ..kernel.state import State


class Impossible(Exception):
    """No such position is possible, for each of these reasons. `told`: the same for a person, with the cards that
    cannot be together."""

    def __init__(self, *reasons: str, told: tuple[str, ...] = ()) -> None:
        super().__init__(*reasons)
        self.reasons = reasons
        self.told = told or reasons

    def __str__(self) -> str:
        return "; ".join(self.reasons)

    def with_remark(self, remark: str) -> Impossible:
        """Return the same with a remark after the last reason."""
        (*others, last), (*said, told) = self.reasons, self.told
        return Impossible(*others, f"{last}{remark}", told=(*said, f"{told}{remark}"))


def in_game(lib: Library, state: State) -> list[int]:
    """Return the cards that take part, wherever they are."""
    return [card for zone in lib.all_zone.values() for card in state.z[zone]]


def card_of(lib: Library, state: State, named: Named) -> int:
    """Return the card that a fact means. Among copies that look alike, this is the first that everybody sees."""
    copies = [c for c in in_game(lib, state) if lib.cards[c] == named.title]
    if not copies:
        raise Impossible(f"{named.title} is not in this game")
    if named.owner is not None:
        copies = [c for c in copies if owner_of(lib, state, c) == named.owner - 1]
        if not copies:
            raise Impossible(f"p{named.owner} has no {named.title}")
    if named.zone is not None:
        zone = zone_of(lib, state, Place(named.zone, None if named.owner is None else Seat(named.owner)))
        copies = [c for c in copies if state.w[c] == zone]
        if not copies:
            raise Impossible(f"no {named.title} lies in {zone_name(lib, zone)}")
        if named.nth > len(copies):
            raise Impossible(f"only {len(copies)} {named.title} lies in {zone_name(lib, zone)}")
        return [c for c in state.z[zone] if c in copies][named.nth - 1]
    if named.marked is not None:
        cells = {c: cell(lib, named.marked, "card", c) for c in copies}
        copies = [c for c in copies if (at := cells[c]) is not None and state.m[at]]
        if not copies:
            raise Impossible(f"no {named.title} is {named.marked}")
    return min(copies, key=lambda c: (owner_of(lib, state, c) < 0, not _public(lib, state, c), state.w[c] < 0, c))


def _public(lib: Library, state: State, card: int) -> bool:
    """Whether a card lies where everybody sees it."""
    zone = index_of(lib).zone.get(state.w[card])
    return zone is not None and zone[0].seen == "everyone"


def player_of(state: State, lib: Library, seat: Seat) -> int:
    """Return the player in a seat. Raises `Impossible` if nobody sits there."""
    if seat.number > state.m[lib.players_cell]:
        raise Impossible(f"there is no p{seat.number}: {state.m[lib.players_cell]} play")
    return seat.number - 1


def cell(lib: Library, mark: str, bearer: str, number: int) -> int | None:
    """Return the cell of a marker on a player or card; None if the marker cannot be there."""
    for decl in lib.marks:
        first = decl.first if decl.bearer == "card" else 0
        if decl.name == mark and decl.bearer == bearer and 0 <= number - first < decl.span:
            return decl.base + number - first
    return None


def bearer_cell(lib: Library, state: State, subject: Subject, mark: str) -> int:
    """Return the cell of a marker on the subject of a sentence."""
    if isinstance(subject, Seat):
        found, who = cell(lib, mark, "player", player_of(state, lib, subject)), f"p{subject.number}"
    else:
        found, who = cell(lib, mark, "card", card_of(lib, state, subject)), subject.title
    if found is None:
        raise Impossible(f"{mark} cannot be on {who}")
    return found


def usual_owner(lib: Library, game: ir.Game, state: State, mark: str) -> int:
    """Return what the cell of a marker holds if nobody says who put it there: the player who has the card that declares
    it, or else the game."""
    card = game.markers[mark].card
    owner = owner_of(lib, state, lib.cards.index(card)) if card is not None and card in lib.cards else -1
    return owner + 1 if owner >= 0 else GAME_OWNER


def decl_of(lib: Library, at: int) -> MarkDecl:
    """Return the marker that a cell belongs to."""
    return index_of(lib).cell[at][0]


def zone_of(lib: Library, state: State, place: Place) -> int:
    """Return the zone that a place means."""
    decl = zone_decl(lib, place.zone)
    if place.bearer is None:
        return decl.base
    if isinstance(place.bearer, Seat):
        return decl.base + player_of(state, lib, place.bearer)
    card = card_of(lib, state, place.bearer)
    for zone in range(decl.base, decl.base + decl.span):
        if lib.zone_owner[zone] == -2 - card:
            return zone
    raise Impossible(f"{place.bearer.title} has no {place.zone}")


def zone_decl(lib: Library, name: str) -> ZoneDecl:
    """Return the zone that is declared under this name."""
    return next(z for z in lib.zones if z.name == name)


def dealt_zone(lib: Library, kind: int, player: int) -> int | None:
    """Return the zone into which cards of a kind are dealt if a player *is* such a card."""
    dealt = lib.position.dealt if lib.position is not None else ()
    return next((base + player for k, base in dealt if k == kind), None)
