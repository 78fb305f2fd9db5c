"""Explanations, as they are read."""

from __future__ import annotations

from typing import Any

import pytest

from moot.interpreter.kernel.evaluate import frame
from moot.interpreter.kernel.explain import explain, explain_value
from moot.interpreter.kernel.knowing import Eyes

from .assemble import HAND, SECRET, Function, e, modifier, origin, truth, value
from .table import begin

NAMES = (("plan", "card"), ("builder", "player"))

VALUES: list[tuple[Any, list[str]]] = [
    (
        value(
            0, "value price", ["table", 0, ["slot", 0]], modifier(1, "more", -1, card="Factory"), params=2, names=NAMES
        ),
        [
            "price of e of p1 for p1 is 4",
            "   5  value price (game.card:1)",
            "  -1  Factory: more -1 (factory.card:1)",
        ],
    ),
    (
        value(0, "value price", 2, modifier(1, "is", 7, level=1), modifier(1, "is", 8), params=2, names=NAMES),
        [
            "price of e of p1 for p1 is 8",
            "   2  would be: value price (game.card:1)",
            "   7  would be: Some: is 7 (some.card:1)",
            "   8  instead: Some: is 8 (some.card:1)",
        ],
    ),
]


@pytest.mark.parametrize(("function", "told"), VALUES)
def test_a_value_is_explained_part_by_part(function: Function, told: list[str]) -> None:
    lib, s = begin([], [function])
    assert explain_value(lib, s, 0, (7, 0), viewer=1).render() == told


def test_a_condition_is_a_tree_of_what_it_saw() -> None:
    lib, s = begin([], [truth(0, "quality sworn", ["has", SECRET, ["slot", 0]])])
    condition = e(
        [
            "and",
            [">", ["size", ["cards", ["zone", HAND, ["slot", 0]]]], 1, origin("your hand has 2 cards")],
            ["not", ["call", 0, ["slot", 0]]],
            ["not", [">", ["cell", 30], 0, origin("it happened")], origin("it happened")],
        ]
    )
    seen = explain(Eyes(lib, s, None), condition, frame(-1, 32, (0,)), (("you", "player"),))
    assert seen.holds
    assert seen.render()[1:] == [
        "  your hand has 2 cards: yes",
        "    number of cards in hand of p1: 2",
        "  sworn of p1: no",
        "    p1 sworn: no",
        "  it happened: no",
    ]
