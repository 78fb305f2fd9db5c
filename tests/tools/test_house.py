"""`--house` and `--edition` on the command line: what each command makes of them, and what it says of wrong ones."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

from moot.interpreter.sets import cache
from moot.interpreter.sets.schemas import faults
from moot.repl import cli
from moot.repl.commands import house
from moot.repl.console import Console
from moot.repl.files import Reach
from moot.repl.suggest import suggestions
from tests.amend.orchards import FILES, written
from tests.prompt.sessions import orchard

TWO_LESS = "*   always toll of another tree for you is 2 less    (house-rules/short-shade.rule:6)"
SIMULATE = "simulate --games 5 --players 2"
CLASH = "`long-shade` and `short-shade` change the same words in different ways"
CASES = {
    "show shade": ["orchard/trees/shade.card:1", "  always toll of another tree for you is 1 less"],
    "show shade --house short-shade": ["orchard/trees/shade.card:1", TWO_LESS],
    "show shade --edition old": [TWO_LESS],
    "house": [
        "Orchard: 4 house rules, 1 edition", "  hat-first 2 | 3 | 4: who has the hat first", "      Shade, S1",
        "      takes in short-shade", "      leaves out Ladder Tree",
    ],
    "house --edition old": [
        "      fits the edition old", "      does not fit the edition old: these words do not stand in Shade",
    ],
    "house short-shade": [
        "short-shade: a Shade takes two coins off", "  source: Orchard 3", "  rulings: S1", f"  {CLASH}", TWO_LESS,
    ],
    "house hat-first": ["hat-first 2: who has the hat first", "  its settings are 2, 3, 4; shown with 2"],
    "check --house hat-first": ["Orchard: 6 cards, 5 house rules, 1 edition, nothing wrong"],
    "house --house ./mine.rule": [
        "mine: a Shade takes one coin more", "*   always toll of another tree for you is 1 more    (mine.rule:6)",
    ],
    "test": ["Orchard: 6 passed (6 certain); 5 of them under amendments"],
    "test --house hat-first": ["Orchard: 2 passed (2 certain); 2 of them under amendments"],
    "test --edition old": ["Orchard: 2 passed (2 certain); 2 of them under amendments"],
    "test orchard/old --only M1": ["Orchard: 1 passed (1 certain); 1 of them under amendments"],
    "test --house ./mine.rule": ["Orchard: 1 passed (1 certain); 1 of them under amendments"],
    "check": ["  1 pair of house rules:", f"    {CLASH}"],
    "diff ./mine.rule": ["Orchard: mine, compared with printed", "Shade"],
    "diff short-shade ./mine.rule": ["Orchard: mine, compared with short-shade", "      was: 2 less"],
    f"{SIMULATE} --house 'hat-first 2, open-hedge'": ["all-of-it, 2 players, seed 1: 5 of 5 games over"],
    f"{SIMULATE} --vary": ["all-of-it, 2 players, seed 1: 5 of 5 games over"],
    f"{SIMULATE} --scenario old-trees": ["old-trees, 2 players, seed 1: 5 of 5 games over"],
}  # fmt: skip


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")
    written(tmp_path)
    mine = FILES["house-rules/short-shade.rule"].replace("short-shade", "mine").replace("2 less", "1 more")
    mine = mine.replace("two coins off", "one coin more").replace("offered", "not offered").replace("S1", "Mine")
    (tmp_path / "mine.rule").write_text(mine, encoding="utf-8")
    outside = tmp_path.parent / f"{tmp_path.name}.secret"
    outside.write_text("a secret\n", encoding="utf-8")
    (tmp_path / "link.rule").symlink_to(outside)
    return tmp_path


def moot(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = cli.main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


def typed(line: str) -> list[str]:
    """The words of a command line about the orchard."""
    words = shlex.split(line)
    if words[0] not in ("test", "check"):
        return [*words, "--set", "orchard"]
    return words if "orchard" in line else [words[0], "orchard", *words[1:]]


@pytest.mark.parametrize("line", CASES)
def test_commands_under_house_rules(here: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    code, out, err = moot(capsys, *typed(line))
    assert (code, err) == (0, "")
    assert [said for said in CASES[line] if said not in out.split("\n")] == []


WRONG = {
    "show shade --house short-shed": "there is no house rule `short-shed` (did you mean `short-shade`?)",
    "simulate --house hat-first": "`hat-first` needs a setting (its settings are `2`, `3`, `4`)",
    "simulate --house hat-first=9": "`9` is no setting of `hat-first` (its settings are `2`, `3`, `4`)",
    "simulate --edition odl": "there is no edition `odl` (did you mean `old`?)",
    "simulate --house mossy": "`mossy` is a house rule of the edition old (it amends no other)",
    "simulate --house ./no.rule": "`./no.rule`: there is no such file",
    "simulate --house ./link.rule": "`./link.rule`: this is a link out of the folder, and nothing outside it is read",
    "diff ./link.rule": "`./link.rule`: this is a link out of the folder, and nothing outside it is read",
    "diff short-shade ./no.rule": "`./no.rule`: there is no such file",
    "show ladder tree --edition old": "Ladder Tree is left out under edition old",
    "simulate --scenario late-hat --house 'hat-first 3'":
        "`hat-first 2` and `hat-first 3` cannot both be in force (name one of them)",
    "test --house short-shed": "there is no house rule `short-shed` (did you mean `short-shade`?)",
    "test --house long-shade": "no ruling is played under long-shade "
        "(a ruling is played under the house rule in whose file it stands, or with a line `house: long-shade`)",
    "test --house short-shade --house open-hedge": "no ruling is played under open-hedge, short-shade "
        "(a ruling is played under the house rules that its line `house: open-hedge, short-shade` names)",
}  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_what_cannot_be_asked_for(here: Path, capsys: pytest.CaptureFixture[str], line: str) -> None:
    assert moot(capsys, *typed(line)) == (2, "", f"moot: {WRONG[line]}\n")


def test_words_that_an_amendment_says_again_are_its_own(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    says = "always toll of another tree for you is 1 less"
    again = f'house rule again "a Shade says it again"\n  in Shade\n    leave out:  {says}\n    add:\n      {says}\n'
    (here / "again.rule").write_text(again, encoding="utf-8")
    code, out, err = moot(capsys, *typed("show shade --house ./again.rule"))
    assert (code, err) == (0, "")
    assert [line for line in out.split("\n") if says in line] == [f"*   {says}    (again.rule:5)"]


CHANGES = {
    "a step is moved": (
        "in game\n    step harvest\n      comes before: step days",
        ["*   step harvest", "*     win by harvest", "-   step harvest", "-     win by harvest"],
    ),
    "a deed comes below a new condition": (
        "in turn\n    move the top 1 card of the nursery …\n      add: only if number of players is 2",
        [
            "*     if number of players is 2",
            "*       move the top 1 card of the nursery to basket of worker",
        ],
    ),
    "a sentence is left out": (
        "in Hedge\n    leave out: always trees cannot reach trees in your garden",
        ["-   always trees cannot reach trees in your garden"],
    ),
    "a printed field is changed": (
        "in Shade\n    instead of: height 3\n    read: height 1",
        ["*   height 1, fruit sweet"],
    ),
    "a row of a table becomes a card": (
        "in Plum\n    add:\n      always toll of another tree for you is 1 more",
        [
            "-   Plum, sweet, 1, 3", "* tree Plum", "*   fruit sweet, height 1, copies 3",
            "*   always toll of another tree for you is 1 more",
        ],
    ),
    "a card is added": ("add:\n    tree Elm\n      height 2, fruit sour", ["* tree Elm", "*   height 2, fruit sour"]),
}  # fmt: skip
CITED = re.compile(r" +\(one\.rule:\d+(, one\.rule:\d+)*\)$")


@pytest.mark.parametrize(("body", "marked"), CHANGES.values(), ids=CHANGES)
def test_every_marked_line_names_the_line_that_changed_it(
    here: Path, capsys: pytest.CaptureFixture[str], body: str, marked: list[str]
) -> None:
    (here / "one.rule").write_text(f'house rule one "one change"\n  {body}\n', encoding="utf-8")
    code, out, err = moot(capsys, *typed("house ./one.rule"))
    assert (code, err) == (0, "")
    lines = [line for line in out.split("\n") if line.startswith(("* ", "- "))]
    assert [line for line in lines if not CITED.search(line)] == []
    assert [CITED.sub("", line) for line in lines] == marked


MILD = """\
house rule mild "a Shade is lower, and whoever has it may rest"
  in Shade
    instead of: height 3
    read:       height 2
  in Hedge
    always trees cannot reach trees in your garden
      add:        unless you are their owner
