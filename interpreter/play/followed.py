"""Find where a deed that must be done completely gets stuck: the condition that failed just before, and the state then.

A trial only says whether there is a way to finish. To explain a failure to people, one course is followed: the first
answer to every question, up to the place where the trial gives up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ..kernel.evaluate import evaluate, frame
from ..kernel.faults import Fault
from ..kernel.machine import STEPS, Machine, answer_question, answers
from ..kernel.program import Ask, E, Program
from ..kernel.state import State
from .deciding import Place

WAYS = "ways "
"""How the names of programs begin in which a player chooses between several ways to do a deed."""
MOST = 60
"""Questions that one course is followed through."""


@dataclass(frozen=True)
class Standstill:
    """The condition that failed, its place, and the state then. `asked`: a question that had no answer.
    `ways`: the conditions of other ways to do it, each with its place, none of which was open."""

    cond: E
    at: Place
    state: State
    asked: Ask | None = None
    ways: tuple[tuple[E, Place], ...] = ()


def stopped_trial(machine: Machine, state: State, program: int, args: tuple[Any, ...]) -> Standstill | None:
    """Return where a program gets stuck if it starts here, on a copy; None if it does not, or if nobody can tell."""
    copy = state.clone()
    copy.ask = None
    floor = len(copy.frames)
    copy.frames.append(frame(program, machine.lib.programs[program].slots, args))
    return _follow(machine, copy, floor)


def stopped_after(machine: Machine, state: State, code: int, program: int) -> Standstill | None:
    """Return where a running program gets stuck after an answer that the pending question might have had; None if it
    does not."""
    copy = state.clone()
    floor = next((d for d in range(len(copy.frames) - 1, -1, -1) if copy.frames[d][0] == program), None)
    if floor is None or copy.ask is None:
        return None
    answer_question(machine.lib, copy, code)
    return _follow(machine, copy, floor)


def _follow(machine: Machine, state: State, floor: int) -> Standstill | None:
    found: list[Standstill] = []
    programs = machine.lib.programs
    ways: dict[tuple[int, int], tuple[tuple[E, Place], ...]] = {}
    given_up = False

    def stop(f: list[Any]) -> bool:
        nonlocal given_up
        program, pc = programs[f[0]], f[1]
        ins = program.code[pc]
        if ins.op == "hopeless":
            given_up = True
            return True
        if ins.op in ("unless", "ask"):
            asked = ins.args[0] if ins.op == "ask" else None
            if asked is None and ins.args[0].op == "or" and program.name.startswith(WAYS):
                at = Place(list(f), program.names, _given(machine, state))
                ways.setdefault((f[0], pc), tuple((way, at) for way in ins.args[0].args))
            cond = ins.args[0] if asked is None else _candidates(machine, state, asked, f)
            ours = cond is not None and (cond.op != "not" or cond.args[0].op != "cell")  # not just our own notes
            if cond is not None and ours and _gives_up(program, ins.args[1] if asked is None else asked.none):
                if not evaluate(machine.context(state), cond, f):
                    given = _given(machine, state)
                    found.append(Standstill(cond, Place(list(f), program.names, given), state.clone(), asked))
        return len(state.frames) <= floor or (ins.op == "goal" and len(state.frames) == floor + 1)

    run = machine.context(state)
    run.trying = True  # nobody is really asked, so the legal answers are not computed in advance
    for _ in range(MOST):
        while state.frames and state.ask is None and state.over is None and not stop(state.frames[-1]):
            f: list[Any] = state.frames[-1]
            ins = programs[f[0]].code[f[1]]
            try:
                to = STEPS[ins.op](run, ins.args, f, f[1])
            except Fault:
                return None
            f[1] = to if to >= 0 else f[1]
        if state.ask is None:
            break
        answer_question(machine.lib, state, state.ask.answers[0])
    others = tuple(way for these in ways.values() for way in these)
    return replace(found[-1], ways=others) if given_up and found else None


def _given(machine: Machine, state: State) -> tuple[tuple[E, Place], ...]:
    """Return what was given to the innermost program by the one that called it."""
    if len(state.frames) < 2:
        return ()
    f: Any = list(state.frames[-2])
    caller = machine.lib.programs[f[0]]
    call = caller.code[f[1] - 1] if 0 < f[1] <= len(caller.code) else None
    if call is None or call.op != "call" or call.args[0] != state.frames[-1][0]:
        return ()
    return tuple((given, Place(f, caller.names)) for given in call.args[1:])


def _candidates(machine: Machine, state: State, ask: Ask, f: list[Any]) -> E | None:
    """Make the condition that there is something to choose, for a question with no answer."""
    of = [o.of for o in ask.options if o.of is not None]
    return E("some", (of[0],)) if len(of) == 1 and not answers(machine.context(state), ask, f) else None


def _gives_up(program: Program, pc: int | None) -> bool:
    """Whether the code at a place only gives up, or notes that a deed is not done."""
    while pc is not None and pc < len(program.code):
        ins = program.code[pc]
        if ins.op == "jump":
            pc = ins.args[0]
        elif ins.op == "let" and ins.args[1].op == "num":
            return True
        else:
            return ins.op == "hopeless"
    return False
