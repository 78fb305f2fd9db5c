"""A state as plain data and back, exactly: what is restored goes on as the original would have.

A snapshot is a cache. The truth about a game is its card set, its seed and the lines that were answered; `replay_lines`
plays those.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from .events import Event
from .machine import Machine
from .program import Library
from .state import Question, State
from .text import answer_texts


class Unanswerable(ValueError):
    """A line of a saved game is not among the answers offered: `at` says which line (from 0), `line` what it says and
    `offered` what could have been said."""

    def __init__(self, at: int, line: str, offered: tuple[str, ...]) -> None:
        super().__init__(f"answer {at + 1}, `{line}`, is not offered: {', '.join(offered) or 'the game is over'}")
        self.at = at
        self.line = line
        self.offered = offered


def snapshot(s: State) -> dict[str, Any]:
    """The state as values that JSON can hold."""
    return {
        "zones": [list(zone) for zone in s.z],
        "where": list(s.w),
        "cells": list(s.m),
        "frames": [[_plain(value) for value in f] for f in s.frames],
        "ask": None if s.ask is None else [s.ask.player, s.ask.program, s.ask.pc, list(s.ask.answers)],
        "lasting": [[rule, until, [_plain(value) for value in held]] for rule, until, held in s.lasting],
        "over": None if s.over is None else list(s.over),
        "known": [list(pair) for pair in sorted(s.known.items())],
        "rng": str(s.rng),  # JSON readers elsewhere lose the low bits of a number this large
    }


def restore(saved: dict[str, Any]) -> State:
    """The state a snapshot was made of."""
    ask = saved["ask"]
    over = saved["over"]
    return State(
        [tuple(zone) for zone in saved["zones"]],
        list(saved["where"]),
        list(saved["cells"]),
        [[_deep(value) for value in f] for f in saved["frames"]],
        None if ask is None else Question(ask[0], ask[1], ask[2], tuple(ask[3])),
        tuple((rule, until, tuple(_deep(value) for value in held)) for rule, until, held in saved["lasting"]),
        None if over is None else tuple(over),
        int(saved["rng"]),
        dict(saved["known"]),
    )


def _plain(value: Any) -> Any:
    return [_plain(x) for x in value] if isinstance(value, tuple) else value


def _deep(value: Any) -> Any:
    return tuple(_deep(x) for x in value) if isinstance(value, list) else value


def replay_lines(lib: Library, s: State, lines: Iterable[str], events: list[Event] | None = None) -> None:
    """Answer the pending questions with these lines, one after the other."""
    machine = Machine(lib)
    for at, line in enumerate(lines):
        texts = {text: answer for answer, text in answer_texts(lib, s).items()}
        if line not in texts:
            raise Unanswerable(at, line, tuple(texts))
        machine.apply(s, texts[line], events)
