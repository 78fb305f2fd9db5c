"""Explain why something happened and why a value is what it is. The results are values; the front end makes lines of
them."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import Any

from moot.dsl import ir
from moot.dsl.notation import Vocabulary
from moot.dsl.notation.parts import Named
from moot.dsl.notation.reader import Reader, tokens

from ..kernel.explain import Explanation, explain_value
from ..kernel.knowing import unknown
from .below import Rests, below
from .chain import Link
from .compare import Different, argument, sort_of
from .look import Look
from .lookup import Impossible
from .moment import Told
from .so import Account
from .words import normal


@dataclass(frozen=True)
class Because:
    """Why something happened: the links from the event to the answer, phase or beginning that it comes from."""

    told: Told
    links: tuple[Link, ...]

    def render(self) -> list[str]:
        """Return lines of text: the event, and its links, from the inside out."""
        return [self.told.text, *(line for link in self.links for line in link.render())]


@dataclass(frozen=True)
class Meanwhile:
    """Why things stand as they do in the middle of a deed: what has happened since the last answer (`answer`: who chose
    what, as the viewer heard it; '' if nobody did), and what is asked."""

    answer: str
    events: tuple[Because, ...]
    asked: Account

    def render(self) -> list[str]:
        """Return lines of text: the events, each with its links, and then why somebody is asked."""
        none = [f"nothing has changed since {self.answer}" if self.answer else "nothing has happened yet"]
        return [*([line for one in self.events for line in one.render()] or none), *self.asked.render()]


@dataclass(frozen=True)
class Worth:
    """Why a value is what it is. `other`: the right number, if the question named a wrong one."""

    explanation: Explanation
    other: tuple[int, int] | None = None
    levels: int = 0
    rests: Rests | None = None

    def deeper(self, levels: int) -> Worth:
        """Return the same, told so many levels deeper."""
        return replace(self, levels=levels)

    def render(self) -> list[str]:
        """Return the parts of the value as lines of text, each with its card and line."""
        lines = self.explanation.render()
        if self.levels and self.rests is not None:
            lines += below(self.rests, self.levels)
        return lines if self.other is None else [f"it is {self.other[0]}, not {self.other[1]}", *lines]


def why_value(look: Look, words: Vocabulary, about: str, player: int | None, asked: int | None) -> Worth | None:
    """Derive the value that a question means: by its name, or by the things and the number that it names. `player` and
    `asked`: whose value it is if the question names nobody."""
    question = _question(about, words)
    who = [*question.seats, *[p for p in (player, asked) if p is not None]]
    found = _meant(look, question, who)
    if found is None:
        return None
    value, args, now = found
    number = _function(look, value)
    explanation = explain_value(look.lib, look.state, number, args, look.viewer, sort_of(value.type), look.memory)
    other = None if question.number in (None, now) or unknown(now) else (now, question.number)
    return Worth(explanation, other, rests=Rests(look, number, args))


ASKING = frozenset(["why", "is", "are", "does", "do", "did", "has", "have", "of", "for", "in", "so"])
"""Words that a question may have beside the names."""


@dataclass
class _Question:
    """What a question names: values, cards, players, zones, and the number that somebody expects. `others`: its other
    words."""

    values: list[str] = field(default_factory=list)
    cards: list[str] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    zones: list[str] = field(default_factory=list)
    number: int | None = None
    others: list[str] = field(default_factory=list)


def says_more(about: str, words: Vocabulary) -> bool:
    """Whether a question names several values, or has words that name nothing. Then it is read as a whole phrase."""
    question = _question(about, words)
    return len(question.values) > 1 or bool(normal(" ".join(w for w in question.others if w not in ASKING)))


def _question(about: str, words: Vocabulary) -> _Question:
    r = Reader(tokens(about.replace("?", " ")), words, "")
    found = _Question()
    while not r.ended():
        seat = _seat(r)
        if seat is not None:
            found.seats.append(seat)
        elif (value := r.phrase(words.values)) is not None:
            found.values.append(value.name)
        elif (title := r.phrase(words.titles, True) or r.title()) is not None:
            found.cards.append(title)
        elif (zone := r.phrase(words.zones)) is not None:
            found.zones.append(zone.name)
        elif (number := r.number()) is not None:
            found.number = number
        else:
            found.others.append(r.peek())
            r.at += 1
    return found


def _function(look: Look, value: ir.Value) -> int:
    return look.lib.function_ids[f"value {value.name}"]


def _meant(look: Look, question: _Question, who: list[int]) -> tuple[ir.Value, tuple[int, ...], Any] | None:
    """Return the value that is meant, its arguments, and its present result. A value whose name the question has comes
    before one that only has the named number, and one that has this number before one that has another."""
    number, other = question.number, any(word not in ASKING for word in normal(" ".join(question.others)))
    tried: list[tuple[int, int, ir.Value, tuple[int, ...], Any]] = []
    for order, value in enumerate(look.game.values.values()):
        args = _arguments(look, value, question.cards, who, question.zones)
        if args is None and value.name in question.values and question.cards:
            args = _with_unsaid(look, value, question, who)
        if args is None or (question.cards and not value.params):
            continue
        now = look.eyes.apply(_function(look, value), args)
        named = value.name in question.values
        fits = not unknown(now) and now == number
        if named or (fits and not other and (question.cards or question.seats)):
            tried.append((0 if named and (number is None or fits) else 1 if fits else 2, order, value, args, now))
    return min(tried, key=lambda t: t[:2])[2:] if tried else None


def _with_unsaid(look: Look, value: ir.Value, question: _Question, who: list[int]) -> tuple[int, ...] | None:
    """Return the arguments of a value if the question leaves one card out: the one that the running phase is about, or
    else the first in the game for which a rule changes the value."""
    lib, state = look.lib, look.state
    about = [state.m[cell] - 1 for _, cell in lib.phases.values() if cell and state.m[cell] > 0]
    there = sorted(c for zone in lib.all_zone.values() for c in state.z[zone])
    number = _function(look, value)
    open_ = [c for c in (*about, *there) if 0 <= c < len(lib.cards) and look.eyes.sees_card(c)]
    first: tuple[int, ...] | None = None
    for card in dict.fromkeys(open_):
        args = _arguments(look, value, [*question.cards, lib.cards[card]], who, question.zones)
        if args is None or card not in args:
            continue
        if card in about:
            return args
        parts = explain_value(lib, state, number, args, look.viewer, memory=look.memory).parts
        if first is None or any(part.kind != "base" for part in parts):
            first = args
            if any(part.kind != "base" for part in parts):
                return first
    return first


def _seat(r: Reader) -> int | None:
    m = re.fullmatch(r"p(\d)", r.peek())
    if m and 1 <= int(m.group(1)) <= r.v.players:
        r.at += 1
        return int(m.group(1)) - 1
    return None


def _arguments(
    look: Look, value: ir.Value, cards: list[str], players: list[int], zones: list[str]
) -> tuple[int, ...] | None:
    """Put what the question names into the places of a value's parameters; None if it does not fit."""
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
