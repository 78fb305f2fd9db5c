"""Carry out moves: answers, chains of answers, and playing on with no effect until something ends or begins."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from moot.dsl.notation import parts as p

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.machine import Machine, option
from ..kernel.names import player_name
from ..kernel.program import Library
from ..kernel.state import State
from .answers import Miss, Passed, Taken, resolve, take
from .compare import runs
from .words import Line

MOST = 1500
"""Answers after which playing on is given up: what it waits for does not come."""


@dataclass(frozen=True)
class Stopped:
    """The move could not be carried out. `miss`: why the words of an answer meant nothing."""

    message: str
    miss: Miss | None = None


def quiet(lib: Library, state: State) -> int:
    """Return the answer that plays on with no effect: one that ends or declines, else one that is mandatory, else the
    first."""
    question = state.ask
    assert question is not None
    for wanted in ("last", "must"):
        for code in question.answers:
            if getattr(option(lib, question, code)[0], wanted):
                return code
    return question.answers[0]


def do(
    machine: Machine, state: State, move: p.Move, viewer: int | None = None, before: Sequence[Passed] = ()
) -> tuple[Taken, ...] | Stopped:
    """Return the answers that carry out a move; the last one's state is where the move stops. Somebody who looks as a
    player (`viewer`) answers for that player only. `before`: the single answers just given without a question, which
    the move may name. Raises `Stopped`."""
    try:
        return _do(machine, state, move, viewer, before)
    except Fault as fault:
        return Stopped(str(fault))


def _do(
    machine: Machine, state: State, move: p.Move, viewer: int | None, before: Sequence[Passed]
) -> tuple[Taken, ...] | Stopped:
    match move:
        case p.Answer(seat=seat, words=words):
            found = resolve(machine, state, seat.number - 1, Line.of(words), viewer, before)
            return Stopped(_said(found), found) if isinstance(found, Miss) else found
        case p.Passes(seat=seat):
            asked = state.ask
            if asked is None or asked.player != seat.number - 1:
                who = "nobody" if asked is None else player_name(asked.player)
                return Stopped(f"{who} is asked, not p{seat.number}")
            return _on(machine, state, lambda s, e: s.ask is None or s.ask.player != asked.player or _ended(e))
        case p.Until():
            return _until(machine, state, move)
        case p.Ends():
            return _ends(machine, state, move)
    raise AssertionError(f"no move is a {type(move).__name__}")


def _until(machine: Machine, state: State, move: p.Until) -> tuple[Taken, ...] | Stopped:
    """Play on until a player is asked, a phase begins, or a step begins."""
    lib, phase, title = machine.lib, move.phase, move.title
    if move.seat is not None:
        seat = move.seat.number - 1
        reached = state.ask is not None and state.ask.player == seat
        return () if reached else _on(machine, state, lambda s, e: s.ask is not None and s.ask.player == seat, move)
    if phase is not None:
        if runs(lib, state, phase, title):
            return ()
        return _on(machine, state, lambda s, e: runs(lib, s, phase, title) or _began(lib, e, phase, title), move)
    return _on(machine, state, lambda s, e: _in_step(lib, s, str(move.step)), move)


def _said(miss: Miss) -> str:
    if miss.near and miss.kind in ("unknown", "more"):
        return f"{miss.message}; did you mean {' or '.join(f'`{n}`' for n in miss.near)}?"
    return miss.message


def _ends(machine: Machine, state: State, move: p.Ends) -> tuple[Taken, ...] | Stopped:
    """Play on until the running phase is over, or with a card until the next phase about that card is over."""
    lib = machine.lib
    if move.phase not in lib.phases:
        return Stopped(f"no phase `{move.phase}`")
    if lib.phases[move.phase][0] == lib.main:
        return _on(machine, state, lambda s, e: s.over is not None, move)
    running = runs(lib, state, move.phase, move.title)
    if not running and move.title is None:
        return Stopped(f"no {move.phase} is running")

    def over(s: State, events: Sequence[Event]) -> bool:
        nonlocal running
        if not running:
            if _began(lib, events, move.phase, move.title):
                running = True
                return not runs(lib, s, move.phase, move.title)
            return False
        return not runs(lib, s, move.phase, move.title) or _began(lib, events, move.phase, None)

    return _on(machine, state, over, move)


def _on(
    machine: Machine,
    state: State,
    stop: Callable[[State, Sequence[Event]], bool],
    move: p.Move | None = None,
) -> tuple[Taken, ...] | Stopped:
    taken: list[Taken] = []
    for _ in range(MOST):
        if state.ask is None:
            break
        one = take(machine, state, quiet(machine.lib, state), True)
        taken.append(one)
        state = one.state
        if stop(state, one.events):
            return tuple(taken)
    what = f"`{move.text}`" if move is not None else "this"
    if state.over is not None:
        return Stopped(f"the game is over before {what}")
    return Stopped(f"{what} has not happened after {MOST} answers with no effect")


def _ended(events: Sequence[Event]) -> bool:
    return any(e.kind == "note" and e.data[0] in ("start", "end") for e in events)


def _began(lib: Library, events: Sequence[Event], phase: str, title: str | None) -> bool:
    for e in events:
        if e.kind == "note" and e.data[0] == "start" and e.data[1] == phase:
            about = e.data[2] if len(e.data) > 2 else -1
            if title is None or (0 <= about < len(lib.cards) and lib.cards[about] == title):
                return True
    return False


def _in_step(lib: Library, state: State, step: str) -> bool:
    """Whether a running phase has reached this step."""
    for f in state.frames:
        for (phase, name), pc in lib.step_pcs.items():
            if name == step and f[0] == lib.phases[phase][0]:
                later = [x for (other, _), x in lib.step_pcs.items() if other == phase and x > pc]
                if pc <= int(f[1]) < min(later, default=1 << 30):  # type: ignore[call-overload]
                    return True
    return False
