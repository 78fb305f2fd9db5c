"""Every operator, one line each: the expression, and what it is worth at the test table (see `table.DEAL`)."""

from __future__ import annotations

from typing import Any

import pytest

from moot.interpreter.kernel.evaluate import OPS
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.operators import OPERATORS

from .assemble import (
    COIN,
    CROWN,
    DECK,
    FLAG,
    GOLD,
    HAND,
    START,
    UNDER,
    ability,
    modifier,
    permission,
    program,
    refused,
    truth,
    value,
)
from .table import begin, value_of

NOBODY = -1
P0, P1, P2 = 0, 1, 2

SPEC: list[tuple[Any, Any]] = [
    (["num", 7], 7),
    (["slot", 1], 5),
    (["set", 2, -1, 1, 2], (2, 1)),
    (["players"], (0, 1, 2)),
    (["range", 2, 4], (2, 3, 4)),
    (["range", 4, 2], ()),
    (["left", P2], P0),
    (["left", NOBODY], NOBODY),
    (["right", P0], P2),
    (["right", NOBODY], NOBODY),
    (["neighbours", P0], (1, 2)),
    (["seat", P2], 3),
    (["seats_from", P2, P1], 2),
    (["seats_from", P1, P1], 0),
    (["inplay", 0], (0, 1, 2, 3, 4, 5, 6, 7)),
    (["inplay", 1], (8,)),  # Y takes no part
    (["owner", 4], P0),
    (["owner", 0], NOBODY),
    (["owner", 9], NOBODY),
    (["owner", NOBODY], NOBODY),
    (["zone", HAND, P1], HAND + 1),
    (["zone", HAND, NOBODY], NOBODY),
    (["zone", DECK, None], DECK),
    (["cards", ["zone", HAND, P0]], (4, 5)),
    (["cards", NOBODY], ()),
    (["cards_of", HAND, ["players"]], (4, 5, 6)),
    (["cards_of", HAND, P0], (4, 5)),
    (["top", 2, ["zone", DECK, None]], (0, 1)),
    (["top", 9, ["zone", DECK, None]], (0, 1, 2, 3)),
    (["zone_of", 6], HAND + 1),
    (["zone_of", NOBODY], NOBODY),
    (["table", 0, 6], 4),
    (["table", 0, NOBODY], NOBODY),
    (["mark", COIN, P1], 5),
    (["mark", COIN, NOBODY], 0),
    (["mark_total", COIN, ["players"]], 7),
    (["has", COIN, P2], False),
    (["has", GOLD, 7], True),
    (["has", GOLD, NOBODY], False),
    (["mark_owner", FLAG, P2], P0),
    (["mark_owner", FLAG, P0], NOBODY),
    (["holder", CROWN, 3], P1),
    (["holder", GOLD, 3], NOBODY),
    (["cell", START], 0),
    (["shelf", ((COIN, COIN + 3),), 1], (1, 2, 5, 0)),
    (["call", 0, 6], 8),
    (["size", ["players"]], 3),
    (["size", NOBODY], 0),
    (["some", ["set"]], False),
    (["some", 0], True),
    (["where", 2, ["inplay", 0], [">", ["table", 0, ["slot", 2]], 3]], (6, 7)),
    (["image", 2, ["inplay", 0], ["table", 0, ["slot", 2]]], (1, 2, 3, 4, 5)),
    (["image", 2, ["inplay", 0], ["owner", ["slot", 2]]], (0, 1)),
    (["fold", "total", 2, ["cards", DECK], ["table", 0, ["slot", 2]]], 5),
    (["fold", "highest", 2, ["cards", DECK], ["table", 0, ["slot", 2]]], 2),
    (["fold", "lowest", 2, ["cards", DECK], ["table", 0, ["slot", 2]]], 1),
    (["fold", "lowest", 2, ["set"], 7], 0),
    (["without", ["players"], P1], (0, 2)),
    (["union", ["set", 1], ["players"], NOBODY], (1, 0, 2)),
    (["first", ["cards", ["zone", HAND, P0]]], 4),
    (["first", ["set"]], NOBODY),
    (["sort", 2, ["set", 7, 0, 3, 1], ["table", 0, ["slot", 2]]], (0, 1, 3, 7)),
    (["+", 2, 3], 5),
    (["-", 2, 3], -1),
    (["*", 2, 3], 6),
    (["%", 7, 4], 3),
    (["%", -1, 4], 3),
    (["%", 7, 0], 0),
    (["%", ["cell", 0], 2], 1),
    (["quotient_up", 7, 3], 3),
    (["quotient_up", 6, 3], 2),
    (["quotient_up", -7, 3], -2),
    (["quotient_up", 7, 0], 0),
    (["quotient_down", 7, 3], 2),
    (["quotient_down", -7, 3], -3),
    (["quotient_down", 7, 0], 0),
    (["max", 2, 3], 3),
    (["min", 2, 3], 2),
    (["half_up", 5], 3),
    (["half_down", 5], 2),
    (["==", 2, 2], True),
    (["!=", 2, 2], False),
    (["<", 2, 3], True),
    (["<=", 3, 3], True),
    ([">", 2, 3], False),
    ([">=", 2, 3], False),
    (["in", 1, ["players"]], True),
    (["in", 1, ["set", 0, 2]], False),
    (["and", 1, ["==", 1, 2], ["table", 9, 9]], False),  # the rest is not looked at
    (["and"], True),
    (["or", 0, 1, ["table", 9, 9]], True),
    (["or"], False),
    (["not", 0], True),
    (["pick", 2, ["+", 1, 1], ["*", ["slot", 2], ["slot", 2]]], 4),
    (["abilities", P0, 0], (0, 2)),
    (["abilities", P0, 1], (2,)),
    (["trial", 1], True),
    (["answering", 1, 4], False),
]


