"""A field that is added to a kind and may be empty, with a list of one word: what an edition prints on some cards. At
set-up the game counts the cards that bear the word."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.sets.cast import Cast, NoGame, Wish, bare, resolve

from .fair import GAME, failures, fair

STARS = """\
  refused "one bonus good at most" if number of bonus goods is more than 1
  refused "a bonus good for each salt one" unless number of bonus goods is at most number of salt goods
"""
FAIR = GAME.replace("  order good, helper\n", "  order good, helper\n" + STARS).replace(
    "  has type: good type\n", "  has type: good type\n  has set: card set or nothing\n"
)
CARDS = {
    "plum": "good Plum\n  price 3, type salt, set bonus\n",
    "fig": "good Fig\n  price 3, type sweet, set bonus\n",
    "rye": "good Rye\n  price 1, type salt\n",
}


@pytest.mark.parametrize(
    ("cards", "reason"),
    [("Rye, Plum", None), ("Rye", None), ("Plum, Fig, Rye", "one bonus good at most")],
)
def test_the_game_counts_them(tmp_path: Path, cards: str, reason: str | None) -> None:
    for name, text in CARDS.items():
        (tmp_path / f"{name}.card").write_text(text, encoding="utf-8")
    set_ = fair(tmp_path, "kind card set: bonus\n", game=FAIR)
    found = resolve(set_, bare(set_), Wish(players=2, cards=cards.split(", ")))
    assert isinstance(found, Cast) if reason is None else isinstance(found, NoGame) and found.reasons == (reason,)


def test_the_word_describes_cards(tmp_path: Path) -> None:
    ruling = """
kind card set: bonus

helper Cook
  rank 4
  always your wealth is 5 more for each bonus good in your stall
  always your wealth is 1 more for each good in your stall that is not bonus

ruling A1 "those with the word, and those without"
  given   2 players
          p1 is Cook, coin 0, stall Plum, Pie
  expect  wealth of p1 is 6
"""
    assert failures(tmp_path, CARDS["plum"], ruling, game=FAIR) == []
