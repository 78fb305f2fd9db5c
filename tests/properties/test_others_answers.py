"""Answers of others made up at random: they never make a deed possible, and whatever they say the game goes on."""

from __future__ import annotations

from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.machine import Machine, blank
from tests.play.fair import fair

from .sizes import looks

WHEN = (
    "when a good would be sold by another player, you may",
    "when a good would be paid for by another player, you may",
    "when a good would be paid for by another player, you must",
    "before a good is paid for by another player, you may",
    "when a good would be paid for by you, you may",
    "when a good would be paid for, you may",
)
WHAT = (
    "    instead\n      earn 1 coin\n",
    "    do\n      for each seller: player\n        move all coin from seller to the bank\n",
    "    do\n      for each seller: player\n        move 5 coin from the bank to seller\n",
    "    choose  old: a card in your bag\n    instead scrap old\n",
    "    instead nothing\n",
)


@looks(20)
@given(
    st.lists(st.tuples(st.sampled_from(WHEN), st.sampled_from(WHAT)), min_size=1, max_size=3),
    st.integers(0, 2**16),
)
def test_the_game_goes_on(clauses: list[tuple[str, str]], seed: int) -> None:
    cards = [
        f"good Thing{'ABC'[i]}\n  price 2, type salt\n  {when}\n{what}"
        for i, (when, what) in enumerate(clauses)
        if not (when.startswith("before") and "instead" in what)
    ]
    with TemporaryDirectory() as folder:
        lib = fair(Path(folder), *cards).library
    assert lib is not None
    machine, fast = Machine(lib), generate.load(lib)
    for game in range(8):
        chance = Random(seed + game)
        s = blank(lib, 2, seed + game, range(len(lib.cards)))
        machine.run(s)
        t = s.clone()
        for _ in range(80):
            if s.ask is None:
                break
            answer = chance.choice(s.ask.answers)
            machine.apply(s, answer)  # a fault if there is nothing left to choose
            fast.apply(t, answer)
            assert s.key() == t.key()
