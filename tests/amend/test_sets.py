"""A set under house rules and editions: what is read and played, what its rulings say, and what is wrong with it."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.dsl import kept
from moot.dsl.source import Source
from moot.interpreter.play import saving
from moot.interpreter.play.again import ruled
from moot.interpreter.play.session import NotDone, Session, begin
from moot.interpreter.proof import counting, coverage, mutate, spec
from moot.interpreter.sets import cache, card_set, checking
from moot.interpreter.sets.card_set import PRINTED, CardSet, load, whole
from moot.interpreter.sets.cast import NoGame, Wish
from moot.interpreter.sets.drawing import drawn
from moot.interpreter.sets.law import Chosen, InForce, Unchosen
from tests.amend.orchards import FILES, under, written

LATE_HAT = FILES["scenarios/late-hat.yaml"]
MOSSY = "`mossy` is a house rule of the edition old, and amends what it has made"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")
    written(tmp_path)
    return Path("orchard")


def toll(set_: CardSet) -> str:
    """What a Quince costs beside a Shade."""
    session = begin(set_, None, Wish(players=2))
    assert not isinstance(session, NoGame)
    session.given("2 players\np1 basket Quince, garden Shade")
    worth = session.why("toll of Quince for p1")
    assert not isinstance(worth, NotDone)
    return "\n".join(worth.render())


FIELDS = """\
house rule fields "other numbers"
  in Shade
    instead of: height 3
    read:       height 1
  in Plum, Cherry
    add:
      always toll of another tree for you is 1 more
  in Cherry
    instead of: height 2
    read:       height 4
  in Quince
    instead of: height 2
    read:       height 3
  add:
    tree Elm
      height 2, fruit sour
