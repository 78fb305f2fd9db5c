"""Explanations, as they are read."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moot.interpreter.kernel.explain import explain_expr, explain_permission, explain_value

from .assemble import COIN, HAND, SECRET, Function, e, modifier, origin, permission, refused, truth, value
from .table import begin

NAMES = (("plan", "card"), ("builder", "player"))

VALUES: list[tuple[Any, list[str]]] = [
    (
        value(
            0, "value price", ["table", 0, ["slot", 0]], modifier(1, "more", -1, card="Factory"), params=2, names=NAMES
        ),
        [
            "price of e of p1 for p1 is 4",
            "   5  base: value price (game.card:1)",
            "  -1  Factory: more -1 (factory.card:1)",
        ],
    ),
    (
        value(0, "value price", 2, modifier(1, "is", 7, level=1), modifier(1, "is", 8), params=2, names=NAMES),
        [
            "price of e of p1 for p1 is 8",
            "   2  overruled: value price (game.card:1)",
            "   7  overruled: Some: is 7 (some.card:1)",
            "   8  is: Some: is 8 (some.card:1)",
        ],
    ),
]


@pytest.mark.parametrize(("function", "told"), VALUES)
def test_a_value(function: Function, told: list[str]) -> None:
    lib, s = begin([], [function])
    assert explain_value(lib, s, 0, (7, 0), viewer=1).render() == told


POOR = ["<", ["mark", COIN, ["slot", 0]], ["table", 0, ["slot", 1]]]
WHO = (("builder", "player"), ("plan", "card"))


def test_a_deed_that_is_refused_says_what_was_seen_and_what_would_lift_it() -> None:
    deed = permission(
        0, "can build", refused("too poor", POOR, 0), refused("never", 0), refused("late", 1, 0, 1), params=2
    )
    lib, s = begin([], [_named(deed)])
    verdict = explain_permission(lib, s, 0, (0, 7))
    assert verdict.verdict == "forbidden"
    assert [r.text for r in verdict.against] == ["too poor"]
    assert verdict.render() == [
        "p1 build e: forbidden",
        "  refused: too poor (rule.card:1)",
        "    coin of p1 < table e: yes",
        "      coin of p1: 2",
        "      table e: 5",
        "    would be lifted by Lifter (lifter.card:1): a lift",
        "  late: lifted by Lifter (lifter.card:1)",
    ]


def _named(fn: Function) -> Function:
    return replace(fn, names=WHO)


HIDDEN = ["has", SECRET, 0]
"""What only p1 knows."""


@pytest.mark.parametrize(
    ("verdict", "refusals", "needs"),
    [
        ("legal", (refused("no", 0),), None),
        ("forbidden", (refused("no", 1),), None),
        ("forbidden", (refused("no", 1, 1, ban=True),), None),
        ("legal", (refused("no", 1, 1),), None),
        ("not applicable", (refused("no", 0),), 0),
        ("unknown", (refused("no", HIDDEN),), None),
        ("forbidden", (refused("no", HIDDEN), refused("nor", 1)), None),
        ("unknown", (refused("no", 0),), HIDDEN),
    ],
)
def test_verdicts(verdict: str, refusals: Any, needs: Any) -> None:
    lib, s = begin([], [permission(0, "can act", *refusals, needs=needs)])
    assert explain_permission(lib, s, 0, (0,), viewer=1).verdict == verdict


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
    seen = explain_expr(lib, s, condition, (0,), (("you", "player"),))
    assert seen.holds
    assert seen.render()[1:] == [
        "  your hand has 2 cards: yes",
        "    number of cards in zone p1: 2",
        "  not: sworn of p1: yes",
        "    sworn of p1: no",
        "      it sworn: no",
        "  not: it happened: yes",
        "    it happened: no",
    ]
