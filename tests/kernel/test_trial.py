"""Trials and faults: what the machine tries on a copy, and the faults of cards that cannot be carried out."""

# ruff: noqa: E501
from __future__ import annotations

from typing import Any

import pytest

from moot.interpreter.kernel import machine
from moot.interpreter.kernel.faults import Fault, Stuck
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.kernel.state import code

from .assemble import COIN, DECK, HAND, HIST, ROW, ask, opt, origin, program
from .table import begin, value_of

YES, NO = True, False
PICK = ask(0, opt("take {}", "took", ["cards", ["zone", HAND, 0]], 1), opt("pass", "passed"))  # b or c

TRIALS: list[tuple[str, bool, list[Any]]] = [
    ("what comes to its end", YES, [["ret"]]),
    ("what fails", NO, [["hopeless"]]),
    ("an answer that leads to the end", YES, [PICK, "took", ["unless", ["==", ["slot", 1], 5], "passed"], ["ret"], "passed", ["hopeless"]]),
    ("none that does", NO, [PICK, "took", "passed", ["hopeless"]]),
    ("a question that nobody can answer", NO, [ask(0, opt("take {}", "took", ["set"], 1)), "took", ["ret"]]),
    ("one of a multi-pick stands for all", NO, [
        ask(0, opt("take {}", "took", ["cards", ["zone", HAND, 0]], 1), opt("done", "passed"), chain=True),
        "took", ["unless", ["==", ["slot", 1], 5], "passed"], ["ret"], "passed", ["hopeless"],
    ]),
    ("but how many are taken is tried", YES, [
        ask(0, opt("take {}", "took", ["cards", ["zone", HAND, 0]], 1), opt("done", "passed"), chain=True),
        "took", ["hopeless"], "passed", ["ret"],
    ]),
    ("what it does itself counts", YES, [["put", COIN, 0, 7], ["unless", ["==", ["mark", COIN, 0], 9], "no"], ["ret"], "no", ["hopeless"]]),
    ("a game that is won on the way", YES, [["win", 0]]),
    ("what leaves it for a frame further out", YES, [["leave", 0, 0]]),
    ("a trial within it", NO, [["unless", ["trial", 2], "no"], ["ret"], "no", ["hopeless"]]),
]  # fmt: skip


@pytest.mark.parametrize(("about", "worth", "lines"), TRIALS, ids=[about for about, _, _ in TRIALS])
def test_a_trial_of(about: str, worth: bool, lines: list[Any]) -> None:
    programs = [program(1, "tried", lines), program(2, "hopeless", [PICK, "took", "passed", ["hopeless"]])]
    lib, s = begin([], programs=programs)
    before = s.key()
    assert value_of(lib, s, ["trial", 1]) is worth
    assert s.key() == before


def test_a_trial_gives_up_after_so_many_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    digits = ask(0, opt("{}", "more", ["range", 0, 9], 1))
    tried = program(
        1,
        "tried",
        [
            "more",
            ["let", 2, ["+", ["slot", 2], 1]],
            ["unless", ["<", ["slot", 2], 9], "no"],
            digits,
            "no",
            ["hopeless"],
        ],  # fmt: skip
    )
    lib, s = begin([], programs=[tried])
    monkeypatch.setattr(machine, "TRIES", 50)
    assert value_of(lib, s, ["trial", 1]) is False


def test_answers_that_lead_nowhere_are_not_offered_when_the_question_looks_ahead() -> None:
    lines = [PICK, "took", ["unless", ["==", ["slot", 1], 5], "passed"], ["ret"], "passed", ["hopeless"]]
    pick = ask(0, *PICK.args[0].options, lookahead=1)
    for first, offered in ((PICK, (code(0, 4), code(0, 5), code(1))), (pick, (code(0, 5),))):
        lib, s = begin([["call", 1]], programs=[program(1, "ahead", [first, *lines[1:]])])
        assert Machine(lib).legal(s) == offered


# ---- faults -------------------------------------------------------------------------------------------------------

FAULTS: list[tuple[str, list[Any], str]] = [
    ("a question without an answer", [ask(0, opt("x", "end", ["set"], 0))], "nothing left to choose"),
    ("a question to nobody", [ask(-1, opt("x", "end"))], "there is nobody to decide this"),
    (
        "a place that does not exist",
        [["move", 4, -1, "end", origin("do it", "Card", 7)]],
        r"a place that does not exist: Card \(card.card:7\)",
    ),
    ("leaving what is not under way", [["leave", 1, 0]], "`other` cannot be left: it is not under way"),
    (
        "a loop",
        ["again", ["add", HIST, 1, origin("count", "Card", 3)], ["jump", "again"]],
        r"never ends: game: Card \(card.card:3\)",
    ),
    ("a program that begins itself", [["call", 1]], "begins itself again and again: other"),
]


@pytest.mark.parametrize(("about", "lines", "message"), FAULTS, ids=[about for about, _, _ in FAULTS])
def test_a_fault_of_the_cards(about: str, lines: list[Any], message: str) -> None:
    with pytest.raises(Fault, match=message):
        begin(lines, programs=[program(1, "other", [["call", 1], ["ret"]])])


def test_being_stuck_in_a_game_is_a_fault_like_others() -> None:
    assert issubclass(Stuck, Fault)


def test_a_broken_state_is_noticed() -> None:
    from moot.interpreter.kernel.invariants import Broken, check_invariants

    lib, s = begin([])
    s.z[DECK] = (0, 0)
    s.m[COIN] = -1
    s.m[5:8] = [1, 1, 0]
    s.w[7] = ROW + 1
    with pytest.raises(Broken) as broken:
        check_invariants(lib, s)
    for said in ("a lies in 2 places", "lost", "cell 2 is negative", "more than one crown", "e is noted"):
        assert said in str(broken.value)
