"""Layout: formatting is stable, and never touches a word, a comment or a meaning."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.dsl.formatter import format_source, formatted
from moot.dsl.parser import parse
from moot.dsl.source import Source
from tests.reading.files import shape, shipped

SHIPPED = shipped()


def comments(text: str) -> list[str]:
    """What stands behind `#` outside quotes, in order."""
    bare = (re.sub(r'"[^"\n]*"', lambda m: "_" * len(m.group()), line) for line in text.splitlines())
    return [line[line.index("#") :].rstrip() for line in bare if "#" in line]


def alike(said: object) -> object:
    """What a text says, without the blanks inside `for  each`, which is one word to the grammar."""
    match said:
        case ("keyword" | "upto" as kind, str(text)):
            return kind, re.sub(" +", " ", text)
        case list() | tuple():
            return [alike(part) for part in said]
    return said


def check(source: Source) -> str:
    text = format_source(source)
    again = Source(source.path, text)
    before, after = parse(source), parse(again)
    assert not after.diagnostics
    assert alike(shape(after.declarations)) == alike(shape(before.declarations))
    assert comments(text) == comments(source.text)
    assert format_source(again) == text
    assert all(line == line.rstrip() for line in text.split("\n"))
    assert not text or (text.endswith("\n") and not text.endswith("\n\n"))
    return text


@pytest.mark.parametrize("source", SHIPPED, ids=lambda s: s.path)
def test_shipped_texts_keep_their_words_comments_and_meaning(source: Source) -> None:
    check(source)


def _shake(text: str, changes: list[tuple[int, str]]) -> str:
    """Change only what layout may change: blanks between words, blank lines, comments, blanks at a line's end."""
    lines = text.split("\n")
    for at, change in changes:
        i = at % len(lines)
        line = lines[i]
        if change == "wide":
            head = len(line) - len(line.lstrip())
            parts = re.split(r'("[^"]*"|#.*)', line[head:])
            lines[i] = line[:head] + "".join(p if p[:1] in ('"', "#") else _widened(p) for p in parts)
        elif change == "blank":
            lines.insert(i, "   ")
        elif change == "remark":
            lines.insert(i, " " * (at % 7) + "# a remark")
        elif change == "behind" and "#" not in line and line.strip():
            lines[i] = line + " #  behind"
        elif change == "trailing" and "#" not in line:
            lines[i] = line + "  "
    return "\n".join(lines)


def _widened(words: str) -> str:
    return re.sub(r"(?<![A-Z]) (?=[a-z0-9])(?<!\w of )", "   ", words) if words == words.lower() else words


CHANGES = st.lists(
    st.tuples(st.integers(0, 10_000), st.sampled_from(["wide", "blank", "remark", "behind", "trailing"])), max_size=8
)


@settings(max_examples=250, deadline=4000)
@given(st.sampled_from([s for s in SHIPPED if len(s.text) < 8000]), CHANGES)
def test_shaken_texts_keep_their_words_comments_and_meaning(source: Source, changes: list[tuple[int, str]]) -> None:
    shaken = Source(source.path, _shake(source.text, changes))
    if not parse(shaken).diagnostics:
        check(shaken)


def test_a_text_that_cannot_be_read_stays_as_it_is() -> None:
    source = Source("x.card", "character X\n  rank   5,\n\n\n  nonsense\n")
    text, diagnostics = formatted(source)
    assert text == source.text
    assert len(diagnostics) == 1


# `layouts.txt`: a sentence, a text, and the same text in the one layout, parted by `----`; cases are parted by `====`
LAYOUTS = Path(__file__).with_name("layouts.txt").read_text(encoding="utf-8")
CASES = [case.split("\n----\n") for case in LAYOUTS.split("\n====\n")]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_a_text_gets_its_layout(case: list[str]) -> None:
    _, before, after = case
    assert check(Source("x.card", before)) == after
