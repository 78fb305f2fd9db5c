"""Puts words in place of others, or leaves words out: one change becomes edits of the line it names."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .. import syntax
from ..source import Source, Span
from ..words import singular
from .blocks import Words, indented, new_lines, opened
from .edits import Bit, Edit
from .growing import cell_of
from .placing import BRANCHES
from .quotes import Fault, Place, Search
from .rows import SLOTS, Piece, Row, line_start, next_line, pieces_of

LEADS = (
    syntax.Happening, syntax.At, syntax.AsSoonAs, syntax.WhereFrom, syntax.WhereIf, syntax.During, syntax.OnceIn,
    syntax.Provided,
)  # fmt: skip
FILTERS = (
    syntax.ThatIs, syntax.ThatWas, syntax.ThatHas, syntax.ThatHasMany, syntax.ThatMay, syntax.ThatCounts, syntax.Whose,
    syntax.WhoseHas, syntax.WhoseHasMany,
    syntax.Except,
)  # fmt: skip
MANY = re.compile(r" +([a-z]+)(?![\w-])")
HOLDING = (syntax.If, syntax.ForEach, syntax.Repeat, syntax.Ask, syntax.Step)  # lines with what is done below them
SETTING = re.compile(r"(?<![\w-])setting(?![\w-])")


@dataclass(frozen=True, slots=True)
class Writing:
    """Takes new words out of the file of an amendment. `number` stands in place of the word `setting`."""

    source: Source
    number: str | None

    def by(self, span: Span) -> str:
        """Returns the line of a span, as it is cited."""
        return f"{self.source.path}:{self.source.place(span.start)[0]}"

    def bits(self, start: int, end: int) -> tuple[Bit, ...]:
        """Returns the words between two offsets, on one line or as they stand."""
        found, at = [], start
        marks = SETTING.finditer(self.source.text, start, end) if self.number is not None else ()
        for mark in marks:
            if mark.start() > at:
                found.append(self._bit(at, mark.start()))
            found.append(Bit(self.number or "", Span(self.source.path, *mark.span()), self.by(Span("", *mark.span()))))
            at = mark.end()
            many = MANY.match(self.source.text, at, end) if self.number == "1" else None
            if many is not None:  # `setting cards` is `1 card`
                span = Span(self.source.path, *many.span())
                found.append(Bit(f" {singular(many[1])}", span, self.by(span)))
                at = many.end()
        if at < end:
            found.append(self._bit(at, end))
        return tuple(found)

    def new(self, span: Span) -> tuple[Bit, ...]:
        """Returns the words of a node, which may reach to the end of its last line."""
        end = span.end
        while end > span.start and self.source.text[end - 1] in " \n":
            end -= 1
        return self.bits(span.start, end)

    def mark(self, span: Span) -> Bit:
        """Returns what a change is cited by."""
        return Bit("", span, self.by(span))

    def _bit(self, start: int, end: int) -> Bit:
        span = Span(self.source.path, start, end)
        return Bit(self.source.text[start:end], span, self.by(span))


@dataclass(frozen=True, slots=True)
class Made:
    """What a change of words does. `reads` and `writes` are words of the base, `wrote` is what stands in their place,
    `point` is where words are only put in. `branches`: an `either` and that of its lines that falls away. `kept`: the
    stretch whose words must be a phrase afterwards, too."""

    edits: tuple[Edit, ...]
    reads: tuple[Piece, ...]
    writes: tuple[Piece, ...]
    wrote: str
    point: int | None = None
    branches: tuple[Row, Row] | None = None
    kept: tuple[int, int] | None = None


def _scope(search: Search, place: Place | None) -> list[list[Row]]:
    """Returns the lines in which words are looked for: first the quoted line, then those below it."""
    if place is None:
        return [[search.part.root, *search.part.rows()]]
    row = place.slot or place.row
    return [[row], [inner for inner in row.under() if not inner.tested]]


def _one(search: Search, whole: syntax.Whole, place: Place | None) -> Place | tuple[Row, tuple[Piece, ...]]:
    """Returns the one line, or the one run of words, that is named. Raises `Fault` if there is not exactly one."""
    quote = pieces_of(whole.line.text)
    scopes = _scope(search, place)
    for rows in scopes:
        lines = search.wholes(whole, rows)
        if len(lines) == 1:
            return lines[0]
        if len(lines) > 1:
            raise search.several(whole.line, [found.row for found in lines])
        runs = search.runs(quote, rows) if not whole.below else []
        if len(runs) == 1:
            return runs[0]
        if len(runs) > 1:
            raise search.several(whole.line, [row for row, _ in runs])
    rows = [row for some in scopes for row in some]
    _half(search, whole, rows, quote)
    raise search.nowhere(whole.line, rows)


def _half(search: Search, whole: syntax.Whole, rows: Sequence[Row], quote: Sequence[Piece]) -> None:
    """Raises the fault of words that are there, but not as a whole line or a whole phrase."""
    for row in rows:
        texts = [piece.text for piece in row.pieces]
        size = len(quote)
        for at in range(len(texts) - size + 1):
            if texts[at : at + size] == [word.text for word in quote]:
                if row.below and at == 0 and size == len(texts):
                    raise _uncovered(whole)
                run = row.pieces[at : at + size]
                longer = _phrase(search, run)
                help = f"the whole phrase is `{longer}`" if longer else "quote a whole phrase"
                raise Fault("half-phrase", "these words are only a part of a phrase", whole.line.span, help)


def _uncovered(whole: syntax.Whole) -> Fault:
    said = "there are lines below this one, and they are not quoted"
    return Fault("quotation", said, whole.line.span, "write them below it, or a line `…`")


def _phrase(search: Search, run: Sequence[Piece]) -> str | None:
    """Returns the smallest phrase around words that cut it."""
    start, end = run[0].start, run[-1].end
    around = [(s, e) for s, e, _, _ in search.part.nodes if s <= start and end <= e]
    if not around:
        return None
    s, e = min(around, key=lambda both: both[1] - both[0])
    return " ".join(search.part.source.text[s:e].split())


# ---- other words -----------------------------------------------------------------------------------------------------


def replaced(search: Search, change: syntax.Replaced, place: Place | None, writing: Writing) -> Made:
    """Returns what `instead of: …` and `read: …` do. Raises `Fault` if they cannot be done."""
    cell = cell_of(search.part, " ".join(change.old.line.text.split()))
    if cell is not None and change.new is not None:
        pieces = pieces_of(search.part.source.text[cell.start : cell.end], cell.start)
        field, value = change.old.line.text.split()[0], change.new.text.split()
        named = len(value) == 2 and value[0] == field
        return _words_replaced(pieces, _last(change.new) if named else change.new, change, writing)
    found = _one(search, change.old, place)
    if isinstance(found, Place):
        row = found.row
        alone = found.slot is not None and not change.old.below
        if change.new is not None and (alone or row.stop == row.end):
            return _words_replaced(row.pieces, change.new, change, writing)
        return _lines_replaced(search, change, found, writing)
    if change.new is None:
        said = "several lines can only stand in place of a whole line"
        raise Fault("cannot-change", said, change.read.span, "quote the whole line behind `instead of:`")
    return _words_replaced(found[1], change.new, change, writing)


def _words_replaced(run: Sequence[Piece], said: syntax.Word, change: syntax.Replaced, writing: Writing) -> Made:
    """Returns what other words for a run of words do. Only those that differ are written."""
    new = pieces_of(said.text)
    head, tail = _common(run, new)
    if tail and writing.number == "1" and new[len(new) - tail - 1].text == "setting":
        tail -= 1  # the noun behind it may become another word
    gone, come = tuple(run[head : len(run) - tail]), new[head : len(new) - tail]
    if not gone and not come:
        raise Fault("changes-nothing", "these are the same words", change.read.span)
    last = not come and not tail  # nothing stands behind the words that go
    at = run[head - 1].end if head and (not gone or last) else run[head].start if gone else run[0].start
    end = at if not gone else gone[-1].end if come or last else run[len(run) - tail].start
    bits: Words = ()
    if come:
        bits = writing.bits(said.span.start + come[0].start, said.span.start + come[-1].end)
    if not gone:
        bits = (" ", *bits) if head else (*bits, " ")
    cut = None if come else writing.mark(change.read.span)
    wrote = " ".join(word.text for word in come)
    kept = (run[0].start, run[-1].end)
    return Made((Edit(at, end, bits, cut=cut),), tuple(run), gone, wrote, None if gone else at, kept=kept)


def _last(said: syntax.Word) -> syntax.Word:
    """Returns the last of several words."""
    text = said.text.split()[-1]
    at = said.span.start + said.text.rindex(text)
    return replace(said, text=text, span=Span(said.span.path, at, at + len(text)))


def _common(old: Sequence[Piece], new: Sequence[Piece]) -> tuple[int, int]:
    """Returns how many words at the beginning and at the end of two texts are the same."""
    head = 0
    while head < min(len(old), len(new)) and old[head].text == new[head].text:
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and old[-1 - tail].text == new[-1 - tail].text:
        tail += 1
    return head, tail


def _lines_replaced(search: Search, change: syntax.Replaced, place: Place, writing: Writing) -> Made:
    """Returns what other lines for a line do, or other words for a line with lines below it."""
    row, slot = place.row, place.slot
    end = row.end if slot is not None and not change.old.below else row.stop
    gone = tuple(piece for one in (row, *(row.under() if end > row.end else ())) for piece in one.pieces)
    made: list[Edit] = []
    new: Words
    if change.new is not None:
        new = writing.new(change.new.span)
    else:
        lines = [line for node in change.lines for line in new_lines(writing.source, node.span, writing.new)]
        new = indented(lines, row.deeds_column)[1:]
        if slot is not None:
            made.append(opened(row, search.part.source.text))
    wrote = " ".join(writing.source.text[change.read.span.start : change.span.end].split())
    return Made((*made, Edit(row.start, end, new)), (), gone, wrote)


# ---- fewer words -----------------------------------------------------------------------------------------------------


def left_out(search: Search, change: syntax.LeftOut, place: Place | None, writing: Writing) -> Made:
    """Returns what `leave out: …` does. Raises `Fault` if the words cannot simply be left out."""
    found = _one(search, change.old, place)
    mark = writing.mark(change.word.span)
    if isinstance(found, Place):
        return _line_left_out(search.part.source, found, mark)
    row, run = found
    if row.below and len(run) == len(row.pieces):
        raise _uncovered(change.old)
    edits = _phrase_left_out(search, row, run, mark)
    if edits is None:
        said = "these words cannot simply be left out"
        raise Fault(
            "cannot-change", said, change.old.line.span, "say what is read in their place: `instead of:`, `read:`"
        )
    return Made(tuple(edits), (), run, "(left out)")


def _line_left_out(source: Source, place: Place, mark: Bit) -> Made:
    row = place.slot if place.slot is not None and place.slot.lead in BRANCHES else place.row
    gone = tuple(p for r in (row, *row.under()) for p in r.pieces)
    if row.lead in ("EITHER", "OR") and row.parent is not None:
        family = row.parent.below
        at = family.index(row)
        either = next((other for other in reversed(family[: at + 1]) if other.lead == "EITHER"), None)
        if either is not None:
            return Made((), (), gone, "(left out)", branches=(either, row))
    if row.slot is not None and row.slot.below:
        return Made((Edit(row.start, row.end, (), cut=mark),), (), gone, "(left out)")
    row = row.slot or row  # a slot falls away with the only deed in it
    _leaves_something(row, mark)
    edit = Edit(line_start(source.text, row.start), next_line(source.text, row.stop), (), cut=mark)
    return Made((edit,), (), gone, "(left out)")


def _leaves_something(row: Row, mark: Bit) -> None:
    """Raises `Fault` if a line is all that the line above it does."""
    above = row.parent
    if above is None or row.lead in BRANCHES:
        return
    others = [other for other in above.below if other is not row and other.last is not row]
    if isinstance(above.shape, syntax.Clause):
        if row.lead not in ("DO", "INSTEAD"):
            return
        others = [other for other in others if other.lead in ("DO", "INSTEAD", "EITHER")]
    elif above.lead not in SLOTS and not isinstance(above.shape, HOLDING):
        return
    if not others and above.inline is None:
        whole = "the sentence" if isinstance(above.shape, syntax.Clause) else f"`{above.text}`"
        help = f"leave out {whole} with all lines below it, or say what is read in its place"
        raise Fault("cannot-change", "this leaves nothing to do", mark.span, help)


def _phrase_left_out(search: Search, row: Row, run: Sequence[Piece], mark: Bit) -> list[Edit] | None:
    """Returns the edits that take a phrase out with the word or comma that joins it to the others; None if it cannot be
    taken out."""
    start, end = run[0].start, run[-1].end
    words = list(row.pieces)
    first, last = words.index(run[0]), words.index(run[-1])
    if run[0].text in ("and", "or", "nor") and len(run) > 1:
        inner = search.part.nodes_at(run[1].start, end)
        return [Edit(words[first - 1].end, end, (), cut=mark)] if any(_joins(outer) for _, outer in inner) else None
    for node, outer in search.part.nodes_at(start, end):
        if isinstance(node, LEADS):
            end = words[last + 2].start if last + 2 < len(words) else end
            always: tuple[Bit | str, ...] = ()
            if isinstance(outer, syntax.Standing) and len(outer.leads) == 1:
                always = ("always ",)
            return [Edit(start, end, always, cut=mark)]
        if isinstance(node, (syntax.Tail, *FILTERS)):
            return [Edit(words[first - 1].end, end, (), cut=mark)]
        joined = _joins(outer) or isinstance(node, syntax.Prop)
        if joined and (first == 0 or (isinstance(outer, syntax.Props) and first == 0) or _begins(outer, start)):
            if last + 2 < len(words):
                return [Edit(start, words[last + 2].start, (), cut=mark)]
        elif joined:
            return [Edit(words[first - 2].end, end, (), cut=mark)]
    return None


def _joins(outer: syntax.Node | None) -> bool:
    """Whether a phrase is joined to others by `and`, `or` or `nor`."""
    return isinstance(outer, (syntax.Both, syntax.AnyFact, syntax.AnyOf)) and len(outer.parts) > 1


def _begins(outer: syntax.Node | None, start: int) -> bool:
    return outer is not None and outer.span.start == start
