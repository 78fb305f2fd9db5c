"""The texts that a page cites: finds the places of clauses in what is said, and shows their words beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import PurePath

from moot.dsl.source import Source
from moot.interpreter.play.session import Session

PLACE = re.compile(r"(?P<path>[^\s(),:]*\.[a-z]+):(?P<lines>[0-9]{1,6}(?:, [0-9]{1,6})*)\b")
"""A place, as explanations print it: `districts/keep.card:5`, or `districts/keep.card:4, 5`."""


@dataclass(frozen=True, slots=True)
class Piece:
    """Some words of a line. `to`: the number of the text and of the line in it that they cite; None for plain words."""

    words: str
    to: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a text, and whether something on the page cites it."""

    number: int
    words: str
    cited: bool


@dataclass(frozen=True, slots=True)
class Text:
    """A file, as far as it is cited: the blocks in which cited lines stand."""

    number: int
    path: str
    blocks: tuple[tuple[Row, ...], ...]


class Texts:
    """Collects what a page cites."""

    def __init__(self, session: Session) -> None:
        set_ = session.card_set
        self.sources: Mapping[str, Source] = {**set_.sources, **set_.written}
        self.lines: dict[str, set[int]] = {}

    def linked(self, line: str) -> tuple[Piece, ...]:
        """Return a line of text in pieces: the places in it point to the texts that they cite."""
        return tuple(self._pieces(line))

    def _pieces(self, line: str) -> Iterator[Piece]:
        end = 0
        for found in PLACE.finditer(line):
            path = self._path(found["path"])
            if path is None:
                continue
            numbers = [int(number) for number in found["lines"].split(", ")]
            self.lines.setdefault(path, set()).update(numbers)
            if found.start() > end:
                yield Piece(line[end : found.start()])
            yield Piece(found[0], (list(self.lines).index(path) + 1, numbers[-1]))
            end = found.end()
        if end < len(line) or not end:
            yield Piece(line[end:])

    def _path(self, said: str) -> str | None:
        """Return the file that a place names, which may leave out the folders before it; None if there is none."""
        if said in self.sources:
            return said
        parts = PurePath(said).parts
        fitting = [path for path in self.sources if PurePath(path).parts[-len(parts) :] == parts]
        return fitting[0] if parts and len(fitting) == 1 else None

    def cited(self) -> tuple[Text, ...]:
        """Return the texts that were cited so far, in the order in which they first were."""
        return tuple(
            Text(number, path, tuple(_blocks(self.sources[path].text.split("\n"), lines)))
            for number, (path, lines) in enumerate(self.lines.items(), 1)
        )


def _blocks(text: list[str], cited: set[int]) -> Iterator[tuple[Row, ...]]:
    """Yield the blocks of lines, parted by empty ones, in which a cited line stands."""
    block: list[Row] = []
    for number, words in enumerate([*text, ""], 1):
        if words.strip():
            block.append(Row(number, words, number in cited))
            continue
        if any(row.cited for row in block):
            yield tuple(block)
        block = []
