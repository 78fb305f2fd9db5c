"""Gives every test of the prompt a home of its own, so that nobody's history is written to, and starts it at the
root."""

from __future__ import annotations

import pytest

from .sessions import ROOT


@pytest.fixture(autouse=True)
def own_home(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.chdir(ROOT)
