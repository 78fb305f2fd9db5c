"""Lines of the shipped rulings, with something wrong in them: each is read, or answered at its words, and soon.

MOOT_LONG=20 and more reads twenty times as many.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.notation import Vocabulary, read_facts, read_moves, read_texts
from moot.dsl.notation.reader import Fault
from tests.play.sets import card_set

from .sizes import looks

KEYWORD = re.compile(r"(given|when|expect|as p\d expect|refused because|offered only|offered|not offered)\b *")
TOKEN = re.compile(r'"[^"\n]*"|\w+|[^\s\w]|\s+')
ODD = [
    "",
    '"',
    ";",
    ",",
    ":",
    "…",
    "...",
    "and",
    "of",
    "p9",
    "p0",
    "99999999999",
    "é",
    "\u0301",
    "\\",
    "''",
    "not",
    "is",
]
Line = tuple[str, str]


@lru_cache
def lines(name: str) -> tuple[Line, ...]:
    """Every line of every ruling, with the keyword it stands under."""
    found, keyword = [], ""
    for path, source in card_set(name).sources.items():
        for line in source.text.split("\n") if path.endswith((".ruling", ".card", ".game")) else ():
            m = KEYWORD.match(line.strip())
            keyword, text = (m[1], line.strip()[m.end() :]) if m else (keyword, line.strip())
            if keyword and text:
                found.append((keyword, text))
    return tuple(found)


@lru_cache
def vocabulary(name: str) -> Vocabulary:
    return card_set(name).words


def read(keyword: str, text: str, words: Vocabulary) -> list[Diagnostic]:
    if keyword == "when":
        return read_moves([(text, 7)], words, "x")[1]
    if keyword.startswith(("refused", "offered", "not")):
        try:
            read_texts([(text, 7)], words, "x", True)
        except Fault as fault:
            return [fault.diagnostic]
        return []
    return read_facts([(text, 7)], words, "x", keyword == "given")[1]


def mangled(text: str, other: str, chance: Random) -> str:
    """A line with words dropped, doubled, swapped, replaced by those of another line, quoted or cut."""
    toks = TOKEN.findall(text)
    for _ in range(chance.choice((1, 1, 2, 4))):
        at = chance.randrange(len(toks)) if toks else 0
        match chance.randrange(6):
            case 0:
                toks[at : at + 1] = []
            case 1:
                toks[at:at] = toks[at : at + chance.randrange(4)]
            case 2:
                toks[at : at + 1] = [chance.choice(TOKEN.findall(other) or [""])]
            case 3:
                toks[at : at + 1] = [chance.choice(ODD), " "]
            case 4:
                toks = toks[:at]
            case _:
                toks[at:at] = ['"', *chance.sample(toks, min(2, len(toks))), chance.choice(('"', ""))]
    return "".join(toks)


@looks(300)
@given(st.integers(0, 2**32))
def test_a_line_with_something_wrong_is_read_or_answered(seed: int) -> None:
    chance = Random(seed)
    name = chance.choice(("citadels", "citadels", "kuhn-poker"))
    for _ in range(10):
        keyword, text = chance.choice(lines(name))
        wrong = mangled(text, chance.choice(lines(name))[1], chance)
        for fault in read(keyword, wrong, vocabulary(name)):
            assert 7 <= fault.span.start < fault.span.end <= 7 + len(wrong), (keyword, wrong)


LONG: list[tuple[str, Callable[[int], str]]] = [
    ("expect", lambda n: "deck Keep, " * n + "deck Keep"),
    ("expect", lambda n: "district deck " * n),
    ("given", lambda n: "p1 city " + "Tavern, " * n + "Tavern"),
    ("given", lambda n: "p1 is " * n),
    ("given", lambda n: "5 players, with " + "Keep and " * n + "Keep"),
    ("expect", lambda n: "p1 gold 3; " * n),
    ("expect", lambda n: "p1 " + "gold 3, " * n + "gold 3"),
    ("expect", lambda n: "size of " * n),
    ("expect", lambda n: '"' * n),
    ("expect", lambda n: " " * n + "x"),
    ("expect", lambda n: "x" * n),
    ("when", lambda n: "p1 " * n),
    ("offered", lambda n: "a, " * n + "a"),
]


@pytest.mark.parametrize(("keyword", "line"), LONG, ids=[line(1).strip()[:30] for _, line in LONG])
def test_a_line_ten_times_as_long_takes_about_ten_times_as_long(keyword: str, line: Callable[[int], str]) -> None:
    """In calls, which a busy machine does not change."""
    words = vocabulary("citadels")

    def cost(n: int) -> int:
        calls = 0

        def count(frame: object, event: str, arg: object) -> None:
            nonlocal calls
            calls += event in ("call", "c_call")

        text = line(n)
        sys.setprofile(count)
        try:
            read(keyword, text, words)
        finally:
            sys.setprofile(None)
        return calls

    read(keyword, line(10), words)
    assert cost(5_000) < 12 * max(cost(500), 500)
