"""List what else a player might have answered: the answers to a question before conditions excluded some."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ..kernel.evaluate import as_set, evaluate
from ..kernel.knowing import Eyes, possibly
from ..kernel.machine import Machine
from ..kernel.names import by_place, thing, with_slots
from ..kernel.program import Ask, E, Opt
from ..kernel.state import State


@dataclass(frozen=True)
class Other:
    """An answer that the question might have offered."""

    opt: Opt
    value: int
    text: str


def possible(machine: Machine, state: State, viewer: int | None = None) -> Iterator[Other]:
    """Return the possible answers before conditions excluded any: every branch, and every thing to choose. The list
    holds only what the viewer may know (None: somebody who sees everything)."""
    question = state.ask
    assert question is not None
    lib = machine.lib
    ask: Ask = lib.programs[question.program].code[question.pc].args[0]
    f: Any = state.frames[-1]
    eyes = Eyes(lib, state, viewer)
    for opt in ask.options:
        label = with_slots(lib, state, opt.label, question.player)
        if opt.of is None:
            yield Other(opt, -1, label)
            continue
        source, _ = unfiltered(opt.of)
        if source.op == "abilities":
            values: tuple[int, ...] = tuple(a.id for a in lib.abilities)
        else:
            values = possibly(eyes.value(source, list(f)))
            if opt.sort == "card":
                values = _by_their_places(eyes, values, as_set(evaluate(eyes.c, source, list(f))))
        for value in values:
            name = thing(lib, state, opt.sort, value, question.player)
            yield Other(opt, value, label.replace("{}", name) if "{}" in label else f"{label} {name}".strip())


def _by_their_places(eyes: Eyes, possible: tuple[int, ...], really: tuple[int, ...]) -> tuple[int, ...]:
    """Return the cards that may be meant, those that the viewer knows by their place in place of all that may lie
    there."""
    by_it = [card for card in really if by_place(eyes.lib, eyes.s, card, eyes.viewer)]
    if not by_it:
        return tuple(card for card in possible if not by_place(eyes.lib, eyes.s, card, eyes.viewer))
    if all(card in by_it or eyes.sees_card(card) for card in really):
        return really
    return (*by_it, *(card for card in possible if not by_place(eyes.lib, eyes.s, card, eyes.viewer)))


def unfiltered(e: E) -> tuple[E, list[tuple[int, E]]]:
    """Return a set without its conditions, and the conditions with the slot that holds each member."""
    conditions: list[tuple[int, E]] = []
    while e.op == "where":
        conditions.append((e.args[0], e.args[2]))
        e = e.args[1]
    return e, conditions
