"""What a player knows of hidden cards (`kernel.memory`) is true, follows from what he saw, and is one thing everywhere:
what he is shown, what is dealt again, and what may lie elsewhere agree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from moot.interpreter.kernel.names import sees_card
from moot.interpreter.play.history import History
from moot.interpreter.play.recalling import memory
from moot.interpreter.play.redealing import redeal
from moot.interpreter.play.session import Moment, Session, start
from moot.interpreter.sets.cast import Cast
from moot.repl.console import Console
from moot.repl.dispatch import execute
from tests.play.sets import card_set, game

from .sizes import looks
from .test_random_play import any_setup
from .test_what_a_player_may_know import MADE_UP, begun, made_up, the_same
from .twins import latest, renamed

DEALS = 1500  # enough for a card deep in a pile to come to a hand
SETS = ["crazy-eights", "go-fish", "hearts", "kuhn-poker", "leduc-poker"]


def games(seed: int) -> Iterator[Session]:
    """A game of each sort, played for a while."""
    chance = Random(seed)
    cast = any_setup(seed)
    assert isinstance(cast, Cast)
    yield start(card_set("citadels"), cast)
    yield game(chance.choice(SETS), seed % 1000)
    yield begun(made_up(chance.choice(MADE_UP)), 3, seed)


def played(seed: int) -> Iterator[Session]:
    chance = Random(seed)
    for session in games(seed):
        session.random(chance.randint(1, 60))
        yield session


@given(st.integers(0, 10**6))
@looks(8)
def test_what_is_known_is_true(seed: int) -> None:
    """A card lies where it may lie. One that is seen, or of which he knows just where it lies, may lie only there."""
    for session in played(seed):
        lib = session.machine.lib
        for viewer in range(session.cast.players):
            for moment in session.path():
                known = memory(lib, session.history, viewer, moment)
                for card, places in known.may.items():
                    assert moment.state.w[card] in places
                    if card in known.exact or sees_card(lib, moment.state, card, viewer):
                        assert known.knows(card) and card in known.sure


@given(st.integers(0, 10**6))
@looks(8)
def test_what_is_known_follows_from_what_was_seen(seed: int) -> None:
    for session in played(seed):
        lib = session.machine.lib
        for viewer in range(session.cast.players):
            short = latest(session, 4)
            other, _ = renamed(short, viewer, seed)
            one, two = (memory(lib, s.history, viewer) for s in (short, other))
            assert (one.may, one.sure, one.exact) == (two.may, two.sure, two.exact)


@given(st.integers(0, 10**6))
@looks(8)
def test_who_looks_cannot_tell_what_was_dealt_again(seed: int) -> None:
    chance = Random(seed)
    for session in played(seed):
        viewer, lib = chance.randrange(session.cast.players), session.machine.lib
        sight, known = session.view(viewer), memory(lib, session.history, viewer)
        asked = session.question(viewer), session.legal(viewer)
        for _ in range(2):
            assert isinstance(redeal(session, viewer), Moment)
            assert session.view(viewer) == sight and (session.question(viewer), session.legal(viewer)) == asked
            assert memory(lib, session.history, viewer) == known
            assert all(session.state.w[card] in places for card, places in known.may.items())


@given(st.integers(0, 10**6))
@looks(4)
def test_what_could_lie_elsewhere_sometimes_does(seed: int) -> None:
    """Of every card that is not called out: where its place is not known, it is dealt to another one now and then."""
    for session in [*played(seed)][1:]:
        viewer, lib = seed % session.cast.players, session.machine.lib
        may, true = memory(lib, session.history, viewer).may, session.state.w[:]
        pairs = ((a, b) for a in may for b in may if lib.card_kind[a] == lib.card_kind[b] and true[a] != true[b])
        stayed = {a for a, b in pairs if true[a] in may[b] and true[b] in may[a]}
        for _ in range(DEALS):
            if not stayed:
                break
            redeal(session, viewer)
            stayed = {card for card in stayed if session.state.w[card] == true[card]}
            session.undo()
        assert not stayed, [lib.cards[card] for card in stayed]


@given(st.integers(0, 10**6))
@looks(6)
def test_a_position_says_what_players_remember(seed: int) -> None:
    """Posed again, everybody knows what he knew, and no more."""
    for session in played(seed):
        again = Console(start(session.card_set, session.cast))
        for part in execute(Console(session), "position").text.split("\nwhen "):
            out = execute(again, part if part.startswith(("given", "#")) else f"when {part}")
            assert out.good, out.text
        for viewer in range(session.cast.players):
            lib = session.machine.lib
            one, two = (memory(lib, s.history, viewer) for s in (session, again.session))
            assert (one.may, one.sure, one.exact) == (two.may, two.sure, two.exact)


@pytest.mark.parametrize("name", ["go-fish", "kuhn-poker", "orchard"])
def test_no_command_tells_what_was_dealt_again(name: str) -> None:
    """Whatever may be typed at the prompt: the answer is the same after all that the viewer does not know was dealt
    again, and what happened before is told as it was."""
    seed = 1
    session = begun(made_up("../prompt/orchard"), 3, seed) if name == "orchard" else game(name, seed)
    session.random(9)
    viewer, last = seed % session.cast.players, session.now
    assert isinstance(redeal(session, viewer), Moment)
    dealt, _ = session.state, session.undo()
    moments = [replace(m, state=dealt) if m is last else m for m in session.path()]
    other = replace(session, history=History(moments, len(moments) - 1))
    one = replace(session, history=History(session.path(), len(moments) - 1))
    the_same(one, other, viewer, seed, past=True)
    for line in (f"find p{viewer + 1} must answer within 1", f"always p{viewer + 1} must answer within 1"):
        told = [execute(Console(found), f"as p{viewer + 1} {line}").text for found in (one, other)]
        assert told[0] == told[1]
