"""Random games of every shipped set: each question, answer and event is said in words for a person.

What is said to a player or to somebody who sees everything has no hole where a name should stand, and no name that the
author of a card gave to a thing for himself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from moot.dsl import ir
from moot.interpreter.compile.walk import walk
from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.telling import answered, happenings
from moot.interpreter.kernel.text import answer_texts, question_text
from moot.interpreter.kernel.view import view
from moot.interpreter.sets.cast import NoGame, Wish, resolve
from tests.play.sets import card_set

SETS = ("citadels", "elsewhere", "crazy-eights", "go-fish", "goofspiel", "hearts", "kuhn-poker", "leduc-poker")
HOLE = re.compile(r"  |\( *\)|\[ *\]|\((?!again)[a-z-]+\)|\{|\}|^ | $| [,.:]")
PLAIN = frozenset(("back", "it", "others"))
"""Names that are also plain English words, which the cards use as such."""
ANSWERS = 250
"""The most answers of one game that are listened to."""


@lru_cache
def own_names(name: str) -> re.Pattern[str]:
    """The names that authors gave to things for themselves, unless they are words that the game itself uses."""
    game, lib = card_set(name).game, card_set(name).library
    assert game is not None and lib is not None
    named = {n.name.partition("#")[0] for n in walk(game) if isinstance(n, (ir.Choose, ir.Let))}
    words = (*game.cards, *game.kinds, *game.zones, *game.markers, *game.values)
    words += tuple(lib.function_ids)  # `can target card`
    own = sorted(named - {w for text in words for w in text.split()} - PLAIN - {"", "this", "you", "they"})
    return re.compile(rf"(?<![\w-])(?:{'|'.join(map(re.escape, own)) or '(?!)'})(?![\w-])")


def said(name: str, seed: int) -> Iterator[str]:
    """All that is said in a random game of a set."""
    set_, chance = card_set(name), Random(seed)
    scenario = chance.choice(set_.scenarios)
    cast = resolve(set_, scenario, Wish(players=chance.choice(list(scenario.players)), seed=seed))
    lib = set_.library
    assert lib is not None
    if isinstance(cast, NoGame):
        return
    machine, s = Machine(lib), new_game(lib, cast.players, seed, cast.cards)
    for _ in range(ANSWERS):
        if s.ask is None:
            break
        yield question_text(lib, s)
        yield from answer_texts(lib, s).values()
        before, answer, events = s.clone(), chance.choice(s.ask.answers), list[Event]()
        machine.apply(s, answer, events)
        viewer = chance.choice((None, *range(cast.players)))
        yield answered(lib, before, answer, events, viewer)
        yield from happenings(lib, s, events, viewer)
        yield from view(lib, s, viewer)["lasting"]


@pytest.mark.parametrize("name", SETS)
@given(seed=st.integers(1, 10_000))
@example(seed=104)  # a rule keeps a card that its viewer does not see
@settings(deadline=None, max_examples=6)
def test_nothing_that_is_said_has_a_hole_or_a_local_name(name: str, seed: int) -> None:
    own = own_names(name)
    for text in said(name, seed):
        assert not HOLE.search(text), text
        assert not own.search(text), text
