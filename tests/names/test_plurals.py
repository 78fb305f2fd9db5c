"""What English makes of a word: its plural, and what somebody does."""

from __future__ import annotations

import pytest

from moot.dsl.words import plural, singular, third_person


@pytest.mark.parametrize(
    ("one", "many"),
    [
        ("city", "cities"), ("day", "days"), ("fox", "foxes"), ("witch", "witches"), ("king", "kings"),
        ("die", "dice"), ("wolf", "wolves"), ("swordsman", "swordsmen"), ("human", "humans"), ("shaman", "shamans"),
        ("wild goose", "wild geese"), ("mongoose", "mongooses"), ("person", "people"), ("sheep", "sheep"),
        ("chief", "chiefs"), ("playing card", "playing cards"),
    ],
)  # fmt: skip
def test_one_and_many(one: str, many: str) -> None:
    assert plural(one) == many
    assert singular(many) == one


@pytest.mark.parametrize(
    ("several", "one"),
    [("go", "goes"), ("have", "has"), ("do", "does"), ("fish", "fishes"), ("die", "dies"), ("carry", "carries")],
)
def test_what_somebody_does(several: str, one: str) -> None:
    assert third_person(several) == one
