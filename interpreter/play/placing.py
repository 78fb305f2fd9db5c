"""Make facts true at one moment: cards in zones, counters, markers, deeds done. The earlier state does not matter.

Cards are conserved: a card displaced by a fact goes to a zone that lost a card to another fact, else to the deck of its
kind. A deck that is listed exactly keeps only the listed cards; the others leave the game. Facts that cannot be true,
alone or together, raise `Impossible` with the reason in the words of the position.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field

from moot.dsl import ir
from moot.dsl.notation.parts import (
    Cards,
    Counted,
    Counter,
    Done,
    Fact,
    Holds,
    Lasting,
    Marked,
    Named,
    Seat,
    Seeded,
    Seen,
    TurnedUp,
    Used,
    ValueIs,
)

from ..kernel.evaluate import owner_of
from ..kernel.index import index_of
from ..kernel.names import cell_name, zone_name
from ..kernel.program import GAME_OWNER, Library, ZoneDecl
from ..kernel.state import State, seeded
from .behind import number_copies, place_behind
from .lookup import (
    Impossible,
    bearer_cell,
    card_of,
    dealt_zone,
    decl_of,
    in_game,
    player_of,
    usual_owner,
    zone_of,
)

# ---- cards ------------------------------------------------


@dataclass
class _Claim:
    """One statement about one zone: its cards, and what happens to the other cards there."""

    zone: int
    how: str
    titles: tuple[str, ...]
    others: bool = False
    number: int = 0
    cards: list[int] = field(default_factory=list)


class _Table:
    """The zones as lists of cards, while cards are being moved."""

    def __init__(self, lib: Library, state: State) -> None:
        self.lib, self.state = lib, state
        pseudo = set(lib.all_zone.values())
        self.zones = {z: list(cards) for z, cards in enumerate(state.z) if z not in pseudo}
        self.cards = in_game(lib, state)
        self.where = {c: state.w[c] for c in self.cards}
        self.claimed: set[int] = set()
        self.holes: dict[int, int] = {}  # zone -> cards that were taken out of it for others
        self.spare: list[int] = []
        self.named: set[int] = set()
        self.full: set[int] = set()  # zones whose cards are listed exactly

    def pile(self, kind: int) -> int | None:
        """Return the zone for cards of a kind that nobody has: the hidden table zone with most of them."""
        name = next(k for k, i in _kinds(self.lib).items() if i == kind)
        best: tuple[tuple[bool, int, int], int] | None = None
        for decl in self.lib.zones:
            if decl.owner != "table":
                continue
            count = sum(1 for c in self.zones[decl.base] if self.lib.card_kind[c] == kind)
            if not count and self.holds(decl, name) is False:
                continue
            rank = (decl.seen == "nobody", count, -decl.base)
            if best is None or rank > best[0]:
                best = (rank, decl.base)
        return best[1] if best else None

    def holds(self, decl: ZoneDecl, kind: str) -> bool | None:
        """Whether a zone may hold a kind, judged by the cards that are there now."""
        kinds = {self.lib.card_kind[c] for c in self.zones[decl.base]}
        return None if not kinds else _kinds(self.lib)[kind] in kinds

    def claim(self, claim: _Claim, kept: Collection[int] = ()) -> None:
        """Find a copy of each named card: first one already there, then one from a pile, then one from another zone.
        Raises `Impossible` if it can only be taken from one of the zones that are `kept`."""
        for title in claim.titles:
            copies = [c for c in self.cards if self.lib.cards[c] == title]
            free = [c for c in copies if c not in self.claimed]
            if not copies:
                raise Impossible(f"{title} is not in this game")
            if not free:
                many = "is only one" if len(copies) == 1 else f"are only {len(copies)}"
                raise Impossible(f"there {many} {title}")
            best = min(free, key=lambda c: (self.where[c] != claim.zone, self._owner(c) >= 0, self._owner(c) < -1, c))
            if self.where[best] in kept:
                lies = f"{title} lies in {zone_name(self.lib, self.where[best])}"
                raise Impossible(f"{lies}: say as well what lies there then")
            self.claimed.add(best)
            claim.cards.append(best)

    def _owner(self, card: int) -> int:
        zone = self.where[card]
        return -1 if zone < 0 else self.lib.zone_owner[zone]

    def take(self, claim: _Claim) -> None:
        """Remove the claimed cards from their zones."""
        for card in claim.cards:
            zone = self.where[card]
            if zone >= 0:
                self.zones[zone].remove(card)
                if zone != claim.zone:
                    self.holes[zone] = self.holes.get(zone, 0) + 1
            self.where[card] = -1

    def put(self, claim: _Claim) -> None:
        """Put the claimed cards into their zone, and displace the others as needed."""
        there = self.zones[claim.zone]
        self.named.add(claim.zone)
        if claim.how in ("exactly", "count") and not claim.others:
            self.full.add(claim.zone)
        self.holes.pop(claim.zone, None)
        if claim.how == "top":
            self.zones[claim.zone] = [*claim.cards, *there]
        elif claim.how == "bottom":
            self.zones[claim.zone] = [*there, *claim.cards]
        elif claim.how == "count":
            self.zones[claim.zone] = there[: claim.number]
            self._displace(there[claim.number :], claim.zone)
            self.holes[claim.zone] = max(0, claim.number - len(there))
        elif claim.others and self.lib.zone_owner[claim.zone] == -1:
            self.zones[claim.zone] = [*claim.cards, *there]
        else:
            size = len(self.state.z[claim.zone])
            keep = max(0, size - len(claim.cards)) if claim.others else 0
            self.zones[claim.zone] = [*claim.cards, *there[:keep]]
            self._displace(there[keep:], claim.zone)

    def _displace(self, cards: Iterable[int], zone: int) -> None:
        for card in cards:
            self.where[card] = -1
            kind = self.lib.card_kind[card]
            if self.pile(kind) == zone or (self.lib.zone_owner[zone] == -1 and self._hidden(zone)):
                self.cards.remove(card)  # the pile is listed exactly: the others leave the game
            else:
                self.spare.append(card)

    def _hidden(self, zone: int) -> bool:
        return index_of(self.lib).zone[zone][0].seen == "nobody"

    def settle(self, refill: bool) -> None:
        """Put spare cards into zones that lost one, in the order of the zones, and the rest under the pile of their
        kind. With `refill`, a player's zone that still lacks a card is dealt one from the pile."""
        for zone in sorted(self.holes):
            wanted = self.holes[zone]
            kinds = {self.lib.card_kind[c] for c in self.zones[zone]} or self._kinds_of(zone)
            player = self.lib.zone_owner[zone] >= 0
            for card in list(self.spare):
                if wanted and self.lib.card_kind[card] in kinds and (player or self._drawn_from(card)):
                    self.spare.remove(card)
                    self.zones[zone].append(card)
                    wanted -= 1
            self.holes[zone] = wanted
        for card in self.spare:
            pile = self.pile(self.lib.card_kind[card])
            if pile is None or pile in self.full:
                self.cards.remove(card)
            else:
                self.zones[pile].append(card)
        self.spare = []
        for zone, wanted in sorted(self.holes.items()):
            if wanted and (refill or zone in self.named) and self.lib.zone_owner[zone] >= 0:
                self._deal(zone, wanted)

    def _drawn_from(self, card: int) -> bool:
        """Whether a spare card may fill a hole on the table: only where cards are dealt."""
        dealt = self.lib.position.dealt if self.lib.position is not None else ()
        return any(kind == self.lib.card_kind[card] for kind, _ in dealt)

    def _kinds_of(self, zone: int) -> set[int]:
        base = index_of(self.lib).zone[zone][0]
        for z in range(base.base, base.base + base.span):
            if self.zones.get(z):
                return {self.lib.card_kind[self.zones[z][0]]}
        taken = [c for c in self.cards if self.state.w[c] == zone]
        return {self.lib.card_kind[c] for c in taken} or set(self.lib.card_kind)

    def _deal(self, zone: int, wanted: int) -> None:
        for kind in sorted(self._kinds_of(zone)):
            pile = self.pile(kind)
            if pile is None:
                continue
            for card in [c for c in self.zones[pile] if c not in self.claimed][:wanted]:
                self.zones[pile].remove(card)
                self.zones[zone].append(card)
            return

    def write(self) -> None:
        """Write the zones back into the state."""
        state = self.state
        for kind, zone in self.lib.all_zone.items():
            state.z[zone] = tuple(sorted(c for c in self.cards if self.lib.card_kind[c] == kind))
        for card in in_game(self.lib, state):
            state.w[card] = -1
        gone = set(range(len(self.lib.cards))) - set(self.cards)
        for card in gone:
            state.w[card] = -1
        for zone, cards in self.zones.items():
            state.z[zone] = tuple(cards)
            for card in cards:
                state.w[card] = zone


