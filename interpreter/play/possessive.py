"""Read `p2's NAME` as `NAME of p2`, the way in which answers and phrases say it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace

from moot.dsl.notation.vocabulary import Vocabulary

from ..kernel.names import ORDINALS
from ..kernel.program import Library
from .words import Line, normal

OWNER = re.compile(r"\b(p\d{1,2})['’]s?\s+(?=\S)", re.IGNORECASE)
NTH = re.compile(rf"(?:(?:{'|'.join(ORDINALS)})\s+)?", re.IGNORECASE)

TABLES = ("titles", "zones", "values", "markers", "qualities")


def of_owner(text: str, names: Iterable[str]) -> str:
    """Return a text in which a player stands behind the things that it calls his, where these have one of the names."""
    if OWNER.search(text) is None:
        return text
    longest = sorted(names, key=len, reverse=True)
    for m in reversed(list(OWNER.finditer(text))):
        behind = text[m.end() :]
        nth = NTH.match(behind)
        assert nth is not None
        it = next((name for name in longest if _begins(behind[nth.end() :], name)), None)
        if it is not None:
            end = nth.end() + len(it)
            text = f"{text[: m.start()]}{behind[:end]} of {m[1]}{behind[end:]}"
    return text


def as_phrase(text: str, words: Vocabulary) -> str:
    """Return a text in which everything that a game names stands before its player."""
    if OWNER.search(text) is None:
        return text
    return of_owner(text, [name for table in TABLES for name in words.spelled(table)])


def _begins(text: str, name: str) -> bool:
    return text[: len(name)].lower() == name.lower() and not text[len(name) : len(name) + 1].isalnum()


def by_its_owner(lib: Library, line: Line) -> Line:
    """Return a line in which cards and places are named before their players."""
    text = of_owner(line.text, (*lib.cards, *(zone.name for zone in lib.zones)))
    return line if text == line.text else replace(line, text=text, words=normal(text))
