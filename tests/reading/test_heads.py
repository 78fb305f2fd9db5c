"""A declaration that cannot be read is one mistake: what mentions it is none."""

from __future__ import annotations

import pytest

from moot.dsl.elaborate import elaborate
from moot.dsl.heads import head
from moot.dsl.parser import parse
from moot.dsl.source import Source

GAME = """\
game Small
  players 2
kind tile
  has size: number
marker coin on player, counted, seen by everyone
zone heap, holds tile, seen by everyone
verb shout (shouted) sum: coin
  refused "no" if sum is 3
  do
    move sum from the bank to you
phase game
  step first  # of two
    run the round
  step last
    for each hero: player
      the hero must
        shout 2 coin
phase round
  step only
    for each hero: player
      the hero must
        shout 1 coin
tile Ash
  size 1
  marker wet on tile, seen by everyone
  when coin is shouted by shouter: a player, the shouter must
    do      mark this as wet
value soaked is number of wet tiles in the heap
position
  begins at step first of game
"""
BROKEN = {
    "a phase": ("    run the round\n", "    run the round, and again\n"),
    "a later step": ("        shout 2 coin\n", "        shout 2 coin, loudly\n"),
    "a verb": ("    move sum from the bank to you\n", "    move sum from the bank, of course\n"),
    "its refusal": ('  refused "no" if sum is 3\n', '  refused "no" when sum is 3\n'),
    "a card": ("the shouter must\n", "they do it\n"),
    "the game": ("  players 2\n", "  players 2\n  for friends of cards\n"),
    "a kind": ("  has size: number\n", "  has size: number\n  is made of wood\n"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_it_is_one_mistake(name: str) -> None:
    old, new = BROKEN[name]
    assert old in GAME
    parsed = parse(Source("x.game", GAME.replace(old, new)))
    found = elaborate([parsed])
    assert len(parsed.diagnostics) == 1
    assert [d.message for d in found.diagnostics] == []
    assert found.game is not None
    assert set(found.game.phases) == {"game", "round"}
    assert set(found.game.cards) == {"Ash"}


def test_what_is_right_is_no_mistake() -> None:
    parsed = parse(Source("x.game", GAME))
    found = elaborate([parsed])
    assert [d.message for d in (*parsed.diagnostics, *found.diagnostics)] == []
    assert parsed.heads == ()


@pytest.mark.parametrize("text", ["phase", "verb x\n  do", "phase x\n  step", "a,\n b", 'marker "#'])
def test_every_word_keeps_its_place(text: str) -> None:
    found = head(text)
    assert found is None or len(found) == len(text)