"""
PRINTED_AT = {
    "Hedge": ("2  Hedge: height 2", "trees/hedge.card:2", ""),
    "Shade": ("1  Shade: height 1", "trees/shade.card:2", "4"),
    "Plum": ("1  Plum: height 1", "common.table:2", "6"),
    "Cherry": ("4  Cherry: height 4", "common.table:3", "10"),
    "Quince": ("3  Quince: height 3", "common.table:4", "13"),
    "Elm": ("2  Elm: height 2", "house-rules/fields.rule:16", ""),
}


@pytest.mark.parametrize("title", PRINTED_AT)
def test_a_printed_field_is_explained_by_the_line_of_the_card_and_by_who_amended_it(folder: Path, title: str) -> None:
    (folder / "house-rules" / "fields.rule").write_text(FIELDS, encoding="utf-8")
    session = begin(under(folder, "fields"), None, Wish(players=2))
    assert not isinstance(session, NoGame)
    worth = session.why(f"height of {title}")
    assert not isinstance(worth, NotDone)
    said, place, line = PRINTED_AT[title]
    by = f", as amended by orchard/house-rules/fields.rule:{line}" if line else ""
    assert worth.render()[1].strip() == f"{said} (orchard/{place}{by})"


# ---- what is read ---------------------------------------------------------------------------------------------------


def test_the_printed_game_knows_nothing_of_its_amendments(folder: Path) -> None:
    set_ = load(folder)
    assert not set_.chosen
    assert [s.id for s in set_.scenarios] == ["all-of-it", "late-hat"]
    assert [a.id for a in set_.amendments] == ["hat-first", "long-shade", "open-hedge", "short-shade", "mossy", "old"]
    assert toll(set_).startswith("toll of Quince for p1 is 1\n")


def test_a_house_rule_is_played_and_cited(folder: Path) -> None:
    said = toll(under(folder, "short-shade"))
    assert said.startswith("toll of Quince for p1 is 0\n")
    assert "(orchard/trees/shade.card:3, as amended by orchard/house-rules/short-shade.rule:6)" in said


def test_equal_rules_are_equal_however_they_were_said(folder: Path) -> None:
    one, other = under(folder, "short-shade, hat-first 2"), under(folder, "hat-first=2", "short-shade")
    assert one is other
    assert under(folder, "short-shade").hash != load(folder).hash
    assert under(folder, "mossy", edition="old").hash != under(folder, edition="old").hash


def test_an_edition_has_its_own_cards_and_scenarios_and_what_it_takes_in(folder: Path) -> None:
    set_ = under(folder, edition="old")
    assert "Ladder Tree" not in set_.titles
    assert [s.id for s in set_.scenarios] == ["old-trees"]
    assert set_.game is not None
    assert dict(set_.game.cards["Hedge"].fields)["height"] == 3
    assert toll(set_).startswith("toll of Quince for p1 is 0\n")


def test_a_house_rule_of_an_edition_amends_what_that_edition_made(folder: Path) -> None:
    set_ = under(folder, "mossy", edition="old")
    assert set_.game is not None
    assert dict(set_.game.cards["Hedge"].fields)["height"] == 1


def test_a_house_rule_from_elsewhere_joins_one_game(folder: Path, tmp_path: Path) -> None:
    text = FILES["house-rules/short-shade.rule"].replace("2 less", "1 more").replace("S1", "S9")
    read = whole(folder, [Source("my.rule", text.replace("short-shade", "my"))])
    assert toll(read.under(Chosen((InForce("my"),)))).startswith("toll of Quince for p1 is 3\n")
    assert isinstance(whole(folder).law.chosen(["my"]), Unchosen)


def test_what_was_read_under_amendments_comes_from_the_cache(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entries: dict[str, bytes] = {}
    monkeypatch.setattr(kept, "fetch", entries.get)
    monkeypatch.setattr(kept, "store", entries.__setitem__)
    monkeypatch.delenv(cache.OFF)
    card_set.SETS.clear()
    first = under(folder, "short-shade")
    assert first.library is not None
    card_set.SETS.clear()
    monkeypatch.setattr("moot.dsl.parser.parse", lambda source: pytest.fail("this was read before"))
    second = under(folder, "short-shade")
    assert second is not first
    assert second.library == first.library
    assert second.law == first.law


def test_another_house_rule_leaves_what_was_kept_of_this_one(folder: Path) -> None:
    """An entry depends on the texts that matter, and not on what another house rule says."""
    before = under(folder, "short-shade").key
    path = folder / "house-rules" / "long-shade.rule"
    path.write_text(path.read_text(encoding="utf-8").replace("3 less", "4 less"), encoding="utf-8")
    assert under(folder, "short-shade").key == before
    assert under(folder, "long-shade").key != before


# ---- rulings --------------------------------------------------------------------------------------------------------


def results(folder: Path) -> dict[str, list[str]]:
    """The rulings that hold, by what they are played under."""
    read = whole(folder)
    found: dict[str, list[str]] = {}
    for context in read.law.contexts:
        set_ = read.under(context.chosen)
        report = spec.run(set_, spec.Spec(set_.examples, ()))
        assert report.failed == 0, report.results
        found[str(context.chosen)] = [r.id for r in report.results]
    return found


def test_every_ruling_is_played_under_what_it_belongs_to(folder: Path) -> None:
    assert results(folder) == {
        "": ["R1"],
        "hat-first 2, short-shade": ["R2"],
        "hat-first 2": ["H2"],
        "short-shade": ["S1"],
        "edition old": ["Hedge/it-is-higher"],
        "edition old, mossy": ["M1"],
    }


def test_a_clause_counts_as_executed_wherever_it_was(folder: Path) -> None:
    read = whole(folder)
    parts = []
    for context in read.law.contexts:
        set_ = read.under(context.chosen)
        parts.append(coverage.measure(set_, spec.Spec(set_.examples, ()))[1])
    never = [i for i, count in counting.joined(parts).items() if i.origin.card and not count.times]
    missed = sorted((i.origin.place, i.what) for i in never if i.what != "choice")
    assert missed == [
        ("orchard/old/trees/hedge.card:3", "rule"),
        ("orchard/trees/hedge.card:3", "rule"),
        ("orchard/trees/ladder-tree.card:3", "clause"),
    ]


def test_mutants_of_a_house_rule_change_its_own_words_only(folder: Path) -> None:
    set_ = under(folder, "short-shade")
    verdicts = list(mutate.judged(set_, mutate.found(set_), 1))
    assert verdicts
    assert {str(v.at) for v in verdicts} == {
        "orchard/house-rules/short-shade.rule:6",
        "orchard/trees/shade.card:3, as amended by orchard/house-rules/short-shade.rule:6",
    }
    assert any(v.by == "S1" for v in verdicts)


# ---- what is wrong --------------------------------------------------------------------------------------------------


def said(folder: Path) -> list[str]:
    place = whole(folder).parts.all
    return [
        f"{d.span.path.removeprefix('orchard/')}:{place[d.span.path].place(d.span.start)[0]} {d.code}: {d.message}"
        for d in checking.checked(whole(folder)).faults
        if d.severity == "error"
    ]


def test_a_good_orchard_has_no_fault_and_says_which_rules_exclude_each_other(folder: Path) -> None:
    assert said(folder) == []
    together = [d.message for d in checking.checked(whole(folder)).together]
    assert together == ["`long-shade` and `short-shade` change the same words in different ways"]


WRONG = {
    "a word of a house rule": (
        {"house_rules__long_shade_rule": FILES["house-rules/long-shade.rule"].replace("3 less", "3 lesss")},
        ["house-rules/long-shade.rule:5 unknown-word: no word `lesss`"],
    ),
    "a name": (
        {"house_rules__long_shade_rule": FILES["house-rules/long-shade.rule"].replace("rule long-shade", "rule long")},
        ["house-rules/long-shade.rule:1 wrong-name: the file is called `long-shade`, but this says `long`"],
    ),
    "a ruling under no such rule": (
        {"rulings__more_ruling": 'ruling X "x"\n  house: short-shed\n  given 2 players\n  expect p1 coin 3\n'},
        ["rulings/more.ruling:2 unknown-house-rule: there is no house rule `short-shed`"],
    ),
    "a ruling without the setting": (
        {"rulings__more_ruling": 'ruling X "x"\n  house: hat-first\n  given 2 players\n  expect p1 coin 3\n'},
        ["rulings/more.ruling:2 unknown-house-rule: `hat-first` needs a setting"],
    ),
    "a ruling in a scenario without its rules": (
        {"rulings__more_ruling": 'ruling X "x"\n  given 2 players, late-hat\n  expect p1 coin 3\n'},
        ["rulings/more.ruling:2 missing-house-rule: `late-hat` is played with the house rule `hat-first 2`"],
    ),
    "a house rule among rulings": (
        {"rulings__more_ruling": 'house rule bare "nobody plants a Plum"\n  leaves out: Plum\n'},
        ["rulings/more.ruling:1 misplaced-file: a house rule has a file of its own"],
    ),
    "a scenario": (
        {"scenarios__late_hat_yaml": LATE_HAT.replace("hat-first 2", "hat-first 9")},
        ["scenarios/late-hat.yaml:5 unknown-house-rule: `9` is no setting of `hat-first`"],
    ),
    "a scenario with two settings of one rule": (
        {"scenarios__late_hat_yaml": LATE_HAT.replace("hat-first 2", "hat-first 2, hat-first 3")},
        ["scenarios/late-hat.yaml:5 unknown-house-rule: `hat-first 2` and `hat-first 3` cannot both be in force"],
    ),
    "a scenario with a rule of another edition": (
        {"scenarios__late_hat_yaml": LATE_HAT.replace("hat-first 2", "mossy")},
        ["scenarios/late-hat.yaml:5 unknown-house-rule: `mossy` is a house rule of the edition old"],
    ),
    "an edition with two settings of one rule": (
        {"old__old_edition": FILES["old/old.edition"].replace("short-shade", "hat-first 2, hat-first 3")},
        ["old/old.edition:2 unknown-house-rule: `hat-first 2` and `hat-first 3` cannot both be in force"],
    ),
    "an edition with a rule of its own folder": (
        {"old__old_edition": FILES["old/old.edition"].replace("short-shade", "mossy")},
        [f"old/old.edition:2 unknown-house-rule: {MOSSY}"],
    ),
    "an edition that cannot be read": (
        {"old__old_edition": "edition old\n"},
        ["old/old.edition:1 unfinished-line: after `edition old` comes a text in quotes"],
    ),
    "a house rule and an edition of one name": (
        {"house_rules__old_rule": 'house rule old "no Hedge"\n  leaves out: Hedge\n'},
        ["old/old.edition:1 declared-twice: there is a house rule `old` already"],
    ),
    "a name that means something else": (
        {"house_rules__printed_rule": 'house rule printed "no Plum"\n  leaves out: Plum\n'},
        ["house-rules/printed.rule:1 wrong-name: `printed` means the printed game already"],
    ),
    "an edition that nobody can play": (
        {"old__old_edition": 'edition old "the orchard"\n  in Orchard\n    leave out: players 2 to 4\n'},
        ["orchard.game:2 missing-word: a game says how many can play it"],
    ),
    "an edition": (
        {"old__old_edition": FILES["old/old.edition"].replace("short-shade", "short-shad")},
        ["old/old.edition:2 unknown-house-rule: there is no house rule `short-shad`"],
    ),
}


@pytest.mark.parametrize(("changed", "expected"), WRONG.values(), ids=WRONG)
def test_a_mistake_is_told_once_where_it_was_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: dict[str, str], expected: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")
    written(tmp_path, **changed)
    assert said(Path("orchard")) == expected


def test_a_faulty_house_rule_leaves_the_game_and_the_others_to_be_played(folder: Path) -> None:
    (folder / "house-rules" / "long-shade.rule").write_text("house rule long-shade\n", encoding="utf-8")
    assert load(folder).library is not None
    assert under(folder, "short-shade").library is not None


# ---- play -----------------------------------------------------------------------------------------------------------


def started(folder: Path, *rules: str, scenario: str | None = None) -> Session:
    session = begin(under(folder, *rules), scenario, Wish(players=2))
    assert not isinstance(session, NoGame), session
    return session


def test_a_scenario_brings_its_house_rules(folder: Path) -> None:
    session = started(folder, scenario="late-hat")
    assert str(session.card_set.chosen) == "hat-first 2"
    assert session.state.m != started(folder).state.m


def test_a_position_in_a_scenario_is_posed_under_its_house_rules(folder: Path) -> None:
    session = started(folder, "short-shade")
    for scenario, rules in (("late-hat", "hat-first 2, short-shade"), ("all-of-it", "short-shade")):
        assert not isinstance(session.given(f"2 players, {scenario}\np1 coin 1"), NotDone)
        assert (session.cast.scenario, str(session.card_set.chosen)) == (scenario, rules)
        loaded = saving.load(load(folder), saving.save(session))
        assert not isinstance(loaded, NotDone)


def test_the_house_rules_of_a_scenario_stay_in_force(folder: Path) -> None:
    session = started(folder, scenario="late-hat")
    assert not isinstance(ruled(session, ["short-shade"]), NotDone)
    assert str(session.card_set.chosen) == "hat-first 2, short-shade"
    refused = ruled(session, ["hat-first 3"])
    assert isinstance(refused, NotDone)
    assert "`hat-first 2` and `hat-first 3` cannot both be in force" in refused.sentence


def test_a_house_rule_from_elsewhere_joins_a_game_that_is_played(folder: Path) -> None:
    text = FILES["house-rules/short-shade.rule"].replace("short-shade", "my")
    session = started(folder)
    assert not isinstance(ruled(session, ["my"], [Source("my.rule", text)]), NotDone)
    assert str(session.card_set.chosen) == "my"


def test_a_position_begins_again_under_other_house_rules(folder: Path) -> None:
    session = started(folder)
    session.given("2 players\np1 coin 0, basket Quince, garden Shade")
    assert "plant Quince" not in session.legal()
    assert not isinstance(ruled(session, ["short-shade"]), NotDone)
    assert "plant Quince" in session.legal()
    assert not isinstance(ruled(session, []), NotDone)
    assert "plant Quince" not in session.legal()


def test_what_cannot_be_in_force_leaves_the_session_as_it_was(folder: Path) -> None:
    session = started(folder)
    before = session.card_set, session.history
    for rules in (["short-shed"], ["hat-first"], ["short-shade, long-shade"]):
        assert isinstance(ruled(session, rules), NotDone)
        assert (session.card_set, session.history) == before


def test_a_save_names_its_house_rules_and_is_played_under_them(folder: Path) -> None:
    session = started(folder, "short-shade", "hat-first 2")
    session.random(5)
    text = saving.save(session)
    assert '\nhouse: ["hat-first 2", "short-shade"]\n' in text
    loaded = saving.load(load(folder), text)
    assert not isinstance(loaded, NotDone)
    assert loaded.session.card_set.chosen == session.card_set.chosen
    assert saving.save(loaded.session) == text


GONE = [
    ("short-shade", "short-shad", "the save: there is no house rule `short-shad`"),
    ('"hat-first 2"', '"hat-first 7"', "the save: `7` is no setting of `hat-first`"),
    ('"hat-first 2"', '"long-shade"', "the save: long-shade, short-shade cannot be played any more"),
    ("house:", "edition: new\nhouse:", "the save: there is no edition `new`"),
]


@pytest.mark.parametrize(("old", "new", "expected"), GONE)
def test_a_save_whose_rules_are_gone_is_refused_by_name(folder: Path, old: str, new: str, expected: str) -> None:
    session = started(folder, "short-shade", "hat-first 2")
    refused = saving.load(load(folder), saving.save(session).replace(old, new))
    assert isinstance(refused, NotDone)
    assert refused.message == expected


def test_chance_puts_together_only_what_goes_together(folder: Path) -> None:
    from random import Random

    seen = {drawn(load(folder), Random(seed)).chosen.names for seed in range(40)}
    assert len(seen) > 6
    assert not any({"long-shade", "short-shade"} <= set(names) for names in seen)
    assert all(under(folder, *names).library is not None for names in seen)
    assert PRINTED.names in seen


# ---- with which scenarios a game can begin ---------------------------------------------------------------------------


def test_a_scenario_whose_house_rules_exclude_each_other_is_told(tmp_path: Path, folder: Path) -> None:
    odd = LATE_HAT.replace("late-hat", "odd").replace("hat-first 2", "short-shade, long-shade")
    odd = odd.replace("comes last", "is odd")
    (folder / "scenarios" / "odd.yaml").write_text(odd, encoding="utf-8")
    (said,) = checking.checked(whole(folder)).faults
    assert (said.code, said.span.path) == ("impossible-scenario", "orchard/scenarios/odd.yaml")
    assert "change the same words in different ways" in said.message


# ---- house rules from elsewhere -------------------------------------------------------------------------------------

TALL = Source(
    "tall.rule",
    """\
