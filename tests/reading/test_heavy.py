"""What would take too long to work out is refused at its line; whatever may be nested, both executors can run."""

from __future__ import annotations

import pytest

from moot.dsl import checks
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import DEEPEST, parse
from moot.dsl.source import Source
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel.generate import load
from moot.interpreter.kernel.machine import Machine, new_game
from tests.reading.test_circles import GAME
from tests.reading.test_circles import said as circles

FEED = "  do put 1 coin on you\n"


def heavy(text: str) -> list[str]:
    source = Source("x.game", GAME + text)
    parsed = parse(source)
    whole = elaborate([parsed])
    assert not parsed.diagnostics and not whole.diagnostics and whole.game is not None
    found = checks.run(whole.game, {source.path: source})
    return [source.text[d.span.start : d.span.end] for d in found if d.code == "too-heavy"]


def chain(length: int, step: str) -> str:
    lines = ["value w0 of who: a player is coin of who\n"]
    return "".join([*lines, *(f"value w{i} of who: a player is {step.format(i - 1)}\n" for i in range(1, length + 1))])


def test_each_twice_the_one_before() -> None:
    assert heavy(chain(9, "w{0} of who plus w{0} of who")) == []
    assert heavy(chain(26, "w{0} of who plus w{0} of who")) == ["w12", "w24"]


def test_each_a_total_of_the_one_before() -> None:
    assert heavy(chain(4, "total w{0} of players plus seat of who")) == []
    assert heavy(chain(6, "total w{0} of players plus seat of who")) == ["w5"]


def deeds(length: int) -> str:
    lines = ["verb hop-0 (hopped-0)\n  do put 1 coin on you\n"]
    twice = "verb hop-{0} (hopped-{0})\n  do\n    hop-{1}\n    put 1 coin on you\n    hop-{1}\n"
    return "".join([*lines, *(twice.format(i, i - 1) for i in range(1, length + 1))])


def test_each_deed_does_the_one_before_twice() -> None:
    """What a deed comes to is written out and gone through: 26 such deeds would be sixty million."""
    assert heavy(deeds(8)) == []
    assert heavy(deeds(26)) == ["hop-9", "hop-18"]


def test_the_words_of_one_sentence() -> None:
    deep = "number of players"
    for _ in range(6):
        deep = f"number of (players whose seat is at most ({deep}))"
    text = f"verb hop (hopped)\n  do put ({deep}) coin on you\n"
    assert heavy(text) == [f"put ({deep}) coin on you"]
    assert circles(text) == []


@pytest.mark.parametrize("levels", [1, DEEPEST - 3])
def test_both_executors_bear_whatever_can_be_nested(levels: int) -> None:
    lines = ["  do\n"]
    for i in range(levels - 1):
        lines.append(f"    {'  ' * i}for each x{i}: player that is kingly\n")
    used = " and ".join(f"x{i} is kingly" for i in range(levels - 1)) or "you are not kingly"
    inner = "    " + "  " * (levels - 1)
    lines += [f"{inner}if {used}\n", f"{inner}  put 1 coin on you\n"]
    source = Source("x.game", GAME.replace(FEED, "".join(lines)))
    parsed = parse(source)
    whole = elaborate([parsed])
    assert not parsed.diagnostics and not whole.diagnostics and whole.game is not None
    lib = compile_game(whole.game, {source.path: source})
    reference = new_game(lib, 2, 1, [])
    assert reference.over is not None or reference.ask is None
    fast = load(lib)
    Machine(lib)
    assert fast.source


def test_one_level_more_is_refused() -> None:
    deeper = "".join(f"    {'  ' * i}for each x{i}: player\n" for i in range(DEEPEST))
    source = Source("x.game", GAME.replace(FEED, "  do\n" + deeper))
    assert [d.code for d in parse(source).diagnostics] == ["too-deep"]
