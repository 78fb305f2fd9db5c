"""Describes where the reading of a declaration stopped: what the parser tells the modules that must explain it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lexeme:
    """One word of a declaration; `kind` is the grammar's name for it. Line breaks, indents and dedents are words
    too."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stop:
    """The place where parsing stopped: before the character `at`, at a word of this `kind` ("" if it is no word at
    all), after the words `read`. `accepted` are the kinds of word that could have come next. `written` says how the
    grammar's own words are written, by their kind."""

    at: int
    kind: str
    accepted: frozenset[str]
    read: tuple[Lexeme, ...]
    written: Mapping[str, str]


# (from, to, what to put there) -> how many characters at the end of the declaration stay unread after that change
Trial = Callable[[int, int, str], int]
