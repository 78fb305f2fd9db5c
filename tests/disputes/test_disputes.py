"""Disputes from tables, threads and the rulebook: each is posed, stepped, explained and settled at the prompt.

A `*.dispute` file holds several. Lines that begin with `>` are typed, as at the prompt; a line of them that is indented
further goes on with the one above. Below a line stands what its answer must be: `says WORDS` (they are in it), `cites
FILE: WORDS` (it names the line of that file which has these words), `never WORDS`, `at most N lines`, `refused`. A line
with none of these must be carried out. So the words of an explanation may change, but not the clause that it names, and
it may not grow long.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from moot.repl.console import Console
from moot.repl.dispatch import execute
from moot.repl.output import FAILED
from tests.prompt.sessions import ROOT, console

HERE = Path(__file__).parent
LEAST = 60
HEAD = re.compile(r'dispute (?P<id>\S+) "(?P<title>[^"]+)"')
CHECKS = re.compile(r"expect |offered |not offered ")
CARDS = ROOT / "cards" / "citadels"


@dataclass
class Typed:
    """A line that is typed, and what must be so of the answer."""

    line: str
    expected: list[str] = field(default_factory=list)


@dataclass
class Dispute:
    """A dispute: where it comes from, and what is typed."""

    id: str
    title: str
    source: str = ""
    typed: list[Typed] = field(default_factory=list)


def read(path: Path) -> list[Dispute]:
    """Read the disputes of a file."""
    found: list[Dispute] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        words = line.strip()
        if head := HEAD.fullmatch(words):
            found.append(Dispute(head["id"], head["title"]))
        elif words.startswith("from "):
            found[-1].source = words.removeprefix("from ").strip()
        elif words.startswith(">"):
            said = words.removeprefix(">").removeprefix(" ")
            if said.startswith(" "):
                found[-1].typed[-1].line += f"\n{said}"
            else:
                found[-1].typed.append(Typed(said))
        elif words and not words.startswith("#"):
            assert found and found[-1].typed, f"{path.name}:{number}: {words}"
            found[-1].typed[-1].expected.append(words)
    return found


DISPUTES = [one for path in sorted(HERE.glob("*.dispute")) for one in read(path)]


def lines_with(file: str, words: str) -> set[int]:
    """The numbers of the lines of a card's or the game's file that have some words."""
    (path,) = [path for path in CARDS.rglob(file) if "editions" not in path.parts]
    lines = path.read_text(encoding="utf-8").splitlines()
    found = {number for number, line in enumerate(lines, 1) if words in " ".join(line.split())}
    assert found, f"no line of {file} has `{words}`"
    return found


def holds(expected: str, text: str) -> bool:
    """Whether what must be so of an answer is so."""
    key, _, rest = expected.partition(" ")
    match key:
        case "says":
            return " ".join(rest.split()).casefold() in " ".join(text.split()).casefold()
        case "never":
            return " ".join(rest.split()).casefold() not in " ".join(text.split()).casefold()
        case "cites":
            file, _, words = rest.strip().partition(": ")
            places = re.findall(rf"\b{re.escape(file)}:(\d+(?:, \d+)*)", text)
            cited = {int(n) for place in places for n in place.split(", ")}
            return bool(cited & lines_with(file, words))
        case "at":
            most = re.fullmatch(r"most (\d+) lines?", rest)
            assert most, expected
            return len([line for line in text.splitlines() if line.strip()]) <= int(most[1])
        case "refused":
            return True
    raise AssertionError(f"`{expected}` is not known")


def test_there_are_enough_of_them_and_each_is_named_once() -> None:
    assert len(DISPUTES) >= LEAST
    assert len({one.id for one in DISPUTES}) == len(DISPUTES)
    assert all(one.source for one in DISPUTES)
    assert all(any(typed.expected or CHECKS.match(typed.line) for typed in one.typed) for one in DISPUTES)


@pytest.mark.parametrize("dispute", DISPUTES, ids=lambda d: d.id)
def test_a_dispute_is_settled_by_the_clause_that_decides_it(dispute: Dispute) -> None:
    there: Console = console("")
    for typed in dispute.typed:
        out = execute(there, typed.line)
        shown = f"{dispute.title}\n> {typed.line}\n{out.text}"
        refusal = "refused" in typed.expected
        assert (not out.good and out.status != FAILED) if refusal else out.good, shown
        for expected in typed.expected:
            assert holds(expected, out.text), f"not so: {expected}\n{shown}"
