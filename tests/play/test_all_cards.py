"""`all cards` are the cards that have a place: a rule has none, and is not shuffled in with them."""

from __future__ import annotations

from pathlib import Path

from .fair import failures

GAME = """\
game Bonus
  players 2

kind playing
  has rank: number

kind rule

marker coin on player, counted, seen by everyone

zone deck, holds playing, seen by nobody, counted
zone front of player, holds playing, seen by everyone

verb take (taken) sum: coin
  do move sum from the bank to you

phase game
  step deal
    move all cards to the deck
  step play
    for each actor: player
      the actor must
        either take 1 coin
        or     move the top 1 card of the deck to their front

rule Bonus
  when coin is taken by actor: a player, the actor must
    do      put 1 coin on them

table playing: name, rank
  Two, 2
  Three, 3

position
  begins at step play of game
"""
RULING = """
ruling N1 "the rule works, and the deck has the other cards"
  given   2 players
  expect  deck 2 cards
  when    p1 takes 1 coin
  expect  p1 coin 2
"""


def test_a_rule_is_no_card_of_the_deck(tmp_path: Path) -> None:
    assert failures(tmp_path, RULING, game=GAME) == []
