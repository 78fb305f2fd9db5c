"""Finds what an amendment says in vain: lines that read well and would change nothing, and settings that are none."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from .. import syntax
from ..diagnostic import Diagnostic
from ..source import Span
from .amendment import MOST_SETTINGS, Amendment
from .phrases import SETTING

NEW = (
    syntax.OnlyIf, syntax.ButUnless, syntax.OrIf, syntax.OnlySuch, syntax.Added, syntax.PutFirst, syntax.PutThen,
    syntax.Adds,
)  # fmt: skip
CHANGES = (*NEW, syntax.Replaced, syntax.LeftOut, syntax.Moved)


def in_vain(amendment: Amendment, alone: bool = True) -> Iterator[Diagnostic]:
    """Yields what an amendment says to no purpose, each at its words. `alone`: it consists of this one file."""
    yield from _settings(amendment)
    yield from _misplaced(amendment)
    for node in syntax.walk(amendment.node):
        if isinstance(node, syntax.Inside):
            yield from _quoted(node)
    changing = (syntax.Inside, syntax.Adds, syntax.SettingBlock, syntax.LeavesOut, syntax.TakesIn)
    if alone and not any(isinstance(line, changing) for line in amendment.node.lines):
        what = "edition" if amendment.is_edition else "house rule"
        help = "say below it what it changes: `in …`"
        yield Diagnostic("changes-nothing", f"this {what} changes nothing", amendment.span, help)


def _quoted(inside: syntax.Inside) -> Iterator[Diagnostic]:
    """Yields the quotations below which, and behind which, nothing changes."""
    help = "write what changes below it: `add: …`, `instead of: …`, `leave out: …`"
    below = [any(isinstance(node, CHANGES) for node in syntax.walk(entry)) for entry in inside.entries]
    if not any(below):
        yield Diagnostic("changes-nothing", "nothing below this changes anything", inside.targets[0].span, help)
        return
    bare = max((i for i, entry in enumerate(inside.entries) if not isinstance(entry, syntax.Quoted)), default=-1)
    for i, entry in enumerate(inside.entries):
        if isinstance(entry, syntax.Quoted) and not below[i] and i > bare:
            yield Diagnostic("changes-nothing", "this is quoted, and nothing changes there", entry.span, help)


def _settings(amendment: Amendment) -> Iterator[Diagnostic]:
    counted = [line for line in amendment.node.lines if isinstance(line, syntax.CountedSetting)]
    named = [line for line in amendment.node.lines if isinstance(line, syntax.SettingBlock)]
    if amendment.is_edition:
        for line in (*counted, *named):
            help = "write a house rule for it"
            yield Diagnostic("wrong-setting", "an edition has no settings", _head(line), help)
        return
    for earlier, later in pairwise([*counted, *named]):
        if isinstance(earlier, syntax.CountedSetting):
            both = "numbers twice" if isinstance(later, syntax.CountedSetting) else "numbers and names"
            notes = ((_head(earlier), "here are its numbers"),)
            help = "keep one of them"
            yield Diagnostic("wrong-setting", f"the settings are {both}", _head(later), help, notes=notes)
    for one in counted:
        yield from _range(amendment, one)
    names: dict[str, syntax.SettingBlock] = {}
    for block in named:
        other = names.setdefault(block.name.text, block)
        if other is not block:
            notes = ((_head(other), "it is declared here, too"),)
            message = f"there is a setting `{block.name.text}` already"
            yield Diagnostic("wrong-setting", message, _head(block), "put all its changes below one", notes=notes)
    for late in named[MOST_SETTINGS:][:1]:
        yield Diagnostic("wrong-setting", f"a house rule has at most {MOST_SETTINGS} settings", _head(late))


def _range(amendment: Amendment, counted: syntax.CountedSetting) -> Iterator[Diagnostic]:
    """Yields what is wrong with `setting 2 to 4`."""
    least, most = int(counted.least.text), int(counted.most.text)
    if least >= most:
        help = f"write `setting {most} to {least}`" if least > most else "write that number where it is meant"
        yield Diagnostic("wrong-setting", "the second number must be greater than the first", _head(counted), help)
    elif most - least >= MOST_SETTINGS:
        message = f"these are {most - least + 1:,} settings, and a house rule has at most {MOST_SETTINGS}"
        yield Diagnostic("wrong-setting", message, _head(counted))
    if not any(SETTING.search(amendment.source.text, at.start, at.end) for at in _new(amendment)):
        help = "write the word `setting` where the number is meant"
        message = "the number that is chosen changes nothing"
        yield Diagnostic("wrong-setting", message, _head(counted), help)


def _new(amendment: Amendment) -> Iterator[Span]:
    """Yields the words that are new."""
    for node in syntax.walk(amendment.node):
        match node:
            case syntax.Replaced(_, _, read):
                yield Span(node.span.path, read.span.start, node.span.end)
            case _ if isinstance(node, NEW):
                yield node.span
            case _:
                pass


def _misplaced(amendment: Amendment) -> Iterator[Diagnostic]:
    """Yields the lines of a house rule that belong into an edition."""
    for line in amendment.node.lines:
        if isinstance(line, syntax.TakesIn) and not amendment.is_edition:
            help = "an edition puts house rules together, or a scenario with its line `house: […]`"
            yield Diagnostic("misplaced-word", "only an edition takes house rules in", _head(line), help)


def _head(line: syntax.Node) -> Span:
    """Returns the words with which a line begins, up to the names of its parts."""
    if isinstance(line, syntax.SettingBlock):
        return Span(line.span.path, line.span.start, line.name.span.end)
    return line.span
