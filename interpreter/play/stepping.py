"""Running a game instruction by instruction, for those who must see what the machine passes over.

The instructions are the reference machine's own. `run_to` stops wherever a test on the innermost frame says; `run_on`
goes to the next question and tells which single answers were taken on the way without anybody being asked.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..kernel.evaluate import evaluate
from ..kernel.events import Event
from ..kernel.machine import STEPS, Machine, tick
from ..kernel.program import Ask
from ..kernel.state import Question, State, code
from ..kernel.text import answer_texts

Stop = Callable[[list[Any]], bool]
Passed = tuple[int, str]  # the player who would have answered, and the only answer there was


def run_to(
    machine: Machine,
    state: State,
    stop: Stop | None,
    events: list[Event] | None = None,
    passed: list[Passed] | None = None,
) -> bool:
    """Run until `stop` holds of the innermost frame (true), or somebody is asked or the game is over (false). Single
    answers that are taken by themselves are added to `passed`."""
    run = machine.context(state)
    run.events = events
    programs = machine.lib.programs
    seen: set[tuple[int, int]] | None = getattr(machine, "seen", None)
    heads = run.index.bounds.heads
    while state.frames and state.ask is None and state.over is None:
        f: list[Any] = state.frames[-1]
        if stop is not None and stop(f):
            return True
        program, pc = programs[f[0]], f[1]
        if seen is not None:
            seen.add((program.id, pc))
        if pc in heads[program.id]:
            tick(run)
        instruction = program.code[pc]
        to = STEPS[instruction.op](run, instruction.args, f, pc)
        if to >= 0:
            if passed is not None and instruction.op == "ask":
                _note(machine, state, instruction.args[0], f, pc, to, passed)
            f[1] = to
    return False


def run_on(machine: Machine, state: State, events: list[Event]) -> list[Passed]:
    """Run to the next question; the answers that were taken by themselves."""
    passed: list[Passed] = []
    run_to(machine, state, None, events, passed)
    return passed


def _note(machine: Machine, state: State, ask: Ask, f: list[Any], pc: int, to: int, passed: list[Passed]) -> None:
    for group, opt in enumerate(ask.options):
        if opt.goto == to:
            answer = code(group, -1 if opt.slot is None else f[opt.slot + 2])
            player = evaluate(machine.context(state), ask.player, f)
            state.ask = Question(player, f[0], pc, (answer,))
            passed.append((player, answer_texts(machine.lib, state)[answer]))
            state.ask = None
            return
