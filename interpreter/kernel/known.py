"""Tracks what players know of cards that lie hidden from them because they were shown those cards.

`State.known` holds, for such a card, a mask of the players who know where it lies. A card becomes known when a hidden
card is shown or looked at where it lies, is turned face down before those who see it, or is put on top of a place by a
player who knew it. Nothing else is remembered: what goes from a zone that a player sees into one that he does not
see is his to remember. For one player the rules are these, as at a table:

- A card that comes to lie where he sees it needs no remembering, and none is kept.
- What he himself puts on top of a place he knows there if he knew it before. What he puts under it he forgets, as the
  next card that is drawn would make him forget it.
- All cards of a hidden zone, moved together, are followed if it is known how many lie there: he knows them where they
  lie now.
- Some cards moved from one hidden zone to another: he cannot say which, and no longer knows any card of that zone,
  unless all of them lie face up.
- Some cards moved from a hidden zone to where he sees them: of those that stay he knows what he knew.
- What is shuffled where he does not see it is forgotten.
- Cards that lie face down where others lie open, or with their backs to him in his own place, he can tell from each
  other by their places: he loses none of them when another is moved, and follows one that is moved to such a place.
- Zones and seats that are exchanged take along what is known of them; two exchanged cards count as two moved cards.

So what is known never depends on which hidden card was moved. Both executors use exactly these functions, and only when
something is known. A mapping is never changed, but replaced.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from .index import index_of
from .names import by_place, face_down, sees_card, sees_mark, sees_zone, tells_apart
from .program import Library
from .state import State

Known = Mapping[int, int]


def shows(lib: Library) -> bool:
    """Return whether this library's games ever show cards, or turn them; if not, nothing hidden is ever known."""
    return any(
        ins.op == "lay" or (ins.op == "show" and not ins.args[2]) or (ins.op == "turn" and ins.args[2])
        for p in lib.programs
        for ins in p.code
    )


def shown(lib: Library, s: State, cards: Iterable[int], to: int) -> Known:
    """Return what is known after cards were shown to a player (`to` -1: to everybody)."""
    known, index = s.known, index_of(lib)
    for card in cards:
        zone = s.w[card]
        if (
            zone < 0
            or _face_up(lib, s, card)
            or (index.zone[zone][0].seen == "everyone" and not face_down(lib, s, card))
        ):
            continue
        for player in range(s.m[lib.players_cell]) if to == -1 else (to,):
            if not sees_card(lib, s, card, player):
                known = {**known, card: known.get(card, 0) | 1 << player}
    return known


def moved(lib: Library, s: State, cards: Collection[int], zone: int) -> Known:
    """Return what is known after these cards will have moved into `zone`. `s`: the state before the move."""
    w, known = s.w, s.known
    leaving: dict[int, set[int]] = {}
    for card in cards:
        if w[card] >= 0:
            leaving.setdefault(w[card], set()).add(card)
    for source, gone in leaving.items():
        there = [card for card in known if w[card] == source]
        for player in _knowing({card: known[card] for card in there}):
            lost = _lost(lib, s, player, source, gone, zone)
            if lost:
                known = _without(known, {player: [card for card in there if card in lost]})
    return known


def laid(lib: Library, s: State, cards: Collection[int], zone: int, player: int) -> Known:
    """Return what is known after a player will have put these cards into `zone`, in an order of his. `s`: the state
    before that."""
    known = moved(lib, s, cards, zone) if s.known else s.known
    hides = not sees_zone(lib, zone, player, s)
    for card in cards if player >= 0 else ():
        if (hides or face_down(lib, s, card)) and sees_card(lib, s, card, player):
            known = {**known, card: known.get(card, 0) | 1 << player}
    return known


def _lost(lib: Library, s: State, player: int, source: int, gone: set[int], zone: int) -> Collection[int]:
    """Return the cards of a zone that a player no longer knows after some of them have left it."""
    if tells_apart(lib, source, player, s):
        return {c for c in gone if not (tells_apart(lib, zone, player, s) and _hidden(lib, s, c, zone, player))}
    if not any(_hidden(lib, s, c, zone, player) for c in gone):
        return gone
    whole = len(gone) == len(s.z[source]) and index_of(lib).zone[source][0].counted
    if whole or all(_face_up(lib, s, card) for card in gone):
        return ()
    return s.z[source]


def _hidden(lib: Library, s: State, card: int, zone: int, player: int) -> bool:
    """Return whether a card will lie hidden from a player in this zone, turned as it is now."""
    return face_down(lib, s, card) or not sees_zone(lib, zone, player, s)


