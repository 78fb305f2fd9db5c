"""What only play can show is counted: what never came up, what came up in vain, and choices with nothing to choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.machine import blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.proof.counting import Counting, counting
from moot.repl.cli.support.counted import lines

from .small import FIRST, GAME, SECOND, library

WITH_REACH = GAME.replace("phase game\n", "value reach of keeper: a player is 1\n\nphase game\n").replace(
    "dig 1 coin", "dig (reach of keeper) coin"
)
FED = "when coin is fed by you, you must\n"


def counted(lib: Library, *answers: int) -> list[str]:
    """What is told after these answers, without the places."""
    s = blank(lib, 2, 1, range(len(lib.cards)))
    with counting():
        machine = Counting(lib)
        machine.run(s)
        for answer in answers:
            machine.apply(s, answer)
    return [line.partition("  ")[2] for line in lines(machine.counts)]


@pytest.mark.parametrize(
    ("clause", "answers", "told"),
    [
        pytest.param(
            FED + "    do put 1 coin on you\n", (SECOND, SECOND),
            ["Fox: clause never begun: when coin is fed by you, you must"], id="a clause that is never begun",
        ),
        pytest.param(
            FED + "    do move 1 coin from your right neighbour to you\n", (FIRST, FIRST, SECOND),
            ["Fox: clause begun twice, and nothing changed: when coin is fed by you, you must"],
            id="a clause without effect",
        ),
        pytest.param(FED + "    do move 1 coin from you to your right neighbour\n", (FIRST,), [], id="with effect"),
        pytest.param(
            FED + "    choose gone: a beast in the wild\n    do move gone to your den\n", (FIRST, FIRST),
            [
                "Fox: clause never begun: when coin is fed by you, you must",
                "Fox: choice nothing to choose, 2 of 2 times: when coin is fed by you, you must",
            ],
            id="a clause whose first choice has no candidate",
        ),
        pytest.param(
            FED + "    do put 1 coin on you\n       choose gone: a beast in the wild\n       move gone to your den\n",
            (FIRST,), ["Fox: choice nothing to choose, 1 of 1 time: gone: a beast in the wild"],
            id="a later choice without a candidate",
        ),
        pytest.param(
            FED + "    choose gone: a beast in the wild, otherwise nothing\n    do move gone to your den\n",
            (FIRST,), ["Fox: clause begun once, and nothing changed: when coin is fed by you, you must"],
            id="a choice that says what is done otherwise",
        ),
        pytest.param(
            "always reach of any player is 2 if there is a beast in the wild\n", (SECOND,),
            ["Fox: rule never held: always reach of any player is 2 if there is a beast in the wild"],
            id="a rule that never holds",
        ),
        pytest.param(
            "always reach of any player is 1\n", (SECOND,),
            ["Fox: rule held once, and never changed the value: always reach of any player is 1"],
            id="a rule that says what is so in any case",
        ),
        pytest.param(
            "always your reach is (your coin minus your coin) more\n", (SECOND,),
            ["Fox: rule held once, and never changed the value: always your reach is (your coin minus your coin) more"],
            id="a rule that adds nothing",
        ),
        pytest.param("always your reach is 1 more\n", (SECOND,), [], id="a rule that changes a value"),
    ],
)  # fmt: skip
def test_what_comes_up_in_vain(tmp_path: Path, clause: str, answers: tuple[int, ...], told: list[str]) -> None:
    assert counted(library(tmp_path, {"Fox": f"  {clause}"}, WITH_REACH), *answers) == told
