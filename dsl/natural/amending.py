"""Answers a sentence of a house rule with the change that it means.

Who writes a house rule says what is so now: `players start with 4 gold`. The rule that this changes is looked for among
the lines of the game, by the words and the numbers of the sentence (`amended_numbers`, `amended_lines`); what no line
says already is a new sentence. What is found is made into the game before it is shown, so nothing is shown that would
not be right.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice

from ..diagnostic import Diagnostic, Fix
from ..parser import parse
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..wordings import speaks_of_house_rules
from . import right_text
from .amended import Change, Law, Said
from .amended_lines import Lines
from .amended_numbers import Numbers
from .causes import small

TRIED = 8  # changes that are made to find the right one
MANY = 12  # sentences of a house rule that are answered
LONGEST = 300  # letters of a sentence that is answered
CODES = frozenset(
    ("changes-nothing", "doubled", "misplaced-word", "misspelt", "missing-colon", "missing-comma", "missing-lines",
     "quotation", "unexpected-word", "unfinished", "unfinished-line", "unknown-word", "wording")
)  # fmt: skip
"""What is told of a sentence where a house rule should quote a line."""
CHANGING = re.compile(
    r"^(?:in(?! (?:a |all )?(?:games?|each|every|your|their)\b)|source|setting|leaves out|ruling|takes in)\b"
    r"|^(?:instead of|read|first|then|comes before|leave out):"
)


def amending(
    source: Source,
    found: Sequence[Diagnostic],
    base: Mapping[str, Source],
    vocabulary: Vocabulary,
    holds: Callable[[Source], bool],
) -> list[Diagnostic]:
    """Returns what is wrong with a house rule, with the right text in place of what is wrong with a sentence. `base`
    are the texts that it amends; `holds` says whether a house rule can be made into them. Where one sentence cannot be
    read, those below it are looked at as well."""
    told: list[Diagnostic] = []
    answers: dict[Said, Diagnostic] = {}
    queue = list(found)
    while queue:
        one = queue.pop(0)
        said = _said(source, one.span.start) if one.code in CODES else None
        if said is None:
            told.append(one)
            continue
        if said not in answers:
            known = one if speaks_of_house_rules(one.message) else _unknown(source, said)
            answers[said] = _answer(source, said, base, vocabulary, holds) or known
            if len(answers) < MANY:
                below = parse(_without(source, answers)).diagnostics
                queue += (d for d in below if d.code in CODES and _said(source, d.span.start) not in (None, *answers))
        told.append(answers[said])
    return list(dict.fromkeys(told))


def _without(source: Source, answers: Mapping[Said, Diagnostic]) -> Source:
    """Returns a house rule in which what is answered is a comment; every word keeps its place."""
    text = source.text
    for said in answers:
        old = text[said.start : said.end]
        text = text[: said.start] + re.sub(r"[^\n ]", "#", old) + text[said.end :]
    return Source(source.path, text)


def _answer(
    source: Source, said: Said, base: Mapping[str, Source], vocabulary: Vocabulary, holds: Callable[[Source], bool]
) -> Diagnostic | None:
    title = source.text.split("\n", 1)[0]
    for change in islice(_changes(said, title, Law(base, vocabulary)), TRIED):
        text = "\n".join(f"  {line}" for line in change.lines)
        if holds(Source(source.path, f"{title}\n{text}\n")):
            span = Span(source.path, said.at, said.end)
            fix = Fix("write it so", Span(source.path, said.start, said.end), text, change.sure)
            return Diagnostic("wording", change.say, span, f"write\n{text}", fixes=(fix,))
    return None


def _unknown(source: Source, said: Said) -> Diagnostic:
    """Returns what is told of a sentence of which nothing is known but that it stands in a house rule."""
    message = "a house rule quotes the line that it changes, or adds a new one"
    name = f"in {said.inside}" if said.inside else "in …` with the card or value it is about"
    help = f"write `{name}`; below it the line, and below that `instead of: …` and `read: …`; what is new, below `add:`"
    return Diagnostic("wording", message, Span(source.path, said.at, said.end), help.replace("about`;", "about;"))


def _said(source: Source, at: int) -> Said | None:
    """Returns the sentence at a place of a house rule; None if a change stands there."""
    rows = source.text.split("\n")
    number = min(source.place(min(at, len(source.text)))[0] - 1, len(rows) - 1)
    while number > 1 and len(rows[number]) - len(rows[number].lstrip()) > 2:
        number -= 1
    last = number + 1
    while last < len(rows) and (rows[last].startswith("   ") and rows[last].strip()):
        last += 1
    block = [row.split("#", 1)[0].strip() for row in rows[number:last]]
    start = sum(len(row) + 1 for row in rows[:number])
    end = start + len("\n".join(rows[number:last]).rstrip())
    first = block[0]
    inside = re.match(r"in (?:the )?(?P<name>[^,:]+):?$", first)
    if inside and len(block) > 1:
        first, block = inside["name"], block[1:]
    words = " ".join(re.sub(r"^add: *", "", row) for row in block if row)
    changing = any(CHANGING.match(row) or row == "add:" for row in block)
    inner = rows[number].startswith("  ") and not rows[number].startswith("   ")
    if number < 1 or not inner or changing or not words or end - start > LONGEST or first.startswith("add: only"):
        return None
    at = start + len(rows[number]) + 1 if inside and len(rows[number:last]) > 1 else start
    at += len(source.text[at:]) - len(source.text[at:].lstrip())
    return Said(start, end, words.rstrip(".;! "), at, inside["name"] if inside else "")


def _changes(said: Said, title: str, law: Law) -> Iterator[Change]:
    """Yields what a sentence may mean, the likeliest first."""
    said = replace(said, words=small(said.words.replace("’", "'"), law.vocabulary))
    lines = Lines(law, right_text)
    yield from lines.without(said)
    yield from lines.narrowed(said)
    yield from lines.less(said)
    yield from lines.otherwise(said)
    yield from Numbers(law).changes(said)
    yield from lines.new(said, title)
    yield from lines.ending(said)
