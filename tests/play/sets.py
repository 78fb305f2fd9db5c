"""The shipped card sets, read once for all tests of this folder."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

import pytest

from moot.interpreter.play.session import Session, begin
from moot.interpreter.sets.card_set import CardSet, load
from moot.interpreter.sets.cast import NoGame, Wish

ROOT = Path(__file__).resolve().parents[2]


@lru_cache(maxsize=4)
def card_set(name: str) -> CardSet:
    """A shipped set; tests that need it are skipped while its cards are at fault (`moot check` says so)."""
    found = load(ROOT / "cards" / name)
    if found.library is None:
        pytest.skip(f"the cards of {name} are at fault")
    return found


def game(name: str, seed: int = 1, players: int | None = None) -> Session:
    """A new game of a set's first scenario."""
    session = begin(card_set(name), None, Wish(players=players, seed=seed))
    assert not isinstance(session, NoGame), session
    return session
