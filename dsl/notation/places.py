"""Reads who and where: players, cards, places, and what lies in a place."""

from __future__ import annotations

from collections.abc import Sequence

from .. import ir
from ..words import with_article
from .parts import Cards, Fact, Named, Place, Seat, Subject
from .reader import OTHERS, Reader

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
COMPARE = {("at", "least"): ">=", ("at", "most"): "<=", ("more", "than"): ">", ("less", "than"): "<"}


def compare(r: Reader) -> str:
    """Reads a comparison (`at least`, `more than`, `not`) and returns its operator; without one, `==`."""
    for words, op in COMPARE.items():
        if r.take(*words):
            return op
    return "!=" if r.take("not") else "=="


def read_subject(r: Reader, alone: bool = True) -> Subject | None:
    """Reads `p1`, `Bishop`, `Tavern of p2`, `p2's Tavern`, `the beautified Tavern`. Returns None if there is no player
    and no card here. A place or value of the game that is called like a card begins with a small letter (`vault` beside
    `Vault`), unless only a card can come here (not `alone`)."""
    mark = r.at
    his = r.owner()
    seat = None if his is not None else r.seat()
    if seat is not None:
        return Seat(seat)
    nth = _nth(r)
    title = r.phrase(r.v.titles, exact_case=True)
    if title is None and alone and _other_than_card(r):
        return None
    marker = None if title is not None else r.phrase(r.v.markers)
    title = title or r.title()
    if title is None:
        r.at = mark
        return None
    owner, zone = _whose(r) if his is None else (his, None)
    if nth and zone is None:
        raise r.fault("where this card lies should follow", "as in `second TITLE of p2's PLACE`")
    return Named(title, owner, marker.name if marker else None, zone, nth or 1)


def _nth(r: Reader) -> int:
    """Reads `second` before a card, and returns 2; 0, and takes no word, if there is nothing like that."""
    mark = r.at
    word = r.take_any(ORDINALS)
    if word is not None and r.phrase(r.v.titles, exact_case=True) is not None:
        r.at = mark + 1
        return ORDINALS.index(word) + 1
    r.at = mark
    return 0


def _whose(r: Reader) -> tuple[int | None, str | None]:
    """Reads `of p2`, `of p2's hand`, `of the district deck` after a card, if one of them comes next."""
    here = r.at
    if not r.take("of"):
        return None, None
    owner = r.seat()
    if owner is None:
        r.ear()
    there = r.at
    zone = r.phrase(r.v.zones)
    if zone is not None and zone.owner == (None if owner is None else "player"):
        return owner, zone.name
    r.at = here if owner is None else there
    return owner, None


def _other_than_card(r: Reader) -> bool:
    """Whether a place or value comes next, written as the game declares it, that is called like a card."""
    mark = r.at
    found = r.phrase(r.v.zones, exact_case=True) or r.phrase(r.v.values, exact_case=True)
    length, r.at = r.at - mark, mark
    if found is None:
        return False
    like = r.title() is not None and r.at - mark == length
    r.at = mark
    return like


def read_place(r: Reader) -> Place:
    """Reads `city of p2`, `p2's city`, `faceup discards`. Raises `Fault` if no zone is named, or the wrong bearer for
    it."""
    seat = r.seat()
    zone = r.phrase(r.v.zones)
    if zone is None:
        raise r.unknown("zone", r.v.spelled("zones"))
    if seat is not None:
        return Place(zone.name, Seat(seat))
    bearer: Subject | None = None
    if r.take("of"):
        r.ear()
        bearer = read_subject(r, alone=False)
        if bearer is None:
            raise r.fault("a player or card should follow `of`")
    if (zone.owner is None) != (bearer is None):
        raise r.fault(f"{whose(zone)} has a `{zone.name}`")
    return Place(zone.name, bearer)


def whose(zone: ir.Zone) -> str:
    """Says who can have such a zone, for a message: `only a player`."""
    return {None: "only the table", "player": "only a player"}.get(zone.owner, f"only a {zone.owner}")


def short_zone(r: Reader) -> ir.Zone | None:
    """Reads `deck` for `district deck`, if the kind of the first card named decides which zone is meant. Returns None
    if no zone ends in this word; raises `Fault` if several remain."""
    if r.ended() or r.toks[r.at].quoted:
        return None
    word = r.peek()
    zones = [z for p, z in r.v.zones.items() if p[-1] == word and z.owner is None]
    if not zones:
        return None
    r.at += 1
    mark = r.at
    kind = None
    while kind is None and not r.ended():
        title = r.title()
        kind = r.phrase(r.v.kinds) if title is None else r.v.card_kind[title]
        if kind is None:
            r.at += 1
    r.at = mark
    fitting = [z for z in zones if kind is None or z.holds in (kind, "card")]
    if len(fitting) == 1:
        return fitting[0]
    r.at = mark - 1
    raise r.fault(f"`{word}` could be " + " or ".join(f"`{z.name}`" for z in zones))


def contents(r: Reader, zone: ir.Zone, place: Place, start: int, negated: bool) -> Fact:
    """Reads what lies in a place: a list of cards, a number of them, or nothing. `start` is the first word of the
    fact."""
    while r.take_any(("is", "are", "has", "have")):
        negated = negated or r.take("not")
    if r.take("nothing") or (negated and _no_cards(r)):
        return Cards(place=place, how="exactly", span=r.span(start))
    if r.peek() == "unknown":
        return Cards(place=place, how="exactly", span=r.span(start))
    mark = r.at
    op = compare(r)
    number = r.number()
    if number is not None and (r.take("cards") or r.take("card") or r.phrase(r.v.kinds) is not None):
        return Cards(place=place, how="count", op=op, number=number, span=r.span(start))
    r.at = mark
    how = r.take_any(("includes", "include", "without", "top", "bottom")) or "exactly"
    how = "includes" if how == "include" else "without" if negated else how
    titles, others = _list(r)
    if not titles and not others:
        raise r.unknown("card", r.v.spelled("titles"))
    right_kind(r, zone, titles, mark)
    return Cards(place=place, how=how, titles=tuple(titles), others=others, span=r.span(start))


def _no_cards(r: Reader) -> bool:
    """Whether nothing follows `no`, or only the kind of card of which there is none."""
    return r.take("cards") or r.phrase(r.v.kinds) is not None or r.ended() or r.peek() == ","


def right_kind(r: Reader, zone: ir.Zone, titles: Sequence[str], start: int) -> None:
    """Raises `Fault` if one of these cards is of a kind that the zone does not hold."""
    for title in titles:
        kind = r.v.card_kind[title]
        if zone.holds not in ("card", kind):
            said = f"`{zone.name}` holds {with_article(zone.holds)}, and {title} is {with_article(kind)}"
            raise r.fault(said, span=r.span(start))


def _list(r: Reader) -> tuple[list[str], bool]:
    """Reads cards with commas between them, and whether `…` at the end lets others join them."""
    titles: list[str] = []
    while True:
        mark = r.at
        if titles and not (r.take(",") or r.peek() == "and" or r.peek() in OTHERS):
            return titles, False
        if titles:
            r.take("and")
        if r.take_any(OTHERS) or r.take("others"):
            return titles, True
        r.ear()
        copies = r.number() or 1
        title = r.title()
        if title is None or (titles and (r.peek() in ("is", "has", "are", "have") or _of_player(r))):
            r.at = mark
            return titles, False
        titles.extend([title] * copies)


def _of_player(r: Reader) -> bool:
    return r.peek() == "of" and r.peek(1)[:1] == "p" and r.peek(1)[1:].isdigit()
