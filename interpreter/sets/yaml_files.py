"""Turn YAML into plain data with a place for every value, and every mistake in it into a diagnostic.

Data needs only a small part of YAML: mappings, lists, words, whole numbers, `true`, `false`, `null`. Aliases, anchors,
tags and second documents are refused, a key may occur once, and a plain `no` is the word *no*. Events are read one by
one, without recursion, so that a hostile text causes no more than a message. Only this module knows `yaml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import yaml

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.hidden import HIDDEN, IN_A_LINE
from moot.dsl.source import Source, Span

DEEPEST = 12  # levels of lists and mappings
LARGEST = 20_000  # values of one file
LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

ODD = re.compile(r"[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Plain = str | int | bool | None | list["Plain"] | dict[str, "Plain"]


@dataclass(slots=True)
class Node:
    """A value and its place. `keys` has the place of each key of a mapping; `inner` has the values."""

    span: Span
    scalar: str | int | bool | None = None
    items: list[Node] | None = None
    inner: dict[str, Node] | None = None
    keys: dict[str, Span] = field(default_factory=dict)

    @property
    def plain(self) -> Plain:
        """The value without places."""
        if self.inner is not None:
            return {key: node.plain for key, node in self.inner.items()}
        if self.items is not None:
            return [node.plain for node in self.items]
        return self.scalar

    def get(self, key: str) -> Node | None:
        """Return the value under a key of a mapping; None if there is none."""
        return (self.inner or {}).get(key)

    def words(self) -> list[tuple[str, Span]]:
        """Return a list of words with their places. A single word is a list of one."""
        nodes = self.items if self.items is not None else [self]
        return [(str(node.scalar), node.span) for node in nodes if node.scalar is not None]


def read(source: Source) -> tuple[Node | None, list[Diagnostic]]:
    """Read the data of a file; None if it has a fault."""
    diagnostics: list[Diagnostic] = []
    hidden = HIDDEN.search(source.text)
    if hidden is not None:
        return None, [_odd(hidden[0], Span(source.path, hidden.start(), hidden.end()))]
    try:
        node = _compose(source, diagnostics)
    except _Stop as stop:
        diagnostics.append(stop.diagnostic)
        node = None
    return (None if diagnostics else node), diagnostics


# ---- events become nodes ------------------------------------------------------------------------------------------


class _Stop(Exception):
    """Reading cannot go on after this place."""

    def __init__(self, diagnostic: Diagnostic) -> None:
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic


def _compose(source: Source, diagnostics: list[Diagnostic]) -> Node | None:
    root: Node | None = None
    open_: list[Node] = []  # mappings and lists not yet closed
    key: list[tuple[str, Span] | None] = []  # for each of them, the key whose value comes next
    count = documents = 0
    for event in _events(source):
        span = Span(source.path, event.start_mark.index, max(event.end_mark.index, event.start_mark.index))
        documents += isinstance(event, yaml.DocumentStartEvent)
        _no_more_than_data(event, span, documents)
        if isinstance(event, yaml.CollectionEndEvent):
            node = open_.pop()
            key.pop()
            node.span = Span(source.path, node.span.start, _trimmed(source, node.span.start, span.end))
            continue
        if not isinstance(event, yaml.NodeEvent):
            continue
        count += 1
        if count > LARGEST:
            raise _stop("yaml", f"more than {LARGEST} values", span)
        diagnostics.extend(_hidden(event, span) if isinstance(event, yaml.ScalarEvent) else ())
        node = _node(event, span)
        if open_ and open_[-1].inner is not None and key[-1] is None:
            if not isinstance(event, yaml.ScalarEvent):
                raise _stop("yaml", "a key is a single word", span)
            key[-1] = (str(event.value), span)
            continue
        if not open_:
            root = node
        else:
            _put(open_[-1], key, node, diagnostics)
        if not isinstance(event, yaml.ScalarEvent):
            if len(open_) >= DEEPEST:
                raise _stop("yaml", f"more than {DEEPEST} levels of lists and mappings", span)
            open_.append(node)
            key.append(None)
    if root is None and not diagnostics:
        diagnostics.append(Diagnostic("yaml", "this file is empty", Span(source.path, 0, 0)))
    return root


def _node(event: Any, span: Span) -> Node:
    """Make a node for a value, or for an empty list or mapping."""
    if isinstance(event, yaml.ScalarEvent):
        return Node(span, scalar=_scalar(event))
    return Node(span, items=[]) if isinstance(event, yaml.SequenceStartEvent) else Node(span, inner={})


def _no_more_than_data(event: Any, span: Span, documents: int) -> None:
    """Refuse everything that is more than data, and a second document."""
    if documents > 1:
        raise _stop("yaml", "a second document begins here; only one is read", span)
    if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
        raise _stop("yaml", "anchors and aliases (`&`, `*`) are not read here", span, "write it out, or quote it")
    if isinstance(event, yaml.NodeEvent) and getattr(event, "tag", None) not in (None, "!"):
        raise _stop("yaml", "tags (`!`) are not read here", span, "take it out, or quote the text")


def _put(parent: Node, key: list[tuple[str, Span] | None], node: Node, diagnostics: list[Diagnostic]) -> None:
    if parent.items is not None:
        parent.items.append(node)
        return
    assert parent.inner is not None
    waiting = key[-1]
    assert waiting is not None
    name, span = waiting
    key[-1] = None
    if name in parent.inner:
        notes = ((parent.keys[name], "it was written here before"),)
        message = f"`{name}` is written twice here"
        diagnostics.append(Diagnostic("duplicate-key", message, span, "keep one", notes=notes))
        return
    parent.inner[name], parent.keys[name] = node, span


def _events(source: Source) -> Iterator[Any]:
    try:
        yield from yaml.parse(source.text, Loader=LOADER)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        at = min(mark.index if mark else 0, len(source.text))
        raise _Stop(_in_words(str(error.problem), source, at)) from None
    except (yaml.YAMLError, UnicodeError):
        found = ODD.search(source.text)
        span = Span(source.path, *(found.span() if found else (0, 1)))
        raise _stop("yaml", "there is a character here that cannot be shown", span, "take it out") from None
    except RecursionError:
        raise _stop("yaml", f"more than {DEEPEST} levels of lists and mappings", Span(source.path, 0, 1)) from None


def _in_words(problem: str, source: Source, at: int) -> Diagnostic:
    """Describe in our own words what the YAML reader could not read, whichever of its two builds is used."""
    text = source.text
    if at >= len(text.rstrip()):
        at = max(0, len(text.rstrip()) - 1)
        message, help = "the file ends in the middle of something", "close the quote or the bracket"
    elif text[at] == "\t" or "\t" in text[text.rfind("\n", 0, at) + 1 : at]:
        at = text.find("\t", text.rfind("\n", 0, at) + 1)
        message, help = "there is a tab here; the layout of YAML is made of spaces", "two spaces for each step inwards"
    elif "mapping values" in problem:
        message, help = "this `:` cannot stand here", "put text with a colon in quotes, and a new key on a new line"
    elif "cannot start any token" in problem:
        message, help = f"a value cannot begin with `{text[at]}`", "put it in quotes"
    else:
        message, help = "this does not fit the lines above it", "look at the dashes, brackets and indentation"
    return Diagnostic("yaml", message, Span(source.path, at, at + 1), help)


def _hidden(event: Any, span: Span) -> Iterator[Diagnostic]:
    """Report hidden characters, written directly or as an escape, and a text of several lines."""
    found = IN_A_LINE.search(str(event.value))
    if found is not None and found[0] in "\r\n":
        yield Diagnostic("odd-character", "a text must be on one line here", span, "take the line break out")
    elif found is not None:
        yield _odd(found[0], span)


def _odd(character: str, span: Span) -> Diagnostic:
    return Diagnostic("odd-character", f"there is a hidden character here, U+{ord(character):04X}", span, "take it out")


def _scalar(event: Any) -> str | int | bool | None:
    """Return the value of a plain word. This is less than YAML has: no dates, no octal numbers, no `yes` for true."""
    text = str(event.value)
    if event.style is not None and event.style != "":
        return text
    if re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", text):
        return int(text)
    return {"true": True, "false": False, "null": None, "~": None, "": None}.get(text, text)


def _stop(code: str, message: str, span: Span, help: str | None = None) -> _Stop:
    return _Stop(Diagnostic(code, message, span, help))


def _trimmed(source: Source, start: int, end: int) -> int:
    """Return the end of a block without the blank lines that follow it."""
    return start + max(1, len(source.text[start:end].rstrip()))
