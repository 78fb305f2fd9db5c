"""A game at the test table: who holds what, run and looked at in one line each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.interpreter.kernel.evaluate import evaluate, frame
from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.machine import Machine, blank
from moot.interpreter.kernel.program import Function, Library, Program
from moot.interpreter.kernel.state import State

from .assemble import COIN, CROWN, DECK, FLAG, GOLD, HAND, ROW, UNDER, ask, e, library, opt, program

DEAL: list[Any] = [
    ["move", ["set", 0, 1, 2, 3], ["zone", DECK, None], "end"],
    ["move", ["set", 4, 5], ["zone", HAND, 0], "end"],
    ["move", 6, ["zone", HAND, 1], "end"],
    ["move", 7, ["zone", ROW, 0], "end"],
    ["move", 8, ["zone", ROW, 1], "end"],
    ["put", COIN, 0, 2],
    ["put", COIN, 1, 5],
    ["single", CROWN, 3, 1],
    ["mark", FLAG, 2, 0],
    ["put", GOLD, 7, 3],
]
"""deck a a a b · p1: hand b c, row e (3 gold), 2 coins · p2: hand d, row X, 5 coins, crown; p3: flagged by p1."""

STAND = ["end", ask(0, opt("go on", "end"))]


def begin(
    lines: Sequence[Any],
    functions: Sequence[Function] = (),
    programs: Sequence[Program] = (),
    players: int = 3,
    seed: int = 1,
    events: list[Event] | None = None,
    **more: Any,
) -> tuple[Library, State]:
    """Deal, then run these lines to the first question (there is one at the end in any case)."""
    main = program(0, "game", [*DEAL, *lines, *STAND], slots=10)
    lib = library((main, *programs), functions, **more)
    s = blank(lib, players, seed, range(9))
    Machine(lib).run(s, events)
    return lib, s


def value_of(lib: Library, s: State, expression: Any, *slots: Any) -> Any:
    """What an expression is worth there."""
    return evaluate(Machine(lib).context(s), e(expression), frame(-1, 10, slots))


__all__ = ["DEAL", "UNDER", "begin", "value_of"]
