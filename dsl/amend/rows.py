"""Takes a declaration apart into its lines: what is quoted in an amendment is looked for among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from .. import syntax
from ..formatter import Line, lines_of
from ..parser import parse, words
from ..source import Source

PIECE = re.compile(r'"[^"\n]*"|[\w\'’-]+|…|\.\.\.|[^\s\w]')
OPENERS = (syntax.Do, syntax.Cost, syntax.Instead, syntax.Step, syntax.Ask, syntax.Branch, syntax.Choosing)
SORTS = ("value", "verb", "phase", "kind", "zone", "marker", "quality")
STEP = 2
SHOWN = 200  # letters of a line that a message shows
SLOTS = frozenset({"DO", "COST", "INSTEAD", "EITHER", "OR", "OTHERWISE"})
SHAPES = (
    syntax.Clause, syntax.Standing, syntax.Step, syntax.Example, syntax.Ruling, syntax.Title, syntax.Props,
    syntax.Origin, syntax.Mark, syntax.Kept, syntax.Zone, syntax.ValueDef, syntax.Refused, syntax.Let, syntax.Choose,
    syntax.Either, syntax.If, syntax.ForEach, syntax.Repeat, syntax.Ask, syntax.Lasting, syntax.Action, syntax.Whether,
    syntax.Nothing, syntax.Permit, syntax.Modify, syntax.Counts, syntax.Lends, syntax.Row, syntax.Players,
    syntax.Order, syntax.Decided,
    syntax.Do, syntax.Cost, syntax.Instead, syntax.Absent,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Piece:
    """One word, number, text in quotes or mark of a line, and the offset where it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind it."""
        return self.start + len(self.text)


@dataclass(eq=False, slots=True)
class Row:
    """One line with the lines below it. `start` and `end` are those of its words, `stop` is the end of the last line
    below it. `lead` is the kind of its first word. `shape` is what begins here. `inline` is the deed behind the word
    of a slot."""

    pieces: tuple[Piece, ...]
    start: int
    end: int
    stop: int
    column: int
    lead: str
    shape: syntax.Node | None
    parent: Row | None = None
    below: list[Row] = field(default_factory=list)
    inline: Row | None = None
    slot: Row | None = None

    @property
    def text(self) -> str:
        """The line as one may read it."""
        return joined(self.pieces)

    @property
    def names(self) -> bool:
        """Whether it only says what questions and answers call the lines around it (`as "…"`)."""
        return self.lead == "AS" and len(self.pieces) == 2 and self.pieces[1].text.startswith('"')

    @property
    def tested(self) -> bool:
        """Whether it is part of an example or a ruling: nobody amends those."""
        here: Row | None = self
        while here is not None:
            if isinstance(here.shape, (syntax.Example, syntax.Ruling)):
                return True
            here = here.parent
        return False

    @property
    def depth(self) -> int:
        """How many lines it stands below; a deed behind the word of a slot stands below that, too."""
        above = self.slot or self.parent
        return 0 if above is None else above.depth + 1

    @property
    def last(self) -> Row:
        """The last line that belongs to the same deed: `otherwise` stands beside its `if`."""
        found = self
        if isinstance(self.shape, syntax.If) and self.slot is None and self.parent is not None:
            family = self.parent.below
            for row in family[family.index(self) + 1 :]:
                if row.lead != "OTHERWISE":
                    break
                found = row
        return found

    @property
    def deeds_column(self) -> int:
        """The column in which the deeds of its block stand, or come to stand."""
        if self.slot is None:
            return self.column
        return self.slot.below[0].column if self.slot.below else self.slot.column + STEP * 2

    def under(self) -> Iterator[Row]:
        """Yields all lines below it, in the order of the text."""
        for row in self.below:
            yield row
            yield from row.under()


@dataclass(eq=False, slots=True)
class Part:
    """A declaration, or a row of a table: its lines, and its nodes with the stretch each of them covers. `table`: the
    table in which a row stands."""

    source: Source
    node: syntax.Node
    root: Row
    nodes: tuple[tuple[int, int, syntax.Node, syntax.Node | None], ...]
    table: Part | None = None

    @property
    def name(self) -> str:
        """What the declaration is called, for a message."""
        match self.node:
            case syntax.Card(_, title, _) | syntax.Game(title, _):
                return title.text
            case syntax.Row(cells):
                return cells[0].text
            case _:
                return short_name(self) or self.root.text

    def rows(self) -> list[Row]:
        """Returns its lines that can be quoted, in the order of the text, without the first."""
        return [row for row in self.root.under() if not row.tested]

    def cell(self, name: str) -> syntax.Word | None:
        """Returns what a row of a table says under the name of a column."""
        if self.table is None or not isinstance(self.table.node, syntax.Table) or not isinstance(self.node, syntax.Row):
            return None
        cells = zip(self.table.node.columns, self.node.cells, strict=False)
        return next((cell for column, cell in cells if column.text == name), None)

    def nodes_at(self, start: int, end: int) -> list[tuple[syntax.Node, syntax.Node | None]]:
        """Returns the nodes that are exactly these words, the largest first, each with the node around it."""
        return [(node, outer) for s, e, node, outer in self.nodes if s == start and e == end]

    def cut(self, start: int, end: int) -> bool:
        """Whether a stretch cuts a phrase in two."""
        return any(s < start < e < end or start < s < end < e for s, e, _, _ in self.nodes)


def line_start(text: str, at: int) -> int:
    """Returns where a line begins."""
    return text.rfind("\n", 0, at) + 1


def next_line(text: str, at: int) -> int:
    """Returns where the line behind it begins, or where the text ends."""
    end = text.find("\n", at)
    return len(text) if end < 0 else end + 1


def brief(line: str, at: int = 0) -> str:
    """Returns a line as a message shows it: of a long one, the part around an offset."""
    if len(line) <= SHOWN:
        return line
    start = max(0, min(at - SHOWN // 2, len(line) - SHOWN))
    before, behind = "… " if start else "", " …" if start + SHOWN < len(line) else ""
    return f"{before}{line[start : start + SHOWN].strip()}{behind}"


def joined(pieces: tuple[Piece, ...] | list[Piece]) -> str:
    """Returns pieces as they would be written on one line."""
    text = ""
    for piece in pieces:
        tight = not text or text.endswith("(") or piece.text in (",", ")", ":")
        text += piece.text if tight else f" {piece.text}"
    return text


def nameless(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Returns the pieces of a line without the name that it gives to a question (`, as "…"`)."""
    for at in range(1, len(pieces) - 2):
        if [p.text for p in pieces[at : at + 2]] == [",", "as"] and pieces[at + 2].text.startswith('"'):
            return (*pieces[:at], *pieces[at + 3 :])
    return pieces


