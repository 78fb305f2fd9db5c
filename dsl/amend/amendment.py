"""Reads what a file of amendments says: which house rules and editions it holds, and the changes each of them makes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from .. import syntax
from ..parser import Parsed
from ..source import Source, Span

MOST_SETTINGS = 100  # of one house rule


@dataclass(frozen=True)
class Amendment:
    """One house rule, or one edition. `title` is the sentence that a table would say; `cited` are the rules it rests
    on; `settings` are the names of its settings (none: it is only on or off)."""

    id: str
    title: str
    is_edition: bool
    source: Source
    node: syntax.HouseRule | syntax.Edition

    @property
    def span(self) -> Span:
        """The name in its header."""
        return self.node.name.span

    @cached_property
    def cited(self) -> tuple[str, ...]:
        """The texts of its `source` lines."""
        return tuple(line.said.quoted for line in self.node.lines if isinstance(line, syntax.Origin))

    @cached_property
    def settings(self) -> tuple[str, ...]:
        """The names of its settings, in the order of the text; of very many only the first."""
        found: list[str] = []
        for line in self.node.lines:
            match line:
                case syntax.CountedSetting(least, most):
                    first = int(least.text)
                    found += map(str, range(first, min(int(most.text) + 1, first + MOST_SETTINGS)))
                case syntax.SettingBlock(name, _):
                    found.append(name.text)
                case _:
                    pass
        return tuple(dict.fromkeys(found[:MOST_SETTINGS]))

    @cached_property
    def takes_in(self) -> tuple[syntax.Chosen, ...]:
        """The house rules that an edition has."""
        return tuple(c for line in self.node.lines if isinstance(line, syntax.TakesIn) for c in line.rules)

    @cached_property
    def leaves_out(self) -> tuple[syntax.Word, ...]:
        """The titles of the cards that fall away."""
        return tuple(t for line in self.node.lines if isinstance(line, syntax.LeavesOut) for t in line.titles)

    @cached_property
    def rulings(self) -> tuple[syntax.Ruling, ...]:
        """The rulings that hold while it is in force."""
        return tuple(line for line in self.node.lines if isinstance(line, syntax.Ruling))

    def lines(self, setting: str | None) -> Iterator[syntax.Inside | syntax.Adds]:
        """Yields what it changes and what it declares, with a setting (None: without)."""
        for line in self.node.lines:
            match line:
                case syntax.SettingBlock(name, lines):
                    if name.text == setting:
                        yield from lines
                case syntax.Inside() | syntax.Adds():
                    yield line
                case _:
                    pass

    def number(self, setting: str | None) -> str | None:
        """Returns the number that stands for the word `setting` in what is new; None if there is none."""
        counted = any(isinstance(line, syntax.CountedSetting) for line in self.node.lines)
        return setting if counted else None

    def targets(self) -> tuple[str, ...]:
        """Returns the declarations it amends, as it names them, in the order of the text."""
        inside = [line for node in syntax.walk(self.node) if isinstance(node, syntax.Inside) for line in node.targets]
        return tuple(dict.fromkeys(syntax.joined(target.words) for target in inside))


def amendments(parsed: Iterable[Parsed]) -> tuple[Amendment, ...]:
    """Returns the house rules and editions that files declare, in order."""
    found = []
    for one in parsed:
        for node in one.declarations:
            if isinstance(node, (syntax.HouseRule, syntax.Edition)):
                is_edition = isinstance(node, syntax.Edition)
                found.append(Amendment(node.name.text, node.title.quoted, is_edition, one.source, node))
    return tuple(found)
