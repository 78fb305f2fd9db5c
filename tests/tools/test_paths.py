"""Paths find the sets that they name, and nothing outside a set's folder is ever read."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.interpreter.sets import files
from moot.interpreter.sets.finding import NoSet, beside, find_sets

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


def test_without_cards_at_hand_the_set_one_stands_in(games: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(games / "cards" / "one")
    assert found() == [(".", None)]
    monkeypatch.chdir(games / "cards" / "one" / "animals")
    [target] = find_sets([])
    assert (target.folder, target.covers("fox.card")) == (games / "cards" / "one", True)
    assert not target.covers((games / "cards" / "one" / "one.game").as_posix())


def test_those_that_came_with_moot_only_where_any_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What plays is content with them; what judges must not say `nothing wrong` of cards that nobody asked about."""
    monkeypatch.chdir(tmp_path)
    assert {t.folder for t in find_sets([], or_ours=True)} == {one.parent for one in CARDS.glob("*/set.yaml")}
    with pytest.raises(NoSet, match="no folder `cards` here"):
        find_sets([])
    (tmp_path / "cards").write_text("a file\n", encoding="utf-8")
    with pytest.raises(NoSet, match="not part of a card set"):
        find_sets([], or_ours=True)


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["cards"], [("cards/one", None), ("cards/two", None)]),
        (["cards/two"], [("cards/two", None)]),
        (["cards/one/animals"], [("cards/one", "cards/one/animals")]),
        (["cards/one/animals/fox.card"], [("cards/one", "cards/one/animals/fox.card")]),
        (["cards/one/animals/fox.card", "cards/one"], [("cards/one", None)]),
        (["cards/one/one.game", "cards/two/../one/./one.game"], [("cards/one", "cards/one/one.game")]),
        (["cards/two", "cards"], [("cards/two", None), ("cards/one", None)]),
        (["cards/one/../two"], [("cards/two", None)]),
        (["cards/two", "./cards/one/animals/../../two", "cards/one/.."], [("cards/two", None), ("cards/one", None)]),
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


@pytest.mark.parametrize(
    ("here", "path"),
    [
        ("cards/one", "animals/fox.card"),
        ("cards/one/animals", "../animals/fox.card"),
        ("cards/one/animals", "./../../one/animals/./fox.card"),
        ("cards/one/animals/deep", "../fox.card"),
        ("cards/one/animals/deep", ".."),
        ("cards/two", "../one/animals"),
        ("cards", "{top}/cards/two/../one/animals/fox.card"),
        ("elsewhere", "../cards/one/animals/fox.card"),
        ("elsewhere", "link/../fox.card"),
        ("elsewhere", "link/.."),
        ("elsewhere", "link/deeper/../../fox.card"),
        ("elsewhere", "animals/fox.card"),
        ("elsewhere", "fox"),
        (".", "alias/animals/fox.card"),
    ],
)
def test_a_path_is_the_file_it_names(games: Path, monkeypatch: pytest.MonkeyPatch, here: str, path: str) -> None:
    """However it is typed: through `..`, through links to folders and files, and through a `..` behind a link."""
    animals = games / "cards" / "one" / "animals"
    (animals / "deep" / "deeper").mkdir(parents=True)
    (games / "elsewhere").mkdir()
    (games / "elsewhere" / "link").symlink_to(animals / "deep")
    (games / "elsewhere" / "animals").symlink_to(animals)
    (games / "elsewhere" / "fox").symlink_to(animals / "fox.card")
    (games / "alias").symlink_to(games / "cards" / "one")
    monkeypatch.chdir(games / here)
    [target] = find_sets([path.format(top=games)])
    sources, faults = files.gather(target.folder)
    assert not faults
    assert [Path(p).name for p in sources if target.covers(p)] == ["fox.card"]
    assert [Path(p).name for p in sources if not target.covers(p)] == ["one.game"]


def test_a_folder_among_games_that_has_cards_and_no_game(games: Path) -> None:
    (games / "cards" / "three" / "inner").mkdir(parents=True)
    (games / "cards" / "pictures").mkdir()
    (games / "cards" / "three" / "inner" / "owl.card").write_text("beast Owl\n", encoding="utf-8")
    assert found("cards") == [("cards/one", None), ("cards/two", None)]
    every = [t.folder.name for t in find_sets(["cards"], every=True)]
    assert every == ["one", "three", "two"]


