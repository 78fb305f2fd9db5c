"""Explain why a clause that has its own time was not used, where that time has just come and gone.

The last answers are played again on a copy, up to the place where the clause had its chance; its conditions are looked
at there. Where its time has not come, there is nothing to tell: the sentence itself says when it comes.
"""

from __future__ import annotations

from dataclasses import replace

from ..kernel.evaluate import Frame, evaluate
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine, answer_question
from ..kernel.names import player_name, with_slots
from ..kernel.program import Library, Program
from ..kernel.state import State
from ..kernel.telling import answered
from .called import begun_by, deed_of
from .chances import Chance, chances
from .deciding import Place
from .finding import FORBIDDEN, NOT_APPLICABLE, UNKNOWN, VAGUE, Finding, Why
from .history import History
from .moment import Moment
from .reasons import CONDITION, Search
from .words import YES, Line, inside, normal

BACK = 12
"""Answers that are looked through, the last first."""


def missed(
    machine: Machine, history: History, player: int | None, line: Line, viewer: int | None
) -> Finding | None:
    """Return what was against the clause of a card that the line means, when its time was there; None if the line means
    no such clause, or if its time was not there."""
    if line.seat is not None:
        player = line.seat - 1
    found = [one for clause in deed_of(machine.lib, line) for one in chances(machine.lib, clause)]
    things = _named(machine.lib, line)
    for moment in reversed(history.path()[-BACK:]) if found else ():
        before = history.before(moment)
        if before is None or before.ask is None or moment.code is None:
            return None
        told = _Replay(machine, history, moment, found, viewer).told(before, player, things)
        if told is not None:
            return told
    return None


def _named(lib: Library, line: Line) -> frozenset[str]:
    """Return the titles that a line names, besides the card with which it begins."""
    own = begun_by(lib, line.text, line.words)
    words = line.words[0 if own is None else len(normal(own)) :]
    titles = [title for title in dict.fromkeys(lib.cards) if inside(normal(title), words)]
    part = {t for other in titles for t in titles if t != other and inside(normal(t), normal(other))}
    return frozenset(titles) - part


class _Replay:
    """An answer that is given again, and what was so where clauses had their chance."""

    def __init__(
        self, machine: Machine, history: History, moment: Moment, wanted: list[Chance], viewer: int | None
    ) -> None:
        self.machine, self.history, self.moment, self.viewer = machine, history, moment, viewer
        self.wanted = wanted
        self.last: Finding | None = None

    def told(self, before: State, player: int | None, things: frozenset[str]) -> Finding | None:
        """Return what was against the last chance on the way; None if there was none."""
        then, lib = before.clone(), self.machine.lib
        assert self.moment.code is not None
        answer_question(lib, then, self.moment.code)

        def note(f: Frame, pc: int, to: int) -> None:
            for one in self.wanted:
                if one.host.id == f[0] and one.at == pc:
                    self.last = self._at(one, then, f, player, things) or self.last

        self.machine.watch(then, observe=note)
        return self.last

    def _at(
        self, one: Chance, then: State, f: Frame, player: int | None, things: frozenset[str]
    ) -> Finding | None:
        """Return what is against a clause where it has its chance now; None if it is about something else."""
        eyes, lib = Eyes(self.machine.lib, then, self.viewer), self.machine.lib
        cards = [value for value, (_, sort) in zip(f[2:], one.host.names, strict=False) if sort == "card"]
        looks = (eyes, *(Eyes(lib, s, self.viewer) for s in (self.moment.state, self.history.now.state)))
        lie = [c for c in cards if type(c) is int and c >= 0]
        seen = {lib.cards[c] for c in lie if any(look.sees_card(c) for look in looks)}
        if things and not things & seen:
            return None
        doer = None if one.ask is None else evaluate(self.machine.context(then), one.ask.player, f)
        if player is not None and doer not in (None, player):
            return None
        place = Place(list(f), one.host.names)
        search = Search(eyes, (), doer)
        reasons = [w for cond in one.conditions for w in search.fails(cond, place) if w.kind != "yours"]
        reasons = [replace(w, within=w.within or one.clause.origin) for w in reasons]
        reasons = list({(w.render(), w.saw): w for w in reversed(reasons)}.values())[::-1]
        reasons = [w for w in reasons if w.kind not in VAGUE] or reasons
        if not things and not all(_of_the_sentence(w, one.clause) for w in reasons):
            return None  # its time was not there
        label = with_slots(lib, then, one.offer.label if one.offer is not None else one.clause.name, doer)
        answer = f"{label.removeprefix(f'{YES}, ')}, after `{self._said()}`"
        if not reasons:
            return self._offered(one, answer, doer)
        verdict = UNKNOWN if all(w.kind == "hidden" for w in reasons) else FORBIDDEN
        return Finding(verdict, answer, tuple(reasons))

    def _said(self) -> str:
        moment, before = self.moment, self.history.before(self.moment)
        if self.viewer is None or before is None or moment.player is None or moment.code is None:
            return moment.line
        text = answered(self.machine.lib, before, moment.code, moment.events, self.viewer)
        return f"{player_name(moment.player)}: {text or '…'}"

    def _offered(self, one: Chance, answer: str, doer: int | None) -> Finding | None:
        """Return that a clause was carried out, or that it was offered, with the answer; None if it is offered now."""
        after = self.history.path()
        at = after.index(self.moment) + 1
        if one.asks is None or doer is None:
            return Finding(NOT_APPLICABLE, answer, (Why("that was done then", "asked"),))
        if at >= len(after):
            return None
        said = after[at].line if self.viewer in (None, doer) else "he has answered"
        return Finding(NOT_APPLICABLE, answer, (Why(f"{player_name(doer)} was asked: {said}", "asked"),))


def _of_the_sentence(why: Why, clause: Program) -> bool:
    """Whether a reason is one of the conditions of a clause, behind `if`, `unless` or `refused`: the rest says when its
    time is."""
    if why.origin is None or clause.origin is None or why.origin.path != clause.origin.path:
        return why.kind in ("refused", "cannot")
    _, *conditions = CONDITION.split(clause.origin.text, maxsplit=1)
    return why.kind == "refused" or any(inside(normal(why.origin.text), normal(words)) for words in conditions)


