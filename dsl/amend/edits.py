"""Changes a text in many places at once, and remembers of every stretch of the result where it was written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from ..source import Source, Span, Written


@dataclass(frozen=True, slots=True)
class Bit:
    """New text, and where it was written: the span in the file of an amendment, and its line (`late-start.rule:5`)."""

    text: str
    span: Span
    by: str


@dataclass(frozen=True, slots=True)
class Moved:
    """A stretch of the base that stands at another place in the result; `why` is the change that moves it."""

    start: int
    end: int
    why: Bit


@dataclass(frozen=True, slots=True)
class Edit:
    """What stands in place of the characters `start` to `end`. Several edits that only put something at one point stand
    in the order of their ranks. `cut` is the change that leaves words out without putting others there."""

    start: int
    end: int
    new: tuple[Bit | Moved | str, ...] = ()
    rank: tuple[int, str, int] = (0, "", 0)
    cut: Bit | None = None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a text, which were written at `span`. `by`: the line of the amendment that did it,
    "" for the base. Where words were left out the stretch is empty."""

    start: int
    end: int
    span: Span
    by: str = ""


@dataclass(frozen=True)
class Amended(Source):
    """A text that amendments have changed. `base` is the text before; `stretches` are in order."""

    base: Source = field(default=Source("", ""), compare=False)
    stretches: tuple[Stretch, ...] = field(default=(), compare=False)

    def __hash__(self) -> int:
        return hash((self.path, self.text))  # the stretches are many, and hardly ever the only difference

    @cached_property
    def _begins(self) -> list[int]:
        return [stretch.start for stretch in self.stretches]

    def overlapping(self, span: Span) -> list[Stretch]:
        """Returns the stretches that a span touches, in order."""
        first = max(0, bisect_right(self._begins, span.start) - 1)
        while first and self.stretches[first - 1].end >= span.start:
            first -= 1
        found = []
        for stretch in self.stretches[first:]:
            if stretch.start > span.end or stretch.start == span.end > span.start and stretch.end > stretch.start:
                break
            inside = span.start <= stretch.start if stretch.start == stretch.end else stretch.end > span.start
            if inside:
                found.append(stretch)
        return found

    def moved_to(self, at: int) -> int:
        """Returns where an offset of the base is in this text; words that were put there stand before it."""
        for stretch in self.stretches:
            if not stretch.by and stretch.span.start <= at <= stretch.span.end:
                return stretch.start + at - stretch.span.start
        later = [s.start for s in self.stretches if not s.by and s.span.start > at]
        return min(later, default=len(self.text))

    def written(self, span: Span) -> Written:
        """Returns where the words at a span were written in the base, and which amendments have changed them; for words
        that are wholly an amendment's, where they stand in it."""
        met = self.overlapping(span)
        by = tuple(dict.fromkeys(stretch.by for stretch in met if stretch.by))
        own = next((stretch for stretch in met if not stretch.by), None)
        if own is not None:
            start = own.span.start + max(0, span.start - own.start)
            end = own.span.start + max(0, min(own.end, span.end) - own.start)
            before = self.base.written(Span(own.span.path, start, max(start, end)))
            return replace(before, by=tuple(dict.fromkeys((*before.by, *by))))
        if met:
            path, _, line = met[0].by.rpartition(":")
            return Written(path, int(line), 1, by[1:])
        return Written(self.path, *self.place(span.start))


def apply(source: Source, edits: Iterable[Edit]) -> Amended:
    """Returns a text with edits made."""
    order = sorted(edits, key=lambda edit: (edit.start, edit.end > edit.start, edit.rank))
    writer = _Writer(source, order)
    writer.copy(0, len(source.text))
    return Amended(source.path, "".join(writer.out), source, tuple(writer.stretches))


class _Writer:
    """The result as far as it is written."""

    def __init__(self, source: Source, edits: Sequence[Edit]) -> None:
        self.source = source
        self.edits = edits
        self.out: list[str] = []
        self.stretches: list[Stretch] = []
        self.at = 0

    def copy(self, start: int, end: int, moved: bool = False) -> None:
        """Writes a stretch of the base, with the edits in it. `moved`: it stands elsewhere, so the edit that takes the
        whole of it out does not count."""
        here = start
        for edit in self._inside(start, end):
            if edit.start < here or moved and (edit.start, edit.end) == (start, end):
                continue  # the first: inside something that is replaced as a whole
            self._base(here, edit.start)
            for new in edit.new:
                self._new(new)
            if edit.cut is not None:
                self._stretch(0, edit.cut.span, edit.cut.by)
            here = edit.end
        self._base(here, end)

    def _inside(self, start: int, end: int) -> Iterator[Edit]:
        for edit in self.edits:
            if start <= edit.start and edit.end <= end:
                yield edit

    def _new(self, new: Bit | Moved | str) -> None:
        match new:
            case str():
                self._put(new)
            case Bit(text, span, by):
                self._stretch(len(text), span, by)
                self._put(text)
            case Moved(start, end, why):
                self._stretch(0, why.span, why.by)
                self.copy(start, end, moved=True)

    def _base(self, start: int, end: int) -> None:
        if end > start:
            self._stretch(end - start, Span(self.source.path, start, end), "")
            self._put(self.source.text[start:end])

    def _stretch(self, length: int, span: Span, by: str) -> None:
        self.stretches.append(Stretch(self.at, self.at + length, span, by))

    def _put(self, text: str) -> None:
        self.out.append(text)
        self.at += len(text)
