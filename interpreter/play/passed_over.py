"""Find at which moments a clause might have begun, and why it did not.

An answer that was given is given again on a copy, and on the way each place is watched where a clause may begin
(`gates.py`): the condition that stopped it is followed down to the words that are to blame, as they were then.
Somebody who looks as a player learns no more than what he sees.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ..kernel.evaluate import Frame, evaluate, frame
from ..kernel.faults import Fault
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine, answer_question, option
from ..kernel.names import sees_card, with_slots
from ..kernel.program import Ask, E
from ..kernel.state import State
from .deciding import Place
from .finding import VAGUE, Why
from .gates import Gate
from .history import History
from .moment import Moment
from .reasons import Search

BEGUN, DECLINED, STOPPED = "begun", "declined", "stopped"


@dataclass(frozen=True)
class PassedOver:
    """A moment at which a clause might have begun. `how`: it did begin, or its player declined it, or something stopped
    it. `asked`: the player who would be asked (-1: nobody). `called`: its name, with the things in it. `reasons`: what
    stopped it. `far`: how many conditions failed."""

    gate: Gate
    how: str
    moment: Moment
    asked: int
    called: str
    reasons: tuple[Why, ...] = ()
    far: int = 0


class Replay:
    """Gives one answer again and watches for clauses. `wanted`: which of them are watched."""

    def __init__(
        self, machine: Machine, wanted: Sequence[Gate], viewer: int | None,
        about: Callable[[Gate, Sequence[int], int], bool],
    ) -> None:  # fmt: skip
        self.machine, self.lib, self.viewer, self.about = machine, machine.lib, viewer, about
        self.guards = {(one.program, pc): one for one in wanted for pc in one.guards}
        self.calls = {(one.program, one.call): one for one in wanted}
        self.asks: dict[tuple[int, int], list[tuple[Gate, int]]] = {}
        for one in wanted:
            for pc, group in one.asks:
                self.asks.setdefault((one.program, pc), []).append((one, group))
        self.found: list[PassedOver] = []

    def at(self, before: State, moment: Moment) -> list[PassedOver]:
        """Return what was missed from the answer that led to a moment up to the next question, in order."""
        self.found, self.moment = [], moment
        if before.ask is None or moment.code is None:
            return []
        self._declined(before, moment.code)
        then = before.clone()
        answer_question(self.lib, then, moment.code)
        try:
            self.machine.watch(then, observe=lambda f, pc, to: self._note(then, f, pc, to))
        except Fault:
            return []
        return self.found

    def _declined(self, before: State, code: int) -> None:
        """Note the clauses that somebody was offered, and did not want."""
        asked = before.ask
        assert asked is not None
        f: Any = before.frames[-1]
        answer = option(self.lib, asked, code)[0]
        for gate, group in self.asks.get((asked.program, asked.pc), ()):
            ask: Ask = self.lib.programs[asked.program].code[asked.pc].args[0]
            if ask.options[group] is not answer:
                self._add(gate, DECLINED, before, f, ask.options[group].guard, asked.player)

    def _note(self, then: State, f: Frame, pc: int, to: int) -> None:
        at = (int(f[0]), pc)
        ins = self.lib.programs[at[0]].code[pc]
        if at in self.guards and to == ins.args[1]:
            self._add(self.guards[at], STOPPED, then, f, ins.args[0], -1)
        elif at in self.calls:
            self._add(self.calls[at], BEGUN, then, f, None, -1)
        elif at in self.asks and to >= 0:
            for gate, group in self.asks[at]:
                opt = ins.args[0].options[group]
                if opt.goto != to:
                    self._add(gate, STOPPED, then, f, opt.guard, -1)

    def _add(self, gate: Gate, how: str, then: State, f: Frame, cond: E | None, player: int) -> None:
        eyes = Eyes(self.lib, then, self.viewer)
        context = self.machine.context(then)
        try:
            things = [value for e in gate.told if type(value := evaluate(context, e, list(f))) is int]
            who = player if player >= 0 else self._asked(gate, then, f)
            who = things[1] if who < 0 and gate.asks and len(things) > 1 else who
        except Fault:
            return
        if not self._open(gate, then, things) or not self.about(gate, things, who):
            return
        failing = _failing(eyes, cond, f)
        if how == STOPPED and (not failing or any(map(_another, failing))):
            return
        names = self.lib.programs[int(f[0])].names
        reasons = Search(eyes, (), None).fails(cond, Place(list(f), names)) if failing and cond is not None else []
        plain = [why for why in reasons if why.kind not in VAGUE]
        plain = [why for why in plain if why.kind != "yours"] or plain
        if how == STOPPED and self.viewer is not None and any(why.kind in VAGUE for why in reasons):
            return
        self.found.append(
            PassedOver(gate, how, self.moment, who, self._called(gate, then), tuple(plain), len(failing))
        )

    def _asked(self, gate: Gate, then: State, f: Frame) -> int:
        """Return the player who would be asked whether he wants the clause, or else by the clause; -1: nobody."""
        context, code = self.machine.context(then), self.lib.programs[gate.program].code
        for pc, _ in gate.asks:
            return int(evaluate(context, code[pc].args[0].player, list(f)))
        clause = gate.clause
        told = tuple(evaluate(context, e, list(f)) for e in gate.told)
        inner = frame(clause.id, clause.slots, told)
        asks = (ins.args[0] for ins in clause.code if ins.op == "ask")
        return next((int(evaluate(context, ask.player, inner)) for ask in asks), -1)

    def _open(self, gate: Gate, then: State, things: Sequence[int]) -> bool:
        """Whether the viewer sees the cards that a clause is told of, its own among them."""
        sorts = [sort for _, sort in gate.clause.names]
        cards = [x for x, sort in zip(things, sorts, strict=False) if sort == "card" and x >= 0]
        return self.viewer is None or all(sees_card(self.lib, then, card, self.viewer) for card in cards)

    def _called(self, gate: Gate, then: State) -> str:
        program = self.lib.programs[gate.program]
        for pc, group in gate.asks:
            label: str = program.code[pc].args[0].options[group].label
            return with_slots(self.lib, then, label.removeprefix("yes, "), self.viewer)
        return gate.clause.name


def _failing(eyes: Eyes, cond: E | None, f: Frame) -> list[E]:
    """Return the parts of a condition that are known not to hold, up to one that means nothing without those before."""
    found = []
    for part in () if cond is None else cond.args if cond.op == "and" else (cond,):
        try:
            holds = eyes.value(part, list(f))
        except Fault:
            break
        if not unknown(holds) and not holds:
            found.append(part)
    return found


def _another(part: E) -> bool:
    """Whether a condition that fails only says which thing is meant: then it was about another one."""
    return part.op == "==" and any(isinstance(e, E) and e.op == "num" for e in part.args) and part.args[0].op == "slot"


def backwards(history: History, most: int) -> Iterator[tuple[State, Moment]]:
    """Go back through the last answers: each with the state in which it was given."""
    given = [moment for moment in history.path() if moment.code is not None][-most:]
    for moment in reversed(given):
        before = history.before(moment)
        if before is not None:
            yield before, moment
