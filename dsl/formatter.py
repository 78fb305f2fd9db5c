"""Lays a file out in the one true way. Only spaces, line ends and blank lines change, never a word or a comment.

A line is indented two spaces further than the line it belongs to. What follows a slot (`do`, `choose`, …) begins in one
column, and so do its continuation lines. A comment on a line of its own is indented like the line that follows. The
author's line breaks after commas stay. A file that cannot be read, or that would not read the same, stays as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from . import language
from .diagnostic import Diagnostic
from .parser import parse, words
from .source import Source
from .stop import Lexeme

SAID = re.compile(r'(?:[^"#]|"[^"]*"|"(?=[^"]*$))*')  # what stands before a comment
STEP = 2
SLOT = 8  # where a sentence's slots have their contents
SLOTS = tuple(word.upper() for word in language.SLOT_WORDS)
BRANCH = 7  # the same for `either` and `or` among other deeds
EXAMPLE = ("GIVEN", "WHEN", "EXPECT", "OFFERED")
LEADS = ("WHEN", "BEFORE", "AT", "AS", "DURING", "ONCE", "IF", "UNLESS", "EVEN", "ONLY")
CHANGES = ("ADD", "INSTEAD_OF", "READ", "LEAVE_OUT", "FIRST", "THEN", "COMES_BEFORE")
CHANGE = 12  # what follows a word of change
LEADS_A_BLOCK = tuple(word.upper() for word in language.BLOCKS)


@dataclass(slots=True)
class Line:
    """One sentence: its words up to the line break, its depth, the lines above it ("" for a blank line, else a
    comment), and the comment behind it. `parent` is the line it belongs to."""

    words: list[Lexeme]
    depth: int
    parent: Line | None
    above: list[str]
    comment: str
    column: int = 0
    children: bool = False


@dataclass(slots=True)
class Block:
    """One declaration as it will be printed, line by line, and the lines above it."""

    above: list[str]
    lines: list[str] = field(default_factory=list)


def format_source(source: Source) -> str:
    """Returns the text of a file in the one layout; unchanged if it cannot be read."""
    return formatted(source)[0]


def formatted(source: Source) -> tuple[str, tuple[Diagnostic, ...]]:
    """Returns the text of a file in the one layout; or the text unchanged, with the reasons why it cannot be read."""
    declarations = words(source)
    if declarations is None:
        return source.text, parse(source).diagnostics
    text = _text(source, declarations)
    again = Source(source.path, text)
    same = _essence(source, declarations) == _essence(again, words(again))
    return (text if same else source.text), ()


def _essence(source: Source, declarations: list[list[Lexeme]] | None) -> tuple[list[tuple[str, str]], list[str]] | None:
    """Collects what a new layout must not change: every word, what belongs below what, and every comment."""
    if declarations is None:
        return None
    found = [(w.kind, _written(w)) for declaration in declarations for w in declaration]
    gaps = _gaps(source, [w for d in declarations for w in d if w.kind not in ("_NL", "_COMMA", "_INDENT", "_DEDENT")])
    return found, [c for gap in gaps for c in _remarks(gap) if c]


def _gaps(source: Source, all_words: list[Lexeme]) -> Iterator[str]:
    at = 0
    for word in all_words:
        yield source.text[at : word.start]
        at = word.end
    yield source.text[at:]


def _remarks(gap: str) -> list[str]:
    """Splits the text between two words into lines: each is a comment, or "" for a line without one."""
    found = []
    for line in gap.replace("\r", "").split("\n"):
        mark = line.find("#")
        found.append(line[mark:].rstrip() if mark >= 0 else "")
    return found


def _written(word: Lexeme) -> str:
    if word.kind == "_COMMA":
        return ","
    if word.kind == "_THEN":
        return ", then"
    if word.kind in ("_NL", "_INDENT", "_DEDENT"):
        return ""
    if word.kind in ("STRING", "RAW"):
        return word.text
    if word.kind == "QUOTED":
        return "\n".join(_spaced(line) for line in word.text.split("\n"))
    return " ".join(word.text.split()).replace(" :", ":")


def _spaced(line: str) -> str:
    """Writes a quoted line with single spaces, except in what it has in quotes itself, and in a comment."""
    found = SAID.match(line.strip())
    said, comment = (found[0], line.strip()[found.end() :]) if found else (line.strip(), "")
    parts = said.split('"')
    return '"'.join(re.sub(r" +", " ", part) if at % 2 == 0 else part for at, part in enumerate(parts)) + comment


# ---- from words to lines --------------------------------------------------------------------------------------------


def _text(source: Source, declarations: list[list[Lexeme]]) -> str:
    blocks = []
    at = 0
    for declaration in declarations:
        lines = list(lines_of(source, declaration))
        block = Block(_between(source.text[at : declaration[0].start]))
        for line in lines:
            block.lines.extend(_laid_out(line))
        blocks.append(block)
        at = max(w.end for w in declaration if w.kind == "_NL")
    result: list[str] = []
    before: Block | None = None
    for block in blocks:
        result.extend(_apart(before, block))
        result.extend(block.lines)
        before = block
    result.extend(_squeeze(_between(source.text[at:]), start=not blocks))
    while result and not result[-1]:
        result.pop()
    return "\n".join(result) + "\n" if result else ""


def _between(gap: str) -> list[str]:
    """Returns the whole lines between two declarations."""
    return _remarks(gap)[:-1] if gap.endswith("\n") or not gap.strip() else _remarks(gap)


def _squeeze(lines: list[str], start: bool) -> list[str]:
    """Leaves one blank line of several, and with `start` none at the beginning."""
    result: list[str] = []
    for line in lines:
        if line or (result[-1] if result else not start):
            result.append(line)
    return result


def _apart(before: Block | None, block: Block) -> list[str]:
    """Returns the lines between two declarations: a blank line, unless both are single lines that the author set close
    together."""
    above = _squeeze(block.above, start=before is None)
    if before and "" not in above and (len(before.lines) > 1 or len(block.lines) > 1):
        return ["", *above]
    return above


def lines_of(source: Source, declaration: list[Lexeme]) -> Iterator[Line]:
    parents: list[Line] = []
    current: list[Lexeme] = []
    above: list[str] = []
    last: Line | None = None
    for word in declaration:
        if word.kind == "_INDENT" and last:
            parents.append(last)
            last.children = True
            above = [remark for remark in above if remark]
        elif word.kind == "_DEDENT":
            parents.pop()
        elif word.kind == "_NL":
            comment = _remarks(source.text[current[-1].end : word.start])[0]
            last = Line(current, len(parents), parents[-1] if parents else None, above, comment)
            yield last
            above = _squeeze(_remarks(word.text)[1:-1], start=False)
            current = []
        else:
            current.append(word)


# ---- from lines to text ---------------------------------------------------------------------------------------------


def _laid_out(line: Line) -> Iterator[str]:
    """Yields the lines of a sentence as they will be printed, with the comments above it."""
    line.column = _inside(line.parent) if line.parent else 0
    margin = " " * line.column
    for remark in line.above:
        yield margin + remark if remark else ""
    carried = " " * (line.column + (STEP if line.depth == 0 else _width(line)))
    text = margin
    before: Lexeme | None = None
    for word in line.words:
        written = _written(word)
        if before is not None:
            first = before is line.words[0]
            text = text.ljust(line.column + _width(line)) if first and _width(line) else text + _space(before, word)
        first_line, *more = written.split("\n")
        text += first_line
        for further in more:
            yield text
            text = carried + further
        if word.kind == "_COMMA" and "\n" in word.text:
            yield text + _behind(_remarks(word.text)[0])
            text, before = carried, None
        else:
            before = word
    yield text + _behind(line.comment)


def _behind(comment: str) -> str:
    return f"  {comment}" if comment else ""


def _space(before: Lexeme, word: Lexeme) -> str:
    return "" if word.kind in ("_COMMA", "_THEN", "COLON", "RPAR") or before.kind == "LPAR" else " "


def _width(line: Line) -> int:
    """The number of columns that the first word of a slot takes up, with the space behind it; 0 if the line is not a
    slot."""
    first = line.words[0]
    if len(line.words) < 2:
        return 0
    if first.kind in CHANGES:
        return max(CHANGE, len(_written(first)) + 1)
    if line.words[1].kind == "RAW":
        return SLOT if first.kind in EXAMPLE else 0
    if line.parent and _opens_slots(line.parent):
        if first.kind in SLOTS:
            return SLOT
    elif first.kind in ("EITHER", "OR"):
        return BRANCH
    return len(first.text) + 1 if first.kind in LEADS_A_BLOCK else 0


def _opens_slots(line: Line) -> bool:
    """Whether a line is the first of a sentence. Further in than on a card only one that says when it counts is one:
    another could be a deed that asks somebody."""
    return line.words[-1].kind in ("MAY", "MUST") and (line.depth == 1 or line.words[0].kind in LEADS)


def _inside(line: Line) -> int:
    """The column in which the lines below a line begin."""
    first = line.words[0].kind
    if first in CHANGES and len(line.words) > 1:
        return line.column + _width(line) + STEP
    if first in EXAMPLE and (len(line.words) == 1 or line.words[1].kind == "RAW"):
        return line.column + SLOT
    return line.column + (_width(line) if first in LEADS_A_BLOCK and _width(line) else STEP)
