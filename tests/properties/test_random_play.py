"""Random play over every legal cast: what must hold of every state of every game holds at every decision.

A copy, what was saved and restored, and what the same answers lead to again from the same seed are one state; nobody is
asked without a legal answer; a view shows nothing that the player cannot know; every game ends.
"""

from __future__ import annotations

import json
from functools import lru_cache
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.redeal import redeal
from moot.interpreter.kernel.state import State
from moot.interpreter.kernel.text import answer_texts, question_text
from moot.interpreter.kernel.view import view
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.cast import Cast, NoGame, Wish, resolve
from moot.interpreter.sets.drawing import drawn
from moot.interpreter.sets.engine import engine
from tests.kernel.snapshots import carried_over
from tests.play.sets import ROOT, card_set

from .sizes import looks

LONGEST = 4000  # decisions of one game
DRAWS = 6  # draws of house rules; many games are played with each
LOOKS = 12  # how often a game is looked at closely


@lru_cache
def ranks() -> dict[int, list[str]]:
    """The characters of each rank."""
    game = card_set("citadels").game
    assert game is not None
    found: dict[int, list[str]] = {}
    for title, card in game.cards.items():
        rank = dict(card.fields).get("rank")
        if isinstance(rank, int):
            found.setdefault(rank, []).append(title)
    return found


def uniques() -> list[str]:
    game = card_set("citadels").game
    assert game is not None
    return [title for title, card in game.cards.items() if dict(card.fields).get("type") == "unique"]


@lru_cache(maxsize=DRAWS)
def ruled(draw: int) -> CardSet:
    """The game under house rules that chance put together."""
    return drawn(card_set("citadels"), Random(draw))


def any_setup(seed: int, set_: CardSet | None = None) -> Cast:
    """Any cast the rules allow: one character of each rank, with or without a ninth, fourteen unique districts."""
    set_ = set_ or card_set("citadels")
    scenario = set_.scenario()
    assert scenario is not None
    chance = Random(seed)
    for _ in range(400):
        players = chance.randint(2, 8)
        cast = [chance.choice(ranks()[r]) for r in range(1, 9)]
        if 9 in ranks() and chance.random() < 0.5:
            cast.append(chance.choice(ranks()[9]))
        cards = chance.sample(uniques(), min(14, len(uniques())))
        assert set_.game is not None
        wish = Wish(players=players, seed=seed, cast=cast, cards=cards)
        found = resolve(set_, scenario, wish)
        if isinstance(found, Cast):
            return found
        assert isinstance(found, NoGame)
    raise AssertionError("no cast was allowed")


def look_closely(lib: Library, machine: Machine, s: State, chance: Random) -> None:
    """A copy is the same state; what was saved goes on as the original does; views leak nothing."""
    assert s.ask is not None
    copy, back = s.clone(), carried_over(s)
    assert copy.key() == s.key() == back.key()
    answer = chance.choice(s.ask.answers)
    before = s.key()
    machine.apply(copy, answer)
    machine.apply(back, answer)
    assert copy.key() == back.key()
    assert s.key() == before, "a copy shares something with its original"
    assert question_text(lib, s)
    texts = answer_texts(lib, s)
    assert set(texts) == set(s.ask.answers) and len(set(texts.values())) == len(texts) and all(texts.values())
    for player in range(s.m[lib.players_cell]):
        other = redeal(lib, s, player, chance)
        check_invariants(lib, other)
        assert json.dumps(view(lib, other, player)) == json.dumps(view(lib, s, player))


def play(setup: Cast, seed: int, set_: CardSet | None = None) -> None:
    """One whole game, looked at closely now and then, and then once more from its answers alone."""
    lib = (set_ or card_set("citadels")).library
    assert lib is not None
    machine, chance = Machine(lib), Random(seed)
    s = new_game(lib, setup.players, seed, setup.cards)
    close = {chance.randrange(200) for _ in range(LOOKS)}
    answers: list[int] = []
    keys: list[int] = []
    while s.ask is not None:
        check_invariants(lib, s)
        assert s.ask.answers
        assert s.ask.player < setup.players
        if len(answers) in close:
            look_closely(lib, machine, s, chance)
        answers.append(chance.choice(s.ask.answers))
        keys.append(hash(s.key()))
        machine.apply(s, answers[-1])
        assert len(answers) < LONGEST, f"this game does not end: seed {seed}, {setup}"
    check_invariants(lib, s)
    assert s.over is not None
    again = new_game(lib, setup.players, seed, setup.cards)
    for answer, key in zip(answers, keys, strict=True):
        assert hash(again.key()) == key
        machine.apply(again, answer)
    assert again.key() == s.key()


@looks(8)
@given(st.integers(0, 2**32))
def test_any_cast_can_be_played(seed: int) -> None:
    play(any_setup(seed), seed)


@looks(8)
@given(st.integers(0, 2**32))
def test_any_cast_can_be_played_under_any_house_rules_that_go_together(seed: int) -> None:
    set_ = ruled(seed % DRAWS)
    play(any_setup(seed, set_), seed, set_)


@pytest.mark.parametrize("players", range(2, 9))
def test_every_number_of_players(players: int) -> None:
    seed = next(s for s in range(1000 * players, 1000 * (players + 1)) if any_setup(s).players == players)
    play(any_setup(seed), seed)


SMALL = sorted(path.parent.name for path in (ROOT / "cards").glob("*/*.game") if path.parent.name != "citadels")
ENOUGH = 150  # decisions of a long game that are looked at


@pytest.mark.parametrize("name", SMALL)
@looks(3)
@given(st.integers(0, 2**32))
def test_a_small_game_conserves_cards_and_ends(name: str, seed: int) -> None:
    set_ = card_set(name)
    scenario = set_.scenario()
    assert scenario is not None and set_.library is not None
    players = Random(seed).choice(scenario.players)
    found = resolve(set_, scenario, Wish(players=players, seed=seed))
    assert isinstance(found, Cast)
    machine, fast, chance = Machine(set_.library), engine(set_.library), Random(seed)
    s = new_game(set_.library, found.players, seed, found.cards)
    for _ in range(ENOUGH):
        if s.ask is None:
            break
        check_invariants(set_.library, s)
        look_closely(set_.library, machine, s, chance)
        there, answer = s.clone(), chance.choice(s.ask.answers)
        machine.apply(s, answer)
        fast.apply(there, answer)
        assert there.key() == s.key()
    fast.playout(s, seed)
    assert s.over is not None