def pieces_of(text: str, at: int = 0) -> tuple[Piece, ...]:
    """Returns the words and marks of a text that begins at an offset, without comments."""
    found = []
    for line in re.finditer(r"[^\n]+", text):
        for match in PIECE.finditer(line.group()):
            if match.group() == "#":
                break
            found.append(Piece(match.group(), at + line.start() + match.start()))
    return tuple(found)


@lru_cache(maxsize=512)
def parts(source: Source) -> tuple[Part, ...]:
    """Returns the declarations of a file, and the rows of its tables; none if it cannot be read."""
    parsed = parse(source)
    lexemes = words(source)
    if lexemes is None or len(lexemes) != len(parsed.declarations):
        return ()
    found: list[Part] = []
    for declared, node in zip(lexemes, parsed.declarations, strict=True):
        nodes = tuple(_nodes(source, node, None))
        begins: dict[int, list[syntax.Node]] = {}
        for start, _, inner, _ in nodes:
            begins.setdefault(start, []).append(inner)
        made: dict[int, Row] = {}
        rows = [_row(source, line, begins, made) for line in lines_of(source, declared)]
        _close(rows[0])
        part = Part(source, node, rows[0], nodes)
        found.append(part)
        if isinstance(node, syntax.Table):
            found += [Part(source, row.shape, row, nodes, part) for row in rows[0].below if row.shape is not None]
    return tuple(found)


