"""Explain why something is not among the legal answers.

The pending question knows what else might have been answered: branches whose condition does not hold, and things that a
condition excluded from the choice. The typed words select one of those. Its condition is followed down to the part that
fails, with card and line: a `refused` line, a *cannot*, a limit, a filter. A player learns no more than what follows
from what he sees (`viewer`; None for somebody who sees everything).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..kernel.evaluate import evaluate, frame
from ..kernel.explain import explain, text_of
from ..kernel.knowing import Eyes, possibly, unknown
from ..kernel.machine import Machine, Stop, answer_question, answers
from ..kernel.names import player_name, thing
from ..kernel.program import IDLE, Ability, Ask, E, Function
from ..kernel.state import GROUP, Question, State
from .alternatives import Other, unfiltered
from .alternatives import possible as possible
from .answers import Miss, Way, resolve
from .finding import FORBIDDEN, LEGAL, NOT_APPLICABLE, UNKNOWN, Finding, Why
from .followed import Standstill, stopped_after, stopped_trial
from .words import Line, Options, Words, normal, select

NAMED = frozenset(("card", "player", "number"))
DEEPEST = 12
"""How far a condition is followed; then its own words must do."""


def whynot(machine: Machine, state: State, player: int | None, line: Line, viewer: int | None = None) -> Finding:
    """Explain why these words are no answer now, or say that they are one."""
    asked = state.ask
    if asked is None:
        return Finding(NOT_APPLICABLE, line.text, (Why("the game is over", "none"),))
    found = resolve(machine, state, player, line, viewer)
    if not isinstance(found, Miss):
        return Finding(LEGAL, ", ".join(t.text for t in found if not t.forced) or line.text)
    if found.kind == "early":
        return Finding(UNKNOWN, line.text, (Why(found.message, "none"),))
    who = asked.player if player is None else player
    typed = line.words
    seen: list[tuple[int, Finding]] = []  # how many words were understood, and the reasons found with them
    if asked.player == who:
        seen.append(_among_others(machine, state, typed, line.text, viewer))
    for way in found.ways:
        before = len(typed) - len(way.left)
        if not way.taken or not way.left:
            continue
        earlier = _passed_over(machine, state, way, line.text, viewer)
        if earlier is not None:
            seen.append((before + earlier[0], earlier[1]))
        if way.state.ask is not None and way.state.ask.player == who:
            words, verdict = _among_others(machine, way.state, way.left, line.text, viewer)
            seen.append((before + words, verdict))
    there = found.taken[-1].state if found.taken else state
    forbidden = [x for x in seen if x[1].verdict in (FORBIDDEN, UNKNOWN)]
    if forbidden:
        return max(forbidden, key=lambda x: (any(w.kind != "yours" for w in x[1].reasons), x[0]))[1]
    if there.ask is None:
        return Finding(NOT_APPLICABLE, line.text, (Why(found.message, "none"),))
    if there.ask.player != who:
        return Finding(NOT_APPLICABLE, line.text, (Why(f"{player_name(there.ask.player)} is asked", "asked"),))
    return seen[-1][1] if seen else Finding(NOT_APPLICABLE, line.text, (Why(found.message, "none"),))


def _passed_over(machine: Machine, state: State, way: Way, line: str, viewer: int | None) -> tuple[int, Finding] | None:
    """Search the choices that were not asked because only one answer was left: the line may be about one of them."""
    last = way.taken[-1]
    if not last.passed:
        return None
    then = (way.taken[-2].state if len(way.taken) > 1 else state).clone()
    answer_question(machine.lib, then, last.code)
    for _ in last.passed:
        if not machine.watch(then, stop=lambda f: machine.lib.programs[f[0]].code[f[1]].op == "ask"):
            return None
        f: Any = then.frames[-1]
        ask: Ask = machine.lib.programs[f[0]].code[f[1]].args[0]
        context = machine.context(then)
        there = then.clone()
        there.ask = Question(evaluate(context, ask.player, f), f[0], f[1], answers(context, ask, f))
        words, verdict = _among_others(machine, there, way.left, line, viewer)
        if verdict.verdict in (FORBIDDEN, UNKNOWN):
            return words, verdict
        machine.watch(then, stop=_once())
    return None


def _once() -> Stop:
    """Return a test that stops after one instruction."""
    steps = iter((False,))
    return lambda f: next(steps, True)


def _among_others(machine: Machine, state: State, typed: Words, line: str, viewer: int | None) -> tuple[int, Finding]:
    """Return the reasons against the answer that matches most of the words, and the number of those words."""
    others = list(possible(machine, state, viewer))
    own = f"p{state.ask.player + 1}" if state.ask else ""
    for end in range(len(typed), 0, -1):
        said = typed[:end]
        options: Options = [(i, o.text) for i, o in enumerate(others)]
        meant = select(said, options) if not (len(said) == 1 and said[0].isdigit()) else []
        meant = meant or select(tuple(w for w in said if w != own), options)
        if not meant:
            continue
        reasons: list[Why] = []
        search = _Search(Eyes(machine.lib, state, viewer), typed[end:])
        if end < len(typed):  # the thing itself must have been named: `build Docks` is not `build Keep`
            meant = [(i, t) for i, t in meant if others[i].opt.sort not in NAMED or _names(said, others[i])]
            if not meant:
                continue
        for i, _ in meant[:6]:
            within = others[i].opt.origin
            reasons += [replace(w, within=w.within or within) for w in search.other(others[i], state)]
        reasons = _plain(reasons)
        answer = meant[0][1] if len(meant) == 1 else " or ".join(text for _, text in meant[:3])
        if reasons:
            verdict = UNKNOWN if all(w.kind == "hidden" for w in reasons) else FORBIDDEN
            return end + search.understood, Finding(verdict, answer, tuple(reasons))
        return end, Finding(NOT_APPLICABLE, answer, (Why("no such answer", "none"),))
    return 0, Finding(NOT_APPLICABLE, line, (Why("no such answer", "none"),))


def _names(said: Words, other: Other) -> bool:
    """Whether the words say more than the answer's label: they also name the thing to choose."""
    label = set(normal(other.opt.label.replace("{}", " ")))
    return any(w not in label for w in said)


