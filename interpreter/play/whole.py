"""Write down everything that is so at a moment, in such a way that posing it gives the same moment again.

What lies on the table, what was used, counted and seen is said in facts. What is half done is said by the step of the
phase that has begun last, and by the answers given since. Each way to say it is tried out before it is written: it is
read, posed, and compared with the moment. The last way, from the beginning of the whole line of play, is always there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from moot.dsl.notation import read_facts, read_moves

from ..kernel.faults import Fault
from ..kernel.machine import Machine, answer_question
from ..kernel.names import player_name
from ..kernel.program import Library
from ..kernel.state import State
from ..sets.card_set import CardSet
from ..sets.cast import Cast
from .behind import behind_text, copies_text, used_rules
from .changing import change
from .given_text import given_text, setup_text
from .history import History
from .knowledge import knowledge_text
from .lookup import Impossible
from .moment import Moment
from .playing import Stopped, do
from .position import first_given, pose, start
from .recalling import memory
from .same import differs

GIVEN = "given "
FARTHEST = 12
"""Answers that a position may say instead of facts, before the whole line of play is said."""


@dataclass(frozen=True, slots=True)
class Whole:
    """A position in words. `facts`: the lines of its `given`. `then`: what was done since, each line with `when` or
    `given` before it. `remarks`: what a reader may want to know besides."""

    facts: tuple[str, ...]
    then: tuple[str, ...] = ()
    remarks: tuple[str, ...] = ()

    @property
    def lines(self) -> list[str]:
        """The lines one after another."""
        return [*self.facts, *self.then]


def whole(machine: Machine, set_: CardSet, cast: Cast, history: History) -> Whole:
    """Return the present position in words that lead to it again."""
    path = history.path()
    remarks = tuple(used_rules(machine.lib, history.now.state))
    if history.within is not None:
        remarks = ("this is the position after all that the last answer led to, not only what has been shown", *remarks)
    for facts, since in _ways(machine, set_, cast, path):
        at = path[len(path) - 1 - len(since)]
        players = range(at.state.m[machine.lib.players_cell])
        memories = {player: memory(machine.lib, history, player, at) for player in players}
        facts = [*facts, *knowledge_text(machine.lib, at.state, memories)]
        then = tuple(map(_line, since))
        if posed(machine, set_, facts, then, history.now.state) is None:
            return Whole(tuple(facts), then, (*_earlier(len(then)), *remarks))
    then = tuple(map(_line, path[1:]))
    return Whole(tuple(_beginning(set_, cast, path)), then, (*_earlier(len(then)), *remarks))


def _earlier(answers: int) -> list[str]:
    """Say that a position is that of an earlier moment, and which lines lead on from there."""
    if not answers:
        return []
    last = "the last line leads" if answers == 1 else f"the last {answers} lines lead"
    return [f"something is half done now, so this is the position before it; {last} on to now, and must be typed, too"]


def posed(machine: Machine, set_: CardSet, facts: Sequence[str], then: Sequence[str], wanted: State) -> str | None:
    """Pose a position in words; return how it differs from the state that is wanted, or None."""
    state = _posed(machine, set_, facts, then)
    return state if isinstance(state, str) else differs(machine, state, wanted)


def _posed(machine: Machine, set_: CardSet, facts: Sequence[str], then: Sequence[str]) -> State | str:
    read, faults = read_facts([(line, 0) for line in facts], set_.words, "", True)
    setup = first_given(read)
    if faults or setup is None:
        return "it cannot be read: " + "; ".join(d.message for d in faults)
    try:
        state = pose(machine, set_, setup, read, ()).state
        for line in then:
            if line.startswith(GIVEN):
                more, faults = read_facts([(x, 0) for x in line[6:].split("; ")], set_.words, "", True)
                state, _ = change(machine, set_, state, more)
                continue
            moves, faults = read_moves([(line.removeprefix("when "), 0)], set_.words, "")
            taken = do(machine, state, moves[0]) if moves and not faults else Stopped("it cannot be read")
            if isinstance(taken, Stopped):
                return taken.message
            state = taken[-1].state if taken else state
    except (Impossible, Fault) as trouble:
        return str(trouble)
    return state


def _line(moment: Moment) -> str:
    return moment.line if moment.line.startswith(GIVEN) else f"when {moment.line}"


# ---- the ways to say it -----------------------------------------------------------------------------------------


Way = tuple[list[str], list[Moment]]
"""The facts of a position, and what was done since."""


def _ways(machine: Machine, set_: CardSet, cast: Cast, path: Sequence[Moment]) -> Iterator[Way]:
    """Go through the ways to say the last moment of a path, the shortest first."""
    for back in range(min(len(path), FARTHEST)):
        at = len(path) - 1 - back
        since = list(path[at + 1 :])
        state = path[at].state
        where = _stands(machine.lib, state)
        if where is not None and state.ask is not None:
            yield _facts(machine.lib, set_, cast, state, where), since
        before = _before(machine, set_, cast, path, at)
        if before is not None:
            found = _last_step(machine, before)
            if found is not None:
                yield _facts(machine.lib, set_, cast, *found), since


def _stands(lib: Library, state: State) -> str | None:
    """Return the step that the innermost phase has reached, if nothing else is half done."""
    phases = {program: name for name, (program, _) in lib.phases.items()}
    if not state.frames or any(f[0] not in phases for f in state.frames):
        return None
    program, pc = int(state.frames[-1][0]), int(state.frames[-1][1])  # type: ignore[call-overload]
    name = phases[program]
    steps = [(at, step) for (phase, step), at in lib.step_pcs.items() if phase == name and at <= pc]
    return f"at step {max(steps)[1]} of the {name}{_of(lib, state)}" if steps else None


def _of(lib: Library, state: State) -> str:
    """Return what the innermost phase is about: ` of King`, ` of p2`, or nothing."""
    f = state.frames[-1]
    program = lib.programs[f[0]]  # type: ignore[call-overload]
    if not program.params:
        return ""
    sort, about = program.names[0][1], f[2]
    if not isinstance(about, int):
        return ""
    return f" of {player_name(about)}" if sort == "player" else f" of {lib.cards[about]}" if sort == "card" else ""


def _before(machine: Machine, set_: CardSet, cast: Cast, path: Sequence[Moment], at: int) -> State | None:
    """Return a state from which a game runs on to a moment; None if the moment was posed."""
    moment = path[at]
    if at and moment.code is not None:
        state = path[at - 1].state.clone()
        answer_question(machine.lib, state, moment.code)
        return state
    return start(machine, set_, cast) if not at and not moment.line else None


def _last_step(machine: Machine, state: State) -> tuple[State, str] | None:
    """Run on from a state, and return the state and the place where the last step of a phase began on the way."""
    lib = machine.lib
    begins = {(lib.phases[phase][0], pc): (phase, step) for (phase, step), pc in lib.step_pcs.items()}
    phases = {program for program, _ in lib.phases.values()}
    found: list[tuple[State, str]] = []

    def stop(f: list[object]) -> bool:
        step = begins.get((f[0], f[1]))  # type: ignore[arg-type]
        if step is not None and all(g[0] in phases for g in state.frames):
            found[:] = [(state.clone(), f"at step {step[1]} of the {step[0]}{_of(lib, state)}")]
        return False

    machine.watch(state, stop=stop)
    return found[0] if found else None


def _facts(lib: Library, set_: CardSet, cast: Cast, state: State, where: str) -> list[str]:
    assert set_.game is not None
    facts = [*given_text(lib, set_.game, state), *behind_text(lib, set_.game, state), *copies_text(lib, state)]
    facts.append(f"chance stands at {state.rng:x}")
    return [f"{setup_text(set_, cast)}, {where}, nothing else", *facts]


def _beginning(set_: CardSet, cast: Cast, path: Sequence[Moment]) -> list[str]:
    """Return the facts with which the whole line of play began."""
    first = path[0]
    if first.line.startswith(GIVEN):
        return first.line.removeprefix(GIVEN).split("; ")
    assert set_.library is not None
    lib = set_.library
    main = next(name for name, (program, _) in lib.phases.items() if program == lib.main)
    return [f"{setup_text(set_, cast)}, at the start of the {main}"]
