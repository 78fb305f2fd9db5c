"""Finds the one place of a declaration that an amendment quotes, or says why there is none.

A quoted line must be whole; `…` stands for words of it that are skipped, and on a line of its own for lines that are
skipped. The names of questions and answers (`as "…"`) change nothing, and need not be quoted. A line is the right one
only if the lines quoted below it stand below it, too: so two sentences that begin alike are told apart by what they do.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher

from .. import syntax
from ..diagnostic import Diagnostic
from ..source import Span
from ..wordings import meant_change
from .rows import Part, Piece, Row, brief, joined, nameless, pieces_of

SKIPS = ("…", "...")
NEAR = 0.5
MOST = 40  # lines in one quotation


class Fault(Exception):
    """Stops a change that cannot be made. The diagnostic is for the person who wrote it."""

    def __init__(self, code: str, message: str, span: Span, help: str | None = None) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(code, message, span, help)


@dataclass(eq=False, slots=True)
class Place:
    """A quoted line in the text: the row it names (the deed, if it names a slot with its deed), and those of its words
    that the quotation shows."""

    row: Row
    shown: tuple[Piece, ...]
    slot: Row | None = None


@dataclass(eq=False, slots=True)
class Found:
    """The places of all quoted lines below one, by the quoted line."""

    places: dict[int, Place] = field(default_factory=dict)


def skips(line: syntax.Word) -> bool:
    """Whether a quoted line only stands for lines that are skipped."""
    return line.text in SKIPS


def matched(quote: Sequence[Piece], pieces: Sequence[Piece]) -> tuple[Piece, ...] | None:
    """Returns those pieces that a quotation shows; None if it is not a quotation of them."""
    reach: list[dict[int, tuple[int, bool]]] = [{0: (0, False)}]  # for each word quoted: how far, and from where
    for word in quote:
        before = reach[-1]
        if word.text in SKIPS:
            least = min(before)
            reach.append({at: (at if at in before else least, False) for at in range(least, len(pieces) + 1)})
        else:
            reach.append({
                at + 1: (at, True) for at in before if at < len(pieces) and pieces[at].text == word.text
            })  # fmt: skip
        if not reach[-1]:
            return None
    if len(pieces) not in reach[-1]:
        return None
    shown, at = [], len(pieces)
    for step in reversed(reach[1:]):
        at, taken = step[at]
        if taken:
            shown.append(pieces[at])
    return tuple(reversed(shown))


def candidates(row: Row, quote: Sequence[Piece]) -> Iterator[Place]:
    """Yields the ways in which a quotation names a line: as a whole, or the deed behind the word of its slot."""
    shown = _shown(quote, row.pieces)
    if shown is not None:
        yield Place(row.inline or row, shown, row if row.inline else None)
    elif row.inline is not None:
        shown = _shown(quote, row.inline.pieces)
        if shown is not None:
            yield Place(row.inline, shown, row)


def _shown(quote: Sequence[Piece], pieces: tuple[Piece, ...]) -> tuple[Piece, ...] | None:
    shown = matched(quote, pieces)
    return matched(quote, nameless(pieces)) if shown is None else shown


def _named(lines: Sequence[syntax.Word]) -> bool:
    """Whether one of the quoted lines is itself a name."""
    return any(line.text.split()[0] == "as" and '"' in line.text for line in lines)


Reach = tuple[Found, int]  # what is found, and which line comes behind it


class Search:
    """Looks lines up in one declaration. `in_` names it in messages."""

    def __init__(self, part: Part, in_: str) -> None:
        self.part = part
        self.called = in_
        self._names = False  # whether names are quoted

    def place(self, quoted: syntax.Quoted) -> Found:
        """Returns the places of a quoted line and of all lines quoted below it. Raises `Fault` if there is not exactly
        one."""
        self._bounded(quoted)
        quotes = [node.line for node in syntax.walk(quoted) if isinstance(node, syntax.Quoted)]
        self._names = _named(quotes)
        self._rows = [self.part.root, *self._counted(self.part.rows())]
        self._known: dict[tuple[int, int, int, bool], list[Reach]] = {}
        self._once: dict[tuple[int, int], list[Reach]] = {}
        found = [made for at in range(len(self._rows)) for made, _ in self._at(quoted, at)]
        if len(found) != 1:
            raise self._not_one(quoted, self._rows, found)
        return found[0]

    def _counted(self, rows: Iterable[Row]) -> list[Row]:
        """Returns the lines that a quotation must show or skip."""
        return [row for row in rows if not row.tested and (self._names or not row.names)]

    def _bounded(self, quoted: syntax.Quoted) -> None:
        """Refuses a quotation that no reader could follow."""
        if sum(isinstance(node, syntax.Quoted) for node in syntax.walk(quoted)) > MOST:
            raise Fault("quotation", f"more than {MOST} lines are quoted here", quoted.line.span, "quote fewer lines")

    def _at(self, quoted: syntax.Quoted, at: int) -> list[Reach]:
        """Returns what a quoted line and those below it may be, if it is the line `at`; and which line comes behind.
        Two ways are enough to know that there are several."""
        if (id(quoted), at) in self._once:
            return self._once[id(quoted), at]
        found: list[Reach] = []
        row = self._rows[at]
        inner = [entry for entry in quoted.entries if isinstance(entry, syntax.Quoted)]
        for place in candidates(row, pieces_of(quoted.line.text)):
            last = at + 1 + len(self._counted(row.under()))
            for below, behind in self._below(inner, at + 1, last):
                found.append((Found({id(quoted): place, **below.places}), behind))
        self._once[id(quoted), at] = found[:2]
        return found[:2]

    def _below(self, entries: Sequence[syntax.Quoted], at: int, last: int, gap: bool = False) -> list[Reach]:
        """Returns what several quoted lines may be that stand, in this order, between two lines. `gap`: lines may be
        skipped before the first."""
        if not entries:
            return [(Found(), last if gap else at)]
        first, *rest = entries
        if skips(first.line):
            return self._below(rest, at, last, True)
        key = (id(first), at, last, gap)
        if key not in self._known:
            found: list[Reach] = []
            for here in range(at, last if gap else min(at + 1, last)):
                for one, behind in self._at(first, here):
                    others = self._below(rest, behind, last)
                    found += [(Found({**one.places, **other.places}), end) for other, end in others]
                if len(found) > 1:
                    break
            self._known[key] = found[:2]
        return self._known[key]

    def wholes(self, whole: syntax.Whole, rows: Sequence[Row]) -> list[Place]:
        """Returns the lines that are quoted with all that stands below them."""
        found = []
        self._names = _named([node.line for node in syntax.walk(whole) if isinstance(node, syntax.Whole)])
        for row in rows:
            for place in candidates(row, pieces_of(whole.line.text)):
                below = self._counted(row.under()) if place.slot is None or whole.below else []
                if self._covered(whole.below, below):
                    found.append(place)
        return found

    def _covered(self, wholes: Sequence[syntax.Whole], rows: Sequence[Row]) -> bool:
        """Whether quoted lines are all the lines there are."""
        reach = {0}  # how many of the lines may be covered so far
        for whole in wholes:
            if not reach:
                return False
            if skips(whole.line):
                reach = set(range(min(reach), len(rows) + 1))
                continue
            quote = pieces_of(whole.line.text)
            reach = {
                at + 1 + inner
                for at in reach if at < len(rows) and any(True for _ in candidates(rows[at], quote))
                for inner in self._inside(whole, rows, at)
            }  # fmt: skip
        return len(rows) in reach

    def _inside(self, whole: syntax.Whole, rows: Sequence[Row], at: int) -> Iterator[int]:
        """Yields how many lines below a line are covered together with it."""
        if not whole.below:
            yield 0
            return
        size = len(self._counted(rows[at].under()))
        if self._covered(whole.below, rows[at + 1 : at + 1 + size]):
            yield size

    def runs(self, quote: Sequence[Piece], rows: Sequence[Row]) -> list[tuple[Row, tuple[Piece, ...]]]:
        """Returns the runs of words that are exactly those quoted and cut no phrase in two."""
        found = []
        for row in rows:
            for at in range(len(row.pieces) - len(quote) + 1):
                run = row.pieces[at : at + len(quote)]
                same = all(piece.text == word.text for piece, word in zip(run, quote, strict=True))
                if same and not self.part.cut(run[0].start, run[-1].end):
                    found.append((row, run))
        return found

    # -- what to say if there is not exactly one place --

    def _not_one(self, quoted: syntax.Quoted, rows: Sequence[Row], found: Sequence[Found]) -> Fault:
        if found:
            return self.several(quoted.line, [f.places[id(quoted)].row for f in found])
        quote = pieces_of(quoted.line.text)
        alike = [row for row in rows if any(True for _ in candidates(row, quote))]
        if alike:
            return self._inner(quoted, rows)
        return self.nowhere(quoted.line, rows)

    def _inner(self, quoted: syntax.Quoted, rows: Sequence[Row]) -> Fault:
        """Says which of the lines quoted below a line is not there."""
        for at in range(len(rows)):
            if not any(True for _ in candidates(rows[at], pieces_of(quoted.line.text))):
                continue
            under = self._counted(rows[at].under())
            return self._missing(quoted, under, at + 1)
        return self.nowhere(quoted.line, rows)

    def _missing(self, quoted: syntax.Quoted, under: Sequence[Row], at: int) -> Fault:
        """Says which of the lines below a quoted line cannot be found among those below the line, which begin `at`."""
        reach, gap = {at}, False
        for entry in (e for e in quoted.entries if isinstance(e, syntax.Quoted)):
            if skips(entry.line):
                gap = True
                continue
            heres = range(min(reach), at + len(under)) if gap else sorted(h for h in reach if h < at + len(under))
            reach, gap = {behind for here in heres for _, behind in self._at(entry, here)}, False
            if reach:
                continue
            named = [e for e in (entry, *entry.entries) if isinstance(e, syntax.Quoted) and not skips(e.line)]
            for one in named:
                if not any(True for row in under for _ in candidates(row, pieces_of(one.line.text))):
                    return self.nowhere(one.line, under)
            said = "there are other lines before this one"
            return Fault("quotation", said, entry.line.span, "write a line `…` in their place")
        return self.nowhere(quoted.line, under)

    def several(self, line: syntax.Word, rows: Sequence[Row]) -> Fault:
        """Says that words stand in several places."""
        at = sorted({self.part.source.place(row.start)[0] for row in rows})
        lines = f"lines {', '.join(map(str, at))}" if len(at) > 1 else f"several times in line {at[0]}"
        message = f"these words stand in {self.called} {len(rows)} times: {lines}"
        return Fault("quoted-twice", message, line.span, "quote more of it, or a line below it that only one has")

    def nowhere(self, line: syntax.Word, rows: Sequence[Row]) -> Fault:
        """Says that words do not stand in the declaration, and what stands there."""
        quote = pieces_of(line.text)
        wide = [Piece("…", 0), *(p for word in quote for p in (word, Piece("…", 0)))]
        longer = [row for row in rows if matched(wide, row.pieces) is not None]
        if len(longer) == 1 and not any(word.text in SKIPS for word in quote):
            said = f"this line of {self.called} says more"
            return Fault("quotation", said, line.span, f"write `…` where words are missing: `{brief(longer[0].text)}`")
        said = f"these words do not stand in {self.called}"
        meant = meant_change(line.text)
        near = nearest(joined(quote), [row.text for row in rows])
        if meant is not None and (near is None or not near.startswith(quote[0].text)):
            return Fault("quotation", said, line.span, meant)
        return Fault("quotation", said, line.span, f"there stands `{brief(near)}`" if near else self._first(rows))

    def _first(self, rows: Sequence[Row]) -> str | None:
        lines = [row.text for row in rows if isinstance(row.shape, (syntax.Clause, syntax.Standing, syntax.Step))]
        if not lines and len(rows) == 1:
            return f"it reads `{brief(rows[0].text)}`"
        return f"it begins with `{brief(lines[0])}`" if lines else None


def nearest(said: str, lines: Sequence[str]) -> str | None:
    """Returns the line that is most like the words said; None if none is like them."""
    best, how = None, NEAR
    for line in lines:
        like = SequenceMatcher(None, said, line, autojunk=False).ratio()
        if like >= how:
            best, how = line, like
    return best
