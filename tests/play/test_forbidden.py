"""A rule that forbids names whom it forbids, in whatever words; one that forbids or allows nothing is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import load

from .fair import GAME, failures

WARES = """
good Jar
  price 1, type salt
  once in your turn, you may
    choose  victim: a good in any stall except this
    do      burn victim

good Lid
  price 1, type salt
  always %s
"""
FORBIDDEN = """
ruling F1 "Lid stays"
  given   2 players
          p1 is Ann, stall Jar
          p2 is Bob, stall Lid, Pie, Cake
  when    p1 Jar
  offered only Pie, Cake
  when    p1 Lid
  refused because Lid
"""
ALLOWED = """
ruling F2 "Lid goes"
  given   2 players
          p1 is Bob, stall Jar
          p2 is Ann, stall Lid, Pie, Cake
  when    p1 Jar, Lid
  expect  bin Lid
"""


@pytest.mark.parametrize(
    "said",
    ["nobody may burn this", "a player cannot burn this", "players cannot burn this", "any player cannot burn this"],
)
def test_everybody_is_forbidden(said: str, tmp_path: Path) -> None:
    assert failures(tmp_path, WARES % said, FORBIDDEN) == []


@pytest.mark.parametrize(
    "said",
    ["player of Ann cannot burn this", "the player of Ann cannot burn this", "the owner of Ann cannot burn this",
     "the player of any rank 1 helper cannot burn this"],
)  # fmt: skip
def test_only_whom_it_names_is_forbidden(said: str, tmp_path: Path) -> None:
    assert failures(tmp_path, WARES % said, FORBIDDEN, ALLOWED) == []


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("nobody cannot burn this", "`nobody cannot` forbids nothing"),
        ('nobody may burn this even if "it is in the bin"', "`nobody may` takes no `even if`"),
        ("you may burn this", "which refusal of `burn` is set aside? write `even if` and its words"),
        ("any player may sell any good", "which refusal of `sell` is set aside? write `even if` and its words"),
    ],
)
def test_what_forbids_and_allows_nothing_is_refused(said: str, answer: str, tmp_path: Path) -> None:
    (tmp_path / "fair.game").write_text(GAME + WARES % said, encoding="utf-8")
    assert [d.message for d in load(tmp_path).diagnostics if d.severity == "error"] == [answer]
