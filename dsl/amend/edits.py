"""Changes a text in many places at once, and remembers of every stretch of the result where it was written."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile

from ..source import Source, Span, Written

LINES = re.compile(r"[^\n]*\n|[^\n]+")


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
    in the order of `level`, then of their ranks. `cut` is the change that leaves words out without putting others
    there.

    `home` is where the line begins that it belongs to, if that is not where it stands. `line`: its words are lines of
    their own. `shift`: how much further in stands all that follows, up to the edit that says 0 for the same line, with
    the opposite level."""

    start: int
    end: int
    new: tuple[Bit | Moved | str, ...] = ()
    rank: tuple[int, str, int] = (0, "", 0)
    cut: Bit | None = None
    level: int = 0
    home: int | None = None
    line: bool = False
    shift: int | None = None

    @property
    def mark(self) -> Bit | None:
        """Something that the change has written, or the change itself if it writes nothing."""
        if self.cut is not None:
            return self.cut
        for new in self.new:
            match new:
                case Bit():
                    return new
                case Moved():
                    return new.why
                case str():
                    pass
        return None


@dataclass(frozen=True, slots=True)
class Stretch:
    """Characters `start` to `end` of a text, which were written at `span`. `by`: the line of the amendment that did it,
    "" for the base. Where words were left out the stretch is empty. `moved`: the change that put words of the base in
    another place."""

    start: int
    end: int
    span: Span
    by: str = ""
    moved: Bit | None = None

    @property
    def change(self) -> tuple[Span, str] | None:
        """The place and the line of the amendment that wrote or moved the words; None if the base has them so."""
        if self.by:
            return self.span, self.by
        return (self.moved.span, self.moved.by) if self.moved is not None else None


@dataclass(frozen=True, slots=True)
class Gone:
    """Characters `start` to `end` of the base, which do not stand there any more. `by`: the line of the amendment that
    did it."""

    start: int
    end: int
    by: str


@dataclass(frozen=True)
class Amended(Source):
    """A text that amendments have changed. `base` is the text before; `stretches` are in order; `gone` is what has left
    its place in the base."""

    base: Source = field(default=Source("", ""), compare=False)
    stretches: tuple[Stretch, ...] = field(default=(), compare=False)
    gone: tuple[Gone, ...] = field(default=(), compare=False)

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

    @cached_property
    def authors(self) -> frozenset[str]:
        """The files of the amendments that have made this text out of its base."""
        lines = [stretch.change[1] for stretch in self.stretches if stretch.change is not None]
        return frozenset(line.rpartition(":")[0] for line in (*lines, *(gone.by for gone in self.gone)))

    def before(self, span: Span) -> Span | None:
        """Returns where the first words at a span that come from the base stand in it; None if there are none."""
        own = (s for s in self.overlapping(span) if not s.by and self.text[s.start : s.end].strip())
        first = next(own, None)
        if first is None:
            return None
        start = first.span.start + max(0, span.start - first.start)
        return Span(first.span.path, start, first.span.start + min(first.end, span.end) - first.start)

    def touches(self, start: int, end: int) -> bool:
        """Returns whether amendments have written, moved or left out anything between two offsets."""
        first = max(0, bisect_right(self._begins, start) - 1)
        near = takewhile(lambda stretch: stretch.start < end, self.stretches[first:])
        return any(stretch.change is not None and stretch.end >= start for stretch in near)

    def written(self, span: Span) -> Written:
        """Returns where the words at a span were written in the base, and which amendments have changed them; for words
        that are wholly an amendment's, where they stand in it. Blanks were written by nobody."""
        words = self.text[span.start : span.end]
        start = span.start + len(words) - len(words.lstrip())
        met = self.overlapping(Span(span.path, start, max(start, span.start + len(words.rstrip()))))
        said = [s for s in met if self.text[max(s.start, start) : min(s.end, span.end)].strip()]
        by = tuple(dict.fromkeys(stretch.change[1] for stretch in met if stretch.change is not None))
        before = [self._before(stretch, start, span.end) for stretch in said if not stretch.by]
        if before:
            first = next((one for one in before if one.path == self.path), before[0])
            added = [(*([] if one.path == first.path else [f"{one.path}:{one.line}"]), *one.by) for one in before]
            return replace(first, by=tuple(dict.fromkeys((*(place for some in added for place in some), *by))))
        if said:
            path, _, line = said[0].by.rpartition(":")
            return Written(path, int(line), 1, tuple(place for place in by if place.rpartition(":")[0] != path))
        return Written(self.path, *self.place(span.start))

    def _before(self, stretch: Stretch, start: int, end: int) -> Written:
        """Returns where the words between two offsets were written that are in a stretch of the base."""
        first = stretch.span.start + max(0, start - stretch.start)
        last = stretch.span.start + max(0, min(stretch.end, end) - stretch.start)
        return self.base.written(Span(stretch.span.path, first, max(first, last)))


