"""Random play of the editions of a set: what must hold of every state of every game holds at every decision.

`MOOT_LONG=625` plays 5,000 games. The casts are drawn from all cards; one that the edition refuses is drawn again.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Cast, NoGame, Wish, resolve
from moot.interpreter.sets.law import Chosen
from tests.play.sets import card_set

from .sizes import looks
from .test_random_play import LONGEST, look_closely

EDITIONS = sorted({named.id for named in card_set("citadels").amendments if named.is_edition})


@lru_cache
def edition(name: str) -> CardSet:
    """The set as this edition plays it."""
    return card_set("citadels").under(Chosen((), name))


def fields(set_: CardSet, field: str) -> dict[object, list[str]]:
    """The titles of the cards, by what is printed on them."""
    assert set_.game is not None
    found: dict[object, list[str]] = {}
    for title, card in set_.game.cards.items():
        found.setdefault(dict(card.fields).get(field), []).append(title)
    return found


def any_setup(set_: CardSet, seed: int) -> Cast:
    """A cast that the edition allows: that of its first scenario with up to two others of the same rank, with or
    without a ninth, and some of all unique districts."""
    scenario = set_.scenario()
    assert scenario is not None
    ranks, uniques = fields(set_, "rank"), fields(set_, "type")["unique"]
    chance = Random(seed)
    players = chance.randint(2, 8)
    usual = [choice[0] for choice in scenario.cast]
    while True:
        changed = chance.sample(range(1, 9), chance.randint(0, 2))
        cast = [chance.choice(ranks[rank]) if rank in changed else usual[rank - 1] for rank in range(1, 9)]
        if players == 8 or players >= 4 and chance.random() < 0.5:
            cast.append(chance.choice(ranks[9]))
        cards = chance.sample(uniques, chance.randint(10, 14))
        found = resolve(set_, scenario, Wish(players=players, seed=seed, cast=cast, cards=cards))
        if isinstance(found, Cast):
            return found
        assert isinstance(found, NoGame)


def play(set_: CardSet, setup: Cast, seed: int) -> int:
    """Play one whole game, looked at closely now and then. Return how many decisions it took."""
    lib = set_.library
    assert lib is not None
    machine, chance = Machine(lib), Random(seed)
    s = new_game(lib, setup.players, seed, setup.cards)
    close = {chance.randrange(200) for _ in range(4)}
    decisions = 0
    while s.ask is not None:
        check_invariants(lib, s)
        assert s.ask.answers and s.ask.player < setup.players
        if decisions in close:
            look_closely(lib, machine, s, chance)
        machine.apply(s, chance.choice(s.ask.answers))
        decisions += 1
        assert decisions < LONGEST, f"this game does not end: seed {seed}, {setup}"
    check_invariants(lib, s)
    assert s.over is not None
    return decisions


@pytest.mark.parametrize("name", EDITIONS)
@looks(8)
@given(seed=st.integers(0, 2**32))
def test_any_cast_of_an_edition_can_be_played(name: str, seed: int) -> None:
    set_ = edition(name)
    play(set_, any_setup(set_, seed), seed)


@pytest.mark.parametrize("name", EDITIONS)
@pytest.mark.parametrize("players", range(2, 9))
def test_an_edition_can_be_played_by_every_number_of_players(name: str, players: int) -> None:
    set_ = edition(name)
    seed = next(s for s in range(1000 * players, 1000 * (players + 1)) if any_setup(set_, s).players == players)
    play(set_, any_setup(set_, seed), seed)
