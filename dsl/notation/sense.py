"""Checks that a ruling as a whole says something, and says nothing twice.

Each of its lines can be read; here they are compared with each other. A ruling that expects nothing would pass whatever
the cards say, and so would a line with nothing in it. If a thing is said twice, one of the two is probably wrong.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace

from ..diagnostic import Diagnostic
from ..source import NOWHERE, Span
from .parts import (
    Acts,
    Cards,
    Counter,
    Expect,
    Fact,
    Given,
    Holds,
    Lies,
    Marked,
    Part,
    Ruling,
    Seat,
    Seeded,
    Setup,
    ValueIs,
    When,
)
from .vocabulary import Vocabulary

LISTS = ("exactly", "count", "top", "bottom")


def without_sense(ruling: Ruling) -> list[Diagnostic]:
    """Reports what is wrong with a ruling all of whose lines can be read."""
    return [*_nothing_held(ruling), *_held_twice(ruling), *_who_does_not_play(ruling)]


def _nothing_held(ruling: Ruling) -> list[Diagnostic]:
    held = [p for p in ruling.parts if not isinstance(p, Given | When)]
    if not held or isinstance(ruling.parts[-1], Given):
        message = "nothing is expected here, so this would pass whatever the cards say"
        return [Diagnostic("says-nothing", message, ruling.span, "add `expect …`, `refused because …` or `offered …`")]
    return []


# ---- twice


def _held_twice(ruling: Ruling) -> list[Diagnostic]:
    """Reports a block that repeats the one before it, although nothing was done in between."""
    found = []
    for before, part in zip(ruling.parts, ruling.parts[1:], strict=False):
        if not isinstance(part, Given | When) and bare(before) == bare(part):
            notes = ((before.span, "here"),)
            found.append(Diagnostic("said-twice", "this is said twice", part.span, "keep one", notes=notes))
    return found


def bare(value: object) -> object:
    """Returns a value without the places of its words, so that two that say the same are equal."""
    if is_dataclass(value) and not isinstance(value, type):
        return (type(value), *(bare(getattr(value, f.name)) for f in fields(value) if f.name != "span"))
    return tuple(map(bare, value)) if isinstance(value, tuple) else value


def said_twice(facts: Sequence[Fact], v: Vocabulary) -> list[Diagnostic]:
    """Reports facts of one moment that repeat or contradict an earlier one."""
    found = []
    single = {m.name for m in v.markers.values() if m.single}
    said: dict[object, Fact] = {}
    for fact in facts:
        for about in _about(fact, single):
            first = said.setdefault(about, fact)
            if first is fact:
                continue
            same = replace(first, span=NOWHERE) == replace(fact, span=NOWHERE)
            message = "this is said twice" if same else "this contradicts what is said above"
            notes = ((first.span, "here"),)
            found.append(Diagnostic("said-twice", message, fact.span, "keep one", notes=notes))
            break
    return found


def _about(fact: Fact, single: set[str]) -> Iterator[object]:
    """Yields what a fact settles. Another fact that settles the same thing repeats it or contradicts it."""
    yield replace(fact, span=NOWHERE)
    match fact:
        case Counter():
            yield Counter, fact.subject, fact.mark, fact.op
        case Marked() if fact.mark in single and not fact.negated:
            yield Marked, fact.mark
        case Marked():
            yield Marked, fact.subject, fact.mark
        case Cards() if fact.how in LISTS:
            yield Cards, fact.place, fact.how, fact.op
        case Acts() | Seeded():
            yield type(fact)
        case Holds() if not fact.negated:
            for title in fact.titles:
                yield Holds, title
        case ValueIs():
            yield ValueIs, fact.form, fact.name, fact.args, fact.op
        case Lies():
            yield Lies, fact.card


# ---- who plays


def _who_does_not_play(ruling: Ruling) -> list[Diagnostic]:
    given = (f for p in ruling.parts if isinstance(p, Given) for f in p.facts)
    players = next((f.players for f in given if isinstance(f, Setup)), 0)
    found = []
    for thing, span in _said(ruling.parts):
        beyond = [n for n in _seats(thing) if n > players]
        if players and beyond:
            message = f"p{beyond[0]} does not play here: there are {players} players"
            found.append(Diagnostic("how-many-play", message, span))
    return found


def _said(parts: tuple[Part, ...]) -> Iterator[tuple[object, Span]]:
    for part in parts:
        if isinstance(part, Expect):
            yield part.viewer, part.span
        for thing in part.facts if isinstance(part, Given | Expect) else part.moves if isinstance(part, When) else ():
            yield thing, thing.span


def _seats(value: object) -> Iterator[int]:
    """Yields the numbers of the players that a value names."""
    if isinstance(value, Seat):
        yield value.number
    elif isinstance(value, tuple):
        for part in value:
            yield from _seats(part)
    elif is_dataclass(value) and not isinstance(value, Mapping | type):
        for f in fields(value):
            if f.name == "owner" and isinstance(number := getattr(value, f.name), int):
                yield number
            yield from _seats(getattr(value, f.name))
