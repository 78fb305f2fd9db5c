"""Names players, cards, zones and markers by the words of the card set, never by the machine's own numbers."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any

from .evaluate import owner_of
from .index import index_of
from .program import GAME_OWNER, Library, MarkDecl, ZoneDecl
from .state import State


def player_name(player: int) -> str:
    """Return `p1` for the first seat, `nobody` for none."""
    return f"p{player + 1}" if player >= 0 else "nobody"


def rule_name(lib: Library, rule: int, named: Callable[[int, str], str | None] = lambda at, sort: None) -> str:
    """Return the words of a lasting rule. `named` names the thing of this sort at a place among what the rule keeps;
    where it returns None, the author's own word stays (`your`; for nobody in particular, his name for the thing)."""
    parts = lib.lasting_names[rule]
    return "".join(part if isinstance(part, str) else named(part[0], part[2]) or part[1] for part in parts)


def rule_thing(lib: Library, s: State, sort: str, value: Any, viewer: int | None = None) -> str | None:
    """Return the name of something that a lasting rule keeps and that is no card. `owner`: the player whose something
    is; None for the viewer, to whom it is said as the author wrote it."""
    if sort == "owner":
        return None if value == viewer else f"{player_name(value)}'s"
    return thing(lib, s, sort, value, viewer)


def rule_card(lib: Library, card: int, seen: bool) -> str:
    """Return the name of a card that a lasting rule keeps, as far as it is seen."""
    return lib.cards[card] if seen and card >= 0 else "a card"


def rule_time(lib: Library, until: int) -> str:
    """Say how long a lasting rule is in force: `until the end of the turn`."""
    end = rule_end(lib, until)
    return "from now on" if end is None else f"until {end}"


def rule_end(lib: Library, until: int) -> str | None:
    """Return when a lasting rule with this end is over: `the end of the turn`; None if it lasts for good."""
    named = {number: f"the end of the {phase}" for phase, number in lib.until.items()}
    named.update(enumerate(lib.ends, len(lib.until)))
    return named.get(until)


def listed(names: Sequence[str]) -> str:
    """Return `a`, `a and b` or `a, b and c`; `nothing` for an empty list."""
    if len(names) < 2:
        return names[0] if names else "nothing"
    return f"{', '.join(names[:-1])} and {names[-1]}"


def counted_cards(lib: Library, cards: Sequence[int]) -> str:
    """Return cards by title, with copies counted: `Tavern, 2 Docks`."""
    titles = [lib.cards[c] for c in cards]
    each = dict.fromkeys(titles)
    return listed([t if titles.count(t) == 1 else f"{titles.count(t)} {t}" for t in each])


def zone_name(lib: Library, zone: int, viewer: int | None = None) -> str:
    """Return `the district deck`, `hand of p2` or `assigned cards of Great Wall`; `nowhere` for no zone."""
    if zone == -1:
        return "nowhere"
    if zone not in index_of(lib).zone:
        return "the game"
    decl, bearer = index_of(lib).zone[zone]
    if decl.owner == "table":
        return f"the {decl.name}"
    return f"{decl.name} of {player_name(bearer) if decl.owner == 'player' else lib.cards[bearer]}"


def cell_name(lib: Library, cell: int) -> tuple[str, str]:
    """Return the marker to which a cell belongs, and the name of its bearer."""
    if cell not in index_of(lib).cell:
        return "", ""
    decl, bearer = index_of(lib).cell[cell]
    if decl.bearer == "game":
        return decl.name, "the game"
    return decl.name, player_name(bearer) if decl.bearer == "player" else lib.cards[bearer]


def sees_zone(lib: Library, zone: int, viewer: int | None, s: State) -> bool:
    """Return whether this player (None: somebody who sees everything) sees the cards in a zone."""
    if viewer is None:
        return True
    entry = index_of(lib).zone.get(zone)
    if entry is None:
        return False
    decl, bearer = entry
    if decl.seen in ("owner", "others"):
        his = (bearer if decl.owner == "player" else owner_of(lib, s, bearer)) == viewer
        return his == (decl.seen == "owner")
    return decl.seen == "everyone"


def sees_card(lib: Library, s: State, card: int, viewer: int | None) -> bool:
    """Return whether this player knows where this card lies: he sees its zone and it does not lie face down there, it
    lies face up, or he was shown it there (see `known.py`)."""
    if viewer is None:
        return True
    if not face_down(lib, s, card) and sees_zone(lib, s.w[card], viewer, s):
        return True
    return any(s.m[cell] for cell in index_of(lib).face_up[card]) or s.known.get(card, 0) >> viewer & 1 > 0


def face_down(lib: Library, s: State, card: int) -> bool:
    """Return whether a card lies face down where others lie open."""
    for cell in index_of(lib).face_down[card]:  # noqa: SIM110 (the loop is faster)
        if s.m[cell]:
            return True
    return False


