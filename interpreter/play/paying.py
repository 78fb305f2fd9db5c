"""Say how something is paid for: in each way that there is, what it costs and what that is made of.

The answers are given on a copy, and so is one course of those that follow, until the deed is done: where somebody
chooses how to pay, each way is tried; where he chooses with what, the first thing stands for any.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ..kernel.events import Event
from ..kernel.faults import Fault
from ..kernel.index import index_of
from ..kernel.machine import Machine, option
from ..kernel.program import Origin
from ..kernel.state import State
from ..kernel.telling import Witness
from .answers import Taken, take
from .causes import named, origins
from .chain import rests_on
from .followed import WAYS
from .so import Ground

LONGEST = 24
"""Answers in one course, and answers that are tried in all."""
MOST = 8
"""Ways to pay that are told."""


@dataclass(frozen=True)
class _Course:
    """One course to the end of a deed. `way`: how somebody chose to pay, and where that is written. `any`: whether the
    things that are paid with stand for others. `picked`: the question that was answered last."""

    state: State
    told: tuple[Ground, ...] = ()
    way: str = ""
    at: Origin | None = None
    any: bool = False
    picked: tuple[int, int] | None = None


def paid(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> tuple[Ground, ...]:
    """Say what the player of some answers pays, in each way that there is."""
    payer, depth = taken[0].player, len(state.frames)
    course = _Course(state)
    before = state
    for one in taken:
        course = _after(machine, before, one, course, payer, viewer)
        before = one.state
    courses = list(_courses(machine, course, payer, depth, viewer))
    if len(courses) <= 1:
        return tuple(ground for one in courses for ground in one.told)
    ways = tuple(_way(one) for one in courses[:MOST])
    return (Ground(f"there are {len(courses)} ways to pay", None, ways),)


def _way(course: _Course) -> Ground:
    """Return a way to pay, in the words of the question; or, where there are none, by what is paid."""
    if course.at is None or not course.at.card:
        return course.told[0] if len(course.told) == 1 else Ground(course.way, course.at, course.told)
    return Ground(course.way, course.at, course.told)


def _courses(machine: Machine, course: _Course, payer: int, depth: int, viewer: int | None) -> Iterator[_Course]:
    """Go on, by each way to pay, until a deed is done or somebody else is asked."""
    waiting, left = [course], LONGEST
    while waiting:
        now = waiting.pop(0)
        ask = now.state.ask
        if ask is None or ask.player != payer or len(now.state.frames) <= depth or not left:
            yield now
            continue
        ways = not now.way and machine.lib.programs[ask.program].name.startswith(WAYS)
        for code in ask.answers if ways else (_first(machine, now.state, now.picked),):
            left = max(left - 1, 0)
            try:
                one = take(machine, now.state, code, True)
            except Fault:
                continue
            then = replace(now, picked=(ask.program, ask.pc))
            then = then if ways or len(ask.answers) == 1 else replace(then, any=True)
            if ways:
                then = replace(then, way=one.text, at=option(machine.lib, ask, code)[0].origin)
            waiting.append(_after(machine, now.state, one, then, payer, viewer))


def _first(machine: Machine, state: State, picked: tuple[int, int] | None) -> int:
    """Return the answer that stands for any: of several things the first, and then no more if that is enough."""
    assert state.ask is not None
    ends = [code for code in state.ask.answers if option(machine.lib, state.ask, code)[0].last]
    others = [code for code in state.ask.answers if code not in ends]
    again = picked == (state.ask.program, state.ask.pc)
    return ends[0] if ends and (again or not others) else others[0]


def _after(
    machine: Machine, before: State, one: Taken, course: _Course, payer: int, viewer: int | None
) -> _Course:
    """Return a course with what an answer has led to."""
    witness = Witness(machine.lib, before, viewer)
    told = list(course.told)
    for event in one.events:
        his = _is_his(machine, event, payer)
        below = tuple(Ground(line) for line in rests_on(machine.lib, event, witness)) if his == "from" else ()
        text = witness.hear(event)
        if his and text:
            text += " (for example)" if course.any and his == "with" else ""
            told.append(Ground(text, _said(event), below))
    return replace(course, state=one.state, told=tuple(told))


def _is_his(machine: Machine, event: Event, payer: int) -> str:
    """Return whether something counted goes `from` a player; or whether a card of his, or what somebody else lends him,
    goes `with` it; '' if it is nothing of the kind."""
    index = index_of(machine.lib)
    if event.kind == "amount":
        _, _, source, targets = event.data
        bearers = [index.cell[cell] for cell in (source, *targets) if cell in index.cell]
        mine = [mark.bearer == "player" and bearer == payer for mark, bearer in bearers]
        given = source in index.cell
        return "" if not given or not any(mine) else "from" if mine[0] else "with"
    if event.kind == "move" and any(c.program.startswith(WAYS) for c in event.cause):
        sources = event.data[1]
        return "with" if all(machine.lib.zone_owner[zone] == payer for zone in sources) else ""
    return ""


def _said(event: Event) -> Origin | None:
    """Return where it is written: of what is counted, in the words of the deed that the player does; else on a card."""
    deed = next((c.within[-1].origin for c in event.cause if c.within), None)
    return deed if deed is not None and event.kind == "amount" else named(origins(event))
