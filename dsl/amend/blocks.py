"""Gathers what several amendments put before, behind, around and below one line, and makes edits of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from .. import syntax
from ..source import Source, Span
from .edits import Bit, Edit
from .quotes import Fault
from .rows import STEP, Row, line_start, next_line

Words = tuple[Bit | str, ...]
NewLine = tuple[int, Words]  # how much further in than the first line it stands, and its words


def new_lines(source: Source, span: Span, new: Callable[[Span], tuple[Bit, ...]]) -> list[NewLine]:
    """Returns the lines of new text, each with how much further in it stands than the first."""
    first = span.start - line_start(source.text, span.start)
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
    """What stands around one line, or several lines up to `last`: deeds before and after it, conditions around it,
    refusals and members below it. Each is noted with the amendment it comes from."""

    row: Row
    last: Row
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
            made.append(self._behind(text))
        for early in (True, False):
            made += self._members(text, early)
        return made

    # -- a deed --

    def _around(self, text: str) -> list[Edit]:
        row, column = self.row, self.row.deeds_column
        pad = " " * column
        before: list[Bit | str] = []
        for _, refusal in sorted(self.refusals, key=rule_of):
            before += [*refusal, "\n" + pad]
        for _, lines in sorted(self.first, key=rule_of):
            before += [*indented(lines, column)[1:], "\n" + pad]
        for deep, (_, unless, words) in enumerate(sorted(self.wraps, key=rule_of), 1):
            inner = " " * (column + STEP * deep)
            before += ["unless " if unless else "if ", *words, "\n" + inner]
        shift = STEP * len(self.wraps)
        opens = row.depth - (self.last is not row.last)  # what is around several deeds is opened before them
        made = [Edit(row.start, row.start, tuple(before), home=row.start, level=opens, shift=shift)]
        if row.slot is not None:
            made.append(opened(row, text))
        if shift:
            end = next_line(text, self.last.stop)
            made.append(Edit(end, end, home=row.start, level=-opens, shift=0))
        return made

    def _behind(self, text: str) -> Edit:
        """Returns the edit that puts deeds behind the last line."""
        words: list[Bit | str] = []
        for _, lines in sorted(self.then, key=rule_of):
            words += [*indented(lines, self.row.deeds_column), "\n"]
        end = next_line(text, self.last.stop)
        return Edit(end, end, tuple(words), (6, "", 0), None, -self.row.depth, self.row.start, line=True)

    # -- a branch, or the first line of a sentence --

    def _refused(self, text: str) -> Edit:
        row = self.row
        column = row.below[0].column if row.below else row.column + STEP * 2
        words: list[Bit | str] = []
        for _, refusal in sorted(self.refusals, key=rule_of):
            words += [" " * column, *refusal, "\n"]
        end = next_line(text, row.end)
        return Edit(end, end, tuple(words), (2, "", 0), None, -row.depth - 1, row.start, line=True)

    # -- a declaration --

    def _members(self, text: str, early: bool) -> list[Edit]:
        mine = sorted((one for one in self.members if one[1] is early), key=rule_of)
        if not mine:
            return []
        below = [row for row in self.row.below if not row.tested]
        column = below[0].column if below else self.row.column + STEP
        heads = (
            syntax.Props, syntax.Origin, syntax.Refused, syntax.Absent, syntax.Players, syntax.Order, syntax.Decided,
        )  # fmt: skip
        above = self.row
        for row in below:
            if early and not isinstance(row.shape, heads):
                break
            if not isinstance(row.shape, syntax.Title):
                above = row
        end = next_line(text, above.end if above is self.row else above.stop)
        words: list[Bit | str] = []
        for _, _, lines in mine:
            words += [*indented(lines, column), "\n"]
        return [Edit(end, end, tuple(words), (7, "", 0), None, -self.row.depth, self.row.start, line=True)]


def opened(row: Row, text: str) -> Edit:
    """Returns the edit that puts the deed behind the word of a slot on a line of its own."""
    behind = len(text[: row.start].rstrip())
    return Edit(behind, row.start, ("\n" + " " * row.deeds_column,))


def rule_of(noted: tuple[str, *tuple[object, ...]]) -> str:
    """Returns the amendment from which something comes: what several add at one place stands in the order of their
    names."""
    return noted[0]


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
            if len({mark.span.path for _, mark in self.gone}) > 1:
                said = "together, house rules leave nothing of this `either`"
                help = "replace the whole choice, with `instead of:`"
                raise Fault("cannot-change", said, self.gone[-1][1].span, help)
            others = [row for row in family if row.lead == "OTHERWISE"]
            return [*made, *(_without(text, row, self.gone[0][1]) for row in others)]
        if len(left) + len(self.more) < 2:
            said = "this leaves an `either` with one branch"
            raise Fault("cannot-change", said, self.gone[0][1].span, "replace the whole choice, with `instead of:`")
        if left and left[0].lead == "OR":
            made.append(Edit(left[0].start, left[0].pieces[0].end, ("either",)))
        if self.more:
            end = next_line(text, lines[-1].stop)
            words: list[Bit | str] = []
            for _, new in sorted(self.more, key=rule_of):
                words += [*indented(new, self.either.column), "\n"]
            made.append(
                Edit(end, end, tuple(words), (7, "", 0), None, -self.either.depth, self.either.start, line=True)
            )
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
    return Edit(line_start(text, row.start), next_line(text, row.stop), (), cut=mark)
