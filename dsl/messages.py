"""What to say when a word does not fit: in the designer's words, with what may stand there and how a card says it.

The parser hands over where it stopped and what it would have taken; here that becomes one `Diagnostic`. First the
wordings people naturally try are looked up (`wordings.toml`); then a slip of the pen near the place is looked for, by
trying whether another word would let the reading go on; else the message lists what may come.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .diagnostic import Diagnostic
from .source import Source, Span
from .split import Piece


@dataclass(frozen=True, slots=True)
class Word:
    """One word of a declaration; `kind` is the grammar's name for it. Line breaks, indents and dedents are words."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Stop:
    """Where the reading of a declaration stopped: before the character `at`, at a word of this `kind`, behind the words
    `read`. `accepted` names what could have come; `written` says how the grammar's own words are written."""

    at: int
    kind: str
    accepted: frozenset[str]
    read: tuple[Word, ...]
    written: Mapping[str, str]


# (from, to, what to put there) -> how many characters of the declaration stay unread after that change
Trial = Callable[[int, int, str], int]


def say(source: Source, piece: Piece, stop: Stop, trial: Trial) -> Diagnostic:
    return Diagnostic("syntax", "does not fit here", Span(source.path, stop.at, stop.at + 1))
