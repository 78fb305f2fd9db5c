"""Names that a person takes for one are refused, and both places are named; others may be as near as they like."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.dsl.alike import foreign_letter, skeleton
from moot.interpreter.sets.card_set import load

GAME = """\
game Small
  players 2 to 4

kind beast
  has size: number

phase game
  step play
    for each taker: player
      the taker must
        rest

verb rest (rested)
  do nothing
"""

ONE = [
    ("Cafe", "Café"), ("Great Wall", "Great-Wall"), ("Keeper's", "Keepers"), ("GREAT WALL", "Great Wall"),
    ("H\u0435n", "Hen"), ("\uff28\uff45\uff4e", "Hen"), ("Stra\u00dfe", "Strasse"), ("\u0391lpha", "Alpha"),
    ("Old’s", "Olds"), ("F\u0131g", "Fig"),
]  # fmt: skip
TWO = [("Fox", "Foxes"), ("R3-1", "R31"), ("Hen 1", "Hen 11"), ("Witch", "Which"), ("Ab", "Ba")]


@pytest.mark.parametrize(("one", "other"), ONE)
def test_taken_for_one(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(("one", "other"), TWO)
def test_not_taken_for_one(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


@pytest.mark.parametrize(
    ("name", "at"),
    [("Hen", None), ("H\u0435n", 1), ("H\uff45n", 1), ("Café d'Été", None), ("Лиса", None), ("Лиса Fox", None),
     ("\u0410gent", 1), ("東京タワー", None), ("Œuf", None), ("\U0001d49ce", 0)],
)  # fmt: skip
def test_a_letter_that_does_not_belong(name: str, at: int | None) -> None:
    assert foreign_letter(name) == at


def said(tmp_path: Path, **files: str) -> list[tuple[str, str]]:
    folder = tmp_path / "cards" / "small"
    given = {"small.game": GAME, "set.yaml": "id: small\nnames: {en: Small}\nlanguages: [en, fr, pt]\n"} | files
    for name, text in given.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return [(d.code, d.message) for d in load(folder).diagnostics]


TITLES = "table beast: name, size\n  Cafe, 1\n  Great Wall, 2\n"
SCENARIO = "names: {{en: {}}}\nplayers: [2]\ncast: [Fox]\n"
FOUND: list[tuple[dict[str, str], tuple[str, str]]] = [
    ({"a.table": TITLES + "  Café, 2\n"}, ("look-alike", "`Café` and `Cafe` look like the same title")),
    (
        {"a.table": TITLES, "great-wall.card": "beast Great-Wall\n  size 1\n"},
        ("look-alike", "`Great-Wall` and `Great Wall` look like the same title"),
    ),
    (
        {"a.table": TITLES + "  F\u043ex, 2\n"},
        ("mixed-letters", "`\u043e` only looks like a letter of this title: it is U+043E"),
    ),
    (
        {"a.table": TITLES, "owl.card": 'beast Owl\n  size 1\n  name fr "Ca-fé"\n'},
        ("same-name", "`Ca-fé` is `Cafe` already: a name means one thing"),
    ),
    (
        {"a.table": TITLES, "owl.card": 'beast Owl\n  size 1\n  name fr "Hib\u043eu"\n'},
        ("mixed-letters", "`\u043e` only looks like a letter of this name: it is U+043E"),
    ),
    (
        {
            "owl.card": 'beast Owl\n  size 1\n  name fr "Hibou"\n',
            "eagle-owl.card": 'beast Eagle Owl\n  size 1\n  name pt "hi bou"\n',
        },
        ("same-name", "`Hibou` is `Eagle Owl` already: a name means one thing"),
    ),
    (
        {"small.game": GAME + "\nkind mood: gay, g-ay\n"},
        ("look-alike", "`g-ay` and `gay` look like the same word"),
    ),
    (
        {"small.game": GAME + "\nvalue top size is 3\nvalue top-size is 4\n"},
        ("look-alike", "`top-size` and `top size` look like the same word"),
    ),
    (
        {"small.game": GAME + "\nverb take-off (gone)\n  do nothing\n\nverb take_off (left)\n  do nothing\n"},
        ("look-alike", "`take_off` and `take-off` look like the same verb"),
    ),
    (
        {"a.ruling": 'ruling R1a "x"\n  given 2 players\n  expect p1 must answer\n\n'
         'ruling R1A "x"\n  given 2 players\n  expect p1 must answer\n'},
        ("declared-twice", "there is a `R1a` already"),
    ),
    (
        {
            "fox.card": "beast Fox\n  size 1\n",
            "scenarios/first-game.yaml": "id: first-game\n" + SCENARIO.format("One"),
            "scenarios/firstgame.yaml": "id: firstgame\n" + SCENARIO.format("Two"),
        },
        ("look-alike", "`firstgame` and `first-game` look like the same scenario"),
    ),
]  # fmt: skip


@pytest.mark.parametrize(("files", "found"), FOUND, ids=[f"{m} {i}" for i, (_, (_, m)) in enumerate(FOUND)])
def test_names_taken_for_one_are_refused(tmp_path: Path, files: dict[str, str], found: tuple[str, str]) -> None:
    told = said(tmp_path, **files)
    assert found in told


def test_names_that_are_told_apart_are_let_alone(tmp_path: Path) -> None:
    owls = {
        "owl.card": 'beast Owl\n  size 1\n  name fr "Hibou"\n  name pt "Mocho"\n',
        "eagle-owl.card": 'beast Eagle Owl\n  size 1\n  name fr "Grand-duc"\n  name pt "Bufo-real"\n',
    }
    assert said(tmp_path, **owls) == []
