"""Says where words are in files: a source text, and a span in it."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property


@dataclass(frozen=True, slots=True)
class Span:
    """Characters `start` to `end` (end not included) of the file at `path`."""

    path: str
    start: int
    end: int

    def to(self, other: Span) -> Span:
        """Returns the span from the beginning of this one to the end of another in the same file."""
        return Span(self.path, min(self.start, other.start), max(self.end, other.end))

    def within(self, other: Span) -> bool:
        """Returns whether another span covers this one."""
        return self.path == other.path and other.start <= self.start and self.end <= other.end


NOWHERE = Span("", 0, 0)


@dataclass(frozen=True, slots=True)
class Written:
    """Where words were written: the file, the line and the column. `by` names the line of each amendment that put words
    there, changed them or left some out, as `house-rules/late-start.rule:5`."""

    path: str
    line: int
    column: int
    by: tuple[str, ...] = ()

    def __str__(self) -> str:
        amended = f", as amended by {', '.join(self.by)}" if self.by else ""
        return f"{self.path}:{self.line}{amended}"


@dataclass(frozen=True)
class Source:
    """One file's text. Lines and columns count from 1; a column counts characters."""

    path: str
    text: str

    @cached_property
    def _starts(self) -> array[int]:
        """The offsets where lines begin. They are worked out on first use, and kept small: a text may be nothing but
        lines."""
        starts = array("I", [0])
        at = self.text.find("\n")
        while at >= 0:
            starts.append(at + 1)
            at = self.text.find("\n", at + 1)
        return starts

    def place(self, offset: int) -> tuple[int, int]:
        """Returns the line and the column of an offset."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def line(self, number: int) -> str:
        """Returns the text of a line, without its end."""
        start = self._starts[number - 1]
        end = self._starts[number] if number < len(self._starts) else len(self.text) + 1
        return self.text[start : end - 1].rstrip("\r")

    def written(self, span: Span) -> Written:
        """Returns where the words at a span were written. A text that was made from others (`dsl.amend`) says it of
        those."""
        return Written(self.path, *self.place(span.start))
