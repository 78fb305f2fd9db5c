"""Random play with the cards from elsewhere: what must hold of every state holds, and both executors agree."""

from __future__ import annotations

from random import Random

import pytest

from moot.interpreter.kernel import generate
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.sets.cast import Cast, Wish, resolve
from tests.play.sets import card_set

from .test_random_play import play

BASE = {scenario.id for scenario in card_set("citadels").scenarios}
SCENARIOS = [scenario.id for scenario in card_set("elsewhere").scenarios if scenario.id not in BASE]


def setup(name: str, seed: int) -> Cast:
    """The cast of a scenario, with the number of players that the seed picks."""
    set_ = card_set("elsewhere")
    scenario = set_.scenario(name)
    assert scenario is not None
    players = Random(seed).choice(scenario.players)
    found = resolve(set_, scenario, Wish(players=players, seed=seed))
    assert isinstance(found, Cast), found
    return found


@pytest.mark.parametrize("seed", (1, 2))
@pytest.mark.parametrize("name", SCENARIOS)
def test_a_scenario_can_be_played(name: str, seed: int) -> None:
    play(setup(name, seed), seed, card_set("elsewhere"))


@pytest.mark.parametrize("name", SCENARIOS)
def test_both_executors_play_it_alike(name: str) -> None:
    lib = card_set("elsewhere").library
    assert lib is not None
    cast, chance = setup(name, 3), Random(3)
    machine, fast = Machine(lib), generate.load(lib)
    s, t = (new_game(lib, cast.players, 3, cast.cards) for _ in range(2))
    while s.ask is not None:
        assert s.key() == t.key()
        answer = chance.choice(s.ask.answers)
        machine.apply(s, answer)
        fast.apply(t, answer)
    assert s.key() == t.key()
