"""Every instruction: what is done at the test table (`table.DEAL`), and what has come of it.

What has come is read off as expressions, so each row is: a sentence, lines of code, (expression, worth) pairs.
"""

# ruff: noqa: E501
from __future__ import annotations

from typing import Any

import pytest

from moot.interpreter.kernel.events import Event, replay, undo
from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.machine import STEPS, Machine, blank
from moot.interpreter.kernel.operators import INSTRUCTIONS
from moot.interpreter.kernel.program import GAME_OWNER
from moot.interpreter.kernel.state import code

from .assemble import (
    COIN,
    CROWN,
    DEBT,
    DECK,
    FACE,
    FLAG,
    GOLD,
    HAND,
    HIST,
    ROW,
    SECRET,
    TAG,
    UNDER,
    ability,
    ask,
    e,
    opt,
    program,
    value,
)
from .table import DEAL, begin, value_of

Lines = list[Any]
Row = tuple[str, Lines, list[tuple[Any, Any]]]


def cards(zone: int) -> Any:
    return ["cards", zone]


SPEC: list[Row] = [
    ("let binds a slot", [["let", 0, ["+", 1, 2]]], [(["slot", 0], 3)]),
    ("jump goes elsewhere", [["let", 0, 1], ["jump", "there"], ["let", 0, 2], "there"], [(["slot", 0], 1)]),
    ("unless jumps when it is false", [["let", 0, 1], ["unless", 0, "there"], ["let", 0, 2], "there"], [(["slot", 0], 1)]),
    ("and goes on when it is true", [["unless", 7, "there"], ["let", 0, 2], "there"], [(["slot", 0], 2)]),
    (
        "next goes through a set",
        [
            ["let", 0, ["players"]], ["let", 1, 0], ["let", 3, 0],
            "again", ["next", 0, 1, 2, "out"], ["let", 3, ["+", ["*", 10, ["slot", 3]], ["seat", ["slot", 2]]]],
            ["jump", "again"], "out",
        ],
        [(["slot", 3], 123)],
    ),
    ("call runs a program with arguments", [["call", 1, 4, 5], ["let", 0, 9]], [(["cell", HIST], 45), (["slot", 0], 9)]),
    ("use begins an ability with its card and its user", [["let", 0, 0], ["use", 0]], [(["cell", HIST], 61)]),
    ("or with nobody, where it does not say who that is", [["let", 0, 1], ["use", 0]], [(["cell", HIST], 69)]),
    ("move puts a card at the end", [["move", 6, DECK, "end"]], [(cards(DECK), (0, 1, 2, 3, 6)), (cards(HAND + 1), ())]),
    ("or on top", [["move", 6, DECK, "top"]], [(cards(DECK), (6, 0, 1, 2, 3)), (["zone_of", 6], DECK)]),
    ("several keep their order", [["move", ["set", 6, 4], DECK, "top"]], [(cards(DECK), (6, 4, 0, 1, 2, 3))]),
    ("also within one place", [["move", ["set", 1, 0], DECK, "end"]], [(cards(DECK), (2, 3, 1, 0))]),
    ("from two places to one of them", [["move", ["set", 4, 6], HAND, "end"]], [(cards(HAND), (5, 4, 6))]),
    ("moving nothing is nothing", [["move", -1, -1, "end"]], [(cards(DECK), (0, 1, 2, 3))]),
    ("lay moves, too", [["lay", ["set", 6, 4], DECK, "top", 0]], [(cards(DECK), (6, 4, 0, 1, 2, 3))]),
    ("an amount from the bank", [["amount", 0, 2, None, (COIN, 0)]], [(["mark", COIN, 0], 4)]),
    ("to the bank", [["amount", 0, 2, (COIN, 1), None]], [(["mark", COIN, 1], 3)]),
    ("from one to another, what is there", [["amount", 0, 9, (COIN, 0), (COIN, 1)]], [(["mark_total", COIN, ["players"]], 7), (["mark", COIN, 0], 0)]),
    ("from a card", [["amount", 0, 2, (GOLD, 7), (COIN, 0)]], [(["mark", GOLD, 7], 1), (["mark", COIN, 0], 4)]),
    ("to a set: one to each while it lasts", [["amount", 0, 2, None, (COIN, ["set", 2, 0, 1])]], [(["mark", COIN, 2], 1), (["mark", COIN, 0], 3), (["mark", COIN, 1], 5)]),
    ("to a smaller set: one to each", [["amount", 0, 5, (COIN, 1), (COIN, ["set", 0])]], [(["mark", COIN, 0], 3), (["mark", COIN, 1], 4)]),
    ("nobody gets nothing", [["amount", 0, 2, (COIN, 1), (COIN, -1)]], [(["mark", COIN, 1], 5)]),
    ("a negative amount is none", [["amount", 0, -2, None, (COIN, 0)]], [(["mark", COIN, 0], 2)]),
    ("a single marker moves", [["single", CROWN, 3, 2]], [(["holder", CROWN, 3], 2), (["mark_total", CROWN, ["players"]], 1)]),
    ("put adds", [["put", COIN, 2, 3]], [(["mark", COIN, 2], 3)]),
    ("keep sets, also below zero", [["keep", DEBT, 2, -3], ["keep", DEBT, -1, 5]], [(["mark", DEBT, 2], -3), (["mark_total", DEBT, ["players"]], -3)]),
    ("mark stores who put it", [["mark", TAG, ["set", 0, 4], 1]], [(["mark_owner", TAG, 0], 1), (["mark_owner", TAG, 4], 1)]),
    ("or the game", [["mark", SECRET, 1, -1]], [(["mark", SECRET, 1], GAME_OWNER), (["mark_owner", SECRET, 1], -1)]),
    ("unmark takes off", [["unmark", FLAG, ["players"]]], [(["has", FLAG, 2], False)]),
    ("turned face down", [["turn", FACE, ["set", 4, 7], 1]], [(["has", FACE, 4], True), (["has", FACE, 7], True)]),
    ("and up again", [["turn", FACE, ["set", 4, 7], 1], ["turn", FACE, 7, 0]], [(["has", FACE, 4], True), (["has", FACE, 7], False)]),
    ("poke", [["poke", HIST, 7]], [(["cell", HIST], 7)]),
    ("poke a cell that is worked out", [["poke", ["num", HIST + 1], 7]], [(["cell", HIST + 1], 7)]),
    ("add", [["add", HIST, 7], ["add", ["+", HIST, 0], 1]], [(["cell", HIST], 8)]),
    ("used is remembered", [["let", 0, 2], ["used", 0, 1]], [(["cell", HIST + 2], 1)]),
    ("clear forgets cells", [["poke", HIST, 7], ["clear", ((HIST, HIST + 2),), 1]], [(["cell", HIST], 0)]),
    ("restore takes what lay on the shelf", [["poke", HIST, 7], ["let", 0, ["shelf", ((HIST, HIST + 2),), 1]], ["poke", HIST, 8], ["add", HIST + 1, 1], ["restore", 0, ((HIST, HIST + 2),), 1]], [(["cell", HIST], 7), (["cell", HIST + 1], 0)]),
    ("expire ends lasting rules", [["let", 3, 5], ["lasting", 0, 4, (3, 3)], ["expire", 4, 5, -2], ["lasting", 0, 4, (3, 3)], ["expire", 4, None, 1]], []),
    ("shuffle starts from ascending order", [["shuffle", DECK]], [(cards(DECK), (3, 2, 1, 0))]),
    ("so that how things lay is of no account", [["move", 0, DECK, "end"], ["shuffle", DECK]], [(cards(DECK), (3, 2, 1, 0))]),
    ("random draws without putting back", [["random", 0, ["players"], 5, 0]], [(["slot", 0], (0, 2, 1))]),
    ("one at random", [["random", 0, ["players"], 1, 1]], [(["slot", 0], 0)]),
    ("one of none", [["random", 0, ["set"], 1, 1]], [(["slot", 0], -1)]),
    ("show changes nothing", [["show", 4, None, 0], ["show", 1, 2, 1]], [(cards(HAND), (4, 5))]),
    ("swap two cards", [["swap", "cards", 4, 7]], [(cards(HAND), (7, 5)), (cards(ROW), (4,)), (["owner", 4], 0)]),
    ("within one place", [["swap", "cards", 4, 5]], [(cards(HAND), (5, 4))]),
    ("swap what lies in two places", [["swap", "zones", HAND, HAND + 1]], [(cards(HAND), (6,)), (["owner", 4], 1)]),
    ("swap seats", [["swap", "seats", 0, 1]], [(cards(HAND), (6,)), (["mark", COIN, 0], 5), (["holder", CROWN, 3], 0), (["mark_owner", FLAG, 2], 1)]),
    ("leave unwinds to a program and goes on there", [["call", 2], ["let", 0, 5], "left"], [(["cell", HIST], 1), (["slot", 0], -1)]),
    ("note is for logs", [["note", "verb", "take", 1]], []),
    ("ask with one answer that all know of is taken", [ask(0, opt("it", "there", ["set", 2], 3), auto=True), "there"], [(["slot", 3], 2)]),
    ("ask with nothing to choose goes on at `none`", [ask(0, opt("it", "there", ["set"], 3), none="else"), "there", ["let", 0, 1], "else"], [(["slot", 0], -1)]),
]  # fmt: skip
ALSO = {"ret", "win", "leave", "goal", "hopeless", "lasting"}
"""Told elsewhere: in programs that are called, below, or where trials are."""

