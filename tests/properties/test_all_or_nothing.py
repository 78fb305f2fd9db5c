"""Costs and blocks made up at random: whatever is answered, all of it is done or nothing.

Each deed below counts itself, and so does what follows them. Where the next main question is asked, so many deeds have
been done as belong to what followed.
"""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import State
from tests.play.fair import fair

from .sizes import looks

DEEDS = """
zone shelf of player, holds good, seen by everyone
marker deeds on player, counted, until the end of the game, seen by everyone
marker feats on player, counted, until the end of the game, seen by everyone

verb stack (stacked) ware: a good
  refused "the shelf is full" if number of cards in your shelf is at least 2
  do
    move ware to your shelf
    put 1 deeds on you

verb fling (flung) ware: a good
  refused "it is not in your bag" unless ware is in your bag
  do
    move ware to the bin
    put 1 deeds on you

verb spend (spent) sum: coin
  refused "not enough coins" if your coin is less than sum
  do
    move sum from you to the bank
    put 1 deeds on you

verb clear up
  refused "nothing to clear" if your shelf has no cards
  do
    choose old: a card in your shelf
    move old to the bin
    put 1 deeds on you
"""
USED = """
good Yard
  price 1, type salt
  once in your turn, you may
    choose  ware: a card in your bag
    do      stack ware
  once in your turn, you may
    choose  ware: a card in your bag
    do      fling ware
  once in your turn, you may
    do      clear up
"""
"""A card that does each of the deeds, so that there is all of them; no game below has it."""
LINES = (
    "stack {}", "fling {}", "spend 1 coin", "spend 3 coin", "spend 1 coin for each card in your shelf", "clear up",
    "spend 1 coin for each card in your bag",
)  # fmt: skip
COST = """
good Engine
  price 1, type salt
  even from your bag, once in your turn, you may
    choose  high: a card in your bag
    choose  low: a card in your bag except high
    cost
{lines}
    do
      show high
      show low
      put 1 feats on you
"""
MAY = """
good Engine
  price 1, type salt
  even from your bag, once in your turn, you may
    do
      you may
        choose high: a card in your bag
{first}
        choose low: a card in your bag
{rest}
        show high
        show low
        put 1 feats on you
"""
EITHER = """
good Engine
  price 1, type salt
  even from your bag, once in your turn, you may
    do
      for each player
        either
          choose high: a card in your bag
{first}
          choose low: a card in your bag
{rest}
          show high
          show low
          put 1 feats on you
        or
          earn 1 coin
"""


def engine(shape: str, picked: list[tuple[int, bool]]) -> str:
    """A card with these deeds: as its costs, or around a second choice."""
    said = [LINES[i].format("low" if late else "high") for i, late in picked]
    indent = {COST: 6, MAY: 8, EITHER: 10}[shape]
    rows = [" " * indent + line for line in said]
    early = [LINES[i].format("high") for i, _ in picked[:1]]
    first = " " * indent + early[0]
    rest = "\n".join(rows[1:]) or " " * indent + "show low"
    return shape.format(lines="\n".join(rows), first=first, rest=rest)


def counts(lib: Library, s: State, mark: str) -> list[int]:
    decl = next(m for m in lib.marks if m.name == mark)
    return s.m[decl.base : decl.base + s.m[lib.players_cell]]


def look(lib: Library, s: State, deeds: int) -> None:
    """Where a turn's own question is put, nothing is half done."""
    assert s.ask is not None
    if s.ask.program == lib.phases["turn"][0]:
        assert counts(lib, s, "deeds") == [deeds * n for n in counts(lib, s, "feats")]


@looks(24)
@given(
    st.sampled_from((COST, MAY, EITHER)),
    st.lists(st.tuples(st.integers(0, len(LINES) - 1), st.booleans()), min_size=1, max_size=4),
    st.integers(0, 2**16),
)
def test_all_of_it_or_nothing(shape: str, picked: list[tuple[int, bool]], seed: int) -> None:
    with TemporaryDirectory() as folder:
        lib = fair(Path(folder), DEEDS, engine(shape, picked), USED).library
    assert lib is not None
    machine, fast = Machine(lib), generate.load(lib)
    for game in range(6):
        chance = Random(seed + game)
        s = blank(lib, 2, seed + game, [card for card, title in enumerate(lib.cards) if title != "Yard"])
        machine.run(s)
        t = s.clone()
        for _ in range(60):
            if s.ask is None:
                break
            look(lib, s, len(picked))
            powers = lib.phases["turn"][0] == s.ask.program and chance.random() < 0.7
            ranked = sorted(s.ask.answers, key=lambda a: -(a // 4096 == 2)) if powers else list(s.ask.answers)
            answer = ranked[0] if powers else chance.choice(ranked)
            machine.apply(s, answer)
            fast.apply(t, answer)
            assert s.key() == t.key()
