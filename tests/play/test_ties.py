"""`win by … , then …`: what breaks a tie, in order; values of players and counters alike."""

from __future__ import annotations

from pathlib import Path

import pytest

from .fair import failures

RACE = """\
game Race
  players 3

marker lap on player, counted, seen by everyone
marker stamp on player, counted, seen by everyone

value early of runner: a player is 10 minus seat of runner

verb stop (stopped)
  do nothing

verb collect (collected)
  do put 5 stamp on you

phase game
  step run
    for each runner: player whose seat is 1
      the runner must
        either stop
        or     collect
  step end
    win by {}

position
  begins at step run of game
"""
LAST = [
    pytest.param("lap", "p1 lap 2", "p1 wins", id="no tie"),
    pytest.param("lap, then stamp", "p1 lap 1; p2 lap 1, stamp 3; p3 stamp 9", "p2 wins", id="a counter breaks it"),
    pytest.param("lap, then early", "p2 lap 1; p3 lap 1", "p2 wins", id="a value breaks it"),
    pytest.param("lap, then stamp, then early", "p2 stamp 1; p3 stamp 1", "p2 wins", id="the last one breaks it"),
    pytest.param("early, then stamp", "p3 stamp 4", "p1 wins", id="what comes later does not matter"),
    pytest.param("lap, then stamp", "p1 stamp 1; p2 stamp 1", "p1, p2 win", id="a tie that is left is shared"),
]


@pytest.mark.parametrize(("by", "given", "won"), LAST)
def test_ties_are_broken_in_order(tmp_path: Path, by: str, given: str, won: str) -> None:
    ruling = f"""
ruling T1 "a tie"
  given   3 players
          {given}
  when    p1 stops
  expect  {won}
"""
    assert failures(tmp_path, ruling, game=RACE.format(by)) == []