LEFT = len(DEAL) + 2  # where the line `leave` leads
PROGRAMS = [
    program(1, "tens", [["poke", HIST, ["+", ["*", 10, ["slot", 0]], ["slot", 1]]], ["ret"]], params=2),
    program(2, "leaver", [["poke", HIST, 1], ["call", 3], ["poke", HIST, 2], ["ret"]]),
    program(3, "leaves", [["leave", 0, LEFT], ["ret"]]),
]
ABILITIES = (
    ability(0, card=6, guard=1, you=e(["+", 0, 1])),
    ability(1, card=7, guard=1),
    ability(2, card=7, guard=1, used=HIST + 2),
)


@pytest.mark.parametrize(("about", "lines", "worth"), SPEC, ids=[about for about, _, _ in SPEC])
def test_an_instruction_leaves_these_values(about: str, lines: Lines, worth: list[tuple[Any, Any]]) -> None:
    events: list[Event] = []
    lib, s = begin(lines, [value(0, "value v", 3)], PROGRAMS, abilities=ABILITIES, events=events)
    for expression, expected in worth:
        assert value_of(lib, s, expression, *s.frames[-1][2:]) == expected, expression
    check_invariants(lib, s)
    _told_in_full(lib, s, events)


def _told_in_full(lib: Any, s: Any, events: list[Event]) -> None:
    """The record has every change: forwards from the start, backwards from the end."""
    start = blank(lib, 3, 1, range(9))
    there = replay(start, events)
    assert (there.z, there.w, there.m, there.rng, there.lasting) == (s.z, s.w, s.m, s.rng, s.lasting)
    back = undo(s, events)
    assert (back.z, back.w, back.m, back.rng, back.lasting) == (start.z, start.w, start.m, start.rng, start.lasting)


