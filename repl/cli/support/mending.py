"""Writes into the files what their diagnostics propose, where it is sure.

A change is made if it is the only one that a diagnostic proposes, if what it proposes is sure, and if the text with it
reads without that mistake. All changes are tried out before one file is written.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from moot.dsl.diagnostic import Diagnostic, Fix
from moot.dsl.natural.members import members
from moot.dsl.source import Source
from moot.interpreter.sets.card_set import Whole, read_words
from moot.interpreter.sets.files import WORDS, read_text

from ...trouble import Trouble
from ...writing import write_whole

Mistake = tuple[str, str, str, str]  # the file, the code, the message, the words at fault


def mended(whole: Whole, found: Sequence[Diagnostic]) -> dict[str, int]:
    """Mend the files of a set, and none of the game that it extends. Return how many mistakes were mended in each."""
    counts: Counter[str] = Counter()
    for source, fixes in _planned(whole, found):
        if not os.access(source.path, os.W_OK):
            raise Trouble(f"`{source.path}` cannot be written: it is read-only")
        write_whole(Path(source.path), _changed(source.text, fixes))
        counts[source.path] = len(fixes)
    return dict(sorted(counts.items()))


def promised(whole: Whole, found: Sequence[Diagnostic]) -> int:
    """Return how many of the mistakes found in a set `mended` would mend now."""
    return sum(len(fixes) for _, fixes in _planned(whole, found))


def _planned(whole: Whole, found: Sequence[Diagnostic]) -> list[tuple[Source, list[Fix]]]:
    """Return what is written into which file. What is written into a house rule has been tried already."""
    words = {path: source for path, source in whole.parts.base.items() if Path(path).suffix in WORDS}
    sources = {path: source for path, source in words.items() if read_text(Path(path)) == source}
    rules = {path: source for path, source in whole.parts.rules.items() if read_text(Path(path)) == source}
    sure = [d for d in found if len(d.fixes) == 1 and d.fixes[0].sure and whole.parts.own(d.span.path)]
    good = _good(whole, sources, [d for d in sure if d.span.path in sources])
    good += _apart([d for d in sure if d.span.path in rules])
    return [((sources | rules)[path], fixes) for path, fixes in _by_file(good).items()]


def _good(whole: Whole, sources: Mapping[str, Source], sure: list[Diagnostic]) -> list[Diagnostic]:
    """Return those whose mistake is gone when all of them are mended together, in sentences where nothing else is wrong
    that was not wrong before. A declaration tells one mistake at a time, so another sentence may tell its own now."""
    good = _apart(sure)
    if not good:
        return good
    before = list(sources.values())
    known = _mistakes(before, read_words(whole.folder, before)[1])
    while good:
        texts = {path: _changed(sources[path].text, fixes) for path, fixes in _by_file(good).items()}
        again = [Source(path, texts.get(path, source.text)) for path, source in sources.items()]
        found = read_words(whole.folder, again)[1]
        left = _mistakes(again, found)
        new = [d for d in found if _mistake(d, again) not in known]
        worse = {id(fix) for path, fixes in _by_file(good).items() for fix in _worse(again, path, fixes, new)}
        kept = [d for d in good if _mistake(d, before) not in left and id(d.fixes[0]) not in worse]
        if len(kept) == len(good):
            break
        good = kept
    return good


def _worse(sources: list[Source], path: str, fixes: list[Fix], new: list[Diagnostic]) -> Iterator[Fix]:
    """Yield the fixes of a file in whose sentence something new is wrong. Outside sentences, all of the file counts."""
    here = [d.span.start for d in new if d.span.path == path]
    source = next(one for one in sources if one.path == path)
    moved = 0
    for fix in sorted(fixes, key=lambda f: f.span.start) if here else ():
        sentence = next(members(source, fix.span.start + moved), None)
        if sentence is None or any(sentence.start <= at <= sentence.end for at in here):
            yield fix
        moved += len(fix.replacement) - (fix.span.end - fix.span.start)


def _apart(sure: list[Diagnostic]) -> list[Diagnostic]:
    """Return those that change places of their own; of two that meet, the first."""
    kept: list[Diagnostic] = []
    for one in sorted(sure, key=lambda d: (d.span.path, d.fixes[0].span.start)):
        last = kept[-1] if kept else None
        if last is None or last.span.path != one.span.path or last.fixes[0].span.end <= one.fixes[0].span.start:
            kept.append(one)
    return kept


def _mistakes(sources: Sequence[Source], found: Iterable[Diagnostic]) -> set[Mistake]:
    return {_mistake(d, sources) for d in found}


def _mistake(d: Diagnostic, sources: Sequence[Source]) -> Mistake:
    text = next((source.text for source in sources if source.path == d.span.path), "")
    return d.span.path, d.code, d.message, text[d.span.start : d.span.end]


def _by_file(good: Iterable[Diagnostic]) -> dict[str, list[Fix]]:
    found: dict[str, list[Fix]] = {}
    for d in good:
        found.setdefault(d.span.path, []).append(d.fixes[0])
    return found


def _changed(text: str, fixes: Iterable[Fix]) -> str:
    """Return a text with fixes made, whose lines end as its own do."""
    ends = "\r\n" if "\r\n" in text else "\n"
    for fix in sorted(fixes, key=lambda f: f.span.start, reverse=True):
        end = fix.span.end - (text[fix.span.end - 1 : fix.span.end] == "\r")
        text = text[: fix.span.start] + fix.replacement.replace("\n", ends) + text[end:]
    return text