"""


def test_a_house_rule_is_shown_as_it_amends_an_edition(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The edition has changed the Shade, too, and has a Hedge of its own."""
    (here / "mild.rule").write_text(MILD, encoding="utf-8")
    code, out, err = moot(capsys, *typed("house ./mild.rule --edition old"))
    assert (code, err) == (0, "")
    assert [line for line in out.split("\n") if line.startswith("orchard/")] == [
        "orchard/trees/shade.card:1", "orchard/old/trees/hedge.card:1",
    ]  # fmt: skip
    assert [line for line in out.split("\n") if line.startswith(("*", "-"))] == [
        "*   height 2, fruit sweet    (mild.rule:4)",
        "*   always trees cannot reach trees in your garden unless you are their owner    (mild.rule:7)",
    ]
    assert "    always toll of another tree for you is 2 less" in out.split("\n")


def test_a_house_rule_that_an_edition_takes_in_changes_nothing_in_it(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    said = "short-shade: the edition old takes it in (`moot diff old` tells what the edition changes)\n"
    assert moot(capsys, *typed("house short-shade --edition old")) == (0, said, "")


OTHER_SHADE = "kind weather\n\nweather Shade\n  always a player cannot begin\n"


@pytest.mark.parametrize("line", ["check --house ./mine.rule", "test --house ./mine.rule", "house --house ./mine.rule"])
def test_a_house_rule_from_elsewhere_is_of_the_game_that_it_fits(
    here: Path, capsys: pytest.CaptureFixture[str], line: str
) -> None:
    """Another game has a card of that title, too."""
    other = here / "cards" / "another"
    other.mkdir(parents=True)
    (here / "orchard").rename(here / "cards" / "orchard")
    (other / "another.game").write_text("game Another\n  players 2\n", encoding="utf-8")
    (other / "shade.card").write_text(OTHER_SHADE, encoding="utf-8")
    code, out, err = moot(capsys, *line.split())
    assert (code, err) == (0, "")
    assert "Another" not in out


def test_house_rules_that_do_not_go_together_are_shown_at_their_words(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, _, err = moot(capsys, *typed("simulate --house 'short-shade, long-shade'"))
    assert code == 2
    assert "wrong with the cards in `orchard` under long-shade, short-shade" in err
    assert "orchard/house-rules/short-shade.rule:5:7" in err


FAULTY = """\
house rule faulty "a Shade takes off what nobody knows"
  in Shade
    always toll of another tree for you is 1 less
      instead of: 1 less
      read:       plenty less
"""
UNPLAYED = ["show shade", "house", "test", "glossary", "simulate", "diff"]


@pytest.mark.parametrize("command", UNPLAYED)
def test_what_a_faulty_house_rule_makes_of_the_cards_is_refused_by_every_command(
    here: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    (here / "faulty.rule").write_text(FAULTY, encoding="utf-8")
    line = f"{command} {'' if command == 'diff' else '--house '}./faulty.rule"
    code, out, err = moot(capsys, *typed(line))
    assert (code, out) == (2, "")
    assert err.startswith("moot: something is wrong with the cards in `orchard` under faulty\n\n")
    assert "--> faulty.rule:5:" in err


def test_a_ruling_under_a_faulty_house_rule_does_not_hold_even_if_it_is_asked_for_alone(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    ruling = '\n  ruling F1 "never played"\n    given  2 players\n    expect p1 coin 3\n'
    (here / "faulty.rule").write_text(FAULTY + ruling, encoding="utf-8")
    for only in ([], ["--only", "F1"]):
        code, out, err = moot(capsys, *typed("test --house ./faulty.rule"), *only)
        assert (code, err) == (1, "")
        assert "    faulty.rule:5  " in out


def test_what_is_wrong_is_written_for_programs(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = moot(capsys, "check", "orchard", "--format", "json")
    assert code == 0
    assert faults(json.loads(out), "diagnostics") == []
    assert [one["code"] for one in json.loads(out)["together"]] == ["amendments-clash"]


def test_house_rules_are_listed_for_programs(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = moot(capsys, *typed("house --format json"))
    listed = {one["name"]: one for one in json.loads(out)[0]["amendments"]}
    assert listed["hat-first"]["settings"] == ["2", "3", "4"]
    assert listed["old"]["takes_in"] == ["short-shade"]
    assert (listed["mossy"]["edition"], listed["mossy"]["rulings"]) == ("old", ["M1"])


def test_coverage_names_the_amendment(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = moot(capsys, "test", "orchard", "--coverage", "--format", "json")
    hedge = [one for one in json.loads(out)["missed"] if one["card"] == "Hedge"]
    assert [(one["file"], one["by"]) for one in hedge] == [
        ("orchard/old/trees/hedge.card", []), ("orchard/trees/hedge.card", []),
    ]  # fmt: skip


# ---- at the prompt --------------------------------------------------------------------------------------------------


def test_the_prompt_begins_again_under_house_rules(here: Path) -> None:
    from moot.interpreter.play.session import begin
    from moot.interpreter.sets.card_set import load
    from moot.interpreter.sets.cast import NoGame, Wish

    session = begin(load(Path("orchard")), None, Wish(players=2, seed=1))
    assert not isinstance(session, NoGame)
    console = Console(session)
    assert house.run(console, "").text.endswith("\nin force: none")
    assert "[all-of-it · hat-first 2 · seed 1]" in house.run(console, "hat-first 2").text
    assert house.run(console, "").text.endswith("\nin force: hat-first 2")
    wrong = house.run(console, "hat-fist 2")
    assert (wrong.good, wrong.text) == (False, "there is no house rule `hat-fist`: did you mean `hat-first`?")
    assert "[all-of-it · seed 1]" in house.run(console, "none").text
    assert "[all-of-it · mine · seed 1]" in house.run(console, "./mine.rule").text
    assert house.run(console, "./link.rule").text.startswith("`./link.rule`: this is a link out of the folder")
    console.reach = Reach()
    assert house.run(console, "./mine.rule").text == "`./mine.rule`: no such file or directory"
    console.reach = None
    offered = [s.text for s in suggestions(console, "house short-shade, ha")]
    assert offered == ["hat-first 2", "hat-first 3", "hat-first 4"]
    console.viewer = 0
    assert not house.run(console, "hat-first 2").good


def test_a_game_without_house_rules_says_so() -> None:
    assert house.run(orchard(), "").text == "this game has no house rules"
