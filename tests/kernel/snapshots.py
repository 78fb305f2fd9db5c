"""A state as data that JSON can hold, and back: nothing but its data may decide how a game goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.state import Question, State
from moot.interpreter.kernel.text import answer_texts


def carried_over(s: State) -> State:
    """The state, written down and read again."""
    parts = (s.z, s.w, s.m, s.frames, s.ask, s.lasting, s.over, s.rng, sorted(s.known.items()))
    z, w, m, frames, ask, lasting, over, rng, known = json.loads(json.dumps(parts))
    return State(
        [tuple(zone) for zone in z],
        w,
        m,
        [[_deep(value) for value in f] for f in frames],
        None if ask is None else Question(ask[0], ask[1], ask[2], tuple(ask[3])),
        _deep(lasting),
        _deep(over),
        rng,
        dict(known),
    )


def _deep(value: Any) -> Any:
    return tuple(_deep(x) for x in value) if isinstance(value, list) else value


def answer(lib: Library, s: State, lines: Iterable[str], events: list[Event] | None = None) -> None:
    """Answer the pending questions with these lines, one after the other."""
    machine = Machine(lib)
    for line in lines:
        texts = {text: code for code, text in answer_texts(lib, s).items()}
        machine.apply(s, texts[line], events)
