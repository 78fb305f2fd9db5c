"""What would take too long to work out is refused at its line; whatever may be nested, both executors can run."""

from __future__ import annotations

import pytest

from moot.dsl import checks
from moot.dsl.checks.weight import CHAIN
from moot.dsl.elaborate import elaborate
from moot.dsl.parser import DEEPEST, parse
from moot.dsl.source import Source
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel.generate import load
from moot.interpreter.kernel.machine import Machine, new_game
from tests.reading.test_circles import GAME

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
    assert heavy(chain(26, "w{0} of who plus w{0} of who")) == ["w19"]


def test_each_a_total_of_the_one_before() -> None:
    assert heavy(chain(4, "total w{0} of players plus seat of who")) == []
    assert heavy(chain(12, "total w{0} of players plus seat of who")) == ["w10"]


def test_each_needs_the_one_before() -> None:
    """Play could not follow a longer chain, although there is little to ask."""
    assert heavy(chain(CHAIN - 1, "w{0} of who plus 1")) == []
    assert heavy(chain(CHAIN + 5, "w{0} of who plus 1")) == [f"w{CHAIN}"]
    assert len(heavy("".join(reversed(chain(400, "w{0} of who plus 1").splitlines(keepends=True))))) > 1


def deeds(length: int, twice: bool = True) -> str:
    lines = ["verb hop-0 (hopped-0)\n  do put 1 coin on you\n"]
    one = "verb hop-{0} (hopped-{0})\n  do\n    hop-{1}\n    put 1 coin on you\n"
    step = one + "    hop-{1}\n" if twice else one
    return "".join([*lines, *(step.format(i, i - 1) for i in range(1, length + 1))])


def test_each_deed_does_the_one_before_twice() -> None:
    """What a deed comes to is written out and gone through: 26 such deeds would be sixty million."""
    assert heavy(deeds(8)) == []
    assert heavy(deeds(26)) == ["hop-9", "hop-19"]


def test_each_deed_does_the_one_before() -> None:
    assert heavy(deeds(CHAIN - 1, twice=False)) == []
    assert heavy(deeds(CHAIN + 5, twice=False)) == [f"hop-{CHAIN}"]
    forced = "phase more\n  step one\n    for each hopper: player\n      the hopper must\n"
    forced += "        either hop-500\n        or hop-1\n"
    assert len(heavy(deeds(500, twice=False) + forced)) > 1


def counted(depth: int) -> str:
    """A number of beasts that counts beasts for each of them, and so on."""
    return f"number of (beasts whose size is at least {counted(depth - 1)})" if depth else "1"


BEASTS = """
beast Boar
  size 2, copies 80

beast Bear
  size 3, copies 80
"""


def fair(text: str, copies: int) -> str:
    return BEASTS.replace("80", str(copies)) + text


PLACES = {
    "a value": ("value crowd is {0}\n", "crowd"),
    "a condition": ("quality crowded: a player whose seat is at most {0}\n", "quality crowded: …"),
    "a deed": ("verb hop (hopped)\n  do put ({0}) coin on you\n", "put ({0}) coin on you"),
}


@pytest.mark.parametrize(("text", "place"), PLACES.values(), ids=PLACES)
def test_a_set_is_as_large_as_the_game_has_cards(text: str, place: str) -> None:
    for depth, copies, wrong in [(2, 80, False), (3, 80, True), (3, 5, False), (7, 5, True)]:
        found = heavy(fair(text.format(counted(depth)), copies))
        assert bool(found) is wrong, (depth, copies)
        assert all(said.startswith(place.format(counted(depth)).rstrip("…")) for said in found)


GROWING = """
beast Boar
  size 2, copies {0}
  always the size of any beast is (number of (players whose seat is at most {1})) more
value crowd is total size of beasts
"""


def test_what_cards_add_to_a_value_is_asked_with_it() -> None:
    """Every copy adds to the size of each beast, so a hundred beasts are ten thousand questions about the players."""
    some = "number of (players whose seat is at most number of (players that are kingly))"
    assert heavy(GROWING.format(50, some)) == []
    assert heavy(GROWING.format(100, some)) == ["crowd"]


def test_loops_within_loops() -> None:
    text = "verb hop (hopped)\n  do\n"
    for i in range(4):
        text += f"    {'  ' * i}for each x{i}: beast\n"
    text += f"            if {' and '.join(f'size of x{i} is 2' for i in range(4))}\n              put 1 coin on you\n"
    assert heavy(fair(text, 5)) == []
    assert heavy(fair(text, 30)) == ["hop"]


def test_who_is_asked_each_time_waits_for_one_time_only() -> None:
    """What is done again and again in one go is counted for each of the game's cards; a question comes between."""
    again = "verb hop (hopped)\n  do\n    repeat until your coin is at least 9\n"
    deed = f"put ({counted(2)}) coin on you\n"
    assert heavy(fair(f"{again}      {deed}", 90)) == ["hop"]
    assert heavy(fair(f"{again}      either {deed}      or put 1 coin on you\n", 90)) == []


SOON = """
beast Fox
  size 1, copies {0}
  as soon as there is a beast whose size is at least {1}, each player must
    do put 1 coin on them
"""


def test_what_all_cards_ask_after_every_deed() -> None:
    assert heavy(SOON.format(20, counted(1))) == []
    found = heavy(SOON.format(40, counted(1)))
    assert [said.split(" whose")[0] for said in found] == ["as soon as there is a beast"]


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


def test_what_all_abilities_ask_before_one_is_offered() -> None:
    """Each alone is light enough; all are asked whenever somebody may use one."""
    lead = "  once in the game, if total w14 of players is at least {0}, each player may\n"
    ability = lead + "    do put {0} coin on them\n"
    card = "beast Fox\n  size 1\n" + "".join(ability.format(n) for n in range(2, 6))
    found = heavy(chain(14, "w{0} of who plus w{0} of who") + "\n" + card)
    assert [said.split(",")[1].split()[-1] for said in found] == ["3"]
