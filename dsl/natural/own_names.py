"""Gives a name of its own to a word that a right text declares and that the set, or another right text, has; and
reads a card's own title as the card itself."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from itertools import chain, count

from ..vocabulary import Vocabulary
from ..words import article
from .members import Line, Member

DECLARED = re.compile(r"^(?:marker|value|zone|kept) (?P<name>[a-z][\w-]*)\b")
WORD = re.compile(r"[a-z]+")
MANY = r"(?<!\ban )(?<!\ba )(?<!\bno )(?<!\bany )(?<!other )(?<!\beach )(?<!\bevery )(?<!named )(?<!called )(?<![0-9] )"


def declared(lines: tuple[Line, ...]) -> frozenset[str]:
    """Returns the names that a sentence declares."""
    return frozenset(found["name"] for line in lines if (found := DECLARED.match(line.text)))


def taken(vocabulary: Vocabulary) -> frozenset[str]:
    """Returns the names that are declared in the set."""
    return frozenset((*vocabulary.markers, *vocabulary.values, *vocabulary.zones))


def apart(lines: tuple[Line, ...], member: Member, others: frozenset[str]) -> tuple[Line, ...]:
    """Returns a sentence in which no name that it declares is one of `others`: words of its title come before it."""
    for name in sorted(declared(lines) & others):
        lines = _renamed(lines, name, _free(name, member, others))
    return lines


def shared(lines: tuple[Line, ...], own: Mapping[str, str]) -> tuple[tuple[Line, ...], tuple[Line, ...]]:
    """Returns the declarations of a sentence that another sentence of its card has made, as they stand there, and the
    lines of the sentence without them. `own`: what was to be declared, and what it became."""
    known = [line for line in lines if line.text in own]
    lines = tuple(line for line in lines if line not in known)
    for line in known:
        old, new = (next(iter(declared((one,)))) for one in (line, replace(line, text=own[line.text])))
        lines = _renamed(lines, old, new) if old != new else lines
    return tuple(replace(line, text=own[line.text]) for line in known), lines


def beside(member: Member) -> dict[str, str]:
    """Returns what the card of a sentence declares, by its text, and by that without the words of the title in it."""
    rows = [row.strip() for row in member.around[1:] if declared((Line(0, row.strip()),))]
    titled = re.compile(rf" (?:{'|'.join(_titled('', member))})")
    return {titled.sub(" ", row, count=1): row for row in rows} | {row: row for row in rows}


def _titled(name: str, member: Member) -> list[str]:
    title = WORD.findall(member.around[0].partition(" ")[2].lower())
    return [f"{'-'.join(title[-n:])}-{name}" for n in range(1, len(title) + 1)]


def _free(name: str, member: Member, others: frozenset[str]) -> str:
    ways = chain(_titled(name, member), (f"{'own-' * n}{name}" for n in count(1)))
    return next(way for way in ways if way not in others)


def _renamed(lines: tuple[Line, ...], old: str, new: str) -> tuple[Line, ...]:
    word = re.compile(rf"(?<![\w-])(?P<a>an? )?{re.escape(old)}(?![\w-])")

    def called(match: re.Match[str]) -> str:
        return f"{article(new)} {new}" if match["a"] else new

    return tuple(replace(line, text=word.sub(called, line.text)) for line in lines)


def as_this(lines: tuple[Line, ...], member: Member) -> tuple[Line, ...]:
    """Returns a sentence in which the title of its own card is `this`, where it means that card and no other of its
    name."""
    title = member.around[0].partition(" ")[2].split("  #")[0].strip()
    named = re.compile(rf"{MANY}\b(?:[Tt]he )?{MANY}{re.escape(title)}\b(?! of\b)")
    return tuple(replace(line, text=named.sub("this", line.text)) for line in lines) if title else lines