def tells_apart(lib: Library, zone: int, viewer: int | None, s: State) -> bool:
    """Return whether this player can tell the cards in a zone from each other, although he may not see what each is:
    they lie before him, face up or face down, or with their backs to him."""
    return zone in index_of(lib).apart or sees_zone(lib, zone, viewer, s)


def by_place(lib: Library, s: State, card: int, viewer: int | None) -> bool:
    """Return whether this player knows a card by its place alone, such as the second of his hand."""
    return not sees_card(lib, s, card, viewer) and tells_apart(lib, s.w[card], viewer, s)


def lies_apart(lib: Library, s: State, card: int) -> bool:
    """Return whether players who do not see a card can tell it from the others of its place."""
    return s.w[card] in index_of(lib).apart or face_down(lib, s, card)


def place_name(lib: Library, s: State, card: int) -> str:
    """Return what somebody calls a card who knows it by its place alone: `second card`, `face-down card`."""
    like = [c for c in s.z[s.w[card]] if face_down(lib, s, c) == face_down(lib, s, card)]
    name = "face-down card" if face_down(lib, s, card) else "card"
    return name if len(like) == 1 and face_down(lib, s, card) else f"{ordinal(like.index(card))} {name}"


def bearer_name(lib: Library, s: State, cell: int, viewer: int | None) -> str:
    """Return the name of what bears a marker, as this player may call it."""
    mark, bearer = index_of(lib).cell[cell]
    if mark.bearer == "card" and by_place(lib, s, bearer, viewer):
        return f"{place_name(lib, s, bearer)} in {zone_name(lib, s.w[bearer])}"
    return cell_name(lib, cell)[1]


def turned_up(s: State, mark: MarkDecl, bearer: int) -> bool:
    """Return whether everybody has been shown whether this marker lies on that bearer."""
    return mark.known >= 0 and s.m[mark.known + bearer - mark.first] > 0


def sees_mark(lib: Library, s: State, mark: MarkDecl, bearer: int, value: int, viewer: int | None) -> bool:
    """Return whether this player knows that marker. `value`: what its cell holds; for a marker that is not counted,
    this says who put it."""
    if viewer is None or mark.seen == "everyone" or turned_up(s, mark, bearer):
        return True
    if mark.seen != "owner":
        return False
    if not mark.tells_owner:
        return (bearer if mark.bearer == "player" else owner_of(lib, s, bearer)) == viewer
    return value - 1 == viewer


def thing(lib: Library, s: State, sort: str, value: Any, viewer: int | None = None) -> str:
    """Return the name of a value. `sort`: card, player, bearer, number, word:T, name, ability, zone or truth."""
    if type(value) is tuple:
        names = [thing(lib, s, sort, x, viewer) for x in value]
        return listed([n if names.count(n) == 1 else f"{names.count(n)} {n}" for n in dict.fromkeys(names)])
    if sort == "player":
        return player_name(value)
    if sort == "card":
        return card_name(lib, s, value, viewer)
    if sort == "bearer":  # cards are numbered on from the players; the bank is nobody
        card = value - lib.max_players
        return "the bank" if value < 0 else player_name(value) if card < 0 else card_name(lib, s, card, viewer)
    if sort == "name":
        return lib.cards[value] if value >= 0 else "nothing"
    if sort == "ability":
        return str(lib.abilities[value].label)
    if sort == "zone":
        return zone_name(lib, value)
    if sort.startswith("word:"):
        return lib.words[sort[5:]][value] if value >= 0 else "nothing"
    if sort == "truth":
        return "yes" if value else "no"
    return str(value) if sort == "number" else ""


def kept_name(lib: Library, s: State, mark: MarkDecl, cell: int, viewer: int | None = None) -> str:
    """Return what is kept in a cell that holds this number, by its name."""
    value = mark.kept(cell)
    return lib.cards[value] if mark.holds == "card" and value >= 0 else thing(lib, s, mark.holds, value, viewer)


def titled(lib: Library, s: State, sort: str, value: Any, viewer: int | None = None) -> str:
    """Return the name of a thing that somebody asks about: a card that he knows by its place alone he names by its
    title."""
    by_its_place = sort == "card" and type(value) is int and value >= 0 and by_place(lib, s, value, viewer)
    return lib.cards[value] if by_its_place else thing(lib, s, sort, value, viewer)


def card_name(lib: Library, s: State, card: int, viewer: int | None = None) -> str:
    """Return `Tavern`, or `Tavern of p2` when the viewer sees it lie with another player. What he cannot see is not
    told."""
    return described(lib, s, card, viewer, ())


