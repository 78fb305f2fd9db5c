"""What would go on for ever does not: a clause leaves its own doing alone, and the rest ends in a sentence that names
the circle. Both executors say the same."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.generate import load as fast
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.sets.card_set import load

from .small import FIRST, GAME, SECOND, coins, fault, library, played

GREEDY = "  when coin is fed by you, you must\n    do      feed 1 coin\n"
MORE = "  when sum: coin would be fed by you, you must\n    instead feed (sum plus 1) coin\n"
AGAIN = "  at the end of your turn, you must\n    do      feed 1 coin\n            run the turn of you\n"
DIGS = "  when coin is fed by you, you must\n    do      dig 1 coin\n"
FEEDS = "  when coin is dug by you, you must\n    do      feed 1 coin\n"


@pytest.mark.parametrize(("clause", "worth"), [(GREEDY, 2), (MORE, 2)], ids=["when", "instead"])
def test_a_clause_does_not_answer_its_own_doing(tmp_path: Path, clause: str, worth: int) -> None:
    lib = library(tmp_path, {"Fox": clause})
    assert coins(lib, played(lib, FIRST)) == worth


def test_it_answers_again_when_somebody_else_does_it(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": GREEDY})
    assert coins(lib, played(lib, FIRST, FIRST, SECOND)) == 5


def test_a_phase_that_a_clause_runs_does_not_end_for_it(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": AGAIN})
    assert coins(lib, played(lib, FIRST)) == 2  # and now the turn within the turn asks
    assert coins(lib, played(lib, FIRST, FIRST)) == 3  # which ends quietly
    assert coins(lib, played(lib, FIRST, FIRST, FIRST)) == 5


def test_the_answer_of_another_card_is_answered(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": GREEDY, "Hen": DIGS})
    assert coins(lib, played(lib, FIRST)) == 4  # fed, fed by the Fox, and dug twice by the Hen


def test_a_circle_of_cards_is_named(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": DIGS, "Hen": FEEDS})
    said = fault(lib, FIRST)
    assert said.message == "answers that cause each other without end: Fox: dig 1 coin → Hen: feed 1 coin"
    assert [(o.card, o.line) for o in said.origins] == [("Fox", 4), ("Hen", 4)]


def test_a_circle_takes_little_memory(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": DIGS, "Hen": FEEDS})
    s = blank(lib, 2, 1, range(2))
    events: list[Event] = []
    machine = Machine(lib)
    machine.run(s)
    with pytest.raises(Fault):
        machine.apply(s, FIRST, events)
    assert len(events) < 1000


def test_two_cards_alike_are_a_circle_too(tmp_path: Path) -> None:
    lib = library(tmp_path, {"Fox": GREEDY, "Hen": GREEDY})
    assert "Fox: feed 1 coin → Hen: feed 1 coin" in fault(lib, FIRST).message


def test_a_long_chain_of_answers_is_no_circle(tmp_path: Path) -> None:
    """Forty kinds of coin, each of which brings the next."""
    names = [f"{a}{b}" for a in "kmnp" for b in "aeiouwxyzh"]
    words = "".join(f"verb {n} ({n}ed) sum: coin\n  do move sum from the bank to you\n\n" for n in names)
    cards = {
        f"C{n}": f"  when coin is {n}ed by you, you must\n    do      {after} 1 coin\n"
        for n, after in zip(names, [*names[1:], "dig"], strict=True)
    }
    first = f"  when coin is fed by you, you must\n    do      {names[0]} 1 coin\n"
    lib = library(tmp_path, {"Fox": first, **cards}, GAME.replace("phase game\n", words + "phase game\n"))
    assert coins(lib, played(lib, FIRST)) == len(names) + 2


def test_a_deed_that_begins_itself_is_named(tmp_path: Path) -> None:
    spin = "verb spin (spun) sum: coin\n  do\n    if sum is at least 1\n      spin sum\n\n"
    game = GAME.replace("phase game\n", spin + "phase game\n").replace("dig 1 coin\n\n", "spin 1 coin\n\n")
    lib = library(tmp_path, {}, game)
    assert fault(lib, SECOND).message == "this begins itself again and again: verb spin"


@pytest.mark.parametrize(("depth", "players"), [(3, 2), (11, 2), (11, 4)])
def test_loops_within_loops_end_alike(tmp_path: Path, depth: int, players: int) -> None:
    loops = "".join(f"{'  ' * (i + 2)}for each {'who: ' * (i == 0)}player\n" for i in range(depth))
    deed = "  " * (depth + 2) + "put 1 coin on who\n"
    turn = "phase turn of keeper: a player\n"
    game = GAME.replace(turn, f"{turn}  step more\n{loops}{deed}").replace("players 2\n", f"players {players}\n")
    lib = library(tmp_path, {}, game)
    if players**depth < 10_000:
        assert coins(lib, played(lib)) == players ** (depth - 1)
        return
    for executor in (Machine(lib), fast(lib)):
        with pytest.raises(Fault, match="this never ends"):
            executor.run(blank(lib, players, 1, range(1)))


def test_the_two_executors_count_alike(tmp_path: Path) -> None:
    """At every question of random games, the ticks since the last one."""
    lib = library(tmp_path, {"Fox": GREEDY, "Hen": AGAIN.replace("feed", "dig")})
    machine, compiled, chance = Machine(lib), fast(lib), Random(1)
    s = blank(lib, 2, 1, range(2))
    t = s.clone()
    machine.run(s)
    compiled.run(t)
    for _ in range(50):
        assert s.work == t.work
        assert s.ask is not None
        answer = chance.choice(s.ask.answers)
        machine.apply(s, answer)
        compiled.apply(t, answer)
    assert s.work == t.work > 0


def circles(folder: Path, cards: dict[str, str]) -> list[str]:
    """The circles that are told before anything is played."""
    library(folder, cards)
    return [d.message.partition(": ")[2] for d in load(folder).diagnostics if d.code == "endless-answers"]


def test_a_circle_is_told_before_it_is_played(tmp_path: Path) -> None:
    assert circles(tmp_path, {"Fox": DIGS, "Hen": FEEDS}) == ["`Fox` → `Hen` → `Fox`"]


def test_a_circle_of_one_kind_of_deed(tmp_path: Path) -> None:
    assert circles(tmp_path, {"Fox": GREEDY, "Hen": GREEDY}) == ["`Fox` → `Hen` → `Fox`"]


CHOSEN = "    choose  lost: a beast in your den\n    cost    move lost to the wild\n"
QUIET = {
    "a single clause": (GREEDY, "  when coin is dug by you, you must\n    do      dig 1 coin\n"),
    "one may": (DIGS, FEEDS.replace("must", "may")),
    "one on a condition": (DIGS, FEEDS.replace("by you,", "by you, if your coin is less than 5,")),
    "one once in a phase": (DIGS, FEEDS.replace("by you,", "by you, once in a day,")),
    "one of somebody else's": (DIGS, FEEDS.replace("by you,", "by another player,")),
    "one behind a choice": (DIGS, FEEDS.replace("    do", CHOSEN + "    do")),
}


@pytest.mark.parametrize("clauses", QUIET.values(), ids=QUIET)
def test_what_need_not_go_round_is_not_told(tmp_path: Path, clauses: tuple[str, str]) -> None:
    assert circles(tmp_path, {"Fox": clauses[0], "Hen": clauses[1]}) == []
