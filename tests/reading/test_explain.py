"""The pages about mistakes: every code of the reader has one, and its cards are what they say."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.dsl.explain import blocks, codes, explain
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.dsl.wordings import table

DSL = Path(__file__).parents[2] / "dsl"
READERS = ("parser", "split", "messages", "slips")
LARGE = {"too-long", "too-many"}  # a wrong card would fill the page


def own_codes() -> set[str]:
    """Every code that the reading end gives to a mistake."""
    found = {"missing-comma", "missing-colon"} | {place.code for place in table().places}
    for name in READERS:
        text = (DSL / f"{name}.py").read_text(encoding="utf-8")
        found |= set(re.findall(r'(?:Diagnostic|Layout)\(\s*"([a-z-]+)"', text)) | set(
            re.findall(r'_too_\w+\("([a-z]+-[a-z]+)"', text)
        )
    return found


@pytest.mark.parametrize("code", sorted(own_codes()))
def test_every_mistake_of_the_reader_has_a_page_with_a_wrong_card(code: str) -> None:
    assert explain(code)
    assert blocks(code, "card-good")
    assert blocks(code, "card-bad") or code in LARGE
    for card in blocks(code, "card-bad"):
        assert [d.code for d in parse(Source("x.card", card)).diagnostics] == [code]


@pytest.mark.parametrize("code", codes())
def test_right_cards_can_be_read(code: str) -> None:
    for card in blocks(code, "card-good"):
        assert not parse(Source("x.card", card)).diagnostics


@pytest.mark.parametrize("code", sorted(set(codes()) - own_codes()))
def test_cards_whose_meaning_is_wrong_can_be_read(code: str) -> None:
    for card in blocks(code, "card-bad"):
        assert not parse(Source("x.card", card)).diagnostics


def test_no_page_no_answer() -> None:
    assert explain("never-heard-of") is None
    assert explain("../cards") is None
    assert explain("") is None
