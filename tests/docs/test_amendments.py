"""`docs/amendments.md`: the house rules amend the shipped cards, which then read as shown; the wrong ones are answered
as shown."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from moot.dsl.amend.rows import parts
from moot.dsl.diagnostic import render
from moot.dsl.formatter import format_source
from moot.dsl.source import Source
from moot.interpreter.proof.spec import Spec, run
from moot.interpreter.sets.card_set import CardSet, whole
from moot.interpreter.sets.law import Chosen, InForce

from .fences import ROOT, Fence, fences, pattern

PAGE = "docs/amendments.md"
SHIPPED = ROOT / "cards" / "citadels"
RULES = fences(PAGE, "rule")
SEQUENCE = fences(PAGE, "rule", "reads", "wrong", "says")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the shipped set, to which house rules may be added."""
    return Path(shutil.copytree(SHIPPED, tmp_path_factory.mktemp("page") / "citadels"))


def under(folder: Path, fence: Fence, setting: str = "") -> CardSet:
    """What is played under a house rule of the page."""
    source = Source(fence.about, fence.text)
    name = fence.about.removesuffix(".rule")
    read = whole(folder, (source,))
    assert render(read.law.diagnostics, {source.path: source}) == ""
    return read.under(Chosen((InForce(name, setting),)))


def setting_of(fence: Fence) -> str:
    line = next((line.split() for line in fence.text.splitlines() if line.startswith("  setting ")), [])
    return line[1] if line else ""


@pytest.mark.parametrize("fence", RULES, ids=lambda f: f.about)
def test_a_house_rule_on_the_page_amends_the_game(fence: Fence, folder: Path) -> None:
    set_ = under(folder, fence, setting_of(fence))
    assert render(set_.errors, set_.written) == ""
    report = run(set_, Spec(set_.examples, ()))
    assert [(r.id, r.message) for r in report.results if r.status != "passed"] == []
    assert ("ruling " in fence.text) == bool(report.results)
    assert format_source(Source("x.rule", fence.text)) == fence.text


READS = [(SEQUENCE[at - 1], fence) for at, fence in enumerate(SEQUENCE) if fence.kind == "reads"]


@pytest.mark.parametrize(("rule", "shown"), READS, ids=[rule.about for rule, _ in READS])
def test_a_card_reads_as_the_page_shows(rule: Fence, shown: Fence, folder: Path) -> None:
    title, _, setting = shown.about.partition(" with ")
    set_ = under(folder, rule, setting)
    texts = [format_source(source) for source in set_.sources.values() if any(p.name == title for p in parts(source))]
    assert any(shown.text in text for text in texts), texts


WRONG = [(fence, SEQUENCE[at + 1]) for at, fence in enumerate(SEQUENCE) if fence.kind == "wrong"]


@pytest.mark.parametrize(("rule", "answer"), WRONG, ids=[rule.about for rule, _ in WRONG])
def test_a_wrong_house_rule_is_answered_as_the_page_shows(rule: Fence, answer: Fence, folder: Path) -> None:
    set_ = under(folder, rule)
    said = render(set_.errors, set_.written)
    assert pattern(answer.text).search(said), said
