"""Makes another state that looks the same to one player: everything that he cannot know is dealt anew.

It serves bots that do not cheat, the question "what could he hold?", and the proof that views do not leak. Cards of one
kind that lie where the player does not see them change places among themselves. So do markers that the player does not
see, among bearers that look alike. Cards that the player knows all the same stay where they are: those he was shown,
those he is choosing from (unless he chooses by their place alone), and those that the phases under way are about. What
lies on a card that can be told by its place (see `names.lies_apart`) belongs to the place, not to the title. What other
players were shown is as hidden as the cards themselves. What hidden cards have used up they have again.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from .by_name import by_name_of
from .chance import shuffled
from .faults import Fault
from .index import index_of
from .machine import Machine, option
from .names import by_place, lies_apart, sees_card, sees_mark, turned_up
from .program import Library, MarkDecl
from .state import MASK, Question, State
from .text import answer_texts

TRIES = 20


def redeal(
    lib: Library, s: State, player: int, rng: random.Random | int, cards: Mapping[int, int] | None = None
) -> State:
    """Return a state that this player cannot tell from this one. `rng`: a generator of Python's, or a seed. `cards`:
    which card takes the place of which, if that is settled already."""
    seed = rng if isinstance(rng, int) else rng.getrandbits(64)
    kept = fixed(lib, s, player)
    for _ in range(TRIES):
        seed, there = _dealt(lib, s, player, seed & MASK, kept, cards)
        if _ask_again(lib, s, there, player):
            return there
    return s.clone()


def canonical(lib: Library, s: State, player: int, cards: Mapping[int, int] | None = None) -> State:
    """Return the first of all states that this player cannot tell from this one: hidden cards and markers in the order
    of their numbers. It is the same for each of those states. `cards`: which card takes the place of which, if that is
    settled already."""
    _, there = _dealt(lib, s, player, None, fixed(lib, s, player), cards)
    return there


def fixed(lib: Library, s: State, player: int) -> set[int]:
    """Return the cards whose place the player knows although he does not see them there."""
    kept: set[int] = set()
    for program, cell in lib.phases.values():
        p = lib.programs[program]
        if s.m[cell] > 0 and p.params and p.names and p.names[0][1] == "card":
            kept.add(s.m[cell] - 1)
    for mark, cell in _cells_for_cards(lib):
        if s.m[cell] and sees_mark(lib, s, mark, index_of(lib).cell[cell][1], s.m[cell], player):
            kept.add(s.m[cell] - 1)
    return kept | asked_about(lib, s, player)


def asked_about(lib: Library, s: State, player: int) -> set[int]:
    """Return the cards that a player is shown by the question that he is asked: those to choose from, and those that
    its clause has taken. Cards that it only names are not among them."""
    if s.ask is None or s.ask.player != player:
        return set()
    shown, named, program = set[int](), by_name_of(lib), s.ask.program
    for answer in s.ask.answers:
        opt, value = option(lib, s.ask, answer)
        if opt.sort == "card" and value != -1 and not (opt.of is not None and named.offers(program, opt.of)):
            shown.add(value)
    shown |= set(cards_in(lib, s.frames[-1], named.slots(program)))
    return {card for card in shown if s.w[card] == -1 or not by_place(lib, s, card, player)}


def _cells_for_cards(lib: Library) -> Iterable[tuple[MarkDecl, int]]:
    """Return the cells in which a card is kept."""
    return ((mark, mark.base + k) for mark in lib.marks if mark.holds == "card" for k in range(mark.span))


def cards_in(lib: Library, f: list[Any], but: Collection[int] = ()) -> Iterable[int]:
    """Return the cards that the slots of a frame hold, without those of some slots."""
    for slot, ((_, sort), value) in enumerate(zip(lib.programs[f[0]].names, f[2:], strict=False)):
        if sort == "card" and slot not in but:
            yield from (x for x in (value if type(value) is tuple else (value,)) if type(x) is int and x >= 0)


def renaming(
    lib: Library, s: State, player: int, seed: int | None, kept: set[int]
) -> tuple[int | None, dict[int, int]]:
    """Choose which hidden card lies where another one lay; return the generator's next state, and for each card the one
    that takes its place. `seed` None: hidden cards lie in order."""
    mapping: dict[int, int] = {}
    for kind in sorted(set(lib.card_kind)):
        hidden = movable(lib, s, player, kind, kept)
        if seed is None:
            lying = sorted(hidden, key=lambda card: (s.w[card], s.z[s.w[card]].index(card)))
            mapping.update(dict(zip(lying, hidden, strict=True)))
            continue
        seed, order = shuffled(seed, range(len(hidden)))
        mapping.update({hidden[i]: hidden[j] for i, j in enumerate(order)})
    return seed, mapping


def movable(lib: Library, s: State, player: int, kind: int, kept: set[int]) -> list[int]:
    """Return the cards of a kind that may change places for all that the player sees."""
    hidden = [
        card
        for card, zone in enumerate(s.w)
        if zone != -1
        and lib.card_kind[card] == kind
        and card not in kept
        and not sees_card(lib, s, card, player)
        and not _tied(lib, s, card)
    ]
    if any(lies_apart(lib, s, card) for card in hidden):  # what lies on the others is on their titles
        hidden = [card for card in hidden if lies_apart(lib, s, card) or not _borne(lib, s, card)]
    return hidden


def renamed(lib: Library, s: State, mapping: Mapping[int, int]) -> State:
    """Return the state in which `mapping` replaces cards by others; what is noted of a card moves with it."""
    there = s.clone()
    with_place = _with_places(lib, s, mapping)
    zones, cells = index_of(lib).card_zones, index_of(lib).card_cells
    with_it = {z: new for card, other in with_place.items() for z, new in zip(zones[card], zones[other], strict=True)}
    for zone in index_of(lib).zone:
        there.z[with_it.get(zone, zone)] = tuple(mapping.get(card, card) for card in s.z[zone])
    for zone in index_of(lib).zone:
        for card in there.z[zone]:
            there.w[card] = zone
    for card, other in with_place.items():
        for cell, new in zip(cells[card], cells[other], strict=True):
            there.m[new] = s.m[cell]
    there.known = {mapping.get(card, card): players for card, players in s.known.items()}
    for f in there.frames:
        _rename(lib, f, mapping)
    for _, cell in _cells_for_cards(lib):
        if there.m[cell]:
            there.m[cell] = mapping.get(there.m[cell] - 1, there.m[cell] - 1) + 1
    for base, wide in lib.records:
        for card, other in mapping.items():
            at, to = base + card * wide, base + other * wide
            there.m[to : to + wide] = s.m[at : at + wide]
    _pass_on_spent(lib, s, there, mapping)
    return there


def _pass_on_spent(lib: Library, s: State, there: State, mapping: Mapping[int, int]) -> None:
    """Give the chances that a card has had to the copy that takes its place; another title has other chances."""
    spent: dict[int, list[int]] = {}
    for cell, card in lib.spent.items():
        spent.setdefault(card, []).append(cell)
    for card, other in mapping.items():
        if lib.definition[card] == lib.definition[other]:
            for cell, new in zip(spent.get(card, ()), spent.get(other, ()), strict=True):
                there.m[new] = s.m[cell]


def _with_places(lib: Library, s: State, mapping: Mapping[int, int]) -> dict[int, int]:
    """Return the cards of those kinds of which some are known by their places, with the cards that take their places:
    what lies there stays there. Of such a kind the other cards bear nothing."""
    kinds = {lib.card_kind[card] for card, other in mapping.items() if card != other and lies_apart(lib, s, card)}
    return {card: other for card, other in mapping.items() if lib.card_kind[card] in kinds}


def _borne(lib: Library, s: State, card: int) -> bool:
    """Return whether anything lies on a card."""
    index = index_of(lib)
    return any(s.m[cell] for cell in index.card_cells[card]) or any(s.z[zone] for zone in index.card_zones[card])


def _dealt(
    lib: Library, s: State, player: int, seed: int | None, kept: set[int], cards: Mapping[int, int] | None = None
) -> tuple[int, State]:
    """Change the places of hidden cards, then of hidden markers."""
    if cards is None:
        seed, cards = renaming(lib, s, player, seed, kept)
    there = renamed(lib, s, cards)
    _unspend(lib, there, player)
    seed = _marks(lib, there, player, seed)
    there.rng = 1 if seed is None else seed
    return there.rng, there


def _unspend(lib: Library, there: State, player: int) -> None:
    """Give every chance anew to the cards that the player does not know; he cannot say which of them has had one."""
    for cell, card in lib.spent.items():
        if there.m[cell] and not sees_card(lib, there, card, player) and not by_place(lib, there, card, player):
            there.m[cell] = 0


def _tied(lib: Library, s: State, card: int) -> bool:
    """Return whether something on the card is seen only by the card's owner; then the player can tell where it lies."""
    index = index_of(lib)
    cells = [cell for cell in index.card_cells[card] if s.m[cell]]
    zones = [zone for zone in index.card_zones[card] if s.z[zone]]
    marks = [index.cell[cell][0] for cell in cells]
    return any((m.counted or m.holds) and m.seen == "owner" for m in marks) or any(
        index.zone[z][0].seen == "owner" for z in zones
    )


