"""The table of operators and instructions, and the laws that every compiled library keeps."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from moot.interpreter.kernel.lawful import broken
from moot.interpreter.kernel.operators import INSTRUCTIONS, OPERATORS, PLAIN
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.telling import HEARD
from moot.interpreter.sets import card_set as sets
from moot.interpreter.sets.finding import is_set

from .assemble import I, e, library, program, value

ROOT = Path(__file__).parents[2]
SETS = sorted(f.parent for top in ("cards", "tests") for f in (ROOT / top).rglob("set.yaml") if is_set(f.parent))


@pytest.mark.parametrize("folder", SETS, ids=lambda folder: folder.name)
def test_a_compiled_library_breaks_no_law(folder: Path) -> None:
    lib = sets.load(folder).library
    assert lib is not None
    assert broken(lib) == []


def said(code: list[Any], base: Any = 0) -> Library:
    return library((program(0, "game", [*code, ["ret"]]),), [value(0, "value v", base)])


WAITING = replace(program(0, "game", []), code=(I("wait"), I("ret")))
BREACHES: list[tuple[str, Library]] = [
    ("no such operator: guess", said([], replace(e(0), op="guess"))),
    ("no such instruction: wait", replace(said([]), programs=(WAITING,))),
    ("its code runs out", replace(said([]), programs=(program(0, "game", [["let", 0, 1]]),))),
    ("size: 0 arguments", said([], ["size"])),
    ("+: 3 arguments", said([], replace(e(["+", 1, 2]), args=(e(1), e(2), e(3))))),
    ("player is no expression", said([], replace(e(["left", 0]), args=(0,)))),
    ("slot: held is 9", said([["let", 0, ["slot", 9]]])),
    ("call: function is 7", said([], ["call", 7, 0])),
    ("1 jump: pc is 5", said([["let", 0, 1], ["jump", 5]])),
    ("there is 9", said([["leave", 0, 9]])),
    ("slot 0 holds sets and single things", said([["let", 0, ["players"]], ["let", 0, 1]])),
]


@pytest.mark.parametrize(("words", "lib"), BREACHES, ids=[words for words, _ in BREACHES])
def test_a_breach_is_named(words: str, lib: Library) -> None:
    (slip,) = broken(lib)
    assert slip.endswith(words)


def test_every_event_of_an_instruction_is_heard_or_passed_over() -> None:
    assert {row.event for row in INSTRUCTIONS.values() if row.event} == set(HEARD)


def test_a_row_names_arguments_that_are_there() -> None:
    for row in OPERATORS.values():
        assert row.gives.like is None or row.takes[row.gives.like].expression, row.name
        assert row.binds is None or row.takes[-1].expression, row.name
    used = {take.kind for table in (OPERATORS, INSTRUCTIONS) for row in table.values() for take in row.takes}
    assert set(PLAIN) <= used
