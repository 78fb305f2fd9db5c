"""`moot diff` tells what two editions, or lists of house rules, disagree on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from moot.repl import cli

CARDS = str(Path(__file__).resolve().parents[2] / "cards" / "citadels")


def diff(capsys: pytest.CaptureFixture[str], *lists: str) -> tuple[int, str]:
    code = cli.main(["diff", *lists, "--set", CARDS])
    said = capsys.readouterr()
    return code, said.out + said.err


def test_an_edition_is_compared_with_the_printed_game(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = diff(capsys, "2006")
    assert code == 0
    assert said.startswith("Citadels: edition 2006, compared with printed\n")
    king = said[said.index("\nKing\n") :].split("\n\n")[0].splitlines()
    assert king[2:] == [
        "  when this is revealed, its owner must take the crown",
        "      no longer: if this is bewitched",
        "  no longer: once in your turn, if this is not bewitched, you must take the crown",
    ]
    assert "\nObservatory\n  cost 5\n      was: cost 4\n" in said
    assert "\nUniversity: new\n  cost 6\n" in said
    assert "no longer there: " in said and "Magistrate" in said


def test_two_lists_are_compared_with_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    code, said = diff(capsys, "2006", "2006, short-game")
    assert (code, said.splitlines()[2:]) == (0, ["value goal", "  value goal is 7", "      was: value goal is 8"])
    assert diff(capsys, "late-districts", "late-districts")[1].endswith("they say the same\n")
    backwards = diff(capsys, "2006, short-game", "2006")[1].splitlines()
    assert backwards[2:] == ["value goal", "  value goal is 8", "      was: value goal is 7"]


def test_the_same_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    found = json.loads(diff(capsys, "short-game", "--format", "json")[1])
    assert (found["before"], found["after"]) == ("printed", "short-game")
    assert [(one["name"], one["kind"]) for one in found["differences"]] == [("goal", "changed")]


@pytest.mark.parametrize(
    ("lists", "message"),
    [
        (["2007"], "there is no house rule `2007`"),
        (["first-crown"], "`first-crown` needs a setting"),
        (["2006", "short-game", "printed"], "two lists are compared, not more"),
    ],
)
def test_what_cannot_be_compared(capsys: pytest.CaptureFixture[str], lists: list[str], message: str) -> None:
    code, said = diff(capsys, *lists)
    assert code == 2
    assert message in said
