"""Finds slips of the pen: a keyword misspelt, a comma forgotten, a word too many.

A fix is proposed only if parsing the declaration again with it gets past the line where parsing stopped. So nothing is
suggested that would not help.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from .diagnostic import Diagnostic, Fix
from .source import Source, Span
from .stop import Lexeme, Stop, Trial

TRIALS = 16  # changes tried for one mistake
LONGEST = 8000  # a longer declaration is not read again and again
EXTRA = ("for each", "up to")


@dataclass(frozen=True, slots=True)
class Change:
    """A change of a text: replace `old`, from `start` to `end`, by `put`."""

    start: int
    end: int
    old: str
    put: str


def slip(source: Source, end: int, stop: Stop, word: str, trial: Trial) -> Diagnostic | None:
    """Finds the slip that explains why parsing stopped at `word`, in a declaration that ends at `end`; None if no slip
    does. `trial` parses the declaration again with a change."""
    start = stop.read[0].start if stop.read else stop.at
    if end - start > LONGEST:
        return None
    break_ = source.text.find("\n", stop.at)
    enough = end - (len(source.text) if break_ < 0 else break_)
    for change in islice(_changes(stop, word), TRIALS):
        if trial(change.start, change.end, change.put) < max(enough, 1):
            return _diagnostic(source, change)
    return None


def _changes(stop: Stop, word: str) -> Iterator[Change]:
    line = _line(stop)
    tried = [(stop.at, word)] if word.isascii() and word[:1].isalpha() else []
    tried += [(w.start, w.text) for w in reversed(line) if w.kind in ("WORD", "NAME")][:4]
    known = set(stop.written.values())
    for start, text in tried:
        if text in known:
            continue
        for near in sorted(_near(text.lower(), [*stop.written.values(), *EXTRA])):
            yield Change(start, start + len(text), text, near)
    if line:
        for word_before in reversed(line[-5:]):
            yield Change(word_before.end, word_before.end, "", ",")
        gap = line[-1].end
        yield Change(gap, gap, "", ":")
        if line[-1].text == word:
            yield Change(gap, stop.at + len(word), word, "")
    if len(word) > 2 and '"' in word:
        yield Change(stop.at, stop.at + len(word), word, word.strip('"'))


def _line(stop: Stop) -> list[Lexeme]:
    """Returns the words of the sentence before the stop."""
    line: list[Lexeme] = []
    for word in reversed(stop.read):
        if word.kind in ("_NL", "_INDENT", "_DEDENT"):
            break
        line.insert(0, word)
    return line


def _near(word: str, words: list[str]) -> list[str]:
    allowed = 1 if len(word) < 5 else 2
    return [w for w in words if w[:1].isalpha() and w != word and len(word) > 1 and distance(word, w) <= allowed]


def distance(a: str, b: str) -> int:
    """The number of letters that must be changed, added, left out or swapped with their neighbour; 3 if the lengths
    differ by more than 2."""
    if abs(len(a) - len(b)) > 2:
        return 3
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        last, before, row = before, row, [i] + [0] * len(b)
        for j, y in enumerate(b, 1):
            row[j] = min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], last[j - 2] + 1)
    return row[-1]


def _diagnostic(source: Source, change: Change) -> Diagnostic:
    span = Span(source.path, change.start, max(change.start + 1, change.end))
    if change.put and change.put == change.old.strip('"'):
        fix = Fix("take the quotes off", Span(source.path, change.start, change.end), change.put)
        return Diagnostic("quoted", f"`{change.put}` is written without quotes", span, "take them off", fixes=(fix,))
    if change.old and change.put:
        fix = Fix(f"write `{change.put}`", Span(source.path, change.start, change.end), change.put)
        said = f"`{change.old}` cannot be written here"
        return Diagnostic("misspelt", said, span, f"did you mean `{change.put}`?", fixes=(fix,))
    if change.old:
        fix = Fix("take it out", Span(source.path, change.start, change.end), "")
        word = Span(source.path, change.end - len(change.old), change.end)
        return Diagnostic("doubled", f"`{change.old}` is written twice here", word, "take one out", fixes=(fix,))
    name = {",": "comma", ":": "colon"}[change.put]
    fix = Fix(f"put a {name} here", Span(source.path, change.start, change.start), change.put)
    return Diagnostic(f"missing-{name}", f"a {name} is missing", span, f"`{change.put}` belongs here", fixes=(fix,))
