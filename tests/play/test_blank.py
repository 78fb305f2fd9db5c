"""Who is blank, when cards say it of one another; and which rule holds, when several say what a value is."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.generate import load as fast
from moot.interpreter.kernel.machine import Machine, blank

from .small import FIRST, GAME, SECOND, cells, library, played

BLANK = "quality blank on card\n\n"
WORTH = "value worth of keeper: a player is 1\n\n"
FED = "  when coin is fed by a player, you must\n    do      put {} coin on you\n"
WORTHS = {"Fox": 10, "Hen": 100, "Owl": 1000}


def working(folder: Path, says: dict[str, str], extra: str = "") -> set[str]:
    """The beasts that are not blank, where each says its line: they put coins of their own on p1."""
    cards = {title: says.get(title, "") + FED.format(worth) for title, worth in WORTHS.items()}
    cards |= {title: line for title, line in says.items() if title not in WORTHS}
    lib = library(folder, cards, GAME.replace("phase game\n", BLANK + extra + "phase game\n"))
    got = cells(lib, played(lib, FIRST), "coin")[0]
    return {title for title, worth in WORTHS.items() if got // worth % 10}


def test_a_card_says_that_another_is_blank(tmp_path: Path) -> None:
    assert working(tmp_path, {"Fox": "  always Hen is blank\n"}) == {"Fox", "Owl"}


def test_a_blank_card_says_nothing_of_others(tmp_path: Path) -> None:
    assert working(tmp_path, {"Fox": "  always Hen is blank\n", "Hen": "  always Owl is blank\n"}) == {"Fox", "Owl"}


def test_a_card_may_say_it_of_itself(tmp_path: Path) -> None:
    assert working(tmp_path, {"Fox": "  always this is blank\n"}) == {"Hen", "Owl"}
    assert working(tmp_path, {"Fox": "  always beasts in your den are blank\n"}) == set()


def test_two_that_say_it_of_each_other_are_both_blank(tmp_path: Path) -> None:
    says = {"Fox": "  always Hen is blank\n", "Hen": "  always Fox is blank\n"}
    assert working(tmp_path, says) == {"Owl"}


def test_three_in_a_ring_are_all_blank(tmp_path: Path) -> None:
    says = {"Fox": "  always Hen is blank\n", "Hen": "  always Owl is blank\n", "Owl": "  always Fox is blank\n"}
    assert working(tmp_path, says) == set()


def test_a_ring_is_broken_from_outside(tmp_path: Path) -> None:
    says = {
        "Fox": "  always Hen is blank\n", "Hen": "  always Fox is blank\n  always Owl is blank\n",
        "Cat": "  always Hen is blank\n",
    }  # fmt: skip
    assert working(tmp_path, says) == {"Fox", "Owl"}


def test_a_long_row_of_cards(tmp_path: Path) -> None:
    says = {
        "Ape": "  always Bee is blank\n", "Bee": "  always Fox is blank\n", "Fox": "  always Hen is blank\n",
        "Hen": "  always Owl is blank\n",
    }  # fmt: skip
    assert working(tmp_path, says) == {"Fox", "Owl"}


def test_what_decides_who_is_blank_is_taken_as_if_nobody_were(tmp_path: Path) -> None:
    says = {
        "Fox": "  always beasts whose weight is at least 2 are blank\n",
        "Hen": "  always weight of Owl is 1 more\n  always weight of this is 1 more\n",
    }
    weight = "value weight of item: a beast is size of item\n\n"
    assert working(tmp_path, says, weight) == {"Fox"}


def test_an_unblanked_game_is_left_alone(tmp_path: Path) -> None:
    assert working(tmp_path, {}) == {"Fox", "Hen", "Owl"}


# ---- values -------------------------------------------------------------------------------------------------------

LASTS = "  when coin is fed by you, you must\n    do      until the end of the game, your worth is {}\n"
TELLS = "  when coin is dug by you, you must\n    do      put (worth of you) coin on you\n"


@pytest.mark.parametrize(
    ("first", "second", "worth"), [(LASTS.format(5), LASTS.format(7), 7), (LASTS.format(7), LASTS.format(5), 5)]
)
def test_of_two_lasting_rules_the_later_holds(tmp_path: Path, first: str, second: str, worth: int) -> None:
    game = GAME.replace("phase game\n", WORTH + "phase game\n")
    lib = library(tmp_path, {"Ape": first, "Bee": second, "Cat": TELLS}, game)
    assert cells(lib, played(lib, FIRST, SECOND), "coin")[0] == 2 + worth


def test_one_lasting_rule_begun_again_holds_as_it_was_begun_last(tmp_path: Path) -> None:
    again = (
        "  when coin is fed by you, you must\n    let     now be your coin\n"
        "    do      until the end of the game, your worth is (now)\n"
    )
    game = GAME.replace("phase game\n", WORTH + "phase game\n")
    lib = library(tmp_path, {"Ape": again, "Cat": TELLS}, game)
    assert cells(lib, played(lib, FIRST, FIRST, SECOND), "coin")[0] == 3 + 2


def test_a_lasting_rule_holds_above_what_a_card_simply_says(tmp_path: Path) -> None:
    game = GAME.replace("phase game\n", WORTH + "phase game\n")
    lib = library(tmp_path, {"Ape": LASTS.format(5), "Bee": "  always your worth is 7\n", "Cat": TELLS}, game)
    assert cells(lib, played(lib, SECOND), "coin")[0] == 1 + 7
    assert cells(lib, played(lib, FIRST, SECOND), "coin")[0] == 2 + 5


def test_two_cards_that_simply_say_it_differently_are_a_fault(tmp_path: Path) -> None:
    game = GAME.replace("phase game\n", WORTH + "phase game\n")
    cards = {"Ape": "  always your worth is 6\n", "Bee": "  always your worth is 7\n", "Cat": TELLS}
    lib = library(tmp_path, cards, game)
    for executor in (Machine(lib), fast(lib)):
        s = blank(lib, 2, 1, range(3))
        executor.run(s)
        with pytest.raises(Fault, match="two rules say what .* is, and they differ"):
            executor.apply(s, SECOND)
