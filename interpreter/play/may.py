"""Say why somebody may do something: who could have forbidden it, and why they do not; and what it costs.

The answers that the words mean are tried on a copy, and every permission that is asked for on the way is noted. Of each
the refusals are looked through: a refusal that could have spoken, and does not, is told with what it lacks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from moot.dsl import ir

from ..kernel.evaluate import Frame, frame
from ..kernel.index import index_of
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine, Observe, answer_question, option
from ..kernel.names import player_name, sees_mark, titled
from ..kernel.program import IDLE, Ability, E, Function, Objection, Opt, Origin
from ..kernel.state import State
from ..kernel.wording import Words
from .alternatives import unfiltered
from .answers import Taken
from .chain import head
from .chances import offered_by
from .deciding import Deciding, Place, printed
from .paying import paid
from .reasons import CONDITION
from .so import Account, Ground, grounds

MOST = 5
"""Refusals that are told."""
NEGATED = re.compile(r"\b(?:not|nor|no|unless|without|except)\b")
Asked = tuple[int, tuple[Any, ...]]
"""A permission that was asked for: its function, and its arguments."""


@dataclass(frozen=True)
class Tried:
    """What came of trying some answers: the permissions asked for, the sentences of cards that were carried out, the
    conditions of these that held, and the cards that were chosen."""

    asked: tuple[Asked, ...]
    sentences: tuple[Origin, ...]
    held: tuple[Ground, ...]
    chosen: tuple[int, ...]


def why_may(
    machine: Machine, game: ir.Game, state: State, taken: Sequence[Taken], viewer: int | None
) -> Account:
    """Explain why these answers are legal."""
    player = taken[0].player
    said = _said_of(taken)
    tried = _tried(machine, state, taken, viewer)
    asking_now = machine.lib.programs[state.ask.program].origin if state.ask is not None else None
    clauses = tried.sentences or ((asking_now,) if asking_now is not None and asking_now.card else ())
    told = [Ground(f"{at.card}: {head(at.text)} …", at) for at in clauses]
    eyes = Eyes(machine.lib, state, viewer)
    not_forbidden = list(dict.fromkeys(one for asked in tried.asked for one in _unrefused(eyes, *asked)))
    not_forbidden.sort(key=lambda one: one.origin is None or one.origin.card == "")
    others = [one for card in tried.chosen for one in _of_others(eyes, game, card, tried)]
    why_not = tuple(dict.fromkeys((*tried.held, *not_forbidden, *others)))[:MOST]
    return Account(f"{player_name(player)} may: {said}", (*told[:1], *why_not, *paid(machine, state, taken, viewer)))


def why_costs(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> Account:
    """Explain what these answers cost."""
    said = _said_of(taken)
    costs = paid(machine, state, taken, viewer)
    return Account(said if costs else f"{said}: this costs nothing", costs)


def _said_of(taken: Sequence[Taken]) -> str:
    return ", ".join(one.text for one in taken if not one.forced)


# ---- trying --------------------------------------------------------------------------------------------------------


def _tried(machine: Machine, state: State, taken: Sequence[Taken], viewer: int | None) -> Tried:
    """Give the answers on copies, and note which permissions are asked for and which sentences are carried out."""
    lib, notes = machine.lib, _Notes()
    before = state
    for one in taken:
        assert before.ask is not None
        opt, value = option(lib, before.ask, one.code)
        if opt.sort == "ability":
            ability = lib.abilities[value]
            notes.sentences[ability.origin] = None
            slots = frame(-1, max(ability.slots, 2), (one.player,))
            notes.held |= dict.fromkeys(_conditions_of(ability, Eyes(lib, before, viewer), slots))
        for chance in offered_by(lib, before.ask.program, before.ask.pc) if opt.of is None and not opt.last else ():
            if chance.offer is opt and chance.clause.origin is not None:
                notes.sentences[chance.clause.origin] = None
                w = Words(Eyes(lib, before, viewer), list(before.frames[-1]), chance.host.names)
                parts = (part for cond in chance.conditions for part in _parts(cond))
                notes.held |= dict.fromkeys(_said_to_hold(w, chance.clause.origin, parts))
        notes.note(Eyes(lib, before, viewer), opt, value, before.frames[-1])
        then = before.clone()
        answer_question(lib, then, one.code)
        machine.watch(then, observe=_noting(machine, then, viewer, notes))
        before = one.state
    return Tried(tuple(notes.asked), tuple(notes.sentences), tuple(notes.held), tuple(notes.chosen))


class _Notes:
    """What is noted while answers are tried, each once, in order."""

    def __init__(self) -> None:
        self.asked: dict[Asked, None] = {}
        self.sentences: dict[Origin, None] = {}
        self.held: dict[Ground, None] = {}
        self.chosen: dict[int, None] = {}

    def note(self, eyes: Eyes, opt: Opt, value: int, f: Any) -> None:
        """Note the conditions on an answer: the permissions that they ask for, and what else they say."""
        names = eyes.lib.programs[f[0]].names
        for cond, slots in _conditions(opt.guard, opt.of, value, f):
            self.asked |= dict.fromkeys(_permissions(eyes, cond, slots))
        if opt.of is not None and opt.sort == "card" and opt.origin is not None:
            self.chosen[value] = None
            chosen = f if opt.slot is None else [*f[: opt.slot + 2], value, *f[opt.slot + 3 :]]
            for cond, slots in _conditions(None, opt.of, value, chosen):
                self.held |= dict.fromkeys(_holding(Words(eyes, slots, names), cond))


def _conditions_of(ability: Ability, eyes: Eyes, f: Frame) -> Iterator[Ground]:
    """Yield the conditions behind `if` and `unless` in the sentence of an ability."""
    yield from _said_to_hold(Words(eyes, f, (("player", "player"),)), ability.origin, _parts(ability.guard))


def _parts(e: E) -> Sequence[E]:
    return e.args if e.op == "and" else (e,)


def _said_to_hold(w: Words, sentence: Origin, parts: Iterable[E]) -> Iterator[Ground]:
    """Yield those of some conditions that a sentence says behind `if` and `unless`."""
    said = CONDITION.split(sentence.text, maxsplit=1)[1:]
    for part in parts:
        if part.origin is not None and any(part.origin.text in words for words in said):
            yield from _holding(w, part)


def _holding(w: Words, cond: E) -> Iterator[Ground]:
    """Yield the parts of a condition that could have been otherwise, each with the values that it read."""
    paying = {one.origin.place for fn in w.lib.functions if _about_number(fn) for one in fn.refusals}
    for part in cond.args if cond.op == "and" else (cond,):
        at = part.origin
        if at is None or not at.path or at.text == IDLE or at.place in paying:
            continue
        if part.op in ("trial", "in", "some", "call", "pick") or printed(w.eyes, part):
            continue
        if w.eyes.value(part, w.f) is True:
            refuses = part.op == "not" and not NEGATED.search(at.text)
            said = Deciding(w.eyes).said(at.text, Place(w.f, w.names)) or at.text
            below = tuple(one for one in grounds(w, part) if not one.text.endswith((": yes", ": no")))
            yield Ground(f"{'not refused' if refuses else 'so it is'}: {said}", at, below)


def _about_number(fn: Function) -> bool:
    """Whether a permission is about a number, as that to pay is."""
    return fn.form == "permission" and any(sort == "number" for _, sort in fn.names[: fn.params])


def _noting(machine: Machine, then: State, viewer: int | None, notes: _Notes) -> Observe:
    """Return a watcher that notes what is asked for on the way, also for what is chosen without a question because it
    is the only choice."""
    lib = machine.lib

    def note(f: Frame, pc: int, to: int) -> None:
        ins = lib.programs[f[0]].code[pc]
        if to < 0 or ins.op not in ("ask", "unless"):
            return
        eyes = Eyes(lib, then, viewer)
        if ins.op == "unless":
            notes.asked |= dict.fromkeys(_permissions(eyes, ins.args[0], f))
        for opt in ins.args[0].options if ins.op == "ask" else ():
            chosen = -1 if opt.slot is None else f[opt.slot + 2]
            if opt.of is not None and type(chosen) is int and chosen >= 0:
                notes.note(eyes, replace(opt, guard=None), chosen, f)

    return note


def _conditions(guard: E | None, of: E | None, value: int, f: Any) -> Iterator[tuple[E, Frame]]:
    """Yield the conditions on an answer, each with the slots for which it is asked."""
    if guard is not None:
        yield guard, list(f)
    inner = list(f)
    for slot, cond in reversed(unfiltered(of)[1]) if of is not None else ():
        inner = [*inner[: slot + 2], value, *inner[slot + 3 :]]
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
    if _about_number(fn):
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


# ---- who forbids it to others ---------------------------------------------------------------------------------------


def _of_others(eyes: Eyes, game: ir.Game, card: int, tried: Tried) -> Iterator[Ground]:
    """Yield what cards forbid to be done to a card by others, where this is done by something of another kind: no
    permission was asked for, and somebody may think that it should have been."""
    lib, asked = eyes.lib, {function for function, _ in tried.asked}
    by = tried.sentences[0].card if tried.sentences else ""
    kind = next((lib.kinds[c] for c, title in enumerate(lib.cards) if title == by), None)
    for verb in game.verbs.values() if kind is not None else ():
        number, does = lib.function_ids.get(f"can {verb.key}"), verb.doer
        about = [param.type.sort for param in verb.params]
        if number is None or number in asked or about != ["card"] or does.sort != "card" or does.name == kind:
            continue
        fn: Function = lib.functions[number]
        doers = [c for c, zone in enumerate(eyes.s.w) if zone >= 0 and lib.kinds[c] == does.name]
        bans = [one for one in fn.refusals if one.ban and _in_game(eyes, one) and _speaks(eyes, fn, one, card, doers)]
        for one in bans:
            below = Ground(f"that is about what a {does.name} does: {by} is none")
            yield Ground(f"not forbidden: {_said(one)}", one.origin, (below,))


def _speaks(eyes: Eyes, fn: Function, one: Objection, card: int, doers: Sequence[int]) -> bool:
    """Whether a card forbids some doer to do a deed to a card."""
    frames = (frame(-1, fn.slots, (doer, card)) for doer in doers)
    return any(eyes.value(one.cond, f) is True for f in frames)