def _rename(lib: Library, f: list[Any], mapping: Mapping[int, int]) -> None:
    """Replace the cards that the slots of a frame hold. A card that was only named stays the one that was named."""
    named = by_name_of(lib).slots(f[0])
    for i, (_, sort) in enumerate(lib.programs[f[0]].names):
        if sort == "card" and i + 2 < len(f) and i not in named:
            value = f[i + 2]
            if type(value) is tuple:
                f[i + 2] = tuple(mapping.get(x, x) for x in value)
            else:
                f[i + 2] = mapping.get(value, value)


def _marks(lib: Library, there: State, player: int, seed: int | None) -> int | None:
    """Exchange the markers that the player does not see, among bearers that have the same visible markers of those that
    are put where these are. A bearer that was called since looks no different for that."""
    for mark in lib.marks:
        if mark.seen == "everyone" or mark.bearer == "game":
            continue
        beside = put_beside(lib).get(mark.base)
        alike: dict[tuple[Any, ...], list[int]] = {}
        for k in range(mark.span):
            cell = mark.base + k
            bearer = mark.first + k if mark.bearer == "card" else k
            if turned_up(there, mark, bearer):
                continue
            plays = bearer < there.m[lib.players_cell] if mark.bearer == "player" else there.w[bearer] != -1
            if plays and not (there.m[cell] and sees_mark(lib, there, mark, bearer, there.m[cell], player)):
                if not (not mark.tells_owner and sees_mark(lib, there, mark, bearer, 1, player)):
                    alike.setdefault(_look(lib, there, mark.bearer, bearer, player, beside), []).append(cell)
        for cells in alike.values():
            values = [there.m[cell] for cell in cells]
            if seed is None:
                values, order = sorted(values), tuple(range(len(cells)))
            else:
                seed, order = shuffled(seed, range(len(cells)))
            for cell, i in zip(cells, order, strict=True):
                there.m[cell] = values[i]
    return seed


