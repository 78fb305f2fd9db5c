"""Why something is not among the legal answers.

The question that is pending knows what else might have been answered: branches whose condition does not hold, and
things that a condition took out of what can be chosen. What was typed is held against those; for the one that is meant
the condition is followed down to what fails — a `refused` line, a *cannot*, a limit, a filter — with card and line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .answers import Miss, Options, Words, normal, resolve, select
from .kernel.changes import Run
from .kernel.evaluate import as_set, evaluate, frame
from .kernel.explain import explain, text_of
from .kernel.machine import Machine
from .kernel.names import player_name, thing, with_slots
from .kernel.program import Ability, Ask, E, Function, Opt, Origin
from .kernel.state import State

LEGAL, FORBIDDEN, NOT_APPLICABLE, UNKNOWN = "legal", "forbidden", "not applicable", "unknown"
DEEPEST = 12
"""How far a condition is followed; then its own words must do."""


@dataclass(frozen=True)
class Why:
    """One reason: its words, where they stand, and the values they saw. `kind`: refused, cannot, once, condition,
    asked, yours, way, none. `within`: the line of which the words are a part."""

    text: str
    kind: str
    origin: Origin | None = None
    saw: tuple[str, ...] = ()
    within: str = ""

    def render(self) -> str:
        """`Keep: cannot: rank 8 characters cannot affect this (districts/keep.card:5)`."""
        card = f"{self.origin.card}: " if self.origin and self.origin.card else ""
        at = f" ({self.origin.path}:{self.origin.line})" if self.origin and self.origin.path else ""
        return f"{card}{self.text}{at}"


@dataclass(frozen=True)
class Verdict:
    """What can be said of an answer. `answer`: what the words were taken to mean."""

    verdict: str
    answer: str
    reasons: tuple[Why, ...] = ()

    def render(self) -> list[str]:
        """A line for the verdict and one for each reason, with what it saw below."""
        lines = [f"{self.answer}: {self.verdict}"]
        for why in self.reasons:
            lines.append(f"  {why.render()}")
            lines += [f"      {line}" for line in why.saw]
        return lines


@dataclass(frozen=True)
class _Other:
    """An answer that might have been offered."""

    opt: Opt
    value: int
    text: str


def whynot(machine: Machine, state: State, player: int | None, line: str) -> Verdict:
    """Why these words are no answer now (or that they are one)."""
    asked = state.ask
    if asked is None:
        return Verdict(NOT_APPLICABLE, line, (Why("the game is over", "none"),))
    found = resolve(machine, state, player, line)
    if not isinstance(found, Miss):
        return Verdict(LEGAL, ", ".join(t.text for t in found if not t.forced) or line)
    there = found.taken[-1].state if found.taken else state
    if there.ask is None:
        return Verdict(NOT_APPLICABLE, line, (Why(found.message, "none"),))
    who = asked.player if player is None else player
    if there.ask.player != who:
        return Verdict(NOT_APPLICABLE, line, (Why(f"{player_name(there.ask.player)} is asked", "asked"),))
    return _among_others(machine, there, found.left or normal(line), line)


def _among_others(machine: Machine, state: State, typed: Words, line: str) -> Verdict:
    others = list(possible(machine, state))
    own = f"p{state.ask.player + 1}" if state.ask else ""
    for end in range(len(typed), 0, -1):
        said = typed[:end]
        options: Options = [(i, o.text) for i, o in enumerate(others)]
        meant = select(said, options) if not (len(said) == 1 and said[0].isdigit()) else []
        meant = meant or select(tuple(w for w in said if w != own), options)
        if not meant:
            continue
        reasons: list[Why] = []
        search = _Search(machine.context(state), typed[end:])
        for i, _ in meant[:6]:
            origin = others[i].opt.origin
            within = origin.text if origin is not None else ""
            reasons += [replace(w, within=w.within or within) for w in search.other(others[i], state)]
        reasons = _plain(reasons)
        answer = meant[0][1] if len(meant) == 1 else " or ".join(text for _, text in meant[:3])
        if reasons:
            return Verdict(FORBIDDEN, answer, tuple(reasons))
        return Verdict(NOT_APPLICABLE, answer, (Why("no such answer", "none"),))
    return Verdict(NOT_APPLICABLE, line, (Why("no such answer", "none"),))


def _plain(reasons: Sequence[Why]) -> list[Why]:
    """Each once; what is only a failed attempt to find some way is left out if anything else was found."""
    unique = list({(w.text, w.origin): w for w in reasons}.values())
    return [w for w in unique if w.kind != "way"] or unique


def possible(machine: Machine, state: State) -> Iterator[_Other]:
    """What else might have been answered: every branch, and every thing before conditions took it out."""
    question = state.ask
    assert question is not None
    lib = machine.lib
    ask: Ask = lib.programs[question.program].code[question.pc].args[0]
    f: Any = state.frames[-1]
    c = machine.context(state)
    for opt in ask.options:
        label = with_slots(lib, state, opt.label, question.player)
        if opt.of is None:
            yield _Other(opt, -1, label)
            continue
        source, _ = _unfiltered(opt.of)
        values = tuple(a.id for a in lib.abilities) if source.op == "abilities" else as_set(evaluate(c, source, f))
        for value in values:
            name = thing(lib, state, opt.sort, value, question.player)
            yield _Other(opt, value, label.replace("{}", name) if "{}" in label else f"{label} {name}".strip())


def _unfiltered(e: E) -> tuple[E, list[tuple[int, E]]]:
    """A set before its conditions, and the conditions with the slot that stands for each member."""
    conditions: list[tuple[int, E]] = []
    while e.op == "where":
        conditions.append((e.args[0], e.args[2]))
        e = e.args[1]
    return e, conditions


class _Search:
    """Follows conditions that do not hold down to the words that are to blame."""

    def __init__(self, c: Run, rest: Words) -> None:
        self.c = c
        self.rest = rest
        self.ability: Ability | None = None

    def other(self, other: _Other, state: State) -> list[Why]:
        """What stands against an answer that is not offered."""
        f: Any = list(state.frames[-1])
        names = self.c.lib.programs[int(f[0])].names
        found: list[Why] = []
        if other.opt.guard is not None:
            found += self.fails(other.opt.guard, f, names)
        if other.opt.of is None:
            return found
        source, conditions = _unfiltered(other.opt.of)
        if source.op == "abilities":
            player = evaluate(self.c, source.args[0], f)
            found += self._ability(self.c.lib.abilities[other.value], player)
        if other.opt.slot is not None:
            f[other.opt.slot + 2] = other.value
        for slot, cond in reversed(conditions):
            f[slot + 2] = other.value
            found += self.fails(cond, f, names)
        return found

    def _ability(self, ability: Ability, player: int) -> list[Why]:
        self.ability = ability
        you = -1 if ability.you is None else evaluate(self.c, ability.you, frame(-1, max(ability.slots, 2), (player,)))
        if you != player:
            return [Why("not yours", "yours", ability.origin)]
        slots = frame(-1, max(ability.slots, 2), (player,))
        found = self.fails(ability.guard, slots, (("player", "player"),))
        self.ability = None
        return found

    def fails(self, e: E, f: Any, names: Any, depth: int = 0) -> list[Why]:
        """The reasons for which a condition does not hold; none if it does."""
        c = self.c
        if evaluate(c, e, f):
            return []
        if depth < DEEPEST:
            if e.op in ("and", "or"):
                return [w for part in e.args for w in self.fails(part, f, names, depth + 1)]
            if e.op == "call":
                return self._call(e, f, names, depth) or [self._leaf(e, f, names)]
            if e.op == "pick":
                inner = list(f)
                inner[e.args[0] + 2] = evaluate(c, e.args[1], f)
                return self.fails(e.args[2], inner, names, depth + 1)
            if e.op == "some":
                found = self._some(e.args[0], f, names, depth)
                if found:
                    return found
        if e.op == "trial":
            return [Why("there is no way to do it", "way")]
        return [self._leaf(e, f, names)]

    def _call(self, e: E, f: Any, names: Any, depth: int) -> list[Why]:
        fn = self.c.lib.functions[e.args[0]]
        inner = frame(-1, fn.slots, tuple(evaluate(self.c, a, f) for a in e.args[1:]))
        if fn.form == "permission":
            return self._refusals(fn, inner, depth)
        if fn.form == "truth" and fn.base is not None and not fn.modifiers and fn.base.op in ("and", "call", "some"):
            return self.fails(fn.base, inner, fn.names, depth + 1)
        return []

    def _refusals(self, fn: Function, f: Any, depth: int) -> list[Why]:
        found = []
        for r in fn.refusals:
            if evaluate(self.c, r.cond, f) and (r.ban or not any(evaluate(self.c, e, f) for e, _ in r.lifts)):
                saw = tuple(explain(self.c, r.cond, f, fn.names, None).render())[:6]
                found.append(Why(r.text, "cannot" if r.ban else "refused", r.origin, saw))
        if fn.needs is not None:
            found += self.fails(fn.needs, f, fn.names, depth + 1)
        return found

    def _some(self, of: E, f: Any, names: Any, depth: int) -> list[Why]:
        """Nothing is left to choose: what took out the things that were meant, or all of them."""
        source, conditions = _unfiltered(of)
        inner = list(f)
        values = as_set(evaluate(self.c, source, inner))
        if conditions and self.rest:
            slot = conditions[0][0]
            sort = names[slot][1] if slot < len(names) else ""
            viewer = self.c.s.ask.player if self.c.s.ask else None
            if sort:
                options = [(v, thing(self.c.lib, self.c.s, sort, v, viewer)) for v in values]
                meant = select(self.rest, options) or select(self.rest[:1], options)
                values = tuple(v for v, _ in meant) or values
        found: list[Why] = []
        for value in values[:40]:
            for slot, cond in reversed(conditions):
                inner[slot + 2] = value
                found += self.fails(cond, inner, names, depth + 1)
        return found

    def _leaf(self, e: E, f: Any, names: Any) -> Why:
        ability = self.ability
        if ability is not None and ability.used is not None and _reads(e, ability.used):
            return Why(ability.origin.text, "once", ability.origin)
        saw = tuple(explain(self.c, e, f, names, None).render())[:6]
        text = text_of(self.c, e, f, names, None)
        origin = e.origin or (ability.origin if ability is not None else None)
        return Why(text, "condition", origin, saw)


def _reads(e: E, cell: int) -> bool:
    return e.op == "cell" and e.args[0] == cell or any(isinstance(a, E) and _reads(a, cell) for a in e.args)


def matches(said: str, why: Why) -> bool:
    """Whether words of a ruling speak of this reason: they are in it, or name the card on which it stands."""
    words = normal(said)
    texts = [why.text] + ([why.origin.text] if why.origin is not None else [])
    if any(_inside(words, normal(t)) for t in texts):
        return True
    if why.origin is not None and normal(why.origin.card) == words:
        return True
    return _inside(words, normal(why.within)) and bool(set(words) & set(normal(why.text)))


def _inside(words: Words, text: Words) -> bool:
    return bool(words) and any(text[i : i + len(words)] == words for i in range(len(text) - len(words) + 1))


__all__ = ["Verdict", "Why", "matches", "possible", "whynot"]
