"""Say why somebody may do something: who could have forbidden it, and why they do not; and what it costs.

The answers that the words mean are tried on a copy, and every permission that is asked for on the way is noted. Of each
the refusals are looked through: a refusal that could have spoken, and does not, is told with what it lacks.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel.evaluate import Frame, frame
from ..kernel.index import index_of
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine, Observe, answer_question, option
from ..kernel.names import player_name, sees_mark, titled
from ..kernel.program import E, Function, Objection, Origin
from ..kernel.state import State
from ..kernel.telling import Witness
from ..kernel.wording import Words
from .alternatives import unfiltered
from .answers import Taken
from .chain import head, rests_on
from .so import Account, Ground, grounds

MOST = 5
"""Refusals that are told."""
Asked = tuple[int, tuple[Any, ...]]
"""A permission that was asked for: its function, and its arguments."""


@dataclass(frozen=True)
class Tried:
    """What came of trying some answers: the permissions asked for, and the sentences of cards that were carried out."""

    asked: tuple[Asked, ...]
    sentences: tuple[Origin, ...]


def why_may(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> Account:
    """Explain why these answers are legal."""
    player = taken[0].player
    said = _said_of(taken)
    tried = _tried(machine, state, taken, viewer)
    told = [Ground(f"{at.card}: {head(at.text)} …", at) for at in tried.sentences]
    eyes = Eyes(machine.lib, state, viewer)
    not_forbidden = list(dict.fromkeys(one for asked in tried.asked for one in _unrefused(eyes, *asked)))
    not_forbidden.sort(key=lambda one: one.origin is None or one.origin.card == "")
    paid = _paid(machine, state, taken, viewer)
    return Account(f"{player_name(player)} may: {said}", (*told[:1], *not_forbidden[:MOST], *paid))


def why_costs(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> Account:
    """Explain what these answers cost."""
    said = _said_of(taken)
    paid = _paid(machine, state, taken, viewer)
    return Account(said if paid else f"{said}: this costs nothing", paid)


def _said_of(taken: Sequence[Taken]) -> str:
    return ", ".join(one.text for one in taken if not one.forced)


# ---- trying --------------------------------------------------------------------------------------------------------


def _tried(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> Tried:
    """Give the answers on copies, and note which permissions are asked for and which sentences are carried out."""
    lib, sentences = machine.lib, dict[Origin, None]()
    asked: dict[Asked, None] = {}
    before = state
    for one in taken:
        assert before.ask is not None
        opt, value = option(lib, before.ask, one.code)
        if opt.sort == "ability":
            sentences[lib.abilities[value].origin] = None
        for cond, slots in _conditions(opt.guard, opt.of, value, before.frames[-1]):
            asked.update(dict.fromkeys(_permissions(Eyes(lib, before, viewer), cond, slots)))
        then = before.clone()
        answer_question(lib, then, one.code)
        machine.watch(then, observe=_noting(machine, then, viewer, asked))
        before = one.state
    return Tried(tuple(asked), tuple(sentences))


def _noting(machine: Machine, then: State, viewer: int | None, asked: dict[Asked, None]) -> Observe:
    """Return a watcher that notes the permissions that are asked for on the way, also for what is chosen without a
    question because it is the only choice."""
    lib = machine.lib

    def note(f: Frame, pc: int, to: int) -> None:
        ins = lib.programs[f[0]].code[pc]
        if to < 0 or ins.op not in ("ask", "unless"):
            return
        conditions: list[tuple[E, Frame]] = [(ins.args[0], f)] if ins.op == "unless" else []
        for opt in ins.args[0].options if ins.op == "ask" else ():
            chosen = -1 if opt.slot is None else f[opt.slot + 2]
            conditions += _conditions(None, opt.of, chosen, f) if type(chosen) is int and chosen >= 0 else ()
        for cond, slots in conditions:
            asked.update(dict.fromkeys(_permissions(Eyes(lib, then, viewer), cond, slots)))

    return note


def _conditions(guard: E | None, of: E | None, value: int, f: Any) -> Iterator[tuple[E, Frame]]:
    """Yield the conditions on an answer, each with the slots for which it is asked."""
    if guard is not None:
        yield guard, list(f)
    for slot, cond in unfiltered(of)[1] if of is not None else ():
        inner = list(f)
        inner[slot + 2] = value
        yield cond, inner


def _permissions(eyes: Eyes, e: E, f: Frame) -> Iterator[Asked]:
    """Yield the permissions that a condition asks for, with their arguments."""
    lib = eyes.lib
    if e.op == "call":
        fn = lib.functions[e.args[0]]
        args = tuple(eyes.value(a, f) for a in e.args[1:])
        if fn.form == "permission" and not any(map(unknown, args)):
            yield fn.id, args
            if fn.needs is not None:
                yield from _permissions(eyes, fn.needs, frame(-1, fn.slots, args))
    elif e.op == "pick":
        inner = list(f)
        inner[e.args[0] + 2] = eyes.value(e.args[1], f)
        yield from _permissions(eyes, e.args[2], inner)
    elif e.op in ("and", "or", "not"):
        for part in e.args:
            yield from _permissions(eyes, part, f)


# ---- who could have forbidden it -------------------------------------------------------------------------------------


def _unrefused(eyes: Eyes, function: int, args: tuple[Any, ...]) -> Iterator[Ground]:
    """Yield the refusals of a permission that could have spoken and do not, each with what it lacks, or with what lifts
    it."""
    fn: Function = eyes.lib.functions[function]
    f: Any = frame(-1, fn.slots, args)
    w = Words(eyes, f, fn.names)
    if any(sort == "number" for _, sort in fn.names[: fn.params]):
        return  # what is paid is told by itself
    for one in fn.refusals:
        if not _in_game(eyes, one):
            continue
        holds = eyes.value(one.cond, f)
        if unknown(holds):
            continue
        if holds:
            lifted = next((at for e, at in one.lifts if eyes.value(e, f) is True), None)
            if lifted is not None:
                yield Ground(f"lifted: {one.text}", one.origin, (Ground(f"{lifted.card}: {lifted.text}", lifted),))
            continue
        failing = _failing(eyes, one.cond, f)
        if failing and not any(_only_itself(part) for part in failing):
            below = _lacks(w, failing[0])
            yield Ground(f"{'not forbidden' if one.ban else 'not refused'}: {_said(one)}", one.origin, below)


def _said(one: Objection) -> str:
    return f"{one.origin.card}: {one.text}" if one.origin.card else one.text


def _in_game(eyes: Eyes, one: Objection) -> bool:
    cards = [c for c, title in enumerate(eyes.lib.cards) if title == one.origin.card]
    return not cards or any(eyes.s.w[c] != -1 for c in cards)


def _failing(eyes: Eyes, cond: E, f: Frame) -> list[E]:
    parts = cond.args if cond.op == "and" else (cond,)
    return [part for part in parts if not unknown(so := eyes.value(part, f)) and not so]


def _only_itself(e: E) -> bool:
    """Whether a condition only says which card is meant: that of another card has nothing to do with this."""
    return e.op == "==" and e.args[0].op == "slot" and e.args[1].op == "num"


def _lacks(w: Words, e: E) -> tuple[Ground, ...]:
    """Say what a refusal lacks: that its card does not count, and what lies on that; or the values that it read."""
    lib, s = w.lib, w.eyes.s
    if e.op != "has" or e.args[1].op != "num":
        return grounds(w, e)
    mark, bearer = index_of(lib).cell[e.args[0] + e.args[1].args[0]]
    name = titled(lib, s, "card" if mark.bearer == "card" else "player", bearer, w.eyes.viewer)
    others = [
        decl.name
        for cell in (index_of(lib).card_cells[bearer] if mark.bearer == "card" else ())
        for decl in (index_of(lib).cell[cell][0],)
        if s.m[cell] and not decl.counted and not decl.holds
        and sees_mark(lib, s, decl, bearer, s.m[cell], w.eyes.viewer)
    ]  # fmt: skip
    return (Ground(f"{name} is not {mark.name}" + "".join(f": it is {other}" for other in others)),)


# ---- what it costs --------------------------------------------------------------------------------------------------


def _paid(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> tuple[Ground, ...]:
    """Say what the player pays on the way, and what that is made of."""
    found: list[Ground] = []
    before = state
    cells = index_of(machine.lib).cell
    for one in taken:
        witness = Witness(machine.lib, before, viewer)
        for event in one.events:
            source = event.data[2] if event.kind == "amount" else -1
            his = source in cells and cells[source][0].bearer == "player" and cells[source][1] == one.player
            below = tuple(Ground(line) for line in rests_on(machine.lib, event, witness)) if his else ()
            at = next((c.within[-1].origin for c in event.cause if c.within), None) if his else None
            text = witness.hear(event)
            if his and text:
                found.append(Ground(text, at, below))
        before = one.state
    return tuple(found)