_BESIDE: dict[int, tuple[Library, Mapping[int, frozenset[int]]]] = {}


def put_beside(lib: Library) -> Mapping[int, frozenset[int]]:
    """Return for each marker, by its first cell, those that the same programs put: a secret signature beside the
    warrant that all see. A marker that no program puts together with another is left out. Kept for a few libraries."""
    known = _BESIDE.get(id(lib))
    if known is None or known[0] is not lib:
        found: dict[int, set[int]] = {}
        first = {mark.base - (mark.first if mark.bearer == "card" else 0): mark.base for mark in lib.marks}
        for program in lib.programs:
            put = {first[ins.args[0]] for ins in program.code if ins.op == "mark"}
            for base in put if len(put) > 1 else ():
                found.setdefault(base, set()).update(put - {base})
        if len(_BESIDE) >= 8:
            _BESIDE.clear()
        known = _BESIDE[id(lib)] = lib, {base: frozenset(others) for base, others in found.items()}
    return known[1]


def _look(
    lib: Library, s: State, kind: str, bearer: int, player: int, only: Collection[int] | None
) -> tuple[Any, ...]:
    """Return the markers on a bearer as the player sees them (`only`: those of them)."""
    look: list[Any] = []
    for mark in lib.marks:
        if only is not None and mark.base not in only:
            continue
        k = bearer - mark.first if mark.bearer == "card" else bearer
        if mark.bearer == kind and 0 <= k < mark.span:
            value = s.m[mark.base + k]
            look.append((mark.base, value if sees_mark(lib, s, mark, bearer, value, player) else None))
    return tuple(look)


def _next_question(lib: Library, s: State) -> Question | None:
    try:
        Machine(lib).run(s)
    except Fault:
        return None
    return s.ask


def _ask_again(lib: Library, s: State, there: State, player: int) -> bool:
    """Put the pending question again in the new state; return whether the same player decides it and sees the same."""
    if s.ask is None:
        return True
    there.ask = None
    before = list(there.frames[-1])
    now = _next_question(lib, there)
    if now is None or (now.player, now.program, now.pc) != (s.ask.player, s.ask.program, s.ask.pc):
        return False
    same = now.answers == s.ask.answers or list(answer_texts(lib, there).values()) == list(
        answer_texts(lib, s).values()
    )
    return there.frames[-1] == before and (now.player != player or same)
