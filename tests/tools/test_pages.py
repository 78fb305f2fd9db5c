"""Every mistake that loading a set can report has a page, and the wrong and right YAML on the page is what it says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from moot.dsl.explain import blocks, codes, explain
from moot.dsl.source import NOWHERE, Source
from moot.interpreter.sets import scenario
from moot.interpreter.sets.law import Law, Named

ROOM = Path(__file__).resolve().parents[2] / "interpreter"
SAID = re.compile(r'(?:Diagnostic|_fault|_stop)\(\s*"([a-z-]+)"')
CODES = sorted({code for path in ROOM.rglob("*.py") for code in SAID.findall(path.read_text(encoding="utf-8"))})


@pytest.mark.parametrize("code", CODES)
def test_every_mistake_has_a_page(code: str) -> None:
    page = explain(code)
    assert page is not None
    assert page.startswith(f"# {code}\n")


@pytest.mark.parametrize("code", [c for c in codes() if any("players:" in b for b in blocks(c, "yaml"))])
def test_the_wrong_scenario_is_wrong_and_the_right_is_right(code: str) -> None:
    wrong, right = blocks(code, "yaml")
    assert code in said(wrong)
    assert not said(right)


def said(text: str) -> set[str]:
    """The codes of what is wrong with a scenario."""
    source, law = Source("small.yaml", text + "\n"), Law.of([Named("late-start", "", "late-start.rule", NOWHERE)])
    _, faults = scenario.read(source, scenario.Around({"Thief": "character"}, law=law))
    return {d.code for d in faults}
