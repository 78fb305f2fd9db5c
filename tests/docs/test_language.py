"""`docs/language.md`: its cards and games can be read and played, its rulings hold, its tables are up to date."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from moot.interpreter.proof.spec import Spec, run
from moot.interpreter.sets.card_set import load

from .fences import ROOT, Fence, fences

PAGE = "docs/language.md"
SHIPPED = ROOT / "cards" / "citadels"
CARDS = fences(PAGE, "card")


def test_the_cards_can_be_read_within_the_corpus(tmp_path: Path) -> None:
    """Each card takes the place of the shipped one of its name, or joins; a title that comes again is a variant."""
    rounds: list[dict[str, Fence]] = []
    for fence in CARDS:
        (title,) = re.findall(r"^(?:character|district|rule) ([A-Z].*)$", fence.text, re.MULTILINE)
        home = next((r for r in rounds if title not in r), None)
        if home is None:
            rounds.append(home := {})
        home[title] = fence
    for number, cards in enumerate(rounds):
        folder = tmp_path / str(number)
        shutil.copytree(SHIPPED, folder)
        shutil.rmtree(folder / "rulings")
        for path in folder.rglob("*.card"):
            words = path.read_text(encoding="utf-8")
            path.write_text(re.sub(r"\n+  example .*\Z", "\n", words, flags=re.DOTALL), encoding="utf-8")
        for title, fence in cards.items():
            name = re.sub(r"[^a-z]+", "-", title.lower().replace("'", "")) + ".card"
            at = list(folder.rglob(name)) or [folder / f"{fence.text.lstrip().split()[0]}s" / name]
            place = at[0] if at[0].parent.is_dir() else folder / name
            place.write_text(fence.text, encoding="utf-8")
        said = load(folder).diagnostics
        assert [(d.code, d.message, d.span.path.rpartition("/")[2]) for d in said] == []


@pytest.mark.parametrize("fence", fences(PAGE, "game"), ids=str)
def test_a_whole_game_can_be_played(fence: Fence, tmp_path: Path) -> None:
    (tmp_path / "page.game").write_text(fence.text, encoding="utf-8")
    set_ = load(tmp_path)
    assert [d.message for d in set_.diagnostics if d.severity == "error"] == []
    results = run(set_, Spec(set_.examples, ())).results
    assert results and [(r.id, r.message) for r in results if r.status != "passed"] == []


def test_the_rulings_hold(tmp_path: Path) -> None:
    folder = tmp_path / "set"
    shutil.copytree(SHIPPED, folder)
    text = "\n".join(fence.text for fence in fences(PAGE, "ruling"))
    (folder / "rulings" / "page.ruling").write_text(text, encoding="utf-8")
    set_ = load(folder)
    results = run(set_, Spec(set_.examples, ()), only=re.findall(r"^ruling (\w+)", text, re.MULTILINE)).results
    assert results and [(r.id, r.message) for r in results if r.status != "passed"] == []


def test_the_tables_are_what_they_would_be() -> None:
    command = [sys.executable, str(ROOT / "docs" / "generate.py"), "--check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
