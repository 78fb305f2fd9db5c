"""A card whose title begins with an article, and one that is called like a place: each is written as it is called."""

from __future__ import annotations

from pathlib import Path

from moot.interpreter.sets.card_set import load
from tests.play.fair import GAME, failures

CARDS = """
good A First
  price 2, type sweet

good The Cake
  price 2, type salt

good Bin
  price 3, type sweet
"""
RULINGS = """
ruling N1 "an article may begin a title, and may stand before one"
  given   2 players
          p1 bag A First, The Cake, stall the Bin, coin 9
  when    p1 sells A First
  expect  p1 stall A First, Bin, bag The Cake; The Cake is in bag of p1

ruling N2 "the place is written small, the card as it is called"
  given   2 players
          bin Bin, The Cake
          p1 bag A First, coin 9
  expect  the bin The Cake, Bin; Bin is in bin
"""


def test_a_title_with_an_article_and_one_of_a_place(tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, RULINGS) == []


def test_the_card_is_not_taken_for_the_place(tmp_path: Path) -> None:
    (tmp_path / "fair.game").write_text(GAME + CARDS + RULINGS.replace("bin Bin,", "Bin Nuts,", 1), encoding="utf-8")
    (d,) = [d for d in load(tmp_path).diagnostics if d.code == "left-over"]
    assert (d.message, d.help) == (
        "`Nuts` does not fit here", "`Bin` is the card; the place begins with a small letter: `bin`"
    )  # fmt: skip
