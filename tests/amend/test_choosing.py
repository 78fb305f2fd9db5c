"""What is chosen is what is played: scenarios bring their house rules, and what the check refuses is not played."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets import cache, checking
from moot.interpreter.sets.card_set import CardSet, load, whole
from moot.interpreter.sets.cast import NoGame, Wish
from moot.interpreter.sets.law import Chosen, InForce
from tests.amend.orchards import FILES, under, written

LATE_HAT, OPEN_HEDGE = FILES["scenarios/late-hat.yaml"], FILES["house-rules/open-hedge.rule"]
STRANGER = 'house rule x "nobody plants a Plum"\n  leaves out: Plum\n'


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv(cache.OFF, "1")


def orchard(**changed: str | None) -> Path:
    written(Path.cwd(), **changed)
    return Path("orchard")


def started(set_: CardSet, scenario: str | None = None) -> Session:
    session = begin(set_, scenario, Wish(players=2))
    assert isinstance(session, Session), session
    return session


REFUSED = {
    "the scenario that is named": (
        {"scenarios__odd_yaml": LATE_HAT.replace("late-hat", "odd").replace("hat-first 2", "gone").replace("The", "A")},
        (), None, "odd", "the scenario `odd` has a mistake", "there is no house rule `gone`",
    ),
    "the scenario with which games begin": (
        {"set_yaml": "id: orchard\nnames: {en: Orchard}\nscenario: odd\n",
         "scenarios__odd_yaml": "id: odd\nnames: {en: Odd}\nplayers: [2]\nhouse: short-shade\n"},
        (), None, None, "the scenario `odd` has a mistake", "a list is expected here",
    ),
    "the first scenario of an edition": (
        {"old__set_yaml": "id: old\nnames: {en: Old}\nscenario: nope\n"},
        (), "old", None, "there is no scenario `nope`", "there is no scenario `nope`",
    ),
    "a file with two house rules": (
        {"house_rules__open_hedge_rule": f"{OPEN_HEDGE}\n{STRANGER}"},
        ("open-hedge",), None, None,
        "there are mistakes in the cards under open-hedge", "a file of this name holds a house rule and nothing else",
    ),
    "an edition with a house rule before it": (
        {"old__old_edition": f"{STRANGER}\n{FILES['old/old.edition']}"},
        (), "old", None,
        "there are mistakes in the cards under edition old", "a file of this name holds an edition and nothing else",
    ),
    "an edition that takes in what there is not": (
        {"old__old_edition": FILES["old/old.edition"].replace("short-shade", "hat-first 99")},
        (), "old", None, "there are mistakes in the cards under edition old", "`99` is no setting of `hat-first`",
    ),
    "a house rule that says something in vain": (
        {"house_rules__open_hedge_rule": OPEN_HEDGE + "  takes in: short-shade\n"},
        ("open-hedge",), None, None,
        "there are mistakes in the cards under open-hedge", "only an edition takes house rules in",
    ),
    "two editions of one name": (
        {"older__old_edition": FILES["old/old.edition"]}, (), "old", None,
        "there are mistakes in the cards under edition old", "there is another edition called `old`",
    ),
}  # fmt: skip


@pytest.mark.parametrize(
    ("changed", "rules", "edition", "scenario", "reason", "message"), REFUSED.values(), ids=REFUSED
)
def test_what_the_check_refuses_is_not_played(
    changed: dict[str, str], rules: tuple[str, ...], edition: str | None, scenario: str | None, reason: str,
    message: str,
) -> None:  # fmt: skip
    refused = begin(under(orchard(**changed), *rules, edition=edition), scenario, Wish(players=2))
    assert isinstance(refused, NoGame)
    assert refused.reasons == (reason,)
    assert [d.message for d in refused.diagnostics] == [message]
    assert message in [d.message for d in checking.checked(whole(Path("orchard"))).faults]


def test_a_choice_that_there_is_not_is_a_set_that_cannot_be_played() -> None:
    folder = orchard()
    for chosen in (Chosen((InForce("gone"),)), Chosen((InForce("hat-first"),)), Chosen((), "gone")):
        set_ = whole(folder).under(chosen)
        assert set_.library is None
        assert [d.span.path for d in set_.errors] == ["orchard"]


def test_a_fault_of_another_scenario_keeps_nobody_from_playing() -> None:
    assert started(load(orchard(scenarios__odd_yaml="id: odd\n"))).cast.scenario == "all-of-it"


# ---- scenarios under amendments ------------------------------------------------------------------------------------


def test_an_edition_without_scenarios_is_played_with_those_of_the_printed_game() -> None:
    set_ = under(orchard(old__scenarios__old_trees_yaml=None), edition="old")
    assert [s.id for s in set_.scenarios] == ["all-of-it", "late-hat"]
    session = started(set_)
    assert (session.cast.scenario, "Ladder Tree" in session.cast.titles) == ("all-of-it", False)
    assert str(started(set_, "late-hat").card_set.chosen) == "edition old, hat-first 2"


def test_the_scenarios_of_an_edition_may_use_its_names() -> None:
    renamed = FILES["old/old.edition"] + '  in Shade\n    add:\n      name "Old Elm"\n'
    trees = FILES["old/scenarios/old-trees.yaml"]
    folder = orchard(old__old_edition=renamed, old__scenarios__old_trees_yaml=trees.replace("Shade", "Old Elm"))
    assert under(folder, edition="old").scenarios[0].cards == ("Plum", "Cherry", "Quince", "Hedge", "Shade")
    assert checking.checked(whole(folder)).faults == ()


def test_a_card_that_a_house_rule_leaves_out_is_in_no_scenario() -> None:
    rule = 'house rule no-hedge "nobody plants a Hedge"\n  leaves out: Hedge\n'
    drawn_ = "id: some\nnames: {en: Some}\nplayers: [2]\ncards: {pick: 3, of: [Plum, Cherry, Hedge]}\n"
    set_ = under(orchard(house_rules__no_hedge_rule=rule, scenarios__some_yaml=drawn_), "no-hedge")
    assert set_.errors == ()
    assert "Hedge" not in started(set_, "all-of-it").cast.titles
    refused = begin(set_, "some", Wish(players=2))
    assert isinstance(refused, NoGame)
    assert str(refused) == "`some` picks 3 cards, and only 2 of its cards are in this game"


def test_a_house_rule_may_leave_out_a_number_of_players() -> None:
    change = "instead of: players 2 to 4\n    read: players 2 to 3"
    rule = f'house rule few "it is a game for few"\n  in Orchard\n    {change}\n'
    set_ = under(orchard(house_rules__few_rule=rule), "few")
    assert set_.errors == ()
    assert [s.players for s in set_.scenarios] == [(2, 3), (2, 3)]