def _plain(reasons: Sequence[Why]) -> list[Why]:
    """Return each reason once. Hidden reasons, and failed attempts to find some way, are left out if there are
    others."""
    unique = list({(w.text, w.origin): w for w in reasons}.values())
    plain = [w for w in unique if w.kind not in ("way", "hidden")]
    return plain or [w for w in unique if w.kind != "way"] or unique


class _Search:
    """Follows failing conditions down to the words that are to blame."""

    def __init__(self, c: Eyes, rest: Words) -> None:
        self.c = c
        self.rest = rest
        self.ability: Ability | None = None
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
        self.ability = ability
        you = -1 if ability.you is None else self.c.value(ability.you, frame(-1, max(ability.slots, 2), (player,)))
        if unknown(you) or you != player:
            return [Why("not yours", "yours", ability.origin)]
        slots = frame(-1, max(ability.slots, 2), (player,))
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
                return [w for part in e.args for w in self.fails(part, f, names, depth + 1)]
            if e.op == "or":
                return _nearest_way([self.fails(part, f, names, depth + 1) for part in e.args])
            if e.op == "call":
                return self._call(e, f, names, depth) or [self._leaf(e, f, names)]
            if e.op == "pick":
                inner = list(f)
                inner[e.args[0] + 2] = c.value(e.args[1], f)
                return self.fails(e.args[2], inner, names, depth + 1)
            if e.op == "some":
                found = self._some(e.args[0], f, names, depth)
                if found:
                    return found
        if e.op == "trial":
            there = stopped_trial(Machine(c.lib), c.s, e.args[0], tuple(c.value(a, f) for a in e.args[1:]))
            at = None if self.ability is None else self.ability.origin
            return self._stopped(there, depth) or [Why("there is no way to do it", "way", at)]
        return [self._leaf(e, f, names)]

    def _stopped(self, there: Standstill | None, depth: int) -> list[Why]:
        """Return the reasons why a deed that must be done completely gets stuck."""
        if there is None or depth >= DEEPEST:
            return []
        search = _Search(Eyes(self.c.lib, there.state, self.c.viewer), self.rest)
        if there.asked is not None and not search._some(there.cond.args[0], there.frame, there.names, depth + 1):
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
                saw = tuple(explain(self.c, r.cond, f, fn.names).render())[:6]
                found.append(Why(r.text, "cannot" if r.ban else "refused", r.origin, saw))
        if fn.needs is not None:
            found += self.fails(fn.needs, f, fn.names, depth + 1)
        return found

    def _some(self, of: E, f: Any, names: Any, depth: int) -> list[Why]:
        """Return the reasons why nothing is left to choose: what excluded the things that were meant, or all things."""
        source, conditions = unfiltered(of)
        inner = list(f)
        things = self.c.value(source, inner)
        values = possibly(things)
        if conditions and self.rest:
            slot = conditions[0][0]
            sort = names[slot][1] if slot < len(names) else ""
            viewer = self.c.s.ask.player if self.c.s.ask else None
            if sort:
                options = [(v, thing(self.c.lib, self.c.s, sort, v, viewer)) for v in values]
                meant = select(self.rest, options) or select(self.rest[:1], options)
                if meant:
                    values = tuple(v for v, _ in meant)
                    self.understood = max(self.understood, len(self.rest) if select(self.rest, options) else 1)
        found: list[Why] = []
        for value in values[:40]:
            for slot, cond in reversed(conditions):
                inner[slot + 2] = value
                found += self.fails(cond, inner, names, depth + 1)
        return found

    def _leaf(self, e: E, f: Any, names: Any) -> Why:
        ability = self.ability
        if ability is not None and ability.used is not None and _reads(e, ability.used):
            limit = re.match(r"(.*?),? \S+ (may|must)\b", ability.origin.text)
            return Why(limit.group(1) if limit else ability.origin.text, "once", ability.origin)
        saw = tuple(explain(self.c, e, f, names).render())[:6]
        text = text_of(self.c, e, f, names)
        origin = e.origin or (ability.origin if ability is not None else None)
        return Why(text, "condition", origin, saw)


def _nearest_way(ways: Sequence[list[Why]]) -> list[Why]:
    """Return the best of several failing ways: those that only rules forbid, or else all of them."""
    near = [way for way in ways if way and all(w.kind in ("refused", "cannot", "once") for w in way)]
    return [w for way in near or ways for w in way]


def _reads(e: E, cell: int) -> bool:
    return e.op == "cell" and e.args[0] == cell or any(isinstance(a, E) and _reads(a, cell) for a in e.args)