Region = tuple[int, int]  # where a stretch of the base begins and ends that is moved
Lost = tuple[Edit, Edit]  # an edit that is nowhere in the result, and the one that takes out the words it is in


def apply(source: Source, edits: Iterable[Edit]) -> tuple[Amended, list[Lost]]:
    """Returns a text with edits made; and the edits that could not be, because others take their words out."""
    order = sorted(edits, key=lambda edit: (edit.start, edit.end > edit.start, edit.level, edit.rank))
    writer = _Writer(source, order)
    writer.copy(0, len(source.text))
    text, gone = "".join(writer.out), tuple(writer.gone())
    return Amended(source.path, text, source, tuple(writer.stretches), gone), list(writer.lost())


class _Writer:
    """The result as far as it is written."""

    def __init__(self, source: Source, edits: Sequence[Edit]) -> None:
        self.source = source
        self.edits = edits
        self.out: list[str] = []
        self.stretches: list[Stretch] = []
        self.at = 0
        self.begun = False  # whether there is something on the last line
        self.shifts: dict[tuple[int | None, int], int] = {}
        self.made: set[int] = set()
        self.moving: Bit | None = None  # the change that moves what is written now
        self.moved = [(new.start, new.end) for edit in edits for new in edit.new if isinstance(new, Moved)]

    def copy(self, start: int, end: int, region: Region | None = None) -> None:
        """Writes a stretch of the base, with the edits that belong there. `region`: the stretch is moved here."""
        here = start
        for edit in self.edits:
            if edit.start < here or edit.end > end or self._region(edit) != region:
                continue  # the first: inside something that is replaced as a whole
            self.made.add(id(edit))
            self._base(here, edit.start)
            self._make(edit)
            here = edit.end
        self._base(here, end)

    def lost(self) -> Iterator[Lost]:
        """Yields the edits that were not made, each with the one that was and takes its words out. What two amendments
        say alike is made once."""
        for edit in self.edits:
            if id(edit) not in self.made:
                around = (e for e in self.edits if id(e) in self.made and e.start <= edit.start < e.end)
                by = next(around, None)
                if by is not None and _said(by) != _said(edit):
                    yield edit, by

    def gone(self) -> Iterator[Gone]:
        """Yields what has left its place in the base."""
        for edit in self.edits:
            if id(edit) not in self.made:
                continue
            if edit.mark is not None and edit.end > edit.start:
                yield Gone(edit.start, edit.end, edit.mark.by)
            yield from (Gone(new.start, new.end, new.why.by) for new in edit.new if isinstance(new, Moved))

    def _region(self, edit: Edit) -> Region | None:
        """Returns the moved stretch to which an edit belongs; None for one that only takes words away."""
        if not edit.new and edit.cut is None and edit.shift is None:
            return None
        home = edit.start if edit.home is None else edit.home
        return next((region for region in self.moved if region[0] <= home < region[1]), None)

    def _make(self, edit: Edit) -> None:
        if edit.line and self.begun:
            self._write("\n")
        for new in edit.new:
            match new:
                case str():
                    self._write(new)
                case Bit(text, span, by):
                    self._write(text, span, by)
                case Moved(start, end, why):
                    around, self.moving = self.moving, why
                    self.copy(start, end, (start, end))
                    self.moving = around
        if edit.cut is not None:
            self._write("", edit.cut.span, edit.cut.by)
        if edit.shift:
            self.shifts[edit.home, edit.level] = edit.shift
        elif edit.shift == 0:
            self.shifts.pop((edit.home, -edit.level), None)

    def _base(self, start: int, end: int) -> None:
        if end > start:
            self._write(self.source.text[start:end], Span(self.source.path, start, end))

    def _write(self, text: str, span: Span | None = None, by: str = "") -> None:
        """Writes words, each line as far in as it stands now, and notes where they were written."""
        shift = " " * sum(self.shifts.values())
        done = 0
        for line in (LINES.findall(text) or [""]) if shift else [text]:
            if shift and not self.begun and line.strip("\n"):
                self._put(shift)
            if span is not None:
                exact = span.end - span.start == len(text)
                own = Span(span.path, span.start + done, span.start + done + len(line)) if exact else span
                moved = None if by else self.moving
                self.stretches.append(Stretch(self.at, self.at + len(line), own, by, moved))
            self._put(line)
            done += len(line)

    def _put(self, text: str) -> None:
        if text:
            self.out.append(text)
            self.at += len(text)
            self.begun = not text.endswith("\n")


def _said(edit: Edit) -> tuple[int, int, bool, str]:
    """Returns what an edit does, whoever says it."""
    text = "".join(new.text if isinstance(new, Bit) else new if isinstance(new, str) else "" for new in edit.new)
    return edit.start, edit.end, edit.cut is None, text
