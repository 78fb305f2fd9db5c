"""Say why it is a certain player who is asked, and why somebody has won."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.dsl import ir

from ..kernel.events import Event
from ..kernel.explain import explain_value
from ..kernel.knowing import Eyes, unknown
from ..kernel.machine import Machine, option
from ..kernel.names import player_name
from ..kernel.program import Ask, E, Function
from ..kernel.state import State
from ..kernel.sums import phrase, worked_out
from ..kernel.telling import Witness
from ..kernel.wording import Words
from .chain import asked_for, head, open_to, written
from .followed import WAYS
from .so import Account, Ground


def why_asked(machine: Machine, game: ir.Game, state: State, viewer: int | None, question: str) -> Account:
    """Explain why it is this player who decides."""
    assert state.ask is not None
    lib = machine.lib
    ask: Ask = lib.programs[state.ask.program].code[state.ask.pc].args[0]
    causes = list(machine.context(state).cause())
    e, depth = written(lib, causes, ask.player, 0)
    f = [causes[depth].number, causes[depth].pc, *causes[depth].slots]
    w = Words(Eyes(lib, state, viewer), f, lib.programs[causes[depth].number].names)
    grounds = [Ground(text, at) for text, at, _ in asked_for(machine, game, state, viewer)]
    if question:
        grounds[:0] = _offers(machine, state)
    title = f"{player_name(state.ask.player)} is asked{f': {question}' if question else ''}"
    return Account(title, (*grounds, *(_who(w, e) if open_to(e, w, Witness(lib, state, viewer)) else ())))


def half_done(machine: Machine, game: ir.Game, state: State, viewer: int | None) -> bool:
    """Whether somebody is asked in the middle of a deed or of what a card says."""
    return state.ask is not None and any(not phase for _, _, phase in asked_for(machine, game, state, viewer))


def _offers(machine: Machine, state: State) -> list[Ground]:
    """Return the sentences of cards that offer a way to do what is half done."""
    assert state.ask is not None
    program = machine.lib.programs[state.ask.program]
    if not program.name.startswith(WAYS):
        return []
    opened = [option(machine.lib, state.ask, code)[0].origin for code in state.ask.answers]
    return [Ground(f"{at.card}: {head(at.text)} …", at) for at in opened if at is not None and at.card]


def _who(w: Words, e: E) -> Iterator[Ground]:
    """Yield who is meant by an expression for a player, and the rules that make him the one."""
    player = w.eyes.value(e, w.f)
    if unknown(player) or e.op in ("slot", "num"):
        return
    yield Ground(f"{phrase(w, e)} is {player_name(player)}", None, _rules(w, e))


def _rules(w: Words, e: E) -> tuple[Ground, ...]:
    if e.op != "call":
        return ()
    fn: Function = w.lib.functions[e.args[0]]
    args = tuple(w.eyes.value(a, w.f) for a in e.args[1:])
    if any(unknown(a) for a in args):
        return ()
    found = explain_value(w.lib, w.eyes.s, fn.id, args, w.eyes.viewer, fn.sort, w.eyes.memory).parts
    deciding = [part for part in found if part.kind == "is"] or [part for part in found if part.kind == "base"]
    return tuple(
        Ground(f"{p.origin.card}: {p.text}" if p.origin is not None and p.origin.card else p.text, p.origin)
        for p in deciding
    )


def why_won(machine: Machine, state: State, viewer: int | None, event: Event | None, standings: list[str]) -> Account:
    """Explain who has won: the first value of each, then what broke a tie, and what the winner's values consist of."""
    assert state.over is not None
    lib, eyes = machine.lib, Eyes(machine.lib, state, viewer)
    at = next((c.origin for c in event.cause if c.origin is not None), None) if event is not None else None
    winners = state.over
    names = " and ".join(map(player_name, winners)) or "nobody"
    grounds = [Ground(at.text, at)] if at is not None else []
    for line in standings:
        name = line.partition(":")[0]
        fn = next((fn for fn in lib.functions if fn.name == name and fn.params == 1 and fn.base is not None), None)
        below = tuple(_of_winner(eyes, fn, winners[0])) if fn is not None and len(winners) == 1 else ()
        grounds.append(Ground(line, None, below))
    return Account(f"{names} {'win' if len(winners) > 1 else 'wins'}", tuple(grounds))


def _of_winner(eyes: Eyes, fn: Function, player: int) -> Iterator[Ground]:
    found = explain_value(eyes.lib, eyes.s, fn.id, (player,), eyes.viewer, fn.sort, eyes.memory)
    if found.lacks or fn.base is None:
        return
    f: Any = [-1, 0, player, *((-1,) * fn.slots)]
    w = Words(eyes, f, fn.names)
    yield from (Ground(f"{player_name(player)}: {line}") for line in worked_out(w, fn.base))
    for part in found.parts:
        if part.kind in ("more", "is"):
            card = f"{part.origin.card}: " if part.origin is not None and part.origin.card else ""
            yield Ground(f"{part.amount:+d} {card}{part.text}" if part.amount is not None else part.text, part.origin)

