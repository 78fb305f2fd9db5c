"""Explain why something is not among the legal answers.

The pending question knows what else might have been answered: branches whose condition does not hold, and things that a
condition excluded from the choice. The typed words select one of those. Its condition is followed down to the part that
fails, with card and line: a `refused` line, a *cannot*, a limit, a filter. A player learns no more than what follows
from what he sees (`viewer`; None for somebody who sees everything).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ..kernel.evaluate import evaluate
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine, Stop, answer_question, answers
from ..kernel.names import player_name
from ..kernel.program import Ask
from ..kernel.state import Question, State
from .alternatives import Other, possible
from .answers import Miss, Way, resolve
from .finding import FORBIDDEN, LEGAL, NOT_APPLICABLE, UNKNOWN, Finding, Why
from .reasons import Search
from .words import Line, Options, Words, normal, select

NAMED = frozenset(("card", "player", "number"))


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
        search = Search(Eyes(machine.lib, state, viewer), typed[end:])
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
