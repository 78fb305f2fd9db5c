"""Gathers what several amendments put before, behind, around and below one line, and makes edits of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .. import syntax
from ..source import Source, Span
from .edits import Bit, Edit
from .quotes import Fault
from .rows import Row

STEP = 2
Words = tuple[Bit | str, ...]
NewLine = tuple[int, Words]  # how much further in than the first line it stands, and its words


def new_lines(source: Source, span: Span, new: Callable[[Span], tuple[Bit, ...]]) -> list[NewLine]:
    """Returns the lines of new text, each with how much further in it stands than the first."""
    first = span.start - (source.text.rfind("\n", 0, span.start) + 1)
    found: list[NewLine] = []
    at = span.start
    for line in source.text[span.start : span.end].rstrip().split("\n"):
        bare = line.lstrip(" ")
        if bare:
            deep = 0 if at == span.start else max(0, len(line) - len(bare) - first)
            start = at + len(line) - len(bare)
            found.append((deep, new(Span(span.path, start, at + len(line.rstrip())))))
        at += len(line) + 1
    return found


def indented(lines: Sequence[NewLine], column: int) -> Words:
    """Returns lines as words, each on a line of its own; what comes first is the indentation of the first line."""
    words: list[Bit | str] = []
    for at, (deep, new) in enumerate(lines):
        words += [("\n" if at else "") + " " * (column + deep), *new]
    return tuple(words)


@dataclass(eq=False, slots=True)
class Block:
    """What stands around one line: deeds before and after it, conditions around it, refusals and members below it. Each
    is noted with the amendment it comes from."""

    row: Row
    first: list[tuple[str, list[NewLine]]] = field(default_factory=list)
    then: list[tuple[str, list[NewLine]]] = field(default_factory=list)
    wraps: list[tuple[str, bool, Words]] = field(default_factory=list)
    refusals: list[tuple[str, Words]] = field(default_factory=list)
    members: list[tuple[str, bool, list[NewLine]]] = field(default_factory=list)

    def edits(self, text: str) -> list[Edit]:
        """Returns the edits that say it."""
        made: list[Edit] = []
        if self.first or self.wraps or self.refusals and self.row.slot is not None:
            made += self._around(text)
        elif self.refusals:
            made.append(self._refused(text))
        if self.then:
            made.append(self._after(text))
        for early in (True, False):
            made += self._members(text, early)
        return made

    # -- a deed --

    def _column(self) -> int:
        """Returns the column in which the deeds of its block stand."""
        slot = self.row.slot
        if slot is None:
            return self.row.column
        return slot.below[0].column if slot.below else slot.column + STEP * 2

    def _around(self, text: str) -> list[Edit]:
        column = self._column()
        pad = " " * column
        before: list[Bit | str] = []
        made = []
        if self.row.slot is not None:
            at = text.rfind("\n", 0, self.row.start) + 1
            behind = len(text[at : self.row.start].rstrip()) + at
            made.append(Edit(behind, self.row.start, ("\n" + pad,)))
        for _, refusal in sorted(self.refusals, key=lambda one: one[0]):
            before += [*refusal, "\n" + pad]
        for _, lines in sorted(self.first, key=lambda one: one[0]):
            before += [*indented(lines, column)[1:], "\n" + pad]
        for deep, (_, unless, words) in enumerate(sorted(self.wraps, key=lambda one: one[0]), 1):
            inner = " " * (column + STEP * deep)
            before += ["unless " if unless else "if ", *words, "\n" + inner]
        made.append(Edit(self.row.start, self.row.start, tuple(before), (0, "", 0)))
        shift = " " * STEP * len(self.wraps)
        at = text.find("\n", self.row.start)
        while shift and 0 <= at < self.row.stop:
            made.append(Edit(at + 1, at + 1, (shift,), (0, "", 0)))
            at = text.find("\n", at + 1)
        return made

    def _after(self, text: str) -> Edit:
        column = self._column()
        end = _line_end(text, self.row.stop)
        words: list[Bit | str] = []
        for _, lines in sorted(self.then, key=lambda one: one[0]):
            words += ["\n", *indented(lines, column)]
        return Edit(end, end, tuple(words), (6, "", 0))

    # -- a branch, or the first line of a sentence --

    def _refused(self, text: str) -> Edit:
        row = self.row
        column = row.below[0].column if row.below else row.column + STEP * 2
        words: list[Bit | str] = []
        for _, refusal in sorted(self.refusals, key=lambda one: one[0]):
            words += ["\n" + " " * column, *refusal]
        end = _line_end(text, row.end)
        return Edit(end, end, tuple(words), (2, "", 0))

    # -- a declaration --

    def _members(self, text: str, early: bool) -> list[Edit]:
        mine = sorted((one for one in self.members if one[1] is early), key=lambda one: one[0])
        if not mine:
            return []
        below = [row for row in self.row.below if not row.tested]
        column = below[0].column if below else self.row.column + STEP
        heads = (syntax.Props, syntax.Origin, syntax.Refused, syntax.Absent, syntax.Players, syntax.Order)
        above = self.row
        for row in below:
            if early and not isinstance(row.shape, heads):
                break
            if not isinstance(row.shape, syntax.Title):
                above = row
        end = _line_end(text, above.end if above is self.row else above.stop)
        at = min(end + 1, len(text))  # on a line of its own: the line above may be one that is left out
        words: list[Bit | str] = [] if at > end else ["\n"]
        for _, _, lines in mine:
            words += [*indented(lines, column), "\n"]
        return [Edit(at, at, tuple(words), (7, "", 0))]


@dataclass(eq=False, slots=True)
class Branches:
    """What happens to the branches of one `either`: those that fall away, each with the change that does it, and those
    that are added."""

    either: Row
    gone: list[tuple[Row, Bit]] = field(default_factory=list)
    more: list[tuple[str, list[NewLine]]] = field(default_factory=list)

    def edits(self, text: str) -> list[Edit]:
        """Returns the edits that say it. Raises `Fault` if no branch is left."""
        family = self.family()
        lines = [row for row in family if row.lead in ("EITHER", "OR")]
        gone = {id(row) for row, _ in self.gone}
        left = [row for row in lines if id(row) not in gone]
        made = [_without(text, row, mark) for row, mark in self.gone]
        if not left and not self.more:
            others = [row for row in family if row.lead == "OTHERWISE"]
            return [*made, *(_without(text, row, self.gone[0][1]) for row in others)]
        if len(left) + len(self.more) < 2:
            said = "this leaves an `either` with one branch"
            raise Fault("cannot-change", said, self.gone[0][1].span, "replace the whole choice, with `instead of:`")
        if left and left[0].lead == "OR":
            made.append(Edit(left[0].start, left[0].pieces[0].end, ("either",)))
        if self.more:
            end = _line_end(text, lines[-1].stop)
            words: list[Bit | str] = []
            for _, new in sorted(self.more, key=lambda one: one[0]):
                words += ["\n", *indented(new, self.either.column)]
            made.append(Edit(end, end, tuple(words), (7, "", 0)))
        return made

    def family(self) -> list[Row]:
        """Returns the lines of the choice, in order."""
        rows = self.either.parent.below if self.either.parent else [self.either]
        at = rows.index(self.either)
        found = [self.either]
        for row in rows[at + 1 :]:
            if row.lead not in ("OR", "OTHERWISE"):
                break
            found.append(row)
        return found


def _without(text: str, row: Row, mark: Bit) -> Edit:
    start = text.rfind("\n", 0, row.start) + 1
    end = text.find("\n", row.stop)
    return Edit(start, len(text) if end < 0 else end + 1, (), cut=mark)


def _line_end(text: str, at: int) -> int:
    """Returns where a line ends, with the comment behind it."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end
