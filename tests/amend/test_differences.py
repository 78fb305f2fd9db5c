"""Two texts are compared rule by rule: what holds now, and what was said before."""

from __future__ import annotations

import pytest

from moot.dsl.amend.differences import Change, differences
from moot.dsl.source import Source

FOX = """\
beast Fox
  cost 3, size 2
  source "the book"
  once in your turn, if it is night, you must
    do      take the crown
  at the end of your turn, you may
    choose  prey: a card in your hand
    do      discard prey
            gain 2 gold
  name fr "Renard"
"""
WORDINGS = {
    "a field": (("cost 3", "cost 4"), Change("cost 4", ("cost 3",))),
    "when it is": (
        ("once in your turn, if", "when this is drawn, if"),
        Change("when this is drawn, if it is night, you must take the crown", ("once in your turn",)),
    ),
    "a condition the less": (
        ("once in your turn, if it is night, you", "once in your turn, you"),
        Change("once in your turn, you must take the crown", (), ("if it is night",)),
    ),
    "a condition the more": (
        ("once in your turn, if it is night, you", "once in your turn, if it is night, if it is red, you"),
        Change("once in your turn, if it is night, if it is red, you must take the crown", (), (), ("if it is red",)),
    ),
    "a number in a long sentence": (
        ("gain 2", "gain 3"),
        Change("at the end of your turn, you may choose prey: a card in your hand; discard prey; gain 3 gold", ("2",)),
    ),
    "a sentence that is gone": (
        ("  once in your turn, if it is night, you must\n    do      take the crown\n", ""),
        Change("", ("once in your turn, if it is night, you must take the crown",)),
    ),
    "a sentence that is new": (
        ("  name fr", "  always your score is 1 more\n  name fr"),
        Change("always your score is 1 more"),
    ),
}


@pytest.mark.parametrize(("edit", "change"), list(WORDINGS.values()), ids=list(WORDINGS))
def test_a_rule_is_told_as_it_reads_with_what_it_was(edit: tuple[str, str], change: Change) -> None:
    assert edit[0] in FOX
    (found,) = differences([Source("fox.card", FOX)], [Source("fox.card", FOX.replace(*edit))])
    assert (found.name, found.sort, found.kind, found.changes) == ("Fox", "card", "changed", (change,))


@pytest.mark.parametrize(
    "edit", [("the book", "a book"), ("Renard", "Goupil"), ("      take", "  take"), ("you must", "you must # now")]
)
def test_what_is_no_rule_makes_no_difference(edit: tuple[str, str]) -> None:
    assert differences([Source("fox.card", FOX)], [Source("fox.card", FOX.replace(*edit))]) == ()


def test_steps_in_another_order() -> None:
    text = "phase night\n  step moon\n    draw 1 card\n  step stars\n    draw 2 cards\n  step owl\n    draw 3 cards\n"
    moved = text.replace("  step owl\n    draw 3 cards\n", "").replace(
        "  step moon", "  step owl\n    draw 3 cards\n  step moon"
    )
    (found,) = differences([Source("x.game", text)], [Source("x.game", moved)])
    assert [change.now for change in found.changes] == ["step owl comes before step moon"]


def test_cards_that_are_new_or_gone() -> None:
    table = "table beast: name, cost\n  Hen, 1\n  Owl, 2\n"
    found = differences(
        [Source("t.table", table), Source("f.card", FOX)], [Source("t.table", table.replace("Owl", "Bat"))]
    )
    assert [(one.name, one.kind) for one in found] == [("Bat", "new"), ("Owl", "gone"), ("Fox", "gone")]
