"""The README: its card is the shipped one, its tour goes as it says, and the changed card turns its ruling red."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load
from moot.repl import transcript
from moot.repl.cli import main
from moot.repl.dispatch import execute
from moot.repl.open_given import Typing
from tests.prompt.sessions import console

from .fences import ROOT, change, fences, pattern

PAGE = ROOT / "README.md"
SESSIONS = list(transcript.blocks(PAGE.read_text(encoding="utf-8")))


@pytest.mark.parametrize("block", SESSIONS, ids=lambda b: f"line-{b.line}")
def test_the_tour_of_the_readme_is_what_happens(block: transcript.Block) -> None:
    playing = console(block.arguments)
    wanted = re.split(r"^(?=> \S)", block.text, flags=re.MULTILINE)[1:]
    typed = transcript.typed(block.text)
    assert len(wanted) == len(typed) > 2
    for line, part in zip(typed, wanted, strict=True):
        said = "\n".join(row for row in part.splitlines() if not row.startswith(">"))
        out = execute(playing, line)
        assert pattern(said).fullmatch(out.text.strip()), f"> {line}\n{out.text}"


@pytest.mark.parametrize("block", SESSIONS, ids=lambda b: f"line-{b.line}")
def test_the_tour_can_be_typed_line_by_line(block: transcript.Block) -> None:
    """At a real prompt each row is a line of its own: the same comes out."""
    whole, typing = console(block.arguments), Typing(console(block.arguments), waits=True)
    wanted = [execute(whole, line).text for line in transcript.typed(block.text)]
    rows = [row.removeprefix(">").removeprefix(" ") for row in block.text.splitlines() if row.startswith(">")]
    found = [out.text for row in rows if (out := typing.take(row)) is not None]
    assert found == wanted


def test_the_changed_card_turns_the_ruling_red(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (edit,) = fences("README.md", "diff")
    (run,) = fences("README.md", "console")
    command, _, wanted = run.text.partition("\n")
    shutil.copytree(ROOT / "cards" / "citadels", tmp_path / "cards" / "citadels")
    monkeypatch.chdir(tmp_path)
    arguments = command.removeprefix("$ moot ").split()
    assert main(arguments) == 0, capsys.readouterr().out
    change(Path("cards/citadels"), edit, "README.md")
    capsys.readouterr()
    assert main(arguments) == 1
    assert pattern(wanted).fullmatch(capsys.readouterr().out.strip())


def test_the_card_is_the_shipped_one() -> None:
    shown = re.search(r"^```\n(character .*?)^```", PAGE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert shown is not None
    shipped = (ROOT / "cards/citadels/characters/thief.card").read_text(encoding="utf-8")
    assert shown[1] in shipped


def test_what_it_counts() -> None:
    set_ = load(ROOT / "cards" / "citadels")
    assert set_.game is not None
    kinds = [card.kind for card in set_.game.cards.values()]
    assert kinds.count("character") == 27
    copies = sum(card.copies for card in set_.game.cards.values() if card.kind == "district")
    assert copies == 84


def test_every_link_leads_somewhere() -> None:
    for page in [PAGE, ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")]:
        for target in re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"
