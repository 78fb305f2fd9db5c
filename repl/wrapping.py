"""Break lines at the ends of words, so that a text fits a window.

A line goes on below its own beginning: a table below its last column, an item below its words, anything else a little
further in than it began.
"""

from __future__ import annotations

import re

from prompt_toolkit.utils import get_cwidth

NARROWEST = 20
COLUMN = re.compile(r"\S {2,}(?=\S)")
NUMBERED = re.compile(r" *(?:[0-9]+(?:/[0-9]+)?|[*-]) +(?=\S)")
FURTHER = 2


def wrapped(text: str, width: int) -> str:
    """Return the text with no line wider than `width`, except for a word that is."""
    width = max(width, NARROWEST)
    return "\n".join(part for line in text.split("\n") for part in _broken(line, width))


def _broken(line: str, width: int) -> list[str]:
    if get_cwidth(line) <= width:
        return [line]
    indent = " " * _below(line, width)
    rows, row = [], line[: len(line) - len(line.lstrip())]
    begun = False
    for gap, word in re.findall(r"( *)([^ ]+)", line.strip()):
        if begun and get_cwidth(f"{row}{gap}{word}") > width:
            rows.append(row)
            row = indent + word
        else:
            row = f"{row}{gap}{word}"
        begun = True
    return [*rows, row]


def _below(line: str, width: int) -> int:
    """Return the column at which a line goes on."""
    begins = len(line) - len(line.lstrip())
    numbered = NUMBERED.match(line)
    at = numbered.end() if numbered else begins + FURTHER
    columns = [m.end() for m in COLUMN.finditer(line) if m.end() <= width // 2]
    return min(max([at, *columns[-1:]]), width // 2)
