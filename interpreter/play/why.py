"""Questions to a game: why something happened, why a value is what it is, what there is to be said of a position."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from moot.dsl import ir
from moot.dsl.notation import Vocabulary
from moot.dsl.notation.parts import Named
from moot.dsl.notation.reader import Reader, tokens

from ..kernel.explain import explain_value
from ..kernel.knowing import unknown
from ..kernel.names import cell_name, player_name, zone_name
from ..kernel.program import GAME_OWNER, Library
from ..kernel.state import State
from .answers import normal
from .causes import because
from .compare import Different, Look, argument, sort_of
from .lookup import Impossible
from .moment import Told

if TYPE_CHECKING:
    from .session import Session
    from .teller import Teller


# ---- why ---------------------------------------------------------


def why_last(teller: Teller) -> list[str] | None:
    """Why the last thing happened that changed anything (while stepping: the event that was shown)."""
    told = [one for one in teller.happenings(teller.session.now, teller.session.within) if one.text]
    changed = [one for one in told if one.event is not None and one.event.kind != "note"]
    return because_of(teller, (changed or told)[-1]) if told else None


def why_words(teller: Teller, about: str) -> list[str] | None:
    """Why the last thing happened that these words speak of."""
    words = set(normal(about.replace("?", " ")))
    for moment in reversed(teller.session.path()):
        for one in reversed(teller.happenings(moment)):
            if one.event is None or one.event.kind == "note" or not one.text:
                continue
            if words and words <= set(normal(one.text)):
                return because_of(teller, one)
    return None


def because_of(teller: Teller, told: Told) -> list[str]:
    """What happened, and what it was part of: the words of the cards from the inside out, up to the answer."""
    line = teller.line(teller.session.moments[told.moment])
    return [told.text, *because(told.origins), *([f"  after: {line}"] if line else [])]


def why_value(session: Session, about: str, player: int | None, viewer: int | None) -> list[str] | None:
    """The derivation of the value that is meant: by its name, or by the things and the number that are named."""
    assert session.set_.game is not None
    look = Look(session.machine, session.set_.game, session.state, viewer)
    found = _meant(look, session.words, about, player, session.asked)
    if found is None:
        return None
    function, args, number, value = found
    lib = session.machine.lib
    sort = sort_of(session.set_.game.values[lib.functions[function].name.removeprefix("value ")].type)
    lines = explain_value(lib, session.state, function, args, viewer, sort).render()
    if number is not None and not unknown(value) and number != value:
        lines.insert(0, f"it is {value}, not {number}")
    return lines


def _meant(
    look: Look, words: Vocabulary, about: str, player: int | None, asked: int | None
) -> tuple[int, tuple[int, ...], int | None, Any] | None:
    r = Reader(tokens(about.replace("?", " ")), words, "")
    names: list[str] = []
    cards: list[str] = []
    seats: list[int] = []
    zones: list[str] = []
    number: int | None = None
    while not r.ended():
        seat = _seat(r)
        if seat is not None:
            seats.append(seat)
        elif (value := r.phrase(words.values)) is not None:
            names.append(value.name)
        elif (title := r.phrase(words.titles, True) or r.title()) is not None:
            cards.append(title)
        elif (zone := r.phrase(words.zones)) is not None:
            zones.append(zone.name)
        elif (n := r.number()) is not None:
            number = n
        else:
            r.at += 1
    who = [*seats, *[p for p in (player, asked) if p is not None]]
    tried: list[tuple[int, int, int, tuple[int, ...], Any]] = []
    for order, declared in enumerate(look.game.values.values()):
        args = _arguments(look, declared, cards, who, zones)
        if args is None or (cards and not declared.params):
            continue
        function = look.lib.function_ids[f"value {declared.name}"]
        value_now = look.eyes.apply(function, args)
        named = declared.name in names
        if not named and (number is None or unknown(value_now) or value_now != number or not (cards or seats)):
            continue
        fits = not unknown(value_now) and value_now == number
        rank = (0 if named and (number is None or fits) else 1 if fits else 2) * 1000 + order
        tried.append((rank, order, function, args, value_now))
    if not tried:
        return None
    _, _, function, args, value_now = min(tried, key=lambda t: t[:2])
    return function, args, number, value_now


def _seat(r: Reader) -> int | None:
    m = re.fullmatch(r"p(\d)", r.peek())
    if m and 1 <= int(m.group(1)) <= r.v.players:
        r.at += 1
        return int(m.group(1)) - 1
    return None


def _arguments(
    look: Look, value: ir.Value, cards: list[str], players: list[int], zones: list[str]
) -> tuple[int, ...] | None:
    """What is named, in the places of a value's parameters; None if it does not fit."""
    lib = look.lib
    left = list(cards)
    args: list[int] = []
    for param in value.params:
        sort, kind = param.type.sort, param.type.name
        if sort == "player":
            if not players:
                return None
            args.append(players[0])
        elif sort == "card":
            title = next((t for t in left if kind in (None, lib.kinds[lib.cards.index(t)])), None)
            if title is None:
                return None
            left.remove(title)
            try:
                args.append(argument(look, Named(title)))
            except (Impossible, Different):
                return None
        elif sort == "zone" and players:
            decl = next((z for z in lib.zones if z.name == kind and z.owner == "player"), None)
            if decl is None:
                return None
            args.append(decl.base + players[0])
        else:
            return None
    return tuple(args) if not (left and len(left) == len(cards) and cards) else None