def _kinds(lib: Library) -> dict[str, int]:
    return dict(zip(lib.kinds, lib.card_kind, strict=True))


def place_cards(lib: Library, state: State, facts: Sequence[Fact], refill: bool, whole: bool) -> None:
    """Make true what facts say about cards. `refill`: a hand that lost a card to another zone is dealt a new one.
    `whole`: the facts are a whole position, so a card may be taken from wherever it lies."""
    claims: list[_Claim] = []
    for fact in facts:
        match fact:
            case Cards():
                zone = zone_of(lib, state, fact.place)
                claims.append(_Claim(zone, fact.how, fact.titles, fact.others, fact.number))
            case Holds():
                _hold(lib, state, claims, fact)
    if not claims:
        return
    zones = [c.zone for c in claims]
    twice = next((z for z in zones if zones.count(z) > 1), None)
    if twice is not None:
        raise Impossible(f"two statements are about the same place: {index_of(lib).zone[twice][0].name}")
    table = _Table(lib, state)
    for claim in claims:
        table.claim(claim, () if whole or refill else _of_others(lib, claim.zone, zones))
    for claim in claims:
        table.take(claim)
    for claim in claims:
        table.put(claim)
    table.settle(refill)
    for claim in claims:
        if claim.how == "count" and len(table.zones[claim.zone]) < claim.number:
            wanted, there = f"{claim.number} cards", len(table.zones[claim.zone])
            raise Impossible(f"{zone_name(lib, claim.zone)} cannot have {wanted}: there are only {there} for it")
    table.write()