def _face_up(lib: Library, s: State, card: int) -> bool:
    for cell in index_of(lib).face_up[card]:  # noqa: SIM110 (the loop is faster)
        if s.m[cell]:
            return True
    return False


def mixed(lib: Library, s: State, zone: int) -> Known:
    """Return what is known after a zone was shuffled."""
    players, cards = _knowing(s.known), s.z[zone]
    return _without(s.known, {p: [c for c in cards if _hidden(lib, s, c, zone, p)] for p in players})


def turned(lib: Library, s: State, cards: Iterable[int], down: bool) -> Known:
    """Return what is known after these cards will have been turned face down or up where they lie. Whoever sees a card
    that is turned down still knows it; where it is turned up before him he need not remember it."""
    known = dict(s.known)
    for card in cards:
        zone = s.w[card]
        if zone < 0 or face_down(lib, s, card) == down:
            continue
        mask = known.pop(card, 0)
        for player in range(s.m[lib.players_cell]):
            if sees_zone(lib, zone, player, s):
                mask = mask | 1 << player if down else mask & ~(1 << player)
        if mask:
            known[card] = mask
    return known


def reseated(known: Known, left: int, right: int) -> Known:
    """Return what is known after two players have exchanged their seats: each takes along what he knows."""

    def changed(mask: int) -> int:
        if (mask >> left & 1) == (mask >> right & 1):
            return mask
        return mask ^ (1 << left | 1 << right)

    return {card: changed(mask) for card, mask in known.items()}


def exchanged(lib: Library, s: State, left: int, right: int) -> Known:
    """Return what is known after two cards will have changed places. `s`: the state before the exchange."""
    places = s.w[left], s.w[right]
    if places[0] == places[1]:
        return s.known
    lost: dict[int, set[int]] = {}
    for player in _knowing(s.known):
        lost[player] = set()
        for card, source, zone in ((left, *places), (right, *reversed(places))):
            if source >= 0:
                lost[player].update(_lost(lib, s, player, source, {card}, zone))
    return _without(s.known, lost)


def named(lib: Library, s: State, cards: Iterable[int], player: int) -> list[int]:
    """Return those cards, of the ones that a player may name wherever they lie, that he can tell apart. Of copies that
    he does not see and that look alike to him, the first in the library stands for all. So the result shows neither how
    many there are nor where they lie."""
    one_by_one = sorted(cards)
    if len({lib.definition[card] for card in one_by_one}) == len(one_by_one):
        return one_by_one
    index, kept, seen = index_of(lib), [], set()
    for card in one_by_one:
        marks = []
        for cell in index.card_cells[card]:
            mark = index.cell[cell][0]
            marks.append(s.m[cell] if sees_mark(lib, s, mark, card, s.m[cell], player) else 0)
        beset = any(s.z[zone] for zone in index.card_zones[card])
        if sees_card(lib, s, card, player):
            look = (lib.definition[card], s.w[card], tuple(marks), card if beset else -1)
        elif by_place(lib, s, card, player):
            look = (lib.definition[card], -1, (0,) * len(marks), -1)
        else:
            look = (lib.definition[card], -1, tuple(marks), -1)
        if look not in seen:
            seen.add(look)
            kept.append(card)
    return kept


def _knowing(known: Known) -> Iterator[int]:
    """Go through the players who know of any hidden card."""
    everybody = 0
    for mask in known.values():
        everybody |= mask
    return (player for player in range(everybody.bit_length()) if everybody >> player & 1)


def _without(known: Known, lost: Mapping[int, Collection[int]]) -> Known:
    """Return what is known after players have forgotten these cards."""
    left = dict(known)
    for player, cards in lost.items():
        for card in cards:
            if card in left:
                left[card] &= ~(1 << player)
                if not left[card]:
                    del left[card]
    return left


def apart(
    lib: Library, abilities: tuple[int, ...], distinct: Callable[[tuple[int, ...]], Sequence[int]]
) -> tuple[int, ...]:
    """Return the abilities without those whose card looks like an earlier card with the same ability. `distinct`:
    leaves one card of each group that looks alike."""
    kept: list[int] = []
    having: dict[int, tuple[int, ...]] = {}
    for x in abilities:
        ability = lib.abilities[x]
        cards = (*having.get(ability.program, ()), ability.card)
        if len(distinct(cards)) == len(cards):
            having[ability.program] = cards
            kept.append(x)
    return tuple(kept)
