"""Why something happened, and why a value is what it is: the answers, as values that are put into lines where they are
shown."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from moot.dsl import ir
from moot.dsl.notation import Vocabulary
from moot.dsl.notation.parts import Named
from moot.dsl.notation.reader import Reader, tokens

from ..kernel.explain import Explanation, explain_value
from ..kernel.knowing import unknown
from .causes import because
from .compare import Different, Look, argument, sort_of
from .lookup import Impossible
from .moment import Told


@dataclass(frozen=True)
class Because:
    """Why something happened. `line`: the answer or position that led to it, as the viewer heard it."""

    told: Told
    line: str

    def render(self) -> list[str]:
        """Say what happened and what it was part of: the words of the cards from the inside out, up to the answer."""
        return [self.told.text, *because(self.told.origins), *([f"  after: {self.line}"] if self.line else [])]


@dataclass(frozen=True)
class Worth:
    """Why a value is what it is. `other`: what it is, where the question named another number."""

    explanation: Explanation
    other: tuple[int, int] | None = None

    def render(self) -> list[str]:
        """Say it part by part, each with its card and line."""
        lines = self.explanation.render()
        return lines if self.other is None else [f"it is {self.other[0]}, not {self.other[1]}", *lines]


def why_value(look: Look, words: Vocabulary, about: str, player: int | None, asked: int | None) -> Worth | None:
    """Derive the value that is meant: by its name, or by the things and the number that are named. `player` and
    `asked`: whose it is if nobody is named."""
    found = _meant(look, words, about, player, asked)
    if found is None:
        return None
    function, args, number, value = found
    sort = sort_of(look.game.values[look.lib.functions[function].name.removeprefix("value ")].type)
    explanation = explain_value(look.lib, look.state, function, args, look.viewer, sort)
    if number is None or unknown(value) or number == value:
        return Worth(explanation)
    return Worth(explanation, (value, number))


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