# ---- what there is -----------------------------------------------


def position(lib: Library, state: State) -> list[str]:
    """Everything that is so, in the notation of positions: a line for each player, for each place of the table, and for
    each card that bears something."""
    players = state.m[lib.players_cell]
    lines = [f"{players} players"]
    dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
    for p in range(players):
        said: list[str] = []
        for decl in lib.zones:
            if decl.owner != "player":
                continue
            held = state.z[decl.base + p]
            if decl.base in dealt:
                if held:
                    said.insert(0, f"is {' and '.join(lib.cards[c] for c in held)}")
            else:
                said.append(f"{decl.name} {_cards(lib, held)}")
        said += [text for at in _player_cells(lib, p) if (text := _mark(lib, state, at))]
        lines.append(f"{player_name(p)} {', '.join(said)}" if said else f"{player_name(p)} has nothing")
    for decl in lib.zones:
        for zone in range(decl.base, decl.base + decl.span):
            if decl.owner == "table":
                lines.append(f"{decl.name} {_cards(lib, state.z[zone])}")
            elif decl.owner == "card" and state.z[zone]:
                bearer = zone_name(lib, zone).rpartition(" of ")[2]
                lines.append(f"{bearer} has {decl.name} {_cards(lib, state.z[zone])}")
    for mark in lib.marks:
        if mark.bearer == "card":
            for at in range(mark.base, mark.base + mark.span):
                if state.m[at]:
                    lines.append(f"{cell_name(lib, at)[1]} {_said(lib, state, at)}")
    return lines


def _cards(lib: Library, cards: tuple[int, ...]) -> str:
    return ", ".join(lib.cards[c] for c in cards) or "nothing"


def _player_cells(lib: Library, player: int) -> list[int]:
    return [m.base + player for m in lib.marks if m.bearer == "player"]


def _mark(lib: Library, state: State, at: int) -> str:
    decl = next(m for m in lib.marks if m.base <= at < m.base + m.span)
    if decl.counted:
        return f"{decl.name} {state.m[at]}"
    return f"has {decl.name}" if state.m[at] else ""


def _said(lib: Library, state: State, at: int) -> str:
    decl = next(m for m in lib.marks if m.base <= at < m.base + m.span)
    if decl.counted:
        return f"has {decl.name} {state.m[at]}"
    value = state.m[at]
    return f"is {decl.name}" + ("" if value == GAME_OWNER or decl.single else f" by {player_name(value - 1)}")