def _row(source: Source, line: Line, begins: dict[int, list[syntax.Node]], made: dict[int, Row]) -> Row:
    first, last = line.words[0], line.words[-1]
    pieces = pieces_of(source.text[first.start : last.end], first.start)
    shape = _shape(begins, first.start)
    column = first.start - line_start(source.text, first.start)
    parent = made.get(id(line.parent)) if line.parent else None
    row = Row(pieces, first.start, last.end, last.end, column, first.kind, shape, parent)
    made[id(line)] = row
    if parent is not None:
        parent.below.append(row)
    _split(row, line, begins)
    return row


def _split(row: Row, line: Line, begins: dict[int, list[syntax.Node]]) -> None:
    """Finds the deed that stands behind the word of a slot."""
    for word in line.words[1:]:
        if word.kind in ("_COMMA", "COLON") or not _opens(row, begins, word.start):
            continue
        shape = _shape(begins, word.start)
        if shape is None:
            continue
        pieces = tuple(p for p in row.pieces if p.start >= word.start)
        row.inline = Row(pieces, word.start, row.end, row.end, row.column, word.kind, shape, row.parent, slot=row)
        return


def _opens(row: Row, begins: dict[int, list[syntax.Node]], at: int) -> bool:
    """Whether the first deed of a block begins at this word."""
    if row.lead in SLOTS:
        return at == row.pieces[1].start
    return isinstance(row.shape, (syntax.Step, syntax.Ask)) and row.shape.body[0].span.start == at


def _shape(begins: dict[int, list[syntax.Node]], at: int) -> syntax.Node | None:
    here = begins.get(at, [])
    best = [node for shape in SHAPES for node in here if isinstance(node, shape)]
    return best[0] if best else (here[0] if here else None)


def _close(row: Row) -> int:
    """Notes how far each line reaches with what is below it."""
    row.stop = max([row.end, *(_close(inner) for inner in row.below)])
    return row.stop


def _nodes(
    source: Source, node: syntax.Node, outer: syntax.Node | None
) -> Iterator[tuple[int, int, syntax.Node, syntax.Node | None]]:
    end = node.span.end
    if isinstance(node, syntax.Passive):  # what comes behind the participle is a phrase of its own
        end = node.participle[-1].span.end
    while end > node.span.start and source.text[end - 1] in " \n":
        end -= 1
    yield node.span.start, end, node, outer
    for inner in syntax.children(node):
        if isinstance(inner, syntax.Node):
            yield from _nodes(source, inner, node)


def header(part: Part) -> tuple[str, str]:
    """Returns the sort of a declaration of the game file, and the words of its header without it."""
    words_ = re.sub(r"\s*\([^)]*\)", "", part.root.text)
    sort, _, rest = words_.partition(" ")
    return sort, rest


def short_name(part: Part) -> str:
    """Returns how a declaration of the game file is named; "" if it has no name."""
    sort, rest = header(part)
    if sort not in SORTS or isinstance(part.node, (syntax.Card, syntax.Row, syntax.Table)):
        return ""
    if isinstance(part.node, syntax.Enum):
        return rest.partition(":")[0]
    words = []
    for word in rest.replace(",", " ,").split(" "):
        if word.endswith(":") and sort == "quality":
            words.append(word[:-1])
        if word in ("of", "is", "on", "in", ",", "holds", "from") or word.endswith(":"):
            break
        words.append(word)
    return " ".join(word for word in words if word != "the")