house rule tall "an old Hedge is as high as a house"
  in Hedge
    instead of: height 3
    read:       height 8

  ruling T1 "higher than all"
    given  2 players
           p1 garden Hedge
    expect height of Hedge is 8
""",
)


def test_a_house_rule_from_elsewhere_can_amend_an_edition(folder: Path) -> None:
    read = whole(folder, (TALL,), "old")
    chosen = read.law.chosen(["tall"], "old")
    assert isinstance(chosen, Chosen)
    set_ = read.under(chosen)
    assert set_.errors == ()
    assert [ruling.id for ruling in set_.examples] == ["T1"]
    assert [result.status for result in spec.run(set_, spec.Spec(set_.examples, ())).results] == ["passed"]


def test_a_house_rule_from_elsewhere_has_a_name_of_its_own(folder: Path) -> None:
    other = Source("short-shade.rule", TALL.text.replace("tall", "short-shade"))
    assert [d.code for d in whole(folder, (other,)).law.diagnostics] == ["declared-twice"]
    copy = Source("elsewhere/short-shade.rule", FILES["house-rules/short-shade.rule"])
    assert whole(folder, (copy,)).law.diagnostics == ()


def test_what_cannot_be_read_any_more_is_told_once(folder: Path) -> None:
    """A card that is gone since its words cannot be read is not told of every scenario."""
    text = 'house rule odd "odd"\n  in Hedge\n    instead of: height 3\n    read: height 3 more\n'
    odd = Source("odd.rule", text)
    read = whole(folder, (odd,))
    found = [*read.law.diagnostics, *read.under(Chosen((InForce("odd"),))).errors]
    assert len(found) == 1
