"""Break lines at the ends of words, so that a text fits a window.

A line goes on below its own beginning: a table below its last column, an item below its words, anything else a little
further in than it began.
"""

from __future__ import annotations

import re

from prompt_toolkit.utils import get_cwidth

NARROWEST = 20
NARROW = 30
"""A window narrower than this has no room for columns: lines go on near its left edge."""
COLUMN = re.compile(r"\S {2,}(?=\S)")
NUMBERED = re.compile(r" *(?:[0-9]+(?:/[0-9]+)?|[*-]) +(?=\S)")
SIGN = re.compile(r"[/_-](?=[^/_-])")
FURTHER = 2


def wrapped(text: str, width: int) -> str:
    """Return the text with no line wider than `width`. A word that is wider by itself goes on in the next line, if it
    can behind a `/` or a hyphen."""
    width = max(width, NARROWEST)
    return "\n".join(part for line in text.split("\n") for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    if get_cwidth(line) <= width:
        return [line]
    indent = " " * _below(line, width)
    rows, row = [], line[: len(line) - len(line.lstrip())]
    begun = False
    for gap, whole in re.findall(r"( *)([^ ]+)", line.strip()):
        first, *more = _cut(whole, width - len(indent))
        if begun and get_cwidth(f"{row}{gap}{first}") > width:
            rows.append(row)
            row = indent + first
        else:
            row = f"{row}{gap}{first}"
        for part in more:
            rows.append(row)
            row = indent + part
        begun = True
    return [*rows, row]


def _cut(word: str, width: int) -> list[str]:
    """Cut a word that is wider than this, behind a sign where that is possible."""
    parts: list[str] = []
    while get_cwidth(word) > width:
        fits = next(n for n in range(len(word), 0, -1) if n == 1 or get_cwidth(word[:n]) <= width)
        sign = max((m.end() for m in SIGN.finditer(word[:fits])), default=0)
        at = sign or fits
        parts.append(word[:at])
        word = word[at:]
    return [*parts, word]


def _below(line: str, width: int) -> int:
    """Return the column at which a line goes on."""
    begins = len(line) - len(line.lstrip())
    numbered = NUMBERED.match(line)
    at = numbered.end() if numbered else begins + FURTHER
    furthest = width // (2 if width >= NARROW else 4)
    columns = [m.end() for m in COLUMN.finditer(line) if m.end() <= furthest]
    return min(max([at, *columns[-1:]]), furthest)
