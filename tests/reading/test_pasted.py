"""What people paste as a card, in whatever shape they have it: `pasted.txt` holds each text, and the right text for it.

A case is a whole file, a line `---`, and the file as it should be; behind one that is only shown, since something else
may be meant, stands a line `?`. Where a word is missing that only the author knows, the answer stands there instead.
Cases are parted by `===`. MOOT_UPDATE=1 writes the answers anew.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.elaborate import elaborate
from moot.dsl.elaborate.again import Again
from moot.dsl.natural import NAMES as FILE_NAMES
from moot.dsl.natural import answered
from moot.dsl.natural.pasted import LONGEST, MOST
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.vocabulary import Vocabulary
from tests.reading.files import cases
from tests.reading.test_sentences import around

PATH = "slip.card"  # a file may have any name


@cache
def vocabulary() -> Vocabulary:
    return elaborate(around()).vocabulary


@cache
def told(text: str) -> tuple[Diagnostic, ...]:
    parsed = parse(Source(PATH, text))
    return tuple(answered([parsed], elaborate([*around(), parsed])))


def answer(text: str) -> str:
    """The one answer to a file: the whole right text, or what is told where there is none."""
    (found,) = (d for d in told(f"{text}\n") if d.code not in FILE_NAMES)
    if not found.fixes:
        return f"{found.message}\n{found.help}"
    (fix,) = found.fixes
    right = f"{text[: fix.span.start]}{fix.replacement}{text[fix.span.end :]}".rstrip("\n")
    return right if fix.sure else f"{right}\n?"


CASES = cases(Path(__file__).with_name("pasted.txt"), answer)
NAMES = [" ".join(text.split())[:70] for text, _ in CASES]


@pytest.mark.parametrize(("text", "right"), CASES, ids=NAMES)
def test_a_pasted_card_is_laid_out(text: str, right: str) -> None:
    assert answer(text) == right


@pytest.mark.parametrize(("text", "right"), CASES, ids=NAMES)
def test_what_is_shown_is_right(text: str, right: str) -> None:
    if told(f"{text}\n")[0].fixes:
        assert Again(vocabulary()).reads(Source("", right.removesuffix("\n?") + "\n"))


def test_words_that_might_be_a_rule_are_never_surely_a_comment() -> None:
    """What is in quotes may be a rule; `moot check --fix` makes no comment of it."""
    (found,) = told('district: Mint\ncost: 2\ntype: trade\n"Merchants adore gold as nobody else does."\n')
    assert "# Merchants adore gold" in found.fixes[0].replacement
    assert not found.fixes[0].sure


@pytest.mark.parametrize("row", ["(", "- ", '"', "cost 1, ", "x " * 40, "when you may choose\n", "Name: Mint. "])
def test_a_file_of_one_thing_again_and_again_comes_to_an_end(row: str) -> None:
    rows = "\n".join([row] * (MOST + 30))
    told(f"District: Mint\ncost: 2\ntype: trade\n{rows}"[:LONGEST])
