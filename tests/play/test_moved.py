"""A card is moved, whatever moves it: cards answer from which place it goes, to which it comes, and who does it."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

CARDS = """
good Broom
  price 1, type salt
  once in your turn, you may
    choose  old: 2 goods in your stall
    do      scrap old

good Torch
  price 1, type salt
  once in your turn, you may
    choose  old: another good in any stall
    do      burn old

good Barter
  price 1, type salt
  once in your turn, you may
    choose  mine: another good in your stall
    choose  theirs: a good in stall of another player
    do      swap mine with theirs

good Flood
  price 1, type salt
  once in your turn, you may
    do      swap your stall with the bin

good Pawnshop
  price 1, type salt
  once in your turn, you may
    choose  pawn: another good in your stall
    cost    move pawn to the bin
    do      earn 3 coin

good Broker
  price 1, type salt
  once in your turn, you may
    choose  mine: another good in your stall
    do      move mine to your stall
            earn 1 coin
"""
CASES = {
    "it leaves, whatever verb moves it": """
good Relic
  price 1, type salt
  when this is moved from your stall, you must
    do      earn 5 coin

ruling M1 "burnt"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
  expect  p2 coin 5

ruling M2 "swapped"
  given   3 players
          p1 stall Barter, Pie
          p2 stall Relic, coin 0
  when    p1 Barter swaps Pie, Relic
  expect  p2 coin 5, stall Pie

ruling M3 "with its whole place"
  given   3 players
          p1 stall Flood, Relic, coin 0; bin Pie
  when    p1 Flood
  expect  p1 coin 5, stall Pie

ruling M4 "to where it lies already is no move"
  given   3 players
          p1 stall Broker, Relic, coin 0
  when    p1 Broker moves Relic
  expect  p1 coin 1
""",
    "each of several, and each hears the other": """
good Relic
  price 1, type salt
  when a good is moved from your stall to the bin, you must
    do      earn 5 coin

ruling M5 "both"
  given   3 players
          p1 stall Broom, Relic, Pie, coin 0
  when    p1 Broom with Relic, Pie
  expect  p1 coin 10
""",
    "from one place to another, and not back": """
good Toll
  price 1, type salt
  when a good is moved from your stall to stall of another player, you must
    do      earn 1 coin

ruling M6 "what comes for it is not what goes"
  given   3 players
          p1 stall Barter, Toll, Pie, coin 0
          p2 stall Nuts
  when    p1 Barter swaps Pie, Nuts
  expect  p1 coin 1, stall Barter, Toll, Nuts

ruling M7 "another way is another thing"
  given   3 players
          p1 stall Torch, Toll, Pie, coin 0
  when    p1 Torch burns Pie
  expect  p1 coin 0
""",
    "it comes, and works from then on": """
good Relic
  price 1, type salt
  when this is moved to your stall, you must
    do      earn 5 coin

ruling M8 "sold"
  given   3 players
          p1 bag Relic, coin 1
  when    p1 sells Relic
  expect  p1 coin 5

ruling M9 "its new owner is you"
  given   3 players
          p1 stall Barter, Pie, coin 0
          p2 stall Relic, coin 0
  when    p1 Barter swaps Pie, Relic
  expect  p1 coin 5; p2 coin 0
""",
    "who moves it": """
good Ward
  price 1, type salt
  when another good is moved from your stall by thief: another player, you must
    do      move up to 2 coin from thief to you

ruling M10 "another player"
  given   3 players
          p1 stall Torch, coin 3
          p2 stall Ward, Pie, coin 0
  when    p1 Torch burns Pie
  expect  p1 coin 1; p2 coin 2

ruling M11 "the owner"
  given   3 players
          p1 stall Torch, Ward, Pie, coin 3
  when    p1 Torch burns Pie
  expect  p1 coin 3
""",
    "its former owner is asked": """
good Relic
  price 1, type salt
  when this is moved from your stall, you may
    do      earn 5 coin

