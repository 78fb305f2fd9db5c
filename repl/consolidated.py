"""Show a declaration as amendments have made it: a mark in the margin of every changed line, and whose change it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher

from moot.dsl.source import Source, Span
from moot.dsl.split import split
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.paths import shown, within

CHANGED, GONE = "* ", "- "
WIDEST = 96  # letters of a line beside which its origin still stands


def declaration(source: Source, span: Span) -> Span:
    """Return the whole declaration around a place, without the lines that follow it."""
    for piece in split(source):
        if piece.start <= span.start < piece.end:
            return Span(source.path, piece.start, piece.start + len(source.text[piece.start : piece.end].rstrip()))
    return span


def marked(set_: CardSet, span: Span) -> list[str]:
    """Return the lines of the declaration around a place as it is played, those changed with a mark and their origin;
    lines that fell away are shown, too."""
    source = set_.sources[span.path]
    now = declaration(source, span)
    lines = list(_lines(source, now))
    first = set_.written.get(source.written(now).path)
    old = _before(first, source, now) if first is not None and source.path == first.path else []
    there = [(text, _as_before(source, at)) for text, at in lines]
    matcher = SequenceMatcher(None, [(text, True) for text, _ in old], there, autojunk=False)
    result: list[str] = []
    for what, start, end, begin, stop in matcher.get_opcodes():
        if what == "delete":
            result += [f"{GONE}{text}" for text, _ in old[start:end]]
        for text, at in lines[begin:stop]:
            result.append(f"  {text}".rstrip() if what == "equal" else _changed(set_, source, text, at))
    return result


def rules_only(lines: Iterable[str]) -> Iterator[str]:
    """Leave out the examples of a marked declaration, and its names in other languages."""
    deep: int | None = None
    for line in lines:
        text = line[len(CHANGED) :]
        indent = len(text) - len(text.lstrip())
        if deep is not None and (not text.strip() or indent > deep):
            continue
        deep = indent if text.lstrip().startswith('example "') else None
        if text.strip() and deep is None and not text.lstrip().startswith("name "):
            yield line


def changed(set_: CardSet) -> Iterator[Span]:
    """Go through the declarations that the amendments in force have changed or made, each once."""
    for path in set_.texts:
        source = set_.sources[path]
        before = set_.written.get(path)
        if before is not None and before.text == source.text:
            continue
        for piece in split(source):
            span = declaration(source, Span(path, piece.start, piece.end))
            at = source.written(span)
            if at.by or at.path != path:
                yield span


def _lines(source: Source, span: Span) -> Iterator[tuple[str, Span]]:
    at = span.start
    for line in source.text[span.start : span.end].split("\n"):
        yield line.rstrip(), Span(source.path, at, at + len(line))
        at += len(line) + 1


def _before(first: Source, source: Source, now: Span) -> list[tuple[str, Span]]:
    """Return the lines of the declaration as its author wrote it."""
    at = source.written(now)
    start = len("".join(first.text.splitlines(keepends=True)[: at.line - 1])) + at.column - 1
    return list(_lines(first, declaration(first, Span(first.path, start, start + 1))))


def _as_before(source: Source, span: Span) -> bool:
    """Whether a line is wholly the base's: an amendment may say the same words elsewhere."""
    at = source.written(span)
    return not at.by and at.path == span.path


def _changed(set_: CardSet, source: Source, text: str, span: Span) -> str:
    folder = shown(set_.path)
    at = source.written(span)
    by = at.by or ((f"{at.path}:{at.line}",) if at.path != span.path else ())
    if not text.strip():
        return CHANGED.rstrip()
    said = ", ".join(within(folder, place) for place in by)
    return f"{CHANGED}{text:<{min(WIDEST, len(text) + 2)}}  ({said})" if said else f"{CHANGED}{text}"
