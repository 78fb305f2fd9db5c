"""A set's folder as a whole: the manifest, what is part of every game, stray files, the cache, and who may play."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from moot.dsl import kept
from moot.interpreter.sets import cache
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import Cast, NoGame, Wish, resolve

GAME = """\
game Farm
  players 2 to 4
  refused "one is not enough" if number of beasts is 1

kind beast
  has size: number

kind rule

rule Weather

phase game
  step only
    nothing
"""
FILES = {
    "farm.game": GAME,
    "beasts.table": "table beast: name, size, copies\n  Fox, 2, 1\n  Hen, 1, 3\n",
    "owl.card": 'beast Owl\n  size 3\n  refused "no Owl with two" if number of players is 2\n',
    "bat.card": "beast Bat\n  size 1\n",
    "always.table": "table beast: name, size\n  Dog, 4\n",
    "set.yaml": "id: farm\nnames: {en: Farm}\nscenario: small\nalways: [always.table]\n",
    "scenarios/small.yaml": """\
id: small
names: {en: Small}
players: [2, 3, 4]
cast: [Fox]
optional: [Hen]
substitutes:
  - {for: Hen, players: [2], by: [Owl, Bat]}
  - {for: Hen, players: [3], by: [Bat]}
""",
}

Make = Callable[..., CardSet]


@pytest.fixture
def farm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Makes a set out of the files above, some of them changed."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")

    def make(**changed: str) -> CardSet:
        for name, text in {**FILES, **{k.replace("__", "/").replace("_", "."): v for k, v in changed.items()}}.items():
            path = tmp_path / "farm" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        return load(Path("farm"))

    return make


def said(set_: CardSet) -> list[str]:
    return [f"{d.span.path.removeprefix('farm/')} {d.severity} {d.code}: {d.message}" for d in set_.diagnostics]


def test_a_good_set(farm: Make) -> None:
    set_ = farm()
    assert said(set_) == []
    assert set_.name == "Farm"
    assert set_.always == ("Weather", "Dog")
    assert set_.title("OWL") == "Owl"
    assert set_.title("cow") is None
    assert set_.library is not None


STRAY = "stray-file: this file is not part of the set: scenarios are `.yaml` files in the folder `scenarios`"
MANIFEST = "id: farm\nnames: {en: Farm}\n"
MISTAKES = [
    ("set_yaml", MANIFEST + "scenario: smal\n", "set.yaml error unknown-scenario: there is no scenario `smal`"),
    (
        "set_yaml",
        MANIFEST + "always: [alway.table]\n",
        "set.yaml error unknown-file: there is no file or folder `alway.table` in this set",
    ),
    ("notes_yaml", "a: 1\n", f"notes.yaml warning {STRAY}"),
    ("hen_card", "", "hen.card warning empty-file: this file is empty"),
    ("hen_card", "# Hen\n", "hen.card warning empty-file: there is nothing in this file but comments"),
    ("more_ruling", "\n \n", "more.ruling warning empty-file: this file is empty"),
    ("scenarios__small_yml", "a: 1\n", f"scenarios/small.yml warning {STRAY}"),
]


@pytest.mark.parametrize(("file", "text", "expected"), MISTAKES)
def test_a_mistake_in_a_set(farm: Make, file: str, text: str, expected: str) -> None:
    assert said(farm(**{file: text})) == [expected]


def test_a_folder_without_a_game(tmp_path: Path) -> None:
    (tmp_path / "set.yaml").write_text("id: x\nnames: {en: X}\n", encoding="utf-8")
    set_ = load(tmp_path)
    assert [d.code for d in set_.diagnostics] == ["no-game"]
    assert set_.game is None
    assert set_.library is None


def test_a_mistake_in_a_scenario_leaves_the_others_to_be_played(farm: Make) -> None:
    set_ = farm(scenarios__bad_yaml="id: bad\n")
    assert set_.errors
    assert set_.library is not None
    assert isinstance(resolve(set_, set_.scenarios[0], Wish(players=3)), Cast)


def chosen(set_: CardSet, **wish: object) -> list[str] | str:
    scenario = set_.scenario()
    assert scenario is not None
    found = resolve(set_, scenario, Wish(**wish))  # type: ignore[arg-type]
    return str(found) if isinstance(found, NoGame) else [t for t in found.titles if t not in ("Weather", "Dog")]


def test_the_scenario_decides_which_cards_play(farm: Make) -> None:
    """Optional parts join where the rules need them, substitutes take their place by the number of players."""
    set_ = farm(always_table="table beast: name, size\n  Dog, 4\n", set_yaml="id: farm\nnames: {en: Farm}\n")
    assert chosen(set_, players=4) == ["Fox", "Hen"]
    assert chosen(set_, players=3) == ["Fox", "Bat"]
    assert chosen(set_, players=2, with_=["bat"]) == ["Fox", "Bat"]
    assert chosen(set_, players=5) == "`small` is for 2 to 4 players, not 5"
    assert chosen(set_, players=3, cast=["owl", "hen"]) == ["Owl", "Hen"]
    assert chosen(set_, players=2, cast=["owl", "hen"]) == "no Owl with two"
    assert chosen(set_, players=3, cast=["bat"]) == "one is not enough"
    assert chosen(set_, players=3, cast=["hem"]) == "no card is called `hem` (did you mean `Hen`?)"


def test_optional_only_when_asked_for_where_nothing_needs_it(farm: Make) -> None:
    set_ = farm()  # with the Dog in every game, one card of the cast is enough
    assert chosen(set_, players=4) == ["Fox"]
    assert chosen(set_, players=4, optional=True) == ["Fox", "Hen"]


def test_chance_in_a_scenario_is_the_seeds(farm: Make) -> None:
    small = "id: small\nnames: {en: Small}\nplayers: [3]\ncast: [{any: [Fox, Owl]}]\ncards: {pick: 1, of: [Hen, Bat]}\n"
    set_ = farm(scenarios__small_yaml=small)
    drawn = [chosen(set_, seed=seed) for seed in range(20)]
    assert drawn == [chosen(set_, seed=seed) for seed in range(20)]
    assert {tuple(d) for d in drawn} == {("Fox", "Hen"), ("Fox", "Bat"), ("Owl", "Hen"), ("Owl", "Bat")}


def test_the_hash_is_that_of_the_rules(farm: Make) -> None:
    before = farm().hash
    assert farm(scenarios__other_yaml="id: other\n").hash == before
    assert farm(bat_card="beast Bat\n  size 2\n").hash != before


def test_what_was_read_once_comes_from_the_cache(farm: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(kept, "fetch", entries.get)
    monkeypatch.setattr(kept, "store", entries.__setitem__)
    monkeypatch.delenv(cache.OFF)
    first = farm()
    assert first.library is not None
    with monkeypatch.context() as later:
        later.setattr("moot.dsl.parser.parse", lambda source: pytest.fail("this was read before"))
        second = farm()
    assert second.game == first.game
    assert second.library == first.library
    for name in entries:
        entries[name] = b"written by another program"
    assert load(Path("farm")).library == first.library


def test_what_is_kept_is_of_this_folder(farm: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The same texts in another place are another set: what it is called and where it lies are part of it."""
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(kept, "fetch", entries.get)
    monkeypatch.setattr(kept, "store", entries.__setitem__)
    monkeypatch.delenv(cache.OFF)
    farm(set_yaml="# nothing\n")
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "farm.game").write_text(GAME, encoding="utf-8")
        monkeypatch.chdir(tmp_path / name)
        assert load(Path()).manifest.id == name
        monkeypatch.chdir(tmp_path)
        assert load(Path(name)).path == Path(name)
        assert load(tmp_path / "farm" / ".." / name).path == Path(name)


def test_the_rules_are_the_same_from_wherever_they_are_read(farm: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    before = farm().hash
    monkeypatch.chdir("farm")
    assert load(Path()).hash == before
