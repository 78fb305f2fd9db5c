"""What people naturally write on cards: `sentences.txt` holds each text, and what the reader answers.

The first 99 were written by somebody who had read the cards and nothing else. A case is a card, a line `---`, and
`accepted` or the one answer; cases are parted by `===`. MOOT_UPDATE=1 writes the answers anew. Each card is read with
the rules of the shipped game around it, and so is each right text: what is shown can be read.
"""

from __future__ import annotations

from functools import cache
from itertools import islice
from pathlib import Path, PurePath

import pytest

from moot.dsl.diagnostic import Diagnostic, render
from moot.dsl.elaborate import Elaborated, elaborate
from moot.dsl.natural import answered
from moot.dsl.natural.members import members
from moot.dsl.natural.rewriting import table, ways
from moot.dsl.natural.words import Words
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from tests.reading.files import cases, printed

GOLDEN = Path(__file__).with_name("sentences.txt")
NAMED = ("Bishop", "King", "Merchant", "Thief", "Warlord")
ACCEPTED = "accepted"


@cache
def around() -> tuple[Parsed, ...]:
    """The shipped game without its cards, but for those that the sentences name."""
    named = {f"{title.lower()}.card" for title in NAMED}
    ours = [PurePath(s.path) for s in printed() if PurePath(s.path).parts[1] == "citadels"]
    wanted = {str(p) for p in ours if p.suffix in (".game", ".table") or p.name in named}
    return tuple(parse(s) for s in printed() if s.path in wanted)


def read(text: str) -> tuple[Parsed, Elaborated]:
    parsed = parse(Source("x.txt", f"{text}\n"))
    return parsed, elaborate([*around(), parsed])


@cache
def told(text: str) -> tuple[Diagnostic, ...]:
    parsed, whole = read(text)
    return tuple(answered([parsed], whole))


def answer(text: str) -> str:
    return render(told(text), {"x.txt": Source("x.txt", f"{text}\n")}) or ACCEPTED


CASES = cases(GOLDEN, answer)
NAMES = [" ".join(text.split("\n")[-1].split())[:60] for text, _ in CASES]


@pytest.mark.parametrize("case", CASES, ids=NAMES)
def test_a_sentence_is_accepted_or_gets_its_one_answer(case: tuple[str, str]) -> None:
    text, said = case
    assert answer(text) == said
    assert len(told(text)) <= 1


def mended(text: str, d: Diagnostic) -> str:
    (fix,) = d.fixes
    return (f"{text}\n"[: fix.span.start] + fix.replacement + f"{text}\n"[fix.span.end :]).rstrip("\n")


@pytest.mark.parametrize("text", [text for text, said in CASES if said != ACCEPTED])
def test_the_right_text_that_is_shown_can_be_read(text: str) -> None:
    """Unless a message has none; and those are few."""
    (found,) = told(text)
    if found.fixes:
        assert answer(mended(text, found)) == ACCEPTED


def test_every_rule_has_a_sentence() -> None:
    """Each pattern of the table finds something in a sentence above, or in what another rule makes of one."""
    plain = Words(elaborate(around()).vocabulary)
    found: set[str] = set()
    for text, said in CASES:
        if said != ACCEPTED:
            words = Words(read(text)[1].vocabulary) if "\n  marker " in text else plain
            start = [*read(text)[0].diagnostics, *read(text)[1].diagnostics][0].span.start
            for member in members(Source("x.txt", f"{text}\n"), start):
                found |= {rule for way in islice(ways(member.lines, words), 60) for rule in way.rules}
    idle = [rule.pattern for rule in table() if rule.pattern not in found]
    assert not idle, "\n".join(idle)


LOSING = [
    "when you build a district for 3 gold, gain 1 gold",
    "when another player builds his first noble district, gain 1 gold",
    "when you discard two cards, gain 1 gold",
]


@pytest.mark.parametrize("sentence", LOSING)
def test_no_right_text_is_shown_that_says_less_or_takes_it_from_another(sentence: str) -> None:
    """Whoever is shown a right text believes it: `your first district` is not any district."""
    found = told(f"district Probe\n  cost 4, type unique\n  {sentence}")
    assert found
    assert not any(fix for d in found if d.code == "wording" for fix in d.fixes)


def test_most_sentences_are_accepted_or_right_in_one_step() -> None:
    first = [(text, told(text)) for text, _ in CASES[:99]]
    accepted = [text for text, found in first if not found]
    one_step = [text for text, found in first if len(found) == 1 and len(found[0].fixes) == 1]
    assert len(accepted) >= 12
    assert len(accepted) + len(one_step) >= 98