ruling M12 "yes"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
          p2 yes
  expect  p2 coin 5; p1 must answer
""",
    "in place of it": """
good Relic
  price 1, type salt
  when this would be moved from your stall, you must
    instead earn 5 coin

ruling M13 "it stays, and nothing was burnt"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
  expect  p2 coin 5, stall Relic

ruling M14 "an exchange is done whole or not at all"
  given   3 players
          p1 stall Barter, Pie
          p2 stall Relic, coin 0
  when    p1 Barter swaps Pie, Relic
  expect  p2 coin 5, stall Relic; p1 stall Barter, Pie

ruling M21 "what was not moved has not paid for anything"
  given   3 players
          p1 stall Pawnshop, Relic, coin 0
  when    p1 Pawnshop
  expect  p1 coin 5, stall Pawnshop, Relic

ruling M15 "the other one of two goes"
  given   3 players
          p1 stall Broom, Relic, Pie, coin 0
  when    p1 Broom with Relic, Pie
  expect  p1 coin 5, stall Broom, Relic; bin Pie
""",
    "before it": """
good Relic
  price 1, type salt
  before this is moved from your stall, you must
    do      earn 5 coin

good Saver
  price 1, type salt
  when another good would be moved from your stall by another player, you may
    cost    pay 2 coin
    instead nothing

ruling M16 "it still works"
  given   3 players
          p1 stall Torch
          p2 stall Relic, coin 0
  when    p1 Torch burns Relic
  expect  p2 coin 5; bin Relic

ruling M17 "another card pays to keep it"
  given   3 players
          p1 stall Torch, coin 1
          p2 stall Saver, Relic, coin 3
  when    p1 Torch burns Relic
          p2 yes
  expect  p2 coin 1, stall Saver, Relic; p1 must answer
""",
    "what was moved earlier": """
good Ledger
  price 1, type salt
  at the end of a turn, if a card was moved from your stall this turn, you must
    do      earn 1 coin
  at the end of a turn, if a card was moved from your stall to the bin by another player this turn, you must
    do      earn 2 coin
  at the end of a turn, if this was moved to your stall this turn, you must
    do      earn 4 coin
  at the end of a turn, if a good was moved from your bag this turn, you must
    do      earn 10 coin

ruling M18 "by oneself"
  given   3 players
          p1 stall Torch, Ledger, Pie, coin 0
  when    p1 Torch burns Pie
          p1 ends the turn
  expect  p1 coin 1

ruling M19 "by another player"
  given   3 players
          p1 stall Torch, coin 0
          p2 stall Ledger, Pie, coin 0
  when    p1 Torch burns Pie
          p1 ends the turn
  expect  p2 coin 3
  when    p2 ends the turn
  expect  p2 coin 3

ruling M20 "it came this turn, from the bag"
  given   3 players
          p1 bag Ledger, coin 1
  when    p1 sells Ledger
          p1 ends the turn
  expect  p1 coin 14
""",
    "such as were moved": """
good Ledger
  price 1, type salt
  once in your turn, you may
    let     gone be cards in the bin that were moved from your stall this turn
    do      earn (number of gone) coin
  at the end of your turn, you must
    choose  late: a good in your stall that was not moved to your stall this turn, otherwise nothing
    do      scrap late

ruling M22 "from your own stall, in this turn"
  given   3 players
          p1 stall Torch, Ledger, Pie, coin 0; bin Cake
  when    p1 Torch burns Pie
          p1 Ledger
  expect  p1 coin 1

ruling M23 "what came this turn may stay"
  given   3 players
          p1 stall Ledger, Cake, bag Pie, coin 3
  when    p1 sells Pie
          p1 ends the turn
  offered only Ledger, Cake
""",
}  # fmt: skip


@pytest.mark.parametrize("text", CASES.values(), ids=CASES.keys())
def test_who_is_moved_is_heard(text: str, tmp_path: Path) -> None:
    assert failures(tmp_path, CARDS, text) == []
