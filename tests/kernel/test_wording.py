"""No number of the machine's own reaches a player: whatever has a name is called by it, at every point of a game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.interpreter.kernel.evaluate import frame
from moot.interpreter.kernel.explain import explain
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.knowing import Eyes, unknown
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.operators import OPERATORS, taken
from moot.interpreter.kernel.program import Ask, E, Function, Library
from moot.interpreter.kernel.state import State
from moot.interpreter.kernel.wording import Names, Words
from moot.interpreter.sets import card_set as sets

from .test_operators import SETS

NUMBER = re.compile(r"(?<![\w#'’-])-?\d+\b")
RAW = re.compile(r"\b(?:True|False|None)\b|\bE\(")
THINGS = ("player", "card", "zone", "ability", "bearer")


def conditions(lib: Library) -> Iterator[tuple[E, tuple[Names, int, int]]]:
    """Whatever a person may be shown of a function, with the names of its slots, how many they are, and how many of
    them are what it is about."""
    for fn in lib.functions:
        for e in _of(fn):
            if e.op != "num":
                yield e, (fn.names, fn.slots, fn.params)


def _of(fn: Function) -> Iterator[E]:
    yield from (e for e in (fn.base, fn.needs) if e is not None)
    for m in fn.modifiers:
        yield from (m.guard, m.amount)
    for o in fn.refusals:
        yield from (o.cond, *(lift for lift, _ in o.lifts))


def under_way(lib: Library, s: State) -> Iterator[tuple[E, list[Any], Names]]:
    """The conditions of what is half done, and those of the answers to the pending question."""
    for f in s.frames:
        program = lib.programs[f[0]]  # type: ignore[call-overload]
        for ins in program.code:
            if ins.op == "unless":
                yield ins.args[0], f, program.names
            if ins.op == "ask":
                ask: Ask = ins.args[0]
                asked = [e for o in ask.options for e in (o.guard, o.of) if e is not None]
                yield from ((e, f, program.names) for e in asked)


def numbers(w: Words, e: E, seen: set[int]) -> set[str]:
    """The numbers that may be told of an expression: counts and amounts, and what the words of cards say."""
    found = set(NUMBER.findall(e.origin.text if e.origin is not None else ""))
    row = OPERATORS[e.op]
    value = w.eyes.value(e, w.f)
    if not unknown(value) and type(value) is int and w.sort(e) not in THINGS:
        if e.op not in ("num", "cell"):
            found.add(str(value))
    beside = {w.sort(x) for x in e.args if isinstance(x, E)} & set(THINGS)
    for take, x in taken(row.takes, e.args):
        if isinstance(x, E):
            found |= numbers(w, x, seen)
            if x.op == "num" and (take.sort == "number" or (take.sort in ("", "truth") and not beside)):
                found.add(str(x.args[0]))
    if e.op == "call":
        named = zip(w.lib.functions[e.args[0]].names, e.args[1:], strict=False)
        found |= {str(x.args[0]) for (_, sort), x in named if sort == "number" and x.op == "num"}
    if e.op == "call" and e.args[0] not in seen:
        fn = w.lib.functions[e.args[0]]
        inner = frame(-1, fn.slots, tuple(w.eyes.value(x, w.f) for x in e.args[1:]))
        for below in _of(fn):
            found |= numbers(Words(w.eyes, inner, fn.names), below, seen | {e.args[0]})
    return found


def titles(lib: Library) -> re.Pattern[str]:
    """The names of cards and abilities, the longer ones first, with how many there are: numbers that may be told."""
    names = sorted({*lib.cards, *(a.label for a in lib.abilities)}, key=len, reverse=True)
    return re.compile(rf"(?:\b\d+ )?(?:{'|'.join(map(re.escape, names))})")


def told(c: Eyes, e: E, f: list[Any], names: Names, called: re.Pattern[str]) -> None:
    """An explanation tells no number but those it may. `called`: see `titles`."""
    lines = explain(c, e, f, names).render()
    allowed = numbers(Words(c, f, names), e, set())
    for line in lines:
        bare = called.sub("", line)
        assert not RAW.search(bare), line
        assert set(NUMBER.findall(re.sub(r"\d+ of them", "", bare))) <= allowed, (line, e)


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_what_has_a_name_is_called_by_it(folder: Path) -> None:
    lib = sets.load(folder).library
    assert lib is not None
    chance = Random(folder.name)
    machine = Machine(lib)
    everything, called = list(conditions(lib)), titles(lib)
    for game in range(3):
        cards = [card for card in range(len(lib.cards)) if chance.random() < 0.8]
        players = chance.randint(lib.min_players, min(lib.max_players, 6))
        s = new_game(lib, players, game, cards)
        for _ in range(4):
            machine.playout(s, chance.randrange(1 << 30), 15)
            if s.ask is None:
                break
            c = Eyes(lib, s, None)
            for e, f, names in under_way(lib, s):
                with suppress(Fault):  # a condition may be tried where nobody is named yet who decides it
                    told(c, e, f, names, called)
            for e, (names, slots, params) in chance.sample(everything, min(60, len(everything))):
                args = tuple(_thing(lib, s, chance, players, sort) for _, sort in (*names, *[("", "")] * 9)[:params])
                with suppress(Fault):  # a thing that chance took may decide nothing
                    told(c, e, frame(-1, slots, args), names, called)


def _thing(lib: Library, s: State, chance: Random, players: int, sort: str) -> int:
    """Anything of a sort."""
    if sort in ("card", "player"):
        return chance.choice([card for card, zone in enumerate(s.w) if zone >= 0] if sort == "card" else range(players))
    if sort == "zone":
        return chance.choice([zone.base for zone in lib.zones])
    return 0