FUNCTIONS = (value(0, "value double", ["*", 2, ["table", 0, ["slot", 0]]]),)
LINES: list[Any] = [["let", 0, 4], ["let", 1, 2], ["lasting", 0, 1, (0, 1)]]


ABILITIES = (
    ability(0, card=7, guard=["==", ["slot", 0], ["owner", 7]]),
    ability(1, card=6, guard=["==", ["slot", 0], ["owner", 6]]),
    ability(2, card=5, guard=1, must=True),
    ability(3, card=5, guard=1, arg_cell=START, arg=1),
    ability(4, card=5, guard=1, used=COIN),  # a cell that is not 0: used
)


@pytest.mark.parametrize(("expression", "worth"), SPEC, ids=lambda x: str(x) if isinstance(x, list) else "")
def test_an_operator_has_its_value_and_changes_nothing(expression: Any, worth: Any) -> None:
    lib, s = begin(LINES, FUNCTIONS, [program(1, "nothing", [["ret"]])], abilities=ABILITIES)
    before = s.key()
    assert value_of(lib, s, expression, 4, 5) == worth
    assert s.key() == before


def test_every_operator_is_specified() -> None:
    assert {x[0] for x, _ in SPEC} == set(OPS) == set(OPERATORS)


def test_two_players_have_one_neighbour() -> None:
    lib, s = begin([], players=2)
    assert value_of(lib, s, ["neighbours", 0]) == (1,)


def test_a_card_on_a_card_belongs_to_whoever_owns_that() -> None:
    lib, s = begin([["move", 0, ["zone", UNDER, 7], "end"], ["move", 1, ["zone", UNDER, 0], "end"]])
    assert value_of(lib, s, ["owner", 1]) == 0


def test_what_a_binder_binds_is_given_back() -> None:
    lib, s = begin([["let", 0, 4], ["let", 1, ["where", 0, ["players"], ["slot", 0]]]])
    assert s.frames[-1][2:4] == [4, (1, 2)]


# ---- named functions ----------------------------------------------------------------------------------------------

VALUES: list[tuple[str, Any, int]] = [
    ("its base", value(0, "value v", 3), 3),
    ("and what is more or less", value(0, "value v", 3, modifier(1, "more", 2), modifier(1, "more", -1)), 4),
    ("when the guard holds", value(0, "value v", 3, modifier(["==", ["slot", 0], 1], "more", 2)), 3),
    ("`is` replaces the base", value(0, "value v", 3, modifier(1, "is", 9), modifier(1, "more", 1)), 10),
    ("the higher level's", value(0, "value v", 3, modifier(1, "is", 9), modifier(1, "is", 8, level=1)), 9),
    ("two of one mind", value(0, "value v", 3, modifier(1, "is", 9), modifier(1, "is", 9)), 9),
    (
        "once for each lasting rule, with what it captured",
        value(0, "value v", 3, modifier(["==", ["slot", 4], 4], "more", ["slot", 5], lasting=0, captured=(4, 5))),
        5,
    ),
]


@pytest.mark.parametrize(("about", "function", "worth"), VALUES, ids=[about for about, _, _ in VALUES])
def test_a_value_is(about: str, function: Any, worth: int) -> None:
    lib, s = begin(LINES, [function])
    assert value_of(lib, s, ["call", 0, 0]) == worth


def test_two_rules_that_differ_are_a_fault_naming_both() -> None:
    lib, s = begin([], [value(0, "value v", 3, modifier(1, "is", 8, card="One"), modifier(1, "is", 9, card="Two"))])
    with pytest.raises(Fault, match=r"`value v`.*One \(one.card:1\), Two \(two.card:1\)"):
        value_of(lib, s, ["call", 0, 0])


def test_a_value_that_reads_itself_is_a_fault() -> None:
    function = value(0, "value v", ["call", 0, ["slot", 0]])
    with pytest.raises(Fault, match="depends on itself"):
        begin([["let", 0, ["call", 0, 0]]], [function])


PERMISSIONS: list[tuple[str, Any, bool]] = [
    ("nothing refuses it", (), True),
    ("one thing does", (refused("no", 1),), False),
    ("which is lifted", (refused("no", 1, 0, 1),), True),
    ("but a ban is not", (refused("no", 1, 1, ban=True),), False),
    ("every refusal counts", (refused("no", 1, 1), refused("nor", 1)), False),
]


@pytest.mark.parametrize(("about", "refusals", "worth"), PERMISSIONS, ids=[about for about, _, _ in PERMISSIONS])
def test_a_permission_holds_unless_it_is_refused(about: str, refusals: Any, worth: bool) -> None:
    lib, s = begin([], [permission(0, "can act", *refusals), permission(1, "can begin", *refusals, needs=0)])
    assert value_of(lib, s, ["call", 0, 0]) is worth
    assert value_of(lib, s, ["call", 1, 0]) is False


def test_a_truth_is_its_base_or_said_of_it() -> None:
    said = modifier(["==", ["slot", 0], 2], "holds", 1)
    lib, s = begin([], [truth(0, "quality dear", ["==", ["slot", 0], 1], said), truth(1, "quality odd", None, said)])
    assert [value_of(lib, s, ["call", 0, x]) for x in range(3)] == [False, True, True]
    assert [value_of(lib, s, ["call", 1, x]) for x in range(3)] == [False, False, True]