def test_lasting_captures_values() -> None:
    events: list[Event] = []
    lib, s = begin([["let", 3, ["players"]], ["let", 4, 5], ["lasting", 0, 2, (3, 4)]], events=events)
    assert s.lasting == ((0, 2, ((0, 1, 2), 5)),)
    _told_in_full(lib, s, events)


def test_clear_ends_what_lasted_until_then() -> None:
    lib, s = begin([["lasting", 0, 1, ()], ["lasting", 0, 2, ()], ["clear", (), 1]])
    assert s.lasting == ((0, 2, ()),)


EXPIRING = [["let", 3, 5], ["lasting", 0, 4, (3,)], ["let", 3, 6], ["lasting", 0, 4, (3,)]]
EXPIRED: list[tuple[str, list[Any], tuple[Any, ...]]] = [
    ("those of one thing", ["expire", 4, 5, -2], ((0, 4, (6,)),)),
    ("those of several", ["expire", 4, ["set", 5, 6], -2], ()),
    ("all of them", ["expire", 4, None, -2], ()),
    ("later", ["expire", 4, 6, 1], ((0, 4, (5,)), (0, 1, (6,)))),
    ("no others", ["expire", 3, None, -2], ((0, 4, (5,)), (0, 4, (6,)))),
]


@pytest.mark.parametrize(("about", "line", "left"), EXPIRED, ids=[about for about, _, _ in EXPIRED])
def test_lasting_rules_expire(about: str, line: Any, left: Any) -> None:
    _, s = begin([*EXPIRING, line])
    assert s.lasting == left


