"""Gives a name of its own to a word that a right text declares and that the set, or another right text, has; and
reads a card's own title as the card itself."""

from __future__ import annotations

import re
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


def _free(name: str, member: Member, others: frozenset[str]) -> str:
    title = WORD.findall(member.around[0].partition(" ")[2].lower())
    of_title = (f"{'-'.join(title[-n:])}-{name}" for n in range(1, len(title) + 1))
    return next(way for way in chain(of_title, (f"{'own-' * n}{name}" for n in count(1))) if way not in others)


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
