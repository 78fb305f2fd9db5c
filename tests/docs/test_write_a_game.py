"""`docs/write-a-game.md`: the commands and changes on the page, one after another, make the game that it tells of."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.repl.cli import main

from .fences import Fence, change, fences, pattern

PAGE = "docs/write-a-game.md"


def test_the_page_from_top_to_bottom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for fence in fences(PAGE):
        if fence.kind == "console":
            _said(fence, capsys)
        else:
            change(tmp_path, fence, PAGE)
    assert main(["fmt", "meadow", "--check"]) == 0, capsys.readouterr().out
    assert main(["check", "meadow", "--strict"]) == 0, capsys.readouterr().out


def _said(fence: Fence, capsys: pytest.CaptureFixture[str]) -> None:
    """Type the commands of a block; each must say what stands below it."""
    for part in fence.text.split("$ moot ")[1:]:
        line, _, expected = part.partition("\n")
        code = main(line.split())
        said = capsys.readouterr().out.strip()
        assert code == 0, f"{PAGE}:{fence.line}: {said}"
        assert pattern(expected).fullmatch(said), f"{PAGE}:{fence.line}: {line}: {said}"
