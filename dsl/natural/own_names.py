"""Gives another name to a word that a right text declares, where another card of the set has declared it already."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ..vocabulary import Vocabulary
from .members import Line, Member

DECLARED = re.compile(r"^(?:marker|value|zone|kept) (?P<name>[a-z][\w-]*)\b")
WORD = re.compile(r"[a-z]+")


def taken(vocabulary: Vocabulary, path: str) -> frozenset[str]:
    """Returns the names that other files of the set declare."""
    tables = (vocabulary.markers, vocabulary.values, vocabulary.zones)
    return frozenset(name for table in tables for name, one in table.items() if one.span.path != path)


def apart(lines: tuple[Line, ...], member: Member, others: frozenset[str]) -> tuple[Line, ...]:
    """Returns a sentence in which no name that it declares is one of `others`: words of its title come before it."""
    for line in lines:
        found = DECLARED.match(line.text)
        if found and found["name"] in others:
            new = _free(found["name"], member, others)
            lines = _renamed(lines, found["name"], new)
    return lines


def _free(name: str, member: Member, others: frozenset[str]) -> str:
    title = WORD.findall(member.around[0].partition(" ")[2].lower())
    ways: Sequence[str] = [f"{'-'.join(title[-n:])}-{name}" for n in range(1, len(title) + 1)]
    return next((way for way in ways if way not in others), f"own-{name}")


def _renamed(lines: tuple[Line, ...], old: str, new: str) -> tuple[Line, ...]:
    word = re.compile(rf"(?<![\w-]){re.escape(old)}(?![\w-])")
    return tuple(replace(line, text=word.sub(new, line.text)) for line in lines)