def _of_others(lib: Library, zone: int, named: Sequence[int]) -> frozenset[int]:
    """Return the zones out of which a change of one place takes no card: those of other players and of cards, unless
    they are changed too."""
    mine = lib.zone_owner[zone]
    return frozenset(z for z, owner in enumerate(lib.zone_owner) if owner not in (-1, mine) and z not in named)


def _hold(lib: Library, state: State, claims: list[_Claim], fact: Holds) -> None:
    """Add to `claims` that a player is certain cards."""
    player = player_of(state, lib, fact.seat)
    for title in fact.titles:
        if title not in lib.cards:
            raise Impossible(f"{title} is not in this game")
        at = dealt_zone(lib, lib.card_kind[lib.cards.index(title)], player)
        if at is None:
            raise Impossible(f"nobody *is* {title}: say in which zone it lies")
        same = next((c for c in claims if c.zone == at), None)
        if same is None:
            claims.append(_Claim(at, "exactly", (title,), True))
        else:
            same.titles = (*same.titles, title)


# ---- counters, markers, deeds ------------------------------------------------


def place_marks(lib: Library, game: ir.Game, state: State, facts: Iterable[Fact]) -> None:
    """Make true what facts say about counters, markers, deeds and chance."""
    for fact in facts:
        match fact:
            case Counter(subject=subject, mark=mark, number=number):
                at = bearer_cell(lib, state, subject, mark)
                if number < 0:
                    raise Impossible(f"{mark} of {cell_name(lib, at)[1]} cannot be {number}: it is never below 0")
                state.m[at] = number
            case Marked():
                _marked(lib, game, state, fact)
            case Done():
                _done(lib, state, fact)
            case Seeded(number=number):
                state.rng = number if fact.exact else seeded(number)
            case ValueIs():
                _kept(lib, state, fact)
            case Used() | Counted() | Lasting() | Seen() | TurnedUp():
                place_behind(lib, game, state, fact)


def _kept(lib: Library, state: State, fact: ValueIs) -> None:
    """Set a kept value."""
    of = fact.args[0] if fact.args else None
    if isinstance(of, (Seat, Named)):
        at = bearer_cell(lib, state, of, fact.name)
    else:
        at = next(m.base for m in lib.marks if m.name == fact.name)
    decl = decl_of(lib, at)
    match fact.result:
        case Seat():
            value = player_of(state, lib, fact.result)
        case Named():
            value = card_of(lib, state, fact.result)
        case str():
            value = lib.words[decl.holds.partition(":")[2]].index(fact.result)
        case None:
            value = -1
        case _:
            value = fact.result
    state.m[at] = value if decl.holds == "number" else value + 1


def _marked(lib: Library, game: ir.Game, state: State, fact: Marked) -> None:
    at = bearer_cell(lib, state, fact.subject, fact.mark)
    decl = decl_of(lib, at)
    if decl.single:
        if not fact.negated:
            state.m[decl.base : decl.base + decl.span] = [0] * decl.span
        state.m[at] = int(not fact.negated)
    else:
        state.m[at] = 0 if fact.negated else _marker(lib, game, state, fact)
    if decl.face == "down":  # whoever laid a card face down knows it, and in a position that is its owner
        card = index_of(lib).cell[at][1]
        owner = owner_of(lib, state, card)
        others = {c: players for c, players in state.known.items() if c != card}
        state.known = others if fact.negated or owner < 0 else {**others, card: 1 << owner}


def _marker(lib: Library, game: ir.Game, state: State, fact: Marked) -> int:
    """Return who put a marker there: the named player, or else whoever usually does."""
    if game.markers[fact.mark].counted:
        return 1
    if fact.by is not None:
        return player_of(state, lib, fact.by) + 1 if fact.by.number else GAME_OWNER
    return usual_owner(lib, game, state, fact.mark)


def _done(lib: Library, state: State, fact: Done) -> None:
    player = player_of(state, lib, fact.seat)
    subject = None if fact.title is None else card_of(lib, state, Named(fact.title))
    found = False
    for (event, keyed, measure, _), base in lib.history.items():
        if event.partition("/")[0] not in fact.verbs or measure is not None:
            continue
        if keyed in ("subject", "both") and subject is None:
            continue
        found = True
        about = subject or 0
        offset = {"": 0, "by": player, "subject": about, "both": about * lib.max_players + player}[keyed]
        state.m[base + offset] = max(1, state.m[base + offset])
    if not found:
        raise Impossible(f"no rule asks whether somebody has done this: {fact.verbs[0]}")


def place(
    lib: Library, game: ir.Game, state: State, facts: Sequence[Fact], refill: bool = False, whole: bool = False
) -> None:
    """Make all these facts true, cards first. `whole`: they are a whole position."""
    place_cards(lib, state, facts, refill, whole)
    if whole:
        number_copies(lib, state, facts)
    place_marks(lib, game, state, facts)
