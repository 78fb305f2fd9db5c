"""What the reader says to words that do not fit: `messages.txt` holds each text and its answer.

A case is the text, a line `---`, and the answer; cases are parted by `===`. MOOT_UPDATE=1 writes the answers anew.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.dsl.diagnostic import render
from moot.dsl.messages import reworded
from moot.dsl.parser import keywords, parse
from moot.dsl.source import Source
from moot.dsl.wordings import Wording, table
from tests.reading.files import cases, shipped

GOLDEN = Path(__file__).with_name("messages.txt")


def _answer(text: str) -> str:
    source = Source("x.card", text + "\n")
    return render(parse(source).diagnostics, {source.path: source})


CASES = cases(GOLDEN, _answer)
HEAD = "character Somebody\n  "
WORDINGS = table().wordings


@pytest.mark.parametrize("case", CASES, ids=[case[0].split("\n")[-1].strip()[:50] for case in CASES])
def test_a_wrong_text_gets_its_message(case: tuple[str, str]) -> None:
    text, answer = case
    assert _answer(text) == answer.strip("\n")


@pytest.mark.parametrize("wording", WORDINGS, ids=lambda w: w.say)
def test_a_natural_wording_is_answered(wording: Wording) -> None:
    """Where the words can be read as a phrase, the answer waits for the one who finds them without a meaning."""
    text = wording.wrong[1:] if wording.wrong.startswith("@") else HEAD + wording.wrong
    source = Source("x.card", text + "\n")
    found = list(parse(source).diagnostics)
    if not found:
        answers = (reworded(source, at) for at in range(len(text)))
        found = [a for a in answers if a and a.message == wording.say][:1]
    assert [d.message for d in found] == [wording.say]


LINES = {" ".join(line.partition("#")[0].split()) for source in shipped() for line in source.text.splitlines()}


@pytest.mark.parametrize("shown", sorted({w.shown for w in WORDINGS} | {p.shown for p in table().places if p.shown}))
def test_lines_shown_as_models_are_lines_of_shipped_cards(shown: str) -> None:
    assert " ".join(shown.partition("#")[0].split()) in LINES


def test_no_answer_names_the_grammar() -> None:
    for wording in WORDINGS:
        assert not re.search(r"\b_?[A-Z]{2,}\b", wording.say)
    for _, answer in CASES:
        said = "\n".join(line for line in answer.split("\n") if "|" not in line)
        assert not re.search(r"(?<!U\+)\b_[A-Z]+|\b(?:NAME|WORD|STRING|NUMBER|RAW)\b", said)


def test_answers_are_for_who_holds_the_card() -> None:
    """The parts of a sentence have names in the program that no designer knows."""
    said = [one.say for one in (*WORDINGS, *table().places, *table().groups)]
    assert [s for s in said if re.search(r"\b(?:slot|window|filter|clause|operand)s?\b", s)] == []


def test_the_table_speaks_of_words_the_grammar_has() -> None:
    known = set(keywords()) | {"WORD", "NAME", "NUMBER", "STRING", "RAW", "FOREACH", "UPTO"}
    known |= {"_NL", "_COMMA", "_INDENT", "_DEDENT", "READ", "QUOTED", "ADD"}
    for place in table().places:
        assert place.has | place.lacks | place.begins | place.kinds <= known, place.say
    for group in table().groups:
        assert group.any | group.lacks <= known, group.say


@pytest.mark.parametrize("source", shipped(), ids=lambda s: s.path)
def test_a_keyword_misspelt_in_a_shipped_card_is_found(source: Source) -> None:
    """Two letters of each sentence's first keyword change places: the answer offers the keyword."""
    for found in list(re.finditer(r"^  (once|when|always|during|before)\b", source.text, re.MULTILINE))[:3]:
        word = found.group(1)
        broken = word[0] + word[2] + word[1] + word[3:]
        text = source.text[: found.start(1)] + broken + source.text[found.end(1) :]
        helps = [d.help for d in parse(Source(source.path, text)).diagnostics]
        assert helps == [f"did you mean `{word}`?"]