def test_every_instruction_is_specified() -> None:
    lines = [line for _, lines, _ in SPEC for line in lines if not isinstance(line, str)]
    assert {line[0] if isinstance(line, list) else line.op for line in lines} | ALSO == set(STEPS) == set(INSTRUCTIONS)


# ---- the end --------------------------------------------------------------------------------------------------------

ENDS: list[tuple[str, Lines, tuple[int, ...]]] = [
    ("somebody", [["win", 1]], (1,)),
    ("several", [["win", ["set", 2, 0]]], (2, 0)),
    ("the highest", [["win", None, 0]], (1,)),
    ("equals share", [["amount", 0, 3, None, (COIN, 0)], ["win", None, 0]], (0, 1)),
    ("unless something decides", [["amount", 0, 3, None, (COIN, 0)], ["win", None, 0, 1]], (0,)),
    ("a second that decides nothing", [["amount", 0, 3, None, (COIN, 0)], ["win", None, 0, 0, 2]], (1,)),
    ("and a third", [["amount", 0, 3, None, (COIN, 0)], ["win", None, 0, 2, 1]], (1,)),
    ("the program simply ends", [["ret"]], ()),
]


@pytest.mark.parametrize(("about", "lines", "who"), ENDS, ids=[about for about, _, _ in ENDS])
def test_a_game_ends_with_these_winners(about: str, lines: Lines, who: tuple[int, ...]) -> None:
    values = [value(0, "value coins", ["mark", COIN, ["slot", 0]]), value(1, "value late", ["-", 0, ["slot", 0]])]
    values.append(value(2, "value seat", ["seat", ["slot", 0]]))
    events: list[Event] = []
    lib, s = begin(lines, values, events=events)
    assert s.over == who
    assert s.ask is None
    assert s.frames == []
    assert events[-1].kind == "win"
    check_invariants(lib, s)


# ---- questions ----------------------------------------------------------------------------------------------------


def test_answers_come_in_the_order_of_options_and_their_sets() -> None:
    ask_ = ask(1, opt("take {}", "end", ["set", 5, 4], 0), opt("no", "end", guard=["==", 1, 2]), opt("pass", "end"))
    lib, s = begin([ask_])
    assert s.ask is not None
    assert s.ask.player == 1
    assert Machine(lib).legal(s) == (code(0, 5), code(0, 4), code(2))


def test_cards_that_nothing_tells_apart_are_one_answer() -> None:
    lines = [
        ["move", 2, ["zone", UNDER, 1], "end"],  # something lies on the second a
        ["move", 9, DECK, "end"],
        ["move", 4, DECK, "end"],
        ["mark", TAG, 4, 0],  # and one b is tagged
        ask(0, opt("take {}", "end", ["inplay", 0], 0, dedupe=True)),
    ]
    lib, s = begin(lines)
    assert Machine(lib).legal(s) == tuple(code(0, card) for card in (0, 1, 2, 3, 4, 5, 6, 7))
    lib, s = begin([["move", 4, DECK, "end"], ask(0, opt("take {}", "end", ["inplay", 0], 0, dedupe=True))])
    assert Machine(lib).legal(s) == tuple(code(0, card) for card in (0, 3, 5, 6, 7))


def test_the_answer_is_bound_and_the_program_goes_on_where_it_says() -> None:
    lib, s = begin([ask(0, opt("take {}", "here", ["cards", HAND], 0)), ["ret"], "here", ["let", 1, ["slot", 0]]])
    Machine(lib).apply(s, code(0, 5))
    assert s.frames[-1][2:4] == [5, 5]
