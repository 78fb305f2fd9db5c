"""Amounts have bounds: a counter never falls below zero, and never holds more than a million in one place."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.bounds import GREATEST, MOST

from .small import FIRST, GAME, SECOND, coins, fault, library, played

WHEN = "  when coin is fed by you, you must\n"


def test_less_than_nothing_is_nothing(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": WHEN + "    do      put (your coin minus 5) coin on you\n"})
    assert coins(lib, played(lib, FIRST)) == 0  # of the 1 that was fed 4 more are gone than there are
    lib = library(tmp_path, {"Fox": WHEN + "    do      put (9 minus 4) coin on you\n"})
    assert coins(lib, played(lib, FIRST)) == 6


def test_an_amount_below_zero_does_not_move(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": WHEN + "    do      move (your coin minus 5) coin from you to the bank\n"})
    assert coins(lib, played(lib, FIRST)) == 1


def test_a_number_on_the_way_may_be_below_zero(tmp_path: Path) -> None:
    clause = WHEN + "    let     debt be your coin minus 5\n    do      put (debt plus 7) coin on you\n"
    lib = library(tmp_path, {"Fox": clause})
    assert coins(lib, played(lib, FIRST)) == 4


DOUBLED = {
    "put": "    do\n      repeat until your coin is 0\n        put (your coin) coin on you\n",
    "moved": "    do\n      repeat until your coin is 0\n        move (your coin) coin from the bank to you\n",
    "for each": "    do\n      repeat until your coin is 0\n        put (your coin for each beast) coin on you\n",
}


@pytest.mark.parametrize("doing", DOUBLED.values(), ids=DOUBLED)
def test_what_grows_without_end_is_named(tmp_path: Path, doing: str) -> None:
    lib = library(tmp_path, {"Fox": WHEN + doing})
    assert "there would be more than 1,000,000 coin in one place" in fault(lib, FIRST).message
    assert MOST == 1_000_000


def test_a_million_is_not_too_many(tmp_path: Path) -> None:
    clause = WHEN + "    do\n" + "".join(f"      put {n} coin on you\n" for n in [9999] * 100 + [99])
    lib = library(tmp_path, {"Fox": clause})
    assert coins(lib, played(lib, FIRST)) == MOST
    assert "more than 1,000,000" in fault(lib, SECOND, FIRST).message


def test_what_a_lasting_rule_doubles_is_bounded(tmp_path: Path) -> None:
    worth = "value worth of keeper: a player is 1\n\n"
    clause = WHEN + (
        "    do\n      repeat until worth of you is 0\n        let now be worth of you\n"
        "        until the end of the game, your worth is (now) more\n"
    )
    lib = library(tmp_path, {"Fox": clause}, GAME.replace("phase game\n", worth + "phase game\n"))
    assert f"a number would be beyond {GREATEST:,}" in fault(lib, FIRST).message
