"""One's own cards in a folder of their own: `extends` in `set.yaml` names the game that they join."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Span
from moot.interpreter.play import saving
from moot.interpreter.play.session import NotDone, Session, start
from moot.interpreter.sets import cache, extending
from moot.interpreter.sets.card_set import CardSet, load, whole
from moot.interpreter.sets.cast import Cast, Wish, resolve
from moot.interpreter.sets.checking import checked
from moot.interpreter.sets.law import Chosen, InForce
from moot.repl.cli import main
from tests.amend.orchards import written

OWN = {
    "mine/set.yaml": "id: mine\nnames: {en: My trees}\nextends: ../orchard\n",
    "mine/pear.card": "tree Pear\n  height 1, fruit sweet\n",
}
"""The least that one's own set can be."""
LOW_SHADE = """\
house rule low-shade "a Shade adds one"
  in Shade
    always toll of another tree for you is 1 less
      instead of: 1 less
      read:       1 more

  ruling Low1 "a Quince costs three"
    given  2 players
           p1 coin 3, basket Quince, garden Shade
    when   p1 plants Quince
    expect p1 coin 0
"""


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, in which the orchard lies beside a set that extends it."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")
    written(tmp_path)
    write(OWN)
    return tmp_path


def write(files: dict[str, str]) -> None:
    for name, text in files.items():
        Path(name).parent.mkdir(parents=True, exist_ok=True)
        Path(name).write_text(text, encoding="utf-8")


def said(faults: tuple[Diagnostic, ...]) -> list[str]:
    return [f"{d.span.path} {d.code}: {d.message}" for d in faults]


def faults() -> list[str]:
    return said(checked(whole(Path("mine"))).faults)


def mine(chosen: Chosen | None = None) -> CardSet:
    return load(Path("mine"), chosen or Chosen())


def test_a_folder_of_cards_is_a_set(here: Path) -> None:
    set_ = mine()
    assert (set_.name, set_.titles[-1], set_.errors) == ("My trees", "Pear", ())
    assert set_.titles[:-1] == load(Path("orchard")).titles
    scenario = set_.scenario()
    assert scenario is not None
    assert scenario.id == "all-of-it", "without a scenario of its own it begins as the game does"
    assert faults() == []


def test_it_adds_rows_words_scenarios_and_house_rules(here: Path) -> None:
    write({
        "mine/more.table": "table tree: name, fruit, height\n  Apple, sweet, 2\n",
        "mine/words.game": "marker ripe on tree, until the end of the game, seen by everyone\n",
        "mine/fig.card": "tree Fig\n  height 1, fruit sweet\n  once in your turn, if this is not ripe, you may\n"
        "    do      mark this as ripe\n",
        "mine/scenarios/two.yaml": "id: two\nnames: {en: Two}\nplayers: [2]\ncards: [Fig, Apple, Plum, Cherry]\n",
        "mine/low-shade.rule": LOW_SHADE,
    })  # fmt: skip
    assert faults() == []
    set_ = mine()
    assert set_.titles[-2:] == ("Fig", "Pear")
    assert "Apple" in set_.titles
    assert [one.id for one in set_.scenarios] == ["two", "all-of-it", "late-hat"]
    assert set_.scenario() == set_.scenarios[0], "a set with a scenario of its own begins with that"
    for rule in (InForce("low-shade"), InForce("short-shade"), InForce("hat-first", "3")):
        assert mine(Chosen((rule,))).playable, "its house rules are there, and those of the game"
    assert "Pear" in mine(Chosen((), "old")).titles, "its cards join an edition of the game, too"


def test_house_rules_of_both_may_exclude_each_other(here: Path) -> None:
    write({"mine/low-shade.rule": LOW_SHADE})
    together = checked(whole(Path("mine"))).together
    assert ["low-shade" in d.message for d in together] == [True, True]


def test_only_its_own_house_rules_may_not_have_a_name_of_the_game(here: Path) -> None:
    write({"mine/short-shade.rule": LOW_SHADE.replace("low-shade", "short-shade")})
    assert faults() == ["mine/short-shade.rule declared-twice: there is a house rule `short-shade` already"]
    write({"mine/old/old.edition": 'edition old "an old one"\n  leaves out: Plum\n'})
    assert "mine/old/old.edition misplaced-file: there is another edition called `old`" in faults()


def test_what_is_wrong_with_the_game_is_told_there(here: Path) -> None:
    write({"orchard/stray.yaml": "a: 1\n", "mine/pear.card": "tree Pear\n  height 1, fruit sweet\n  sise 4\n"})
    assert "orchard/stray.yaml" in {line.split()[0] for line in said(checked(whole(Path("orchard"))).faults)}
    assert {line.split()[0] for line in faults()} == {"mine/pear.card"}


def test_a_game_with_a_mistake_is_one_fault_at_its_name(here: Path) -> None:
    write({"orchard/bad.card": "tree Bad\n  sise 4\n"})
    assert faults() == [
        "mine/set.yaml cannot-extend: there are mistakes in `../orchard`, so nothing can be played on top of it"
    ]
    assert not mine().playable


def test_the_title_of_a_card_of_the_game_is_taken(here: Path) -> None:
    write({"mine/more.table": "table tree: name, fruit, height\n  Plum, sweet, 2\n"})
    found = next(d for d in mine().diagnostics if d.code == "duplicate-name")
    assert found.span.path == "mine/more.table"
    assert found.help is not None
    assert "write a house rule" in found.help


