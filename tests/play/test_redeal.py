"""What a player does not know is dealt again: what he saw, and can remember, stays; the rest varies."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from moot.interpreter.kernel.dealing import Dealer
from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.memory import Memory, begun
from moot.interpreter.kernel.program import Library
from moot.interpreter.play import redealing, saving
from moot.interpreter.play.history import History
from moot.interpreter.play.recalling import memory, step
from moot.interpreter.play.redealing import redeal
from moot.interpreter.play.session import Moment, NotDone, Session

from .sets import game

SETS = ["citadels", "go-fish", "kuhn-poker"]


def told(session: Session, viewer: int) -> list[str]:
    return [one.render() for one in session.log(viewer) if not one.text.startswith("redeal ")]


@pytest.mark.parametrize("name", SETS)
@settings(deadline=None, max_examples=5)
@given(st.integers(0, 2**32))
def test_the_one_who_looks_cannot_tell(name: str, seed: int) -> None:
    session, chance = game(name, seed % 50), Random(seed)
    session.random(chance.randrange(60))
    viewer = chance.randrange(session.cast.players)
    sight, log, legal = session.view(viewer), told(session, viewer), session.legal(viewer)
    question, before = session.question(viewer), session.now
    for number in (None, 77):
        done = redeal(session, viewer, number)
        assert isinstance(done, Moment) and done.parent == before.id
        assert session.view(viewer) == sight and told(session, viewer) == log
        assert session.legal(viewer) == legal and session.question(viewer) == question
        check_invariants(session.machine.lib, session.state)
        assert session.undo() is before
        session.redo()
    key = session.state.key()
    assert isinstance(redeal(session, viewer, 77), Moment) and session.state.key() == key
    loaded = saving.load(session.card_set, saving.save(session))
    assert isinstance(loaded, saving.Loaded), loaded
    assert loaded.session.state.key() == key


@pytest.mark.parametrize("name", SETS)
def test_what_is_hidden_varies(name: str) -> None:
    session = game(name)
    session.random(1)
    found = set()
    for _ in range(12):
        redeal(session, 0)
        found.add(tuple(session.state.z))
    assert len(found) == 2 if name == "kuhn-poker" else len(found) > 7  # what really lies there among them
    assert [line for line in (m.line for m in session.history.moments) if "seed 12" in line]


SWAP = """\
5 players
p1 is Magician, gold 3, hand Tavern, Market, Keep
p2 is Warlord, hand Docks, Harbor, Castle, Prison
p1 acts"""


def swapped() -> Session:
    """The Magician has exchanged his hand for p2's: both know what the other has now."""
    session = game("citadels")
    assert isinstance(session.given(SWAP), Moment)
    for line in ("gather gold", "Magician swaps p2"):
        done = session.play(f"p1 {line}")
        assert not isinstance(done, NotDone), done
    return session


def hands(session: Session, viewer: int, player: int, count: int = 6) -> list[list[str]]:
    found = []
    for _ in range(count):
        redeal(session, viewer)
        found.append(sorted(session.view()["zones"][f"hand of p{player + 1}"]))
    return found


def test_a_hand_that_was_given_away_is_remembered() -> None:
    session = swapped()
    assert all(hand == ["Keep", "Market", "Tavern"] for hand in hands(session, 0, 1))
    assert all(hand == ["Castle", "Docks", "Harbor", "Prison"] for hand in hands(session, 1, 0))
    assert len({str(hand) for hand in hands(session, 2, 0)}) > 3  # p3 has seen neither


def test_until_it_moves_unseen() -> None:
    """Of the four cards that he gave away p2 does not know which one is discarded, or laid by, where he cannot see."""
    session = game("citadels")
    assert isinstance(session.given(SWAP.replace("p1 acts", "p1 city Laboratory\np1 acts")), Moment)
    for line in ("gather gold", "Magician swaps p2", "Laboratory Docks"):
        done = session.play(f"p1 {line}")
        assert not isinstance(done, NotDone), done
    left = hands(session, 1, 0, 12)
    assert all(set(hand) < {"Castle", "Docks", "Harbor", "Prison"} and len(hand) == 3 for hand in left)
    assert len({str(hand) for hand in left}) > 1


def test_without_memory_this_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    def forgotten(lib: Library, history: History, viewer: int, moment: Moment | None = None) -> Memory:
        return begun(lib, history.state, viewer)

    monkeypatch.setattr(redealing, "memory", forgotten)
    with pytest.raises(AssertionError):
        test_a_hand_that_was_given_away_is_remembered()


def test_what_happened_since_comes_out_the_same_with_what_is_dealt() -> None:
    """Of a kind that is called out, a card goes only where all that happened since would have happened, too."""
    session = game("citadels", 4)
    session.play("the selection ends")
    session.random(9)
    lib, line = session.machine.lib, list(map(step, session.path()))
    for viewer in range(session.cast.players):
        kept = memory(lib, session.history, viewer)
        dealer = Dealer(lib, line, kept, viewer)
        for seed in range(4):
            _, chain = dealer.exchanged(seed)
            assert dealer.holds({card: other for card, other in chain.items() if lib.card_kind[card] != 0})
            assert all(session.state.w[card] in kept.may[other] for card, other in chain.items())


def test_somebody_who_sees_everything_needs_a_seat() -> None:
    session = game("citadels")
    done = redeal(session, None)
    assert isinstance(done, NotDone) and "as p2 redeal" in done.message
    assert session.tried == 0
