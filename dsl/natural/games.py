"""Answers what people write in the file of a game with the right text: what there is, what is done, who wins.

A line is rewritten by the table `games.toml`, and the file is read again with what comes of it, so nothing is shown
that would not be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ..diagnostic import Diagnostic, Fix
from ..elaborate import Elaborated, elaborate
from ..parser import Parsed, parse
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..words import singular
from . import tables
from .words import number

LONGEST = 200  # letters of a line that is answered
Sentence = Callable[[Source, Vocabulary], tuple[str, bool] | None]
"""Returns a card with the right text of its sentence, and whether that is sure."""
CODES = frozenset(
    ("indented", "missing-lines", "misspelt", "not-indented", "unexpected-word", "unfinished", "unfinished-line",
     "missing-colon", "missing-comma", "unknown-kind", "unknown-word", "misplaced-word", "wording")
)  # fmt: skip
GAP = re.compile(r"\{(\w+)(?:\|(\w+))?\}")
HAS = re.compile(r"^(?:an?|any|one|some) ([a-z]+) (?:has|have|reaches|owns) ([0-9]+|[a-z]+) ([a-z]+)$")
EMPTY = re.compile(r" (?:is empty|runs out|is used up)$")
FORMS: Mapping[str, Callable[[str], str]] = {
    "one": singular,
    "number": number,
    "step": lambda name: f"step {name}\n  " if name else "",
    "there": lambda cond: HAS.sub(lambda m: f"there is a {m[1]} whose {singular(m[3])} is at least {number(m[2])}",
                                  EMPTY.sub(" has no cards", cond)),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Text:
    """A line that people write (`pattern`), the declaration in which they write it (`place`), and its right texts."""

    place: str
    pattern: re.Pattern[str]
    right: tuple[str, ...]
    sure: bool
    say: str


@lru_cache(maxsize=1)
def table() -> tuple[Text, ...]:
    """Returns the table of `games.toml`, which is read once."""
    return tuple(
        Text(
            t["in"],
            re.compile(rf"(?:{t['pattern']})[.;]?"),
            (t["right"],) if isinstance(t["right"], str) else tuple(t["right"]),
            t.get("sure", True),
            t["say"],
        )
        for t in tables.entries("games", "text")
    )


def in_a_game(told: Diagnostic, files: Sequence[Parsed], whole: Elaborated, sentence: Sentence) -> Diagnostic | None:
    """Returns the answer that shows the right text for a line of a game's file; None if none is found. `sentence`
    finds the right text of a card."""
    file = next((one for one in files if one.source.path == told.span.path), None)
    if file is None or told.code not in CODES or not file.source.path.endswith(".game"):
        return None
    source = file.source
    row = source.place(min(told.span.start, len(source.text)))[0]
    line = source.line(row)
    words = line.split("#")[0].strip()
    start = sum(len(one) + 1 for one in source.text.split("\n")[: row - 1])
    indent = len(line) - len(line.lstrip(" "))
    if len(words) > LONGEST or indent and told.code == "indented":
        return None
    for text, right in _rights(words, _around(source, row, indent), whole, sentence):
        new = "\n".join(" " * indent + one for one in right.split("\n"))
        changed = Source(source.path, source.text[:start] + new + source.text[start + len(line) :])
        if _better(changed, start, start + len(new), files):
            span = Span(source.path, start + indent, start + indent + len(words))
            fix = Fix("write it so", Span(source.path, start, start + len(line)), new, text.sure)
            return Diagnostic("wording", text.say, span, f"write\n{new}", fixes=(fix,))
    return None


def _around(source: Source, row: int, indent: int) -> str:
    """Returns the first word of the declaration in which a line stands; `file` if it begins one."""
    if not indent:
        return "file"
    above = (source.line(n) for n in range(row, 0, -1))
    return next((line.split()[0] for line in above if line[:1].strip() and line[0] != "#"), "file")


def _rights(words: str, place: str, whole: Elaborated, sentence: Sentence) -> Iterator[tuple[Text, str]]:
    kinds = list(whole.vocabulary.kinds.values())
    kind = next((k.name for k in kinds if k.fields), kinds[0].name if kinds else "")
    bare = next((k.name for k in kinds if not k.fields), "")
    for text in table():
        found = text.pattern.fullmatch(words) if text.place == place else None
        for right in text.right if found else ():
            if "<sentence>" in right:
                card = sentence(Source("", f"{bare} House\n  {words}\n"), whole.vocabulary) if bare else None
                if card is not None:
                    yield replace(text, sure=text.sure and card[1]), card[0].rstrip("\n")
            elif found and ("<kind>" not in right or kind):
                yield text, _filled(right.replace("<kind>", kind), found)


def _filled(right: str, found: re.Match[str]) -> str:
    def fill(gap: re.Match[str]) -> str:
        said = found[gap[1]] or ""
        return FORMS[gap[2]](said) if gap[2] else said

    text = GAP.sub(fill, right)
    head, _, below = text.partition("\n")
    if not head.startswith("step "):
        return text
    return "\n".join([head, *(line if n == 0 else f"  {line}" for n, line in enumerate(below.split("\n")))])


def _better(changed: Source, start: int, end: int, files: Sequence[Parsed]) -> bool:
    """Whether a changed file can be read where it was changed."""
    read = parse(changed)
    if any(d.span.start <= end and d.span.end >= start for d in read.diagnostics):
        return False
    found = elaborate([read if one.source.path == changed.path else one for one in files]).diagnostics
    return not any(
        d.severity == "error" and d.span.path == changed.path and d.span.start <= end and d.span.end >= start
        for d in found
    )
