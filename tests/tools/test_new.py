"""`moot new`: what it writes passes every check, and the example in it holds; it writes over nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets import cache
from moot.repl.cli import main
from tests.amend.orchards import written

TITLE = "each word begins with a capital letter from A to Z; `of`, `of the` and `on the` may stand between"

WRONG = ("../Pear", "pear", "Old pear", "Two  Pears", "Élan")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the orchard in it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")
    written(tmp_path)
    return tmp_path


def refused(capsys: pytest.CaptureFixture[str], *line: str) -> str:
    assert main(["new", *line]) == 2
    return capsys.readouterr().err.removeprefix("moot: ").strip()


def test_a_game_plays_at_once(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "game", "wide-meadow"]) == 0
    assert main(["check", "wide-meadow", "--strict"]) == 0
    assert main(["fmt", "wide-meadow", "--check"]) == 0
    capsys.readouterr()
    assert main(["test", "wide-meadow", "--coverage"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "Wide Meadow: 2 passed (2 certain)", "every clause, rule and refusal was executed",
    ]  # fmt: skip
    assert main(["simulate", "--set", "wide-meadow", "--games", "3"]) == 0
    assert refused(capsys, "game", "wide-meadow") == "`wide-meadow` is there already, and nothing is written over"


def test_whatever_is_begun_passes_and_its_example_holds(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["tree", "Old Yew"], ["card", "Elm"], ["house-rule", "tall-hedge"], ["ruling", "first-case"]):
        assert main(["new", *line, "--set", "orchard"]) == 0, line
    assert Path("orchard/old-yew.card").read_text(encoding="utf-8").splitlines()[:2] == [
        "tree Old Yew", "  height 1, fruit sweet",
    ]  # fmt: skip
    assert main(["check", "orchard", "--strict"]) == 0, capsys.readouterr().out
    new = ["old-yew.card", "elm.card", "house-rules/tall-hedge.rule", "rulings/first-case.ruling"]
    assert main(["fmt", "--check", *(f"orchard/{name}" for name in new)]) == 0, capsys.readouterr().out
    capsys.readouterr()
    assert main(["test", *(f"orchard/{name}" for name in new)]) == 0
    passed = [line.split(": ")[1].split()[0] for line in capsys.readouterr().out.splitlines()]
    assert passed == ["1", "1", "1", "1"]


def test_a_set_of_one_s_own_gets_cards_of_the_kinds_of_the_game(here: Path) -> None:
    Path("mine").mkdir()
    Path("mine/set.yaml").write_text("id: mine\nnames: {en: Mine}\nextends: ../orchard\n", encoding="utf-8")
    assert main(["new", "tree", "Pear", "--set", "mine"]) == 0
    assert main(["new", "house-rule", "tall-hedge", "--set", "mine"]) == 0
    assert main(["test", "mine"]) == 0
    assert not Path("orchard/pear.card").exists()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (["tree", "Hedge"], "there is a card `Hedge` already; a house rule changes it: `moot new house-rule NAME`"),
        (["tre", "Pear"], "there is no kind of card `tre` (did you mean `tree`?)"),
        *[(["tree", one], f"`{one}` is no title of a card: {TITLE}") for one in WRONG],
        (["house-rule", "../x"], "`../x` is no name of a house-rule: write it in lower case, with hyphens"),
        (["ruling", "Some Case"], "`Some Case` is no name of a ruling: write it in lower case, with hyphens"),
        (["game", "../x"], "`../x` is no name of a game: write it in lower case, with hyphens"),
        (["tree", "X" * 61], "a name has at most 60 letters"),
    ],
)
def test_what_cannot_be_begun_is_refused(
    here: Path, capsys: pytest.CaptureFixture[str], line: list[str], message: str
) -> None:
    before = sorted(here.rglob("*"))
    assert refused(capsys, *line, *([] if line[0] == "game" else ["--set", "orchard"])) == message
    assert sorted(here.rglob("*")) == before


def test_no_link_leads_out_of_the_set(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("mine").mkdir()
    Path("mine/set.yaml").write_text("id: mine\nnames: {en: Mine}\nextends: ../orchard\n", encoding="utf-8")
    Path("mine/rulings").symlink_to(here / "nowhere")
    assert "a link leads there" in refused(capsys, "ruling", "first-case", "--set", "mine")
    assert not (here / "nowhere").exists()


def test_a_set_that_came_with_moot_is_left_alone(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert "this set came with Moot" in refused(capsys, "card", "Ten", "--set", "kuhn-poker")
