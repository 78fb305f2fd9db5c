"""`docs/your-own-cards.md`: the files on the page are a set that passes every check and example, part by part."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.repl.cli import main

from .fences import change, fences, pattern

PAGE = "docs/your-own-cards.md"


def make(*names: str) -> None:
    for fence in fences(PAGE, "file"):
        if not names or fence.about.rpartition("/")[2] in names:
            Path(fence.about).parent.mkdir(parents=True, exist_ok=True)
            change(Path(), fence, PAGE)


@pytest.mark.usefixtures("elsewhere")
def test_the_first_two_files_are_a_set(capsys: pytest.CaptureFixture[str]) -> None:
    make("set.yaml", "windmill.card")
    (console,) = fences(PAGE, "console")
    for part in console.text.split("$ moot ")[1:]:
        line, _, expected = part.partition("\n")
        assert main(line.split()) == 0
        assert pattern(expected).fullmatch(capsys.readouterr().out.strip()), line


@pytest.mark.usefixtures("elsewhere")
def test_all_of_it_passes(capsys: pytest.CaptureFixture[str]) -> None:
    make()
    assert main(["check", "my-cards", "--strict"]) == 0, capsys.readouterr().out
    assert main(["fmt", "my-cards", "--check"]) == 0, capsys.readouterr().out
    assert main(["test", "my-cards", "--coverage"]) == 0, capsys.readouterr().out
    assert "every clause" in capsys.readouterr().out
    assert main(["simulate", "--set", "my-cards", "--players", "4", "--games", "2"]) == 0
    assert capsys.readouterr().out.startswith("mills, 4 players")


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder, far from the cards."""
    monkeypatch.chdir(tmp_path)
