"""A game in which each player has a turn: whoever is out of it is passed over; the others are those who do not act."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.interpreter.kernel.machine import Machine
from moot.interpreter.proof import spec
from moot.interpreter.sets.card_set import load

from .fair import played_alike

OLD_MAID = """
game Old Maid
  players 2 to 4

kind animal: cat, dog, maid

kind playing card
  has animal: animal

marker coin on player, counted, seen by everyone

zone deck, holds playing card, seen by nobody
zone hand of player, holds playing card, seen by its owner, counted
zone pairs, holds playing card, seen by everyone

quality empty: a zone that has no cards

value burden of taker: a player is number of cards in hand of taker

verb lay (laid) down pairs
  do
    for each sort: animal
      let same be cards in your hand whose animal is sort
      if number of same is 2
        move same to the pairs

phase game
  step deal
    move all playing cards to the deck
    shuffle the deck
    repeat until number of playing cards in the deck is 0
      for each taker: player
        move the top 1 playing card of the deck to hand of taker
    each player must
      lay down pairs
  step turns
    repeat until number of players whose hand is not empty is 1
      for each taker: player
        run the turn of taker
  step end
    win by lowest burden

phase turn of taker: a player
  step take
    if their hand is not empty and there is another player whose hand is not empty
      the taker must
        let     giver be the next player left of them whose hand is not empty
        choose  taken: a card in hand of giver
        move taken to their hand
        lay down pairs
      each other player whose hand is empty must
        put 1 coin on them

table playing card: name, animal, copies
  Cat, cat, 2
  Dog, dog, 2
  Maid, maid, 1

position
  begins at step turns of game
  passed turn of taker: nothing
"""
EXAMPLES = [
    pytest.param("""
example "the next who has cards"
  given   4 players
          p1 hand Cat, Dog
          p2 hand nothing
          p3 hand nothing
          p4 hand Cat, Dog, Maid
          p1 acts
  when    p1 Maid
  expect  p2 coin 1; p3 coin 1; p1 coin 0
          p2 hand nothing; p3 hand nothing
""", id="past two"),
    pytest.param("""
example "another player acts first"
  given   3 players
          p1 hand Cat
          p2 hand Dog, Maid
          p3 hand Cat, Dog
          p2 acts
  expect  p2 must answer
""", id="who acts first"),
]  # fmt: skip


@pytest.mark.parametrize("example", EXAMPLES)
def test_turns_of_players(example: str, tmp_path: Path) -> None:
    (tmp_path / "old-maid.game").write_text(OLD_MAID.lstrip("\n") + example, encoding="utf-8")
    (tmp_path / "set.yaml").write_text("id: old-maid\nnames: {en: Old Maid}\n", encoding="utf-8")
    found = load(tmp_path)
    assert found.library is not None, [d.message for d in found.diagnostics]
    played_alike(found.library)
    results = spec.run(found, spec.Spec(found.rulings.value, ()), Machine(found.library)).results
    assert [f"{r.title}: {r.message}" for r in results if r.status != "passed"] == []
