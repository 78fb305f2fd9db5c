"""Changes of deeds inside deeds do not disturb each other: the result is what it would be on a tree of deeds."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.amend import amendments, consolidate
from moot.dsl.formatter import format_source
from moot.dsl.parser import parse
from moot.dsl.source import Source

from .sizes import looks


@dataclass
class Deed:
    """A deed of the base with those inside it and beside it, and what is changed: the rule that does it, then
    conditions, deeds before and behind, deeds in its place (none: it is left out)."""

    text: str
    inner: list[Deed] = field(default_factory=list)
    otherwise: list[Deed] = field(default_factory=list)
    by: str = ""
    wrap: str = ""
    first: list[str] = field(default_factory=list)
    then: list[str] = field(default_factory=list)
    instead: list[str] | None = None

    def lines(self, changed: bool) -> list[str]:
        """Write it as it is, or as it is changed."""
        body = [self.text, *_in(written(self.inner, changed))]
        if self.otherwise:
            body += ["otherwise", *_in(written(self.otherwise, changed))]
        if not changed:
            return body
        body = body if self.instead is None else self.instead
        body = [self.wrap, *_in(body)] if self.wrap and body else body
        return [*self.first, *body, *self.then]

    def changes(self) -> list[str]:
        """Write the changes as they stand below a quotation of it."""
        said = []
        if self.wrap:
            said.append(f"add: only {self.wrap}")
        if self.first:
            said += ["first:", *_in(self.first)]
        if self.then:
            said += ["then:", *_in(self.then)]
        if self.instead:
            said += [f"instead of: {self.text}", "read:", *_in(self.instead)]
        elif self.instead is not None:
            said.append(f"leave out: {self.text}")
        return said


def _in(lines: list[str]) -> list[str]:
    return [f"  {line}" for line in lines]


def written(deeds: list[Deed], changed: bool) -> list[str]:
    return [line for deed in deeds for line in deed.lines(changed)]


LINES = st.sampled_from((["draw 1 card"], ["draw 2 cards", "draw 3 cards"], ["if it is red", "  draw 4 cards"]))


@st.composite
def deeds(draw: st.DrawFn, numbers: count[int], deep: int = 0) -> list[Deed]:
    """Some deeds, no two of them alike, each changed or not."""
    found = []
    for _ in range(draw(st.integers(1, 3 if deep < 2 else 2))):
        number = next(numbers)
        kind = draw(st.sampled_from(("leaf", "leaf", "if", "each") if deep < 3 else ("leaf",)))
        deed = Deed(f"gain {number} gold")
        if kind != "leaf":
            deed.inner = draw(deeds(numbers, deep + 1))
            deed.text = f"if your score is {number}" if kind == "if" else f"repeat until your score is {number}"
            deed.otherwise = draw(deeds(numbers, deep + 1)) if kind == "if" and draw(st.booleans()) else []
        if draw(st.integers(0, 2)) == 0:
            deed.by = draw(st.sampled_from(("one", "two", "three")))
            deed.wrap = draw(st.sampled_from(("", "if it is night")))
            deed.first = draw(st.just([]) | LINES)
            deed.then = draw(st.just([]) | LINES)
            if kind == "leaf" and not deed.wrap:
                deed.instead = draw(st.none() | LINES)
        elif found and kind == "leaf" and draw(st.integers(0, 4)) == 0:
            deed.by, deed.instead = "two", []
        found.append(deed)
    return found


def quoted(every: list[Deed], above: list[str], by: str) -> list[str]:
    """Write all changes of one rule, each below a quotation of the lines around it."""
    said: list[str] = []
    for deed in every:
        here = [*above, deed.text]
        if deed.by == by and deed.changes():
            for at, line in enumerate(here):
                said += [f"{'  ' * at}{line}", *([f"{'  ' * (at + 1)}…"] if at + 1 < len(here) else [])]
            said += ["  " * len(here) + line for line in deed.changes()]
        said += quoted(deed.inner, here, by)
        said += quoted(deed.otherwise, [*above, "otherwise"], by)
    return said


def rule(said: list[str], name: str) -> Source:
    """A house rule that amends the Fox."""
    lines = "".join(f"    {line}\n" for line in said)
    return Source(f"{name}.rule", f'house rule {name} "at night"\n  in Fox\n{lines}')


SENTENCE = "once in your turn, you may"


def card(lines: list[str]) -> str:
    body = "\n".join(f"      {line}" for line in lines)
    return f"beast Fox\n  {SENTENCE}\n    do\n{body}\n  always it is red\n"


@looks(60)
@given(st.data())
def test_changes_inside_each_other_are_those_of_a_tree(data: st.DataObject) -> None:
    every = [Deed("gain 900 gold"), *data.draw(deeds(count(1))), Deed("gain 901 gold")]
    every_rule = {by: quoted(every, [SENTENCE], by) for by in ("one", "two", "three")}
    rules = amendments(parse(rule(said, by)) for by, said in every_rule.items() if said)
    made = consolidate({"fox.card": Source("fox.card", card(written(every, False)))}, [(one, None) for one in rules])
    assert [d for d in made.diagnostics if d.severity == "error"] == []
    text = made.sources["fox.card"]
    assert parse(text).diagnostics == ()
    assert format_source(text) == format_source(Source("fox.card", card(written(every, True))))