def described(lib: Library, s: State, card: int, viewer: int | None, features: Sequence[Feature]) -> str:
    """Return the name of a card with the given features, which tell it apart from others."""
    if card < 0:
        return "nothing"
    before, after = "", ""
    by_its_place = by_place(lib, s, card, viewer)
    for feature in features:
        words, place = feature(lib, s, card, viewer)
        if place == "before":
            before += words + " " if words else ""
        else:
            after += " " + words if words else ""
    owner = owner_of(lib, s, card)
    if viewer is not None and owner not in (-1, viewer) and (by_its_place or sees_card(lib, s, card, viewer)):
        after = f" of {player_name(owner)}{after}"
    return f"{before}{place_name(lib, s, card) if by_its_place else lib.cards[card]}{after}"


Feature = Callable[[Library, State, int, int | None], tuple[str, str]]


def _place(lib: Library, s: State, card: int, viewer: int | None) -> tuple[str, str]:
    entry = index_of(lib).zone.get(s.w[card])
    if entry is None or not (sees_card(lib, s, card, viewer) or by_place(lib, s, card, viewer)):
        return "", "after"
    decl, bearer = entry
    on = f" of {lib.cards[bearer]}" if decl.owner == "card" else ""
    return f"in {'the ' if decl.owner == 'table' else ''}{decl.name}{on}", "after"


def _marks(lib: Library, s: State, card: int, viewer: int | None) -> tuple[str, str]:
    words = []
    for cell in index_of(lib).card_cells[card]:
        mark = index_of(lib).cell[cell][0]
        if s.m[cell] and not (mark.counted or mark.holds) and sees_mark(lib, s, mark, card, s.m[cell], viewer):
            words.append(mark.name)
    return " ".join(words), "before"


def _amounts(lib: Library, s: State, card: int, viewer: int | None) -> tuple[str, str]:
    words = []
    for cell in index_of(lib).card_cells[card]:
        mark = index_of(lib).cell[cell][0]
        if not s.m[cell] or not sees_mark(lib, s, mark, card, s.m[cell], viewer):
            continue
        if mark.counted:
            words.append(f"{s.m[cell]} {mark.name}")
        elif mark.holds:
            words.append(f"{mark.name} {kept_name(lib, s, mark, s.m[cell], viewer)}")
    return f"with {listed(words)}" if words else "", "after"


def _cards_on(lib: Library, s: State, card: int, viewer: int | None) -> tuple[str, str]:
    words = []
    for zone in index_of(lib).card_zones[card]:
        decl: ZoneDecl = index_of(lib).zone[zone][0]
        if sees_zone(lib, zone, viewer, s):
            words.append(f"{counted_cards(lib, s.z[zone])} in {decl.name}")
        elif decl.counted:
            words.append(f"{len(s.z[zone])} {decl.name}")
    return f"with {listed(words)}" if words else "", "after"


FEATURES: tuple[Feature, ...] = (_place, _marks, _amounts, _cards_on)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def ordinal(at: int) -> str:
    """Return `first` for 0, `second` for 1 …"""
    return ORDINALS[at] if at < len(ORDINALS) else f"{at + 1}th"


def apart(lib: Library, s: State, cards: Sequence[int], viewer: int | None) -> dict[int, str]:
    """Return for each card a name that tells it apart from the others: `Tavern`, `beautified Tavern`, `Tavern of p2`. A
    difference is named only where two names would otherwise be the same."""
    plain: dict[str, list[int]] = {}
    for card in cards:
        plain.setdefault(card_name(lib, s, card, viewer), []).append(card)
    names: dict[int, str] = {}
    for name, alike in plain.items():
        if len(alike) == 1:
            names[alike[0]] = name
            continue
        features = [f for f in FEATURES if len({f(lib, s, card, viewer) for card in alike}) > 1]
        told: dict[str, list[int]] = {}
        for card in alike:
            told.setdefault(described(lib, s, card, viewer, features), []).append(card)
        for words, left in told.items():
            for i, card in enumerate(left):
                names[card] = words if len(left) == 1 else f"{ordinal(i)} {words}"
    return names


SLOT = re.compile(r"\{(\d+)\}")


def with_slots(lib: Library, s: State, text: str, viewer: int | None = None) -> str:
    """Return a text of the innermost program, with the values of slots in place of `{0}`, `{1}` and so on."""
    if not s.frames or "{" not in text:
        return text
    f: list[Any] = s.frames[-1]
    names = lib.programs[f[0]].names

    def said(match: re.Match[str]) -> str:
        slot = int(match[1])
        return thing(lib, s, names[slot][1] if slot < len(names) else "", f[slot + 2], viewer)

    return SLOT.sub(said, text)


def marker_owner(value: int) -> str:
    """Return ` by p1` for the player who put a marker; '' for the game itself."""
    return "" if value in (-1, GAME_OWNER - 1) else f" by {player_name(value)}"
