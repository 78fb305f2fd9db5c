"""What an amendment says in vain is told at its words, and never passed over."""

from __future__ import annotations

import pytest

from moot.dsl.amend import amendments, in_vain
from moot.dsl.parser import parse
from moot.dsl.source import Source


def said(body: str, sort: str = "house rule") -> list[str]:
    """What is said of an amendment with these lines: the words it is about, and the message."""
    lines = "".join(f"  {line}\n" for line in body.split("\n")) if body else ""
    source = Source("night.rule", f'{sort} night "at night"\n{lines}')
    read = parse(source)
    assert read.diagnostics == ()
    (amendment,) = amendments([read])
    return [f"`{source.text[d.span.start : d.span.end].strip()}`: {d.message}" for d in in_vain(amendment)]


CHANGE = "\nin Fox\n  instead of: cost 3\n  read: cost setting"
RULES = {
    "": ["`night`: this house rule changes nothing"],
    'source "Foxes"': ["`night`: this house rule changes nothing"],
    "in Fox, Hen\n  once in your turn, you may\n    do gain 1 gold": ["`Fox`: nothing below this changes anything"],
    "in Fox\n  cost 3\n  once in your turn, you may\n    add: only if it is red": [
        "`cost 3`: this is quoted, and nothing changes there",
    ],
    "in Fox\n  once in your turn, you may\n    add: only if it is red\n  cost 3": [
        "`cost 3`: this is quoted, and nothing changes there",
    ],
    "in Fox\n  either gain 1 gold\n  or draw 1 card\n  add:\n    or\n      gain 2 gold": [],
    "in Fox\n  once in your turn, you may\n    add: only if it is red\n    …\n    do gain 1 gold": [],
    "leaves out: Fox": [],
    "takes in: red, blue 3": ["`takes in: red, blue 3`: only an edition takes house rules in"],
    "setting 2 to 3" + CHANGE: [],
    "setting 9 to 2" + CHANGE: ["`setting 9 to 2`: the second number must be greater than the first"],
    "setting 2 to 2" + CHANGE: ["`setting 2 to 2`: the second number must be greater than the first"],
    "setting 0 to 99" + CHANGE: [],
    "setting 0 to 9999" + CHANGE: [
        "`setting 0 to 9999`: these are 10,000 settings, and a house rule has at most 100",
    ],
    "setting 2 to 3\nsetting 5 to 6" + CHANGE: ["`setting 5 to 6`: the settings are numbers twice"],
    "setting 2 to 3\nsetting much\n  in Fox\n    leave out: cost 3" + CHANGE: [
        "`setting much`: the settings are numbers and names",
    ],
    "setting few\n  in Fox\n    leave out: cost 3\nsetting few\n  in Hen\n    leave out: cost 3": [
        "`setting few`: there is a setting `few` already",
    ],
    "setting 2 to 3\nin Fox\n  instead of: setting\n  read: 4": [
        "`setting 2 to 3`: the number that is chosen changes nothing",
    ],
}  # fmt: skip


@pytest.mark.parametrize("body", RULES)
def test_what_a_house_rule_says_in_vain(body: str) -> None:
    assert said(body) == RULES[body]


def test_an_edition_may_be_a_list_of_house_rules_but_has_no_settings() -> None:
    assert said("takes in: red", "edition") == []
    assert said("takes in: red\nsetting 2 to 3", "edition") == ["`setting 2 to 3`: an edition has no settings"]


def test_an_edition_changes_something_or_has_other_files() -> None:
    assert said('source "Foxes"', "edition") == ["`night`: this edition changes nothing"]
    (amendment,) = amendments([parse(Source("night.edition", 'edition night "at night"\n'))])
    assert list(in_vain(amendment, alone=False)) == []


def test_no_more_settings_are_counted_than_a_house_rule_may_have() -> None:
    (amendment,) = amendments([parse(Source("night.rule", 'house rule night "at night"\n  setting 0 to 9999\n'))])
    assert len(amendment.settings) == 100
