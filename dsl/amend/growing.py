"""Makes a card of its own of a row of a table, so that sentences can be added to it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import syntax
from ..source import Span
from .blocks import NewLine, Words, indented, rule_of
from .edits import Bit, Edit, Moved
from .quotes import Fault
from .rows import STEP, Part, line_start, next_line


@dataclass(eq=False, slots=True)
class Grown:
    """What amendments add to a row of a table: printed fields and lines, each with the amendment it comes from, and the
    first change that adds something."""

    part: Part
    why: Bit
    fields: list[tuple[str, Words]] = field(default_factory=list)
    lines: list[tuple[str, list[NewLine]]] = field(default_factory=list)

    def edits(self, text: str) -> list[Edit]:
        """Returns the edits that take the row out and put a card behind the table. The words of the row move there,
        with what is changed in them."""
        node, table = self.part.node, self.part.table
        assert isinstance(node, syntax.Row) and table is not None and isinstance(table.node, syntax.Table)
        title = self.part.cell("name") or node.cells[0]
        words: list[Bit | Moved | str] = ["\n", table.node.kind.text, " ", self._moved(title), "\n"]
        between = " " * STEP
        for column, cell in zip(table.node.columns, node.cells, strict=False):
            if cell is not title:
                words += [f"{between}{column.text} ", self._moved(cell)]
                between = ", "
        for _, new in sorted(self.fields, key=rule_of):
            words += [between, *new]
            between = ", "
        if between == ", ":
            words.append("\n")
        for _, lines in sorted(self.lines, key=rule_of):
            words += [*indented(lines, STEP), "\n"]
        gone, end = self.part.root, next_line(text, table.root.stop)
        row = Edit(line_start(text, gone.start), next_line(text, gone.stop))
        return [row, Edit(end, end, tuple(words), (9, "", 0), home=end, line=True)]

    def add(self, rule: str, line: syntax.Prop, new: Words, columns: tuple[syntax.Word, ...]) -> None:
        """Adds a printed field. Raises `Fault` if the table says it already."""
        name = line.name.text
        if any(column.text == name for column in columns):
            cell = self.part.cell(name)
            help = f"change it: `instead of: {name} {cell.text if cell else '…'}`, and below it `read: …`"
            raise Fault("cannot-change", f"the table says the `{name}` of this card already", line.span, help)
        self.fields.append((rule, new))

    def _moved(self, word: syntax.Word) -> Moved:
        return Moved(word.span.start, word.span.end, self.why)


def cell_of(part: Part, said: str) -> Span | None:
    """Returns where a row of a table says what a card would say as `cost 4`; None if it does not."""
    name, _, value = said.partition(" ")
    cell = part.cell(name)
    return cell.span if cell is not None and cell.text == value else None
