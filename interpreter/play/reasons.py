"""Follow a condition that does not hold down to the words that are to blame, with their card and line.

A reason names the part that fails: a `refused` line, a *cannot*, a limit, a filter; an exception that would have helped
is told with what it lacks. A player learns no more than what follows from what he sees.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from ..kernel.evaluate import frame
from ..kernel.explain import Seen, explain, text_of
from ..kernel.knowing import Eyes, possibly, unknown
from ..kernel.machine import Machine
from ..kernel.names import thing
from ..kernel.program import IDLE, Ability, Ask, E, Function, Origin
from ..kernel.state import GROUP, State
from ..kernel.wording import COMPARED, Words
from .alternatives import Other, unfiltered
from .answer_words import names_something
from .candidates import apart, free, is_choice, picked, within
from .finding import NO_ANSWER, Why
from .followed import Standstill, stopped_after, stopped_trial
from .words import Options, inside, normal
from .words import Words as Typed

DEEPEST = 12
"""How far a condition is followed; then its own words must do."""
MOST = 8
"""Lines that tell what a condition read."""
VAGUE = frozenset(("way", "hidden"))
"""Kinds of reasons that count only where there are no others."""
CONDITION = re.compile(r"\b(?:if|unless)\b")
DOER = re.compile(r" (?:may|must)\b")


def moment(sentence: str) -> str:
    """Return the words before the doer of a sentence: `once in your turn`."""
    return DOER.split(sentence, maxsplit=1)[0].rpartition(",")[0] or sentence


class Search:
    """Follows failing conditions down to the words that are to blame. `rest`: the words of the line that may name what
    would be chosen. `asked`: the player who would choose it."""

    def __init__(self, c: Eyes, rest: Typed, asked: int | None) -> None:
        self.c = c
        self.line = self.rest = rest  # the words of the line, and those that have not yet named anything
        self.asked = asked
        self.own = "" if asked is None else f"p{asked + 1}"
        self.ability: Ability | None = None
        self.choices: dict[Origin | None, bool] = {}  # the places that were looked at: does somebody choose there?
        self.understood = 0  # words of the rest that named the thing to choose

    def other(self, other: Other, state: State) -> list[Why]:
        """Return the reasons against an answer that is not offered."""
        f: Any = list(state.frames[-1])
        names = self.c.lib.programs[int(f[0])].names
        found: list[Why] = []
        if other.opt.guard is not None:
            found += self.fails(other.opt.guard, f, names)
        if other.opt.of is None:
            return found
        source, conditions = unfiltered(other.opt.of)
        if source.op == "abilities":
            player = self.c.value(source.args[0], f)
            found += self._ability(self.c.lib.abilities[other.value], player)
        if other.opt.slot is not None:
            f[other.opt.slot + 2] = other.value
        for slot, cond in reversed(conditions):
            f[slot + 2] = other.value
            found += self.fails(cond, f, names)
        asked = state.ask
        if not found and asked is not None:
            ask: Ask = self.c.lib.programs[asked.program].code[asked.pc].args[0]
            answer = ask.options.index(other.opt) * GROUP + other.value + 1
            if ask.lookahead is not None and answer not in asked.answers:
                there = stopped_after(Machine(self.c.lib), state, answer, ask.lookahead)
                found += self._stopped(there, 0)
        return found

    def _ability(self, ability: Ability, player: int) -> list[Why]:
        you = -1 if ability.you is None else self.c.value(ability.you, frame(-1, max(ability.slots, 2), (player,)))
        slots = frame(-1, max(ability.slots, 2), (player,))
        lent = True if ability.lent is None else self.c.value(ability.lent, slots)
        if unknown(you) or you != player or unknown(lent) or not lent:
            return [Why("not yours", "yours", within=ability.origin)]
        self.ability = ability
        found = self.fails(ability.guard, slots, (("player", "player"),))
        self.ability = None
        return [replace(w, within=ability.origin) for w in found]

    def fails(self, e: E, f: Any, names: Any, depth: int = 0) -> list[Why]:
        """Return the reasons why a condition does not hold; none if it does."""
        c = self.c
        holds = c.value(e, f)
        if unknown(holds):
            return [Why(f"it depends on what {c.name()} does not see: {c.lacks(holds.on)}", "hidden", e.origin)]
        if holds:
            return []
        if e.origin is not None and e.origin.text == IDLE:
            return [Why(IDLE, "idle", e.origin)]
        if depth < DEEPEST:
            if e.op == "and":
                return self._parts_that_fail(e.args, f, names, depth)
            if e.op == "or":
                return _nearest_way([self.fails(part, f, names, depth + 1) for part in e.args])
            if e.op == "call":
                return self._call(e, f, names, depth) or [self._leaf(e, f, names)]
            if e.op == "pick":
                inner = list(f)
                inner[e.args[0] + 2] = c.value(e.args[1], f)
                return self.fails(e.args[2], inner, names, depth + 1)
            if e.op == "some":
                found = self._some(e, f, names, depth)
                if found:
                    return found
        if e.op == "trial":
            there = stopped_trial(Machine(c.lib), c.s, e.args[0], tuple(c.value(a, f) for a in e.args[1:]))
            at = None if self.ability is None else self.ability.origin
            return self._stopped(there, depth) or [Why("there is no way to do it", "way", within=at)]
        return [self._leaf(e, f, names)]

    def _parts_that_fail(self, parts: Sequence[E], f: Any, names: Any, depth: int) -> list[Why]:
        """Return the reasons of each part that fails. A trial begins with the choices that stand before it: if one of
        these can be told to fail, the trial fails for that too, in whichever way it was begun."""
        found: list[Why] = []
        chosen = False
        for part in parts:
            if part.op == "trial" and chosen:
                continue
            why = self.fails(part, f, names, depth + 1)
            found += why
            chosen = chosen or (self._begins_with_choice(part) and any(w.kind not in VAGUE for w in why))
        return found

    def _begins_with_choice(self, e: E) -> bool:
        return e.op == "some" and self._is_choice(e) or (e.op == "pick" and self._begins_with_choice(e.args[2]))

    def _stopped(self, there: Standstill | None, depth: int) -> list[Why]:
        """Return the reasons why a deed that must be done completely gets stuck."""
        if there is None or depth >= DEEPEST:
            return []
        search = Search(Eyes(self.c.lib, there.state, self.c.viewer), self.rest, self.asked)
        if there.asked is not None and not search._some(there.cond, there.frame, there.names, depth + 1, True):
            return [Why(f"then you cannot {there.asked.about}", "condition", there.asked.origin)]
        return search.fails(there.cond, there.frame, there.names, depth + 1)

    def _call(self, e: E, f: Any, names: Any, depth: int) -> list[Why]:
        fn = self.c.lib.functions[e.args[0]]
        inner = frame(-1, fn.slots, tuple(self.c.value(a, f) for a in e.args[1:]))
        if fn.form == "permission":
            return self._refusals(fn, inner, depth)
        if fn.form == "truth" and fn.base is not None and not fn.modifiers and fn.base.op in ("and", "call", "some"):
            return self.fails(fn.base, inner, fn.names, depth + 1)
        return []

    def _refusals(self, fn: Function, f: Any, depth: int) -> list[Why]:
        found = []
        for r in fn.refusals:
            stands = self.c.value(r.cond, f)
            lifts = [] if r.ban or (not unknown(stands) and not stands) else [self.c.value(e, f) for e, _ in r.lifts]
            if any(not unknown(lift) and lift for lift in lifts):
                continue
            doubtful = [x for x in (stands, *lifts) if unknown(x)]
            if doubtful:
                lacks = self.c.lacks({h for x in doubtful for h in x.on})
                text = f"{r.text}: it depends on what {self.c.name()} does not see: {lacks}"
                found.append(Why(text, "hidden", r.origin))
            elif stands:
                parts = _parts(explain(self.c, r.cond, f, fn.names), r.cond.op, "")
                saw = _lines([part for part in parts if _is_condition(part, r.origin.text)])
                saw += [line for lift in r.lifts for line in self._lacking(*lift, f, fn)]
                found.append(Why(r.text, "cannot" if r.ban else "refused", r.origin, tuple(saw)))
        if fn.needs is not None:
            found += self.fails(fn.needs, f, fn.names, depth + 1)
        return found

    def _lacking(self, lift: E, origin: Origin, f: Any, fn: Function) -> Iterator[str]:
        """Yield what an exception lacks that is there but does not hold: its sentence, and which of its conditions
        fails."""
        parts = lift.args if lift.op == "and" else (lift,)
        failing = [part for part in parts if not unknown(holds := self.c.value(part, f)) and not holds]
        seen = [explain(self.c, part, f, fn.names) for part in failing]
        if failing and all(_is_condition(one, origin.text) for one in seen):
            yield f"{origin.card}: {origin.text} ({origin.place}): no"
            yield from (line for one in seen for line in one.render(1))

    def _some(self, e: E, f: Any, names: Any, depth: int, choice: bool = False) -> list[Why]:
        """Return the reasons why nothing is left to choose: what excluded the things that the line names, or else what
        excluded each thing. `choice`: whether somebody surely chooses here."""
        source, conditions = unfiltered(e.args[0])
        inner = list(f)
        options = self._named(source, inner, names)
        choice = bool(options) and (choice or self._is_choice(e))
        found = picked(self.rest, options, self.own) if choice else None
        if choice and found is None and conditions and self._astray(conditions, inner, options, names):
            return [Why(NO_ANSWER, "none")]
        if found is None and options:
            whole = [w for part in free(conditions) for w in self.fails(part, inner, names, depth + 1)]
            if any(w.kind not in VAGUE for w in whole):
                return whole
        meant, left = found or (frozenset(name for _, name in options), self.rest)
        before, self.rest = self.rest, left
        self.understood = max(self.understood, len(self.line) - len(left))
        against: list[tuple[str, list[Why]]] = []
        for value, name in options:
            if name in meant:
                against.append((name, self._excluded(conditions, value, inner, names, depth)))
        self.rest = before
        return apart(against)

    def _excluded(self, conditions: Sequence[tuple[int, E]], value: int, f: Any, names: Any, depth: int) -> list[Why]:
        """Return the reasons why one thing is not among those to choose."""
        found: list[Why] = []
        for slot, cond in reversed(conditions):
            f[slot + 2] = value
            found += self.fails(cond, f, names, depth + 1)
        return found

    def _named(self, source: E, f: Any, names: Any) -> Options:
        """Return the members of a set with their names, as a question would list them."""
        sort = Words(self.c, f, names).sort(source)
        return [(v, thing(self.c.lib, self.c.s, sort, v, self.asked)) for v in possibly(self.c.value(source, f))[:40]]

    def _is_choice(self, e: E) -> bool:
        if e.origin not in self.choices:
            self.choices[e.origin] = is_choice(self.c.lib, e.origin)
        return self.choices[e.origin]

    def _astray(self, conditions: Sequence[tuple[int, E]], f: Any, options: Options, names: Any) -> bool:
        """Whether the line names something that can be chosen neither here nor in the choices that follow."""
        if not any(names_something(self.c.lib, word) for word in self.rest):
            return False
        inner = list(f)
        for slot, _ in conditions:
            inner[slot + 2] = options[0][0]
        later = [x for _, cond in conditions for x in within(cond) if x.op == "some" and self._is_choice(x)]
        sources = [unfiltered(x.args[0])[0] for x in later]
        return all(picked(self.rest, self._named(source, inner, names), self.own) is None for source in sources)

    def _leaf(self, e: E, f: Any, names: Any) -> Why:
        ability = self.ability
        if ability is not None and ability.used is not None and _reads(e, ability.used):
            return Why(moment(ability.origin.text), "once", within=ability.origin)
        if e.origin is None and e.op in COMPARED and Words(self.c, f, names).sort(e.args[0]) == "player":
            return Why("not yours", "yours", within=None if ability is None else ability.origin)
        text = text_of(self.c, e, f, names)
        saw = _lines(_parts(explain(self.c, e, f, names), e.op, text))
        at = None if ability is None else ability.origin
        return Why(text, "condition", e.origin, tuple(saw), at, parts=self._exclusions(e, f, names))

    def _exclusions(self, e: E, f: Any, names: Any) -> tuple[tuple[str, bool], ...]:
        """Return the words of several exclusions, and whether each holds."""
        excluded = e.args[0].args if e.op == "not" and e.args[0].op == "or" else ()
        return tuple((text_of(self.c, x, f, names), self.c.value(x, f) is True) for x in excluded)


def _parts(seen: Seen, op: str, said: str) -> tuple[Seen, ...]:
    """Return the parts of a condition to tell: those of it that the words `said` do not tell already."""
    return seen.parts if op == "and" or seen.text == said else (seen,)


def _lines(parts: Sequence[Seen]) -> list[str]:
    return [line for part in parts for line in part.render()][:MOST]


def _is_condition(part: Seen, sentence: str) -> bool:
    """Whether this is one of the conditions of a sentence: it stands behind `if` or `unless`. The rest of a rule says
    when it holds, and of whom and what."""
    _, *conditions = CONDITION.split(sentence, maxsplit=1)
    said = part.text.removeprefix("not: ").removeprefix("unless ")
    return any(inside(normal(said), normal(words)) for words in conditions)


def _nearest_way(ways: Sequence[list[Why]]) -> list[Why]:
    """Return the best of several failing ways: those that only rules forbid, or else all of them."""
    near = [way for way in ways if way and all(w.kind in ("refused", "cannot", "once") for w in way)]
    return [w for way in near or ways for w in way]


def _reads(e: E, cell: int) -> bool:
    return e.op == "cell" and e.args[0] == cell or any(isinstance(a, E) and _reads(a, cell) for a in e.args)
