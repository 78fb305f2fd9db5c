"""Show a declaration as amendments have made it: a mark in the margin of every changed line, and whose change it is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from moot.dsl.source import Source, Span
from moot.dsl.split import split
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.law import PRINTED, Chosen
from moot.interpreter.sets.paths import shown, within

if TYPE_CHECKING:  # a set that was read before needs no part that reads cards
    from moot.dsl.amend.edits import Amended

CHANGED, GONE = "* ", "- "
WIDEST = 96  # letters of a line beside which its origin still stands


def declaration(source: Source, span: Span) -> Span:
    """Return the whole declaration around a place, without the lines that follow it."""
    for piece in split(source):
        if piece.start <= span.start < piece.end:
            return Span(source.path, piece.start, piece.start + len(source.text[piece.start : piece.end].rstrip()))
    return span


def marked(set_: CardSet, span: Span, since: Chosen = PRINTED) -> list[str]:
    """Return the lines of the declaration around a place as it is played, those changed with a mark and their origin;
    lines that fell away are shown, too. `since`: what is in force already; only what else is in force is marked."""
    source = set_.sources[span.path]
    mine = _amendments(set_, since)
    now = declaration(source, span)
    old = list(_before(source, now, mine))
    new = [(text, _by(source, at, mine)) for text, at in _lines(source, now)]
    matcher = SequenceMatcher(None, [(text, True) for text, _ in old], [(text, not by) for text, by in new], False)
    result: list[str] = []
    for what, start, end, begin, stop in matcher.get_opcodes():
        for text, at in old[start:end] if what == "delete" else ():
            by, _ = _gone(source, at.start + len(text) - len(text.lstrip()), mine)
            result.append(_noted(set_, GONE, text, by))
        if what == "equal":
            result += [f"  {text}".rstrip() for text, _ in new[begin:stop]]
        else:
            result += [_noted(set_, CHANGED, text, by) for text, by in _attributed(new[begin:stop])]
    return result


def _attributed(lines: Sequence[tuple[str, tuple[str, ...]]]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Go through lines that have changed together, each with the amendments that did it. One whose words are all old,
    such as a deed that stands below a new condition, has changed because of the line above it."""
    last: tuple[str, ...] = next((by for _, by in lines if by), ())
    for text, by in lines:
        last = by or last
        yield text, last


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


def changed(set_: CardSet, since: Chosen = PRINTED) -> Iterator[Span]:
    """Go through the declarations that the amendments in force have changed or made, each once. `since`: what is in
    force already; what only that has changed is left out."""
    mine = _amendments(set_, since)
    for path in set_.texts:
        source = set_.sources[path]
        for piece in split(source) if _amended(source, mine) else ():
            span = declaration(source, Span(path, piece.start, piece.end))
            if _by(source, span, mine) or _lost(source, span, mine):
                yield span


def _amendments(set_: CardSet, since: Chosen) -> frozenset[str]:
    """Return the files of the amendments that are in force, without those that are in force already."""
    law = set_.law
    already = {one.path for one, _ in law.in_force(since)}
    return frozenset(one.path for one, _ in law.in_force(set_.chosen)) - already


def _lines(source: Source, span: Span) -> Iterator[tuple[str, Span]]:
    at = span.start
    for line in source.text[span.start : span.end].split("\n"):
        yield line.rstrip(), Span(source.path, at, at + len(line))
        at += len(line) + 1


def _before(source: Source, span: Span, mine: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Go through the lines of a declaration as it read before some amendments; there are none if they have made it."""
    for layer, before in _layers(source, span, mine):
        source, span = layer.base, before
    if _amended(source, mine) is None:
        yield from _lines(source, span)


def _lost(source: Source, span: Span, mine: frozenset[str]) -> bool:
    """Whether some amendments have taken words out of a declaration."""
    return any(
        before.start <= gone.start < before.end for layer, before in _layers(source, span, mine) for gone in layer.gone
    )


def _layers(source: Source, span: Span, mine: frozenset[str]) -> Iterator[tuple[Amended, Span]]:
    """Go down through the texts that some amendments have made, each with the place of a declaration in the text
    before, as far as the declaration was there."""
    while layer := _amended(source, mine):
        found = layer.before(span)
        if found is None:
            return
        source, span = layer.base, declaration(layer.base, found)
        yield layer, span


def _amended(source: Source, mine: frozenset[str]) -> Amended | None:
    """Return a text as one that some amendments have made; None if they have not."""
    from moot.dsl.amend.edits import Amended

    return source if isinstance(source, Amended) and mine & source.authors else None


def _by(source: Source, span: Span, mine: frozenset[str]) -> tuple[str, ...]:
    """Return the lines of these amendments that have written or changed the words at a place. An amendment may say the
    words that stand elsewhere already."""
    at = source.written(span)
    return tuple(place for place in (f"{at.path}:{at.line}", *at.by) if place.rpartition(":")[0] in mine)


def _gone(source: Source, at: int, mine: frozenset[str]) -> tuple[tuple[str, ...], int]:
    """Return the lines of these amendments that have taken words away, and the offset at which these would stand now.
    `at`: their offset in the text as it was before the amendments."""
    layer = _amended(source, mine)
    if layer is None:
        return (), at
    by, at = _gone(layer.base, at, mine)
    by = by or tuple(gone.by for gone in layer.gone if gone.start <= at < gone.end)
    return by, layer.moved_to(at)


def _noted(set_: CardSet, mark: str, text: str, by: Iterable[str]) -> str:
    """Return a line with a mark before it and the lines of amendments behind it."""
    if not text.strip():
        return mark.rstrip()
    said = ", ".join(within(shown(set_.path), place) for place in by)
    return f"{mark}{text:<{min(WIDEST, len(text) + 2)}}  ({said})" if said else f"{mark}{text}"