def test_a_fault_that_only_its_own_words_cause_in_the_game_is_told() -> None:
    known, new = (Diagnostic("circle", about, Span("orchard/orchard.game", 3, 5)) for about in ("one", "another"))
    ours = Diagnostic("circle", "a third", Span("mine/pear.card", 3, 5))
    assert extending.own([known, new, ours], [known], {"orchard/orchard.game"}) == [new, ours]


@pytest.mark.parametrize(
    ("way", "message"),
    [
        ("nowhere", "no game `nowhere` came with Moot"),
        ("orchard", "no game `orchard` came with Moot"),
        ("../nowhere", "`../nowhere` is no folder"),
        ("../empty", "`../empty` holds no game"),
        (".", "a set cannot extend itself"),
        ("../mine", "a set cannot extend itself"),
        ("..", "this leads out of the folder where the set lies, and nothing there is read"),
        ("../../..", "this leads out of the folder where the set lies, and nothing there is read"),
        ("../out", "this leads out of the folder where the set lies, and nothing there is read"),
        ("/etc", "this is no name of a game and no path that begins at this folder"),
        ("inner", "one of the folders `mine` and `inner` lies in the other"),
        ("../other", "these sets extend each other in a circle: mine → other → mine"),
    ],
)
def test_a_game_that_cannot_be_extended_is_answered_at_its_name(
    here: Path, tmp_path_factory: pytest.TempPathFactory, way: str, message: str
) -> None:
    outside = tmp_path_factory.mktemp("outside")
    (outside / "orchard.game").write_text("game Orchard\n", encoding="utf-8")
    (here / "out").symlink_to(outside)
    (here / "empty").mkdir()
    write({
        "mine/set.yaml": f"id: mine\nnames: {{en: Mine}}\nextends: {way if way != 'inner' else './inner'}\n",
        "mine/inner/orchard.game": "game Orchard\n",
        "other/set.yaml": "id: other\nnames: {en: Other}\nextends: ../mine\n",
    })  # fmt: skip
    assert f"mine/set.yaml cannot-extend: {message}" in faults()
    assert not mine().playable


def test_a_set_may_extend_a_set_but_not_without_end(here: Path) -> None:
    for number in range(5):
        below = "../mine" if number == 0 else f"../mine{number - 1}"
        write({
            f"mine{number}/set.yaml": f"id: mine{number}\nnames: {{en: Mine}}\nextends: {below}\n",
            f"mine{number}/bush-{'abcde'[number]}.card": f"tree Bush {'ABCDE'[number]}\n  height 3, fruit sour\n",
        })  # fmt: skip
    assert load(Path("mine0")).titles[-2:] == ("Pear", "Bush A")
    assert load(Path("mine0")).playable
    assert "more than 4 games are on top of each other" in said(load(Path("mine4")).diagnostics)[0]


def test_large_texts_are_counted_together(here: Path) -> None:
    comment = f"# {'x' * 100}\n" * 2000
    write({"orchard/ash.card": f"{comment}tree Ash\n  height 3, fruit sour\n", "mine/pear.card": comment})
    assert load(Path("orchard")).playable
    assert "too-large" in {d.code for d in mine().diagnostics}


def game_of(set_: CardSet) -> Session:
    scenario = set_.scenario()
    assert scenario is not None
    cast = resolve(set_, scenario, Wish(seed=1, players=2))
    assert isinstance(cast, Cast)
    return start(set_, cast)


def test_a_saved_game_names_the_set_and_not_where_the_game_lies(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = saving.save(game_of(mine()))
    assert 'game: "My trees"' in text
    (here / "elsewhere").mkdir()
    monkeypatch.chdir(here / "elsewhere")
    again = load(Path("../mine"))
    found = saving.load(again, text)
    assert isinstance(found, saving.Loaded)
    assert found.remarks == ()
    refused = saving.load(load(Path("../orchard")), text)
    assert isinstance(refused, NotDone)
    assert refused.sentence == "the save is a game of My trees, and these are the cards of Orchard"


def test_only_its_own_rulings_are_played(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = 'ruling Own1 "a Pear costs one"\n  given  2 players\n         p1 coin 1, basket Pear\n'
    write({"mine/own.ruling": f"{own}  when   p1 plants Pear\n  expect p1 coin 0\n", "mine/low-shade.rule": LOW_SHADE})
    assert [one.id for one in mine().every_ruling()] == ["Own1", "Low1"]
    assert main(["test", "mine", "--coverage"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "My trees: 2 passed (2 certain); 1 of them under amendments", "every clause, rule and refusal was executed",
    ]  # fmt: skip


def test_the_commands_take_such_a_set(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "mine"]) == 0
    assert capsys.readouterr().out == "My trees: 1 card on top of Orchard, nothing wrong\n"
    assert main(["show", "pear", "--set", "mine"]) == 0
    assert main(["simulate", "--set", "mine", "--games", "2", "--players", "2"]) == 0
    assert main(["house", "--set", "mine"]) == 0
    assert "short-shade" in capsys.readouterr().out


def test_nothing_is_ever_written_into_the_game(here: Path) -> None:
    wrong = "tree Elm\n  height 1, fruit sweat\n"
    write({"orchard/elm.card": wrong, "mine/yew.card": wrong.replace("Elm", "Yew")})
    assert main(["check", "mine", "--fix"]) == 1
    assert main(["fmt", "mine"]) == 0
    assert (here / "orchard/elm.card").read_text(encoding="utf-8") == wrong


def test_a_set_can_extend_a_game_that_came_with_moot(here: Path) -> None:
    write({"mine/set.yaml": "id: mine\nnames: {en: Mine}\nextends: kuhn-poker\n"})
    (here / "mine/pear.card").unlink()
    assert (faults(), mine().playable, mine().name) == ([], True, "Mine")
