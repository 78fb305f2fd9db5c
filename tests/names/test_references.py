"""The table of references is read and compared with the rulings; nothing in it is without a ruling."""

from __future__ import annotations

from dataclasses import replace

import pytest

from moot.interpreter.proof.references import Unread, citing, gaps, read, table, unlisted
from tests.names.test_names import CITADELS, moot

LIST = """\
# what may be cited
2021
Setup: 2 1 | 1.1 advice; 2.1 components
Draft: table 2 1
2016
Cards: list
Thief: 2
  1.2 at once; all of it
"""


def test_the_list_is_read() -> None:
    listed = read(LIST)
    assert [str(r) for r in listed] == [
        "2021 Setup 1.1", "2021 Setup 1.2", "2021 Setup 2.1", "2021 Draft table.1", "2021 Draft table.2",
        "2021 Draft 1.1", "2016 Cards list", "2016 Thief 1.1", "2016 Thief 1.2", "2016 Thief 1.2a", "2016 Thief 1.2b",
    ]  # fmt: skip
    assert [r.place for r in listed if r.idle == "advice"] == ["1.1"]


WRONG = [
    "2021\nSetup: 1 | 1.2 advice", "2021\nSetup: 1 | 1.1", "Setup: 1", "2021\nS: table",
    "2021\nS: 1\n  1.2 this; that", "2021\nS: 1\n  1.1 this", "  1.1 this; that",
]  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_list_is_refused(line: str) -> None:
    with pytest.raises(Unread, match="line"):
        read(line)


def test_a_gap_is_seen() -> None:
    listed = read(LIST)
    cited = {"2021 Setup 1.2": ["R1", "R1", "R2"], "2021 Draft table.1": ["R3"], "2021 Elsewhere 1.1": ["R4"]}
    assert [str(r) for r in gaps(listed, cited)] == ["2021 Draft table.2", "2021 Draft 1.1", "2016 Cards list",
        "2016 Thief 1.1", "2016 Thief 1.2a", "2016 Thief 1.2b",
    ]  # fmt: skip
    assert unlisted(listed, cited) == ["2021 Elsewhere 1.1"]
    text = table(listed, cited)
    assert "| Setup | 1.1 | *no rule: advice* |" in text
    assert "|  | 1.2 | R1, R2 |" in text
    assert "|  | table.2 | — |" in text


def test_every_fact_of_a_sentence_has_a_ruling_of_its_own() -> None:
    listed = read("2016\nThief: 1\n  1.1 at once; all of it\n")
    ruling = replace(CITADELS.examples[0], id="R9", sources=("2016 Thief 1.1",))
    assert [r.place for r in gaps(listed, citing([ruling]))] == ["1.1a", "1.1b"]
    ruling = replace(ruling, sources=("2016 Thief 1.1b",))
    assert [r.place for r in gaps(listed, citing([ruling]))] == ["1.1a"]
    cited = citing([replace(ruling, sources=("2016 Thief 1.1ab",))])
    assert gaps(listed, cited) == [] and unlisted(listed, cited) == []
    assert "|  | 1.1b all of it | R9 |" in table(listed, cited)
    assert "2 facts; none without a ruling" in table(listed, cited)


def test_every_sentence_that_states_a_rule_has_a_ruling() -> None:
    listed = read((CITADELS.path / "rulings" / "references.txt").read_text(encoding="utf-8"))
    cited = citing(CITADELS.examples)
    assert [str(r) for r in gaps(listed, cited)] == []
    assert unlisted(listed, cited) == []


@pytest.mark.parametrize("edition", sorted(named.id for named in CITADELS.amendments if named.is_edition))
def test_every_sentence_of_an_edition_has_a_ruling(edition: str) -> None:
    text = (CITADELS.path / "editions" / edition / "rulings" / "references.txt").read_text(encoding="utf-8")
    contexts = [one.chosen for one in CITADELS.law.contexts if one.chosen.edition == edition]
    cited = citing([ruling for chosen in contexts for ruling in CITADELS.under(chosen).examples])
    listed = read(text)
    assert [str(r) for r in gaps(listed, cited)] == []
    assert [name for name in unlisted(listed, cited) if name.startswith(edition)] == []


def test_the_page_is_as_it_would_be_written() -> None:
    code, text = moot("sources", "--check")
    assert code == 0, text
