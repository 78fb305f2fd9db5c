"""Splits a file into the texts of its declarations, and finds the faults that no grammar can describe.

A declaration begins at column 0 and ends where the next one begins. Because the file is split there first, a broken
declaration costs one message and hides nothing: its neighbours are read as if it were not there. Afterwards, a piece
begins with the first letter of its first line and ends behind its last line with words on it. Unless it has a fault, it
holds only characters that can be shown. Comments and blank lines between two pieces belong to neither; a hidden
character in them is a piece of its own, with its fault.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .diagnostic import Diagnostic, Fix
from .hidden import HIDDEN
from .language import LINES
from .source import Source, Span

# A line like these at column 0 only means something inside a declaration: it stays with the one above it.
INNER = re.compile(rf"(?:{'|'.join(LINES)})(?![\w-]| +[A-Z])")
CLOSED = ("kept", "kind", "marker", "quality", "value", "zone")  # no sentence can stand below them
ODD = re.compile(rf"[^\S \r\n]|[\u200c\u200d]|{HIDDEN.pattern}")

GLUED = re.compile(r'^(?:"[^"\n]*"|[^"#\n])*(?<=[^\s,])(#)', re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Piece:
    """One declaration: characters `start` to `end` of its file. With a `fault` it is not read any further."""

    start: int
    end: int
    fault: Diagnostic | None = None


def split(source: Source) -> list[Piece]:
    """Returns the declarations of a file, in order."""
    pieces: list[Piece] = []
    start: int | None = None
    end = 0
    carried = False  # the line above ended in a comma, which carries its sentence on
    outside: Diagnostic | None = None

    def close() -> None:
        if start is not None:
            odd = ODD.search(source.text, start, end)
            glued = GLUED.search(source.text, start, end)
            faults = [f for f in (odd and odd_character(source, odd), glued and _glued(source, glued), outside) if f]
            pieces.append(Piece(start, end, min(faults, key=lambda f: f.span.start, default=None)))

    for match in re.finditer(r"[^\n]*\n|[^\n]+", source.text):
        line = match.group()
        words = line.strip()
        if not words or words.startswith("#"):
            carried = False
            continue
        if start is None:
            start = match.start()
            if line[0] == " ":
                outside = _indented(source, match)
            elif INNER.match(line):
                outside = _not_indented(source, match, "")
        elif not line[0].isspace() and not carried:
            if not INNER.match(line):
                close()
                start, outside = match.start(), None
            elif outside is None:
                outside = _not_indented(source, match, source.text[start:].split(maxsplit=1)[0])
        end = match.end()
        carried = words.partition("#")[0].rstrip().endswith(",")
    close()
    return sorted([*pieces, *_aside(source, pieces)], key=lambda piece: piece.start)


def _aside(source: Source, pieces: list[Piece]) -> Iterator[Piece]:
    """Finds hidden characters in the comments between declarations: what nobody sees can still deceive."""
    gaps = zip([0, *(p.end for p in pieces)], [*(p.start for p in pieces), len(source.text)], strict=True)
    for begin, end in gaps:
        found = HIDDEN.search(source.text, begin, end)
        if found is not None:
            yield Piece(found.start(), found.end(), odd_character(source, found))


def _first_word(source: Source, line: re.Match[str]) -> Span:
    word = re.compile(r"\s*([\w'-]+|.)").match(source.text, line.start())
    return Span(source.path, *word.span(1)) if word else Span(source.path, line.start(), line.end())


def _indented(source: Source, line: re.Match[str]) -> Diagnostic:
    said = "the first line of a declaration must begin at the left edge"
    return Diagnostic("indented", said, _first_word(source, line), "move it there")


def _not_indented(source: Source, line: re.Match[str], above: str) -> Diagnostic:
    """Reports a line of a declaration that stands at the left edge. `above`: the first word of the one above it."""
    span = _first_word(source, line)
    help = "indent it by two spaces below the first line of a card, by four below a sentence"
    if above in CLOSED:
        help = "it belongs on a card: write the first line of one above it, and indent this by two spaces"
    return Diagnostic(
        "not-indented",
        f"`{source.text[span.start : span.end]}` cannot begin at the left edge: it belongs inside a declaration",
        span,
        help,
    )


def _glued(source: Source, found: re.Match[str]) -> Diagnostic:
    span = Span(source.path, found.start(1), found.end(1))
    return Diagnostic(
        "glued-comment",
        "this `#` follows a word without a space, and everything after it would be a comment",
        span,
        "put a space before a comment, and leave `#` out elsewhere",
        fixes=(Fix("put a space before it", Span(source.path, found.start(1), found.start(1)), " "),),
    )


def odd_character(source: Source, found: re.Match[str]) -> Diagnostic:
    """Says what is wrong with a character that `ODD` found."""
    span = Span(source.path, found.start(), found.end())
    character = found.group()
    if character == "\t":
        return Diagnostic(
            "tab",
            "there is a tab here; the layout of a card is made of spaces",
            span,
            "use two spaces for each level",
            fixes=(Fix("put two spaces in its place", span, "  "),),
        )
    if character.isspace():
        return Diagnostic(
            "odd-space",
            f"this looks like a space but is the character U+{ord(character):04X}",
            span,
            "type the space again; such characters come along with pasted text",
            fixes=(Fix("put an ordinary space in its place", span, "\n" if character == "\r" else " "),),
        )
    return Diagnostic(
        "odd-character",
        f"there is a hidden character here, U+{ord(character):04X}",
        span,
        "take it out",
        fixes=(Fix("take it out", span, ""),),
    )
