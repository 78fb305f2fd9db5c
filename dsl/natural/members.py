"""Finds the sentences of a card: each stands below the title, with the lines that belong to it.

A sentence is read without the comments in it. The right text has them again: each behind the line that it stood behind,
or behind the one that has its place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from ..formatter import format_source
from ..source import Source, Span
from ..split import Piece, split

COMMENT = re.compile(r'^((?:[^"#]|"[^"]*")*?) *(#.*)$')
CONTENTS = ("marker ", "zone ", "value ", "kept ")  # words of the card's own, which its sentences may need


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a sentence, with single spaces, and how far it is indented."""

    indent: int
    text: str


@dataclass(frozen=True, slots=True)
class Member:
    """A sentence of a card, or what is printed on it: characters `start` to `end` of its file. `around` are the lines
    of the card that it is read with: its title, what is printed on it, and the words of its own. `comments`: which
    line has one, its words, and the comment."""

    path: str
    start: int
    end: int
    lines: tuple[Line, ...]
    around: tuple[str, ...]
    comments: tuple[tuple[int, str, str], ...] = ()

    def card_with(self, lines: tuple[Line, ...]) -> Source:
        """Returns the card with these lines as its only sentence."""
        text = "\n".join([*self.around, *(" " * line.indent + line.text for line in lines)])
        return Source("", f"{text}\n")

    def words(self, source: Source, at: str, line: int) -> Span:
        """Returns where some words of the sentence stand; if they do not stand in one line as they are, the line that
        begins after so many of its letters."""
        text = source.text[self.start : self.end]
        found = text.find(at) if at and "\n" not in at else -1
        if found < 0:
            said = text[line:].split("\n")[0]
            begin = self.start + line + len(said) - len(said.lstrip())
            return Span(self.path, begin, begin + len(said.strip()))
        return Span(self.path, self.start + found, self.start + found + len(at))


@lru_cache(maxsize=8)
def _pieces(source: Source) -> tuple[Piece, ...]:
    """Returns the declarations of a file, which many mistakes in it need."""
    return tuple(split(source))


def members(source: Source, at: int) -> Iterator[Member]:
    """Yields the sentence that holds a place of a file, if it is a sentence of a card."""
    piece = next((p for p in _pieces(source) if p.start <= at <= p.end), None)
    if piece is None or piece.fault is not None:
        return
    text = source.text[piece.start : piece.end].rstrip("\n")
    rows = text.split("\n")
    step = next((len(r) - len(r.lstrip(" ")) for r in rows[1:] if r.strip() and not r.lstrip().startswith("#")), 0)
    if not step:
        return
    offset = piece.start + len(rows[0]) + 1
    groups: list[tuple[int, list[str]]] = []
    carried = False
    for row in rows[1:]:
        words = _without_comment(row)[0]
        if row.strip() and len(row) - len(row.lstrip(" ")) <= step and not carried:
            groups.append((offset, []))
        if groups:
            groups[-1][1].append(row)
        carried = words.endswith(",") if words else carried
        offset += len(row) + 1
    for n, (start, group) in enumerate(groups):
        while group and not _without_comment(group[-1])[0]:
            group.pop()
        end = start + len("\n".join(group))
        if group and start <= at <= end + 1:
            others = (rows for k, (_, rows) in enumerate(groups) if k != n and rows and _is_needed(rows[0]))
            around = (rows[0], *(row for other in others for row in other))
            said = [_without_comment(row) for row in group]
            comments = tuple((k, words.strip(), comment) for k, (words, comment) in enumerate(said) if comment)
            if all(words for _, words, _ in comments):
                yield Member(source.path, start, end, _lines([words for words, _ in said]), around, comments)
            return


def _without_comment(row: str) -> tuple[str, str]:
    """Returns a line in two: its words, and the comment behind them."""
    found = COMMENT.match(row)
    return (row.rstrip(), "") if found is None else (found[1].rstrip(), found[2])


def _is_needed(row: str) -> bool:
    """Whether a sentence may need this line: it is printed on the card, or declares a word of its own."""
    words = _without_comment(row)[0].strip()
    return words.startswith(CONTENTS) or all(len(part.split()) == 2 for part in words.split(","))


def _lines(rows: list[str]) -> tuple[Line, ...]:
    """Returns lines with single spaces; one that ends in a comma is joined to the next."""
    lines: list[Line] = []
    carried = False
    for row in rows:
        words = " ".join(row.split())
        if not words:
            continue
        if carried:
            lines[-1] = Line(lines[-1].indent, f"{lines[-1].text} {words}")
        else:
            lines.append(Line(len(row) - len(row.lstrip(" ")), words))
        carried = words.endswith(",")
    return tuple(lines)


def laid_out(member: Member, lines: tuple[Line, ...]) -> str:
    """Returns a sentence in the layout that a card has."""
    source = member.card_with(lines)
    kept = len(source.text.rstrip("\n").split("\n")) - len(lines)
    rows = format_source(source).rstrip("\n").split("\n")[kept:]
    for place, words, comment in member.comments:
        at = [n for n, row in enumerate(rows) if " ".join(row.split()) == " ".join(words.split())]
        n = at[0] if at else min(place, len(rows) - 1)
        rows[n] += f" {comment}" if "#" in rows[n] else f"  {comment}"
    return "\n".join(rows)
