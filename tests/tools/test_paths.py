"""Paths: which sets they speak of, and that nothing outside a set's folder is ever read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dsl.diagnostic import Diagnostic
from interpreter import files
from interpreter.sets import NoSet, find_sets

CARDS = Path(__file__).resolve().parents[2] / "cards"


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A working folder with two games in `cards`."""
    for path in ("one/one.game", "one/animals/fox.card", "two/set.yaml", "two/two.game"):
        file = tmp_path / "cards" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("# nothing\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def found(*paths: str) -> list[tuple[str, str | None]]:
    return [(t.folder.as_posix(), t.only.as_posix() if t.only else None) for t in find_sets(paths)]


def test_without_a_path_the_cards_at_hand(games: Path) -> None:
    assert found() == [("cards/one", None), ("cards/two", None)]


def test_without_cards_at_hand_those_that_came_with_moot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert {t.folder for t in find_sets([])} == {CARDS / "citadels", CARDS / "kuhn-poker"}


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["cards"], [("cards/one", None), ("cards/two", None)]),
        (["cards/two"], [("cards/two", None)]),
        (["cards/one/animals"], [("cards/one", "cards/one/animals")]),
        (["cards/one/animals/fox.card"], [("cards/one", "cards/one/animals/fox.card")]),
        (["cards/one/animals/fox.card", "cards/one"], [("cards/one", None)]),
        (["cards/two", "cards"], [("cards/two", None), ("cards/one", None)]),
    ],
)
def test_a_path_is_a_file_a_game_or_a_folder_of_games(
    games: Path, paths: list[str], expected: list[tuple[str, str | None]]
) -> None:
    assert found(*paths) == expected


def test_from_inside_a_game(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games / "cards" / "one" / "animals")
    [target] = find_sets(["fox.card"])
    assert target.folder == games / "cards" / "one"
    assert target.covers("fox.card")


@pytest.mark.parametrize("path", ["nowhere", "cards/one/bat.card", "", "\0", "cards/one/../../../nowhere"])
def test_what_is_no_set_is_said(games: Path, path: str) -> None:
    with pytest.raises(NoSet) as trouble:
        (games / "empty").mkdir(exist_ok=True)
        find_sets([path or "empty"])
    assert "`" in str(trouble.value)


# ---- what is read -----------------------------------------------------------------------------------------------


def gathered(folder: Path) -> tuple[list[str], list[str]]:
    sources, faults = files.gather(folder)
    return [Path(p).name for p in sources], [f"{d.code}: {d.message}" for d in faults]


def test_the_order_is_that_of_reading(games: Path) -> None:
    for name in ("b.card", "a.ruling", "z.table", "set.yaml", "notes.md", ".hidden.card"):
        (games / "cards" / "one" / name).write_text("# nothing\n", encoding="utf-8")
    names, faults = gathered(Path("cards/one"))
    assert names == ["one.game", "z.table", "fox.card", "b.card", "a.ruling", "set.yaml"]
    assert not faults


def test_links_out_of_the_folder_are_refused(games: Path) -> None:
    secret = games / "secret.card"
    secret.write_text("secret\n", encoding="utf-8")
    one = games / "cards" / "one"
    (one / "stolen.card").symlink_to(secret)
    (one / "elsewhere").symlink_to(games / "cards" / "two")
    (one / "again").symlink_to(one / "animals")
    (one / "itself.card").symlink_to(one / "itself.card")
    names, faults = gathered(one)
    assert names == ["one.game", "fox.card"]
    assert sorted(f.split(":")[0] for f in faults) == ["outside", "outside", "unreadable"]


def test_what_is_not_text_is_refused(games: Path) -> None:
    one = games / "cards" / "one"
    (one / "latin.card").write_bytes("# caf\u00e9\n".encode("latin-1"))
    (one / "wide.card").write_bytes("card Fox\n".encode("utf-16"))
    (one / "huge.card").write_bytes(b"#" * (files.LARGEST + 1))
    (one / "folder.card").mkdir()
    os.mkfifo(one / "pipe.card")
    names, faults = gathered(one)
    assert names == ["one.game", "fox.card"]
    assert faults == [
        "too-large: this file is larger than 256 kB",
        "encoding: line 1 is not UTF-8 text",
        "unreadable: this is not an ordinary file",
        "encoding: line 1 is not UTF-8 text",
    ]


def test_paths_are_shown_as_one_would_type_them(games: Path) -> None:
    read = files.read_text(games / "cards" / "one" / "one.game")
    assert not isinstance(read, Diagnostic)
    assert read.path == "cards/one/one.game"