def test_what_lies_beside_the_sets(games: Path) -> None:
    for name in ("stray.card", "readme.md", "hen.CARD"):
        (games / "cards" / name).write_text("# nothing\n", encoding="utf-8")
    assert [(d.code, d.span.path) for d in beside([])] == [
        ("stray-file", "cards/hen.CARD"),
        ("stray-file", "cards/stray.card"),
    ]
    assert not beside(["cards/one"])


# ---- what is read -----------------------------------------------------------------------------------------------


def gathered(folder: Path) -> tuple[list[str], list[str]]:
    sources, faults = files.gather(folder)
    return [Path(p).name for p in sources], [f"{d.code}: {d.message}" for d in faults]


def test_the_order_is_that_of_reading(games: Path) -> None:
    for name in ("b.card", "a.ruling", "z.table", "set.yaml", "notes.md"):
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
    os.mkfifo(one / "pipe.card")
    names, faults = gathered(one)
    assert names == ["one.game", "fox.card"]
    assert faults == [
        "too-large: this file is larger than 256 kB",
        "encoding: line 1 is not UTF-8 text",
        "unreadable: this is not an ordinary file",
        "encoding: line 1 is not UTF-8 text",
    ]


STRAYS = {
    "hen.CARD": "call it `hen.card`",
    "hen.crad": "call it `hen.card`",
    "hen.cards": "call it `hen.card`",
    "hen.card.txt": "call it `hen.card`",
    "rows.tabel": "call it `rows.table`",
    "first.rulings": "call it `first.ruling`",
    "first.rules": "call it `first.rule`",
    "old.editions": "call it `old.edition`",
    "small.ymal": "call it `small.yaml`",
    "small.YAML": "call it `small.yaml`",
    ".hen.card": "call it `hen.card`",
    "set.yaml/": "put its files beside it, or give it another name",
    "fox.card/": "put its files beside it, or give it another name",
}
OTHERS = (
    "readme.md", "notes.txt", "references.txt", "game.moot", "fox.png", "fox.svg", "cards.csv", "hen.card.orig",
    "hen.card~", ".hen.card.swp", ".#hen.card", "._hen.card", ".gitlab-ci.yml", "Makefile", "card", ".card", "x.json",
    "x.toml", "x.py", "x.xml", "x.html", "x.cfg", "fox/",
)  # fmt: skip


@pytest.mark.parametrize("name", STRAYS)
def test_what_looks_like_a_file_of_the_set_and_is_not_read_is_named(games: Path, name: str) -> None:
    _lay(games / "cards" / "one", name)
    _, faults = files.gather(Path("cards/one"))
    assert [(d.code, d.severity, d.span.path, d.help) for d in faults] == [
        ("stray-file", "warning", f"cards/one/{name.rstrip('/')}", STRAYS[name])
    ]


def test_of_anything_else_nothing_is_said(games: Path) -> None:
    for name in OTHERS:
        _lay(games / "cards" / "one", name)
    assert gathered(games / "cards" / "one") == (["one.game", "fox.card"], [])


def _lay(folder: Path, name: str) -> None:
    if name.endswith("/"):
        (folder / name).mkdir()
    else:
        (folder / name).write_text("beast Hen\n", encoding="utf-8")


@pytest.mark.parametrize(
    ("ending", "most", "said"),
    [
        ("ruling", files.LARGEST_SET, "the files of this set are larger than 2 MB together"),
        ("card", files.LARGEST_GAME, "the cards, amendments and game of this set are larger than 384 kB together"),
    ],
)
def test_a_set_is_of_a_reasonable_size(games: Path, ending: str, most: int, said: str) -> None:
    for i in range(most // files.LARGEST + 1):
        (games / "cards" / "one" / f"one-{i:02}.{ending}").write_bytes(b"#" * files.LARGEST)
    names, faults = gathered(Path("cards/one"))
    assert faults == [f"too-large: {said}; the rest was not read"]
    assert names[0] == "one.game", "what matters most is read first"


def test_paths_are_shown_as_one_would_type_them(games: Path) -> None:
    read = files.read_text(games / "cards" / "one" / "one.game")
    assert not isinstance(read, Diagnostic)
    assert read.path == "cards/one/one.game"
