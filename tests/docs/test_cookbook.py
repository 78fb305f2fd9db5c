"""`docs/cookbook.md`: one card below each heading, all in one set; each has an example, and all of it is executed."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.dsl.elaborate.cards import slug
from moot.repl.cli import main

from .fences import fences

CARDS = fences("docs/cookbook.md", "card")


def test_the_headings_are_counted() -> None:
    assert [int(fence.heading.split(".")[0]) for fence in CARDS] == list(range(1, len(CARDS) + 1))


def test_every_card_passes_and_its_example_executes_all_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("set.yaml").write_text("id: cookbook\nnames: {en: Cookbook}\nextends: citadels\n", encoding="utf-8")
    for fence in CARDS:
        title = fence.text.split("\n", 1)[0].partition(" ")[2]
        Path(f"{slug(title)}.card").write_text(fence.text, encoding="utf-8")
    assert main(["check", "--strict", "."]) == 0, capsys.readouterr().out
    assert main(["fmt", "--check", "."]) == 0, capsys.readouterr().out
    capsys.readouterr()
    assert main(["test", ".", "--coverage"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        f"Cookbook: {len(CARDS)} passed ({len(CARDS)} certain)", "every clause, rule and refusal was executed",
    ]  # fmt: skip
