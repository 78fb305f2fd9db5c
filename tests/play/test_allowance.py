"""Bounded things can be multiplied by one another: so a ruling that takes too long to play is an error, and ends."""

from __future__ import annotations

import gc
import signal
import time
from pathlib import Path

import pytest

from moot.interpreter.kernel.machine import Machine
from moot.interpreter.proof import spec
from moot.interpreter.proof.allowance import Allowance, TooLong
from moot.interpreter.proof.spec import Spec
from moot.interpreter.sets.card_set import load

from .small import GAME

SLOW = """\
beast Snail
  size 1
  when coin is fed by you, you must
    do
      repeat until coin of you is at least 9999
        until the end of the game, size of this is 1 more
        dig (size of this minus size of this plus 1) coin

  example "it takes its time"
    given 2 players
          p1 den Snail
    when  p1 feeds 1 coin
    expect p1 den Snail
"""
QUICK = """\
beast Hen
  size 1

  example "it pecks"
    given 2 players
          p1 den Hen
    when  p1 feeds 1 coin
    expect p1 coin 1
"""

pytestmark = pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there is no such clock here")


def test_what_takes_too_long_is_an_error_and_the_others_are_played(tmp_path: Path) -> None:
    for name, text in (("small.game", GAME), ("snail.card", SLOW), ("hen.card", QUICK)):
        (tmp_path / name).write_text(text)
    set_ = load(tmp_path)
    assert not set_.diagnostics and set_.library is not None
    machine, purse = Machine(set_.library), Allowance(left=0.2, own=0.3)
    slow, quick = sorted(set_.examples, key=lambda r: r.owner != "Snail")
    begun = time.process_time()
    said = [spec.run_one(machine, set_, ruling, purse) for ruling in (slow, quick, slow)]
    assert [r.status for r in said] == ["error", "passed", "error"]
    assert said[0].message.startswith("this takes too long to play")
    assert purse.left < 0.05
    assert time.process_time() - begun < 3


def test_what_is_used_beyond_is_taken_from_the_purse() -> None:
    purse = Allowance(left=5.0, own=0.0)
    with purse.one():
        until = time.process_time() + 0.1
        while time.process_time() < until:
            pass
    assert 4.0 < purse.left < 5.0
    with purse.one():
        pass
    assert purse.left > 4.0


def test_what_nobody_would_hear_is_said_again() -> None:
    """While Python collects garbage nothing is raised, for nobody would hear it: the clock strikes once more."""

    def slow(phase: str, _: dict[str, int]) -> None:
        until = time.process_time() + 0.2
        while phase == "start" and time.process_time() < until:
            pass

    purse = Allowance(left=0.0, own=0.05)
    begun = time.process_time()
    gc.callbacks.append(slow)
    try:
        with pytest.raises(TooLong), purse.one():
            gc.collect()
            assert time.process_time() - begun > 0.2
            while True:
                pass
    finally:
        gc.callbacks.remove(slow)


def test_all_rulings_of_a_run_share_one_purse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So however many are slow, each takes its own little time only."""
    (tmp_path / "small.game").write_text(GAME)
    (tmp_path / "hen.card").write_text(QUICK)
    set_ = load(tmp_path)
    given: list[Allowance | None] = []

    def noted(machine: Machine, set_: object, ruling: object, allowance: Allowance | None = None) -> spec.Result:
        given.append(allowance)
        return spec.Result("x", "x", "x", 1, "passed")

    monkeypatch.setattr(spec, "run_one", noted)
    spec.run(set_, Spec(set_.examples * 2, ()))
    assert len(given) == 2 and given[0] is given[1] is not None
