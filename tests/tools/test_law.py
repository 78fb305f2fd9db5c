"""Which amendments are in force: how a choice is said, and which files of a folder are whose."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.dsl.diagnostic import Diagnostic
from moot.dsl.source import Source, Span
from moot.interpreter.sets.law import Chosen, InForce, Law, Named, Parts, Unchosen, parted


def rule(id: str, *settings: str) -> Named:
    return Named(id, id, f"farm/{id}.rule", Span(f"farm/{id}.rule", 0, 0), settings)


OLD = Named("1900", "as in 1900", "farm/old/1900.edition", Span("", 0, 0), is_edition=True, takes_in=(InForce("wet"),))
LATER = replace(OLD, id="1850", path="farm/later/1850.edition", takes_in=(InForce("first-cow", "2"),))
MANY = rule("many", *map(str, range(1, 41)))
LAW = Law.of([rule("wet"), rule("first-cow", "2", "3"), rule("dry"), MANY, OLD, LATER])


def test_a_choice_has_no_order() -> None:
    one, other = LAW.chosen(["first-cow 3", "dry"]), LAW.chosen(["dry, first-cow=3", "dry"])
    assert one == other
    assert hash(one) == hash(other)
    assert str(one) == "dry, first-cow 3"


def test_a_choice_names_its_edition_first() -> None:
    assert str(LAW.chosen(["dry"], "1900")) == "edition 1900, dry"
    assert str(Chosen()) == ""
    assert not Chosen()


def test_a_house_rule_of_an_edition_is_chosen_in_that_edition_only() -> None:
    law = Law.of([Named("mud", "", "", Span("", 0, 0), edition="1900"), OLD])
    assert law.chosen(["mud"], "1900") == Chosen((InForce("mud"),), "1900")
    assert str(law.chosen(["mud"])) == "`mud` is a house rule of the edition 1900 (it amends no other)"


def test_what_an_edition_takes_in_is_in_force_already() -> None:
    assert LAW.chosen(["wet", "dry"], "1900") == LAW.chosen(["dry"], "1900")


def test_every_choice_goes_through_the_same_door() -> None:
    """What was made by hand is as good as what was typed, or is refused in the same words."""
    assert LAW.allowed(Chosen((InForce("dry"), InForce("wet")), "1900")) == LAW.chosen(["dry"], "1900")
    assert LAW.allowed(Chosen((InForce("dri"),))) == LAW.chosen(["dri"])


def test_a_house_rule_without_its_setting_can_stand_for_all_its_settings() -> None:
    said = LAW.ways(["first-cow", "dry"])
    assert not isinstance(said, Unchosen)
    assert [str(one) for one in said] == ["dry, first-cow 2", "dry, first-cow 3"]
    both = LAW.ways(["first-cow", "many"])
    assert not isinstance(both, Unchosen)
    assert {"first-cow 2, many 40", "first-cow 3, many 1"} < set(map(str, both))
    assert LAW.ways(["dri"]) == LAW.chosen(["dri"])


NAMES = st.sampled_from(["wet", "dry", "dri", "first-cow", "many", "1900", "printed", "", "=", "dry, wet", "\u202ex"])
SETTINGS = st.sampled_from(["", " 2", "=3", " 03", " 2 3", " x", " -1"])
SAID = st.lists(st.builds(str.__add__, NAMES, SETTINGS), max_size=4)


@given(SAID, st.sampled_from([None, "1900", "1850", "1800", ""]))
def test_whatever_is_said_is_a_right_choice_or_a_refusal(said: list[str], edition: str | None) -> None:
    found = LAW.chosen(said, edition)
    if isinstance(found, Chosen):
        assert LAW.allowed(found) == found
        assert all(LAW.wrong(rule, edition) is None for rule in found.rules)
        in_force = [one.id for one, _ in LAW.in_force(found)]
        assert len(in_force) == len(set(in_force))
        assert LAW.chosen(found.names, found.edition) == found
    else:
        assert found.reason


def test_a_house_rule_whose_file_cannot_be_read_is_refused_with_what_is_wrong() -> None:
    fault = Diagnostic("unfinished-line", "…", Span("farm/mud.rule", 0, 0))
    found = replace(LAW, faults=(fault,)).chosen(["mud"])
    assert found == Unchosen("the house rule `mud` cannot be read", None, (fault,))


WRONG = [
    (["dri"], None, "there is no house rule `dri` (did you mean `dry`?)"),
    (["zzz"], None, "there is no house rule `zzz` (`moot house` lists them)"),
    (["first-cow"], None, "`first-cow` needs a setting (its settings are `2`, `3`)"),
    (["first-cow 4"], None, "`4` is no setting of `first-cow` (its settings are `2`, `3`)"),
    (["dry 4"], None, "`4` is no setting of `dry` (it is on where it is named: `dry`)"),
    (["first-cow 2, first-cow 3"], None, "`first-cow 2` and `first-cow 3` cannot both be in force (name one of them)"),
    ([], "1800", "there is no edition `1800` (did you mean `1900`?)"),
    (["first-cow 3"], "1850",
     "`first-cow 2` and `first-cow 3` cannot both be in force (the edition 1850 takes in `first-cow 2`)"),
    (["many"], None, "`many` needs a setting (its settings are 1 to 40)"),
    (["dry"] * 201, None, "more than 200 house rules are named"),
]  # fmt: skip


@pytest.mark.parametrize(("said", "edition", "expected"), WRONG)
def test_what_cannot_be_chosen(said: list[str], edition: str | None, expected: str) -> None:
    found = LAW.chosen(said, edition)
    assert isinstance(found, Unchosen)
    assert str(found) == expected


def parts(*paths: str) -> tuple[Parts, list[str]]:
    found, faults = parted("farm", {path: Source(path, "") for path in paths})
    return found, [f"{d.span.path}: {d.message}" for d in faults]


def test_an_edition_owns_the_folder_of_its_file() -> None:
    found, faults = parts(
        "farm/farm.game", "farm/wet.rule", "farm/rules/dry.rule", "farm/old/1900.edition", "farm/old/beasts/cow.card",
        "farm/old/scenarios/first.yaml", "farm/scenarios/first.yaml",
    )  # fmt: skip
    assert faults == []
    assert list(found.base) == ["farm/farm.game", "farm/scenarios/first.yaml"]
    assert list(found.rules) == ["farm/wet.rule", "farm/rules/dry.rule"]
    owned = ["farm/old/1900.edition", "farm/old/beasts/cow.card", "farm/old/scenarios/first.yaml"]
    assert {name: list(files) for name, files in found.editions.items()} == {"1900": owned}
    assert list(found.amendments) == ["farm/wet.rule", "farm/rules/dry.rule", "farm/old/1900.edition"]


MISPLACED = [
    ("farm/1900.edition", "this file is in the set's own folder, and an edition owns every file beside its own"),
    ("farm/old/1901.edition", "there is another edition in this folder: `farm/old/1900.edition`"),
    ("farm/old/in/1901.edition", "this file is in the folder of another edition"),
    ("farm/young/1900.edition", "there is another edition called `1900`"),
]


def test_a_house_rule_in_the_folder_of_an_edition_amends_that_edition() -> None:
    found, faults = parts("farm/farm.game", "farm/old/1900.edition", "farm/old/rules/wet.rule")
    assert faults == []
    assert list(found.rules) == ["farm/old/rules/wet.rule"]
    assert found.edition_of("farm/old/rules/wet.rule") == "1900"


def test_an_edition_inside_another_is_refused_whichever_name_comes_first() -> None:
    _, faults = parts("farm/farm.game", "farm/old/in/1901.edition", "farm/old/zz.edition")
    assert faults == ["farm/old/in/1901.edition: this file is in the folder of another edition"]


def test_an_edition_without_scenarios_has_those_of_the_printed_game() -> None:
    scenarios = "farm/scenarios/a.yaml", "farm/new/scenarios/b.yaml"
    found, _ = parts("farm/old/1900.edition", "farm/new/1950.edition", *scenarios)
    assert {name: list(found.scenarios(name)) for name in (None, "1900", "1950")} == {
        None: ["farm/scenarios/a.yaml"], "1900": ["farm/scenarios/a.yaml"], "1950": ["farm/new/scenarios/b.yaml"],
    }  # fmt: skip


@pytest.mark.parametrize(("path", "expected"), MISPLACED)
def test_a_file_where_it_cannot_lie(path: str, expected: str) -> None:
    _, faults = parts("farm/farm.game", "farm/old/1900.edition", path)
    assert faults == [f"{path}: {expected}"]
