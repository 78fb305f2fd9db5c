"""Gives every test of the prompt a home of its own, so that nobody's history is written to, and starts it at the
root."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from moot.dsl.kept import SEAL, SECRET

from .sessions import ROOT


@pytest.fixture(scope="session")
def kept(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, bytes]:
    """Where all tests of the prompt keep what was read, and the secret with which they seal it: a home of one's own
    would believe nothing that another has kept."""
    return tmp_path_factory.mktemp("kept"), os.urandom(SEAL)


@pytest.fixture(autouse=True)
def own_home(
    kept: tuple[Path, bytes], tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path_factory.mktemp("home")
    secret = home / "moot" / SECRET
    secret.parent.mkdir(mode=0o700)
    secret.touch(mode=0o600)
    secret.write_bytes(kept[1])
    monkeypatch.setenv("XDG_CACHE_HOME", str(kept[0]))
    monkeypatch.setenv("XDG_STATE_HOME", str(home))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(ROOT)
