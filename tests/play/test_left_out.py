"""`left out if …`: a card that is left out of a game because of the other cards or of the number of players."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Cast, Wish, resolve
from moot.interpreter.sets.scenario import Scenario

from .fair import failures, fair

CARDS = {
    "Grave": """
good Grave
  price 2, type salt
  left out if there is a helper that is Monk
  left out unless number of players is at least 3
""",
    "Wreath": """
good Wreath
  price 2, type salt
  left out unless there is a good that is Grave
""",
    "Salt": """
good Salt
  price 1, type salt
""",
    "Bread": """
good Bread
  price 1, type sweet
""",
    "Monk": """
helper Monk
  rank 4
""",
}


def cast(folder: Path, helper: str = "Monk", players: int = 3, pick: int | None = None, seed: int = 0) -> set[str]:
    """Which of the cards play, in a scenario that has all of them or draws some of the goods."""
    for title, text in CARDS.items():
        (folder / f"{title.lower()}.card").write_text(text.lstrip(), encoding="utf-8")
    set_: CardSet = fair(folder)
    goods: Sequence[str] = ("Grave", "Wreath", "Salt", "Bread")
    scenario = Scenario("s", {}, None, (2, 3), cast=((helper,),), cards=tuple(goods), pick=pick)
    found = resolve(set_, scenario, Wish(players=players, seed=seed))
    assert isinstance(found, Cast), found
    assert set_.library is not None
    assert {set_.library.cards[card] for card in found.cards} == set(found.titles)
    return set(found.titles) & set(CARDS)


def test_a_card_left_out_because_of_another(tmp_path: Path) -> None:
    assert "Grave" not in cast(tmp_path)
    assert "Grave" in cast(tmp_path, "Ann")


def test_a_card_left_out_because_of_the_number_of_players(tmp_path: Path) -> None:
    assert "Grave" not in cast(tmp_path, "Ann", players=2)


def test_a_card_that_left_out_counts_for_no_other(tmp_path: Path) -> None:
    assert cast(tmp_path) == {"Monk", "Salt", "Bread"}
    assert cast(tmp_path, "Ann") == {"Grave", "Wreath", "Salt", "Bread"}


@pytest.mark.parametrize("seed", range(8))
def test_another_card_is_drawn_in_its_place(tmp_path: Path, seed: int) -> None:
    assert cast(tmp_path, pick=2, seed=seed) == {"Monk", "Salt", "Bread"}


POSITION = """
ruling O1 "the one that nobody names is left out"
  given   3 players
          p1 is Monk
  expect  Monk is in crew of p1

ruling O2 "both cannot be named"
  given   3 players
          p1 is Monk, stall Grave
  refused because Grave left out if there is a helper that is Monk
"""


def test_a_position_leaves_it_out_too(tmp_path: Path) -> None:
    assert failures(tmp_path, *CARDS.values(), POSITION) == []
