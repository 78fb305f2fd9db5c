"""A shipped set with something wrong in it is refused with diagnostics, or means something and can be played.

Never a crash, a hang, or a message that speaks of the program instead of the cards.
"""

from __future__ import annotations

import re
import time
from functools import lru_cache
from pathlib import Path, PurePath
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from moot.dsl import checks, ir
from moot.dsl.diagnostic import Diagnostic, as_json, render
from moot.dsl.elaborate import Elaborated, elaborate
from moot.dsl.explain import explain
from moot.dsl.formatter import format_source
from moot.dsl.parser import Parsed, parse
from moot.dsl.source import Source
from moot.interpreter.compile import compile_game
from moot.interpreter.kernel.faults import Fault
from moot.interpreter.kernel.invariants import check_invariants
from moot.interpreter.kernel.machine import Machine, new_game
from moot.interpreter.kernel.text import answer_texts
from moot.interpreter.sets import files
from moot.interpreter.sets.rulings import read as read_rulings
from tests.play.sets import ROOT

from .sizes import looks

TOKEN = re.compile(r"\"[^\"\n]*\"|[\w'-]+|[^\s\w]|\n *")
PYTHON = re.compile(r"\b(None|True|False|Traceback|Error|Exception|Token|Tree|lark|dict|tuple|self|__\w+)\b")
SLOWEST = 20  # seconds for one wrong set, on a slow machine
ODD = [
    "",
    "the",
    "of",
    "may",
    "9999",
    "0",
    "\t",
    '"',
    "Nobody",
    "and",
    "(",
    ")",
    ",",
    ":",
    "\n",
    "\n      ",
    "é",
    "{}",
    "#",
]
ANSWERS = 40


@lru_cache
def sources(name: str) -> tuple[Source, ...]:
    found, _ = files.gather(ROOT / "cards" / name)
    return tuple(s for path, s in found.items() if PurePath(path).suffix in files.WORDS)


@lru_cache
def read(name: str) -> tuple[Parsed, ...]:
    return tuple(parse(s) for s in sources(name))


def misspelt(word: str, chance: Random) -> str:
    """A slip of the finger."""
    at = chance.randrange(len(word))
    letter = chance.choice("abcdefghijklmnopqrstuvwxyz")
    return chance.choice(
        [word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :], word[::-1]]
    )


def damaged(text: str, chance: Random) -> str:
    """The text with one token dropped, doubled, swapped with another, misspelt, or replaced by another of the file."""
    found = list(TOKEN.finditer(text))
    one, other = chance.choice(found), chance.choice(found)
    match chance.randrange(6):
        case 0:
            new = ""
        case 1:
            new = f"{one[0]} {one[0]}"
        case 2:
            new = misspelt(one[0], chance)
        case 3:
            new = other[0]
        case 4:
            new = chance.choice(ODD)
        case _:
            first, last = sorted((one, other), key=lambda m: m.start())
            if first.end() <= last.start():
                middle = text[first.end() : last.start()]
                return text[: first.start()] + last[0] + middle + first[0] + text[last.end() :]
            new = ""
    return text[: one.start()] + new + text[one.end() :]


def everything(parsed: list[Parsed]) -> tuple[Elaborated, list[Diagnostic]]:
    """All passes over a set, as `interpreter.sets.card_set` makes them."""
    whole = elaborate(parsed)
    found = [d for one in parsed for d in one.diagnostics] + list(whole.diagnostics)
    if whole.game is not None and not any(d.severity == "error" for d in found):
        found += checks.run(whole.game, {one.source.path: one.source for one in parsed})
    if whole.game is not None:
        found += read_rulings(whole.examples, whole.game, (), {}, lambda: whole.vocabulary)[1]
    return whole, found


def well_said(found: list[Diagnostic], by_path: dict[str, Source]) -> None:
    """What is said is about a place in a file, has a page, and is for the person who holds the card."""
    for d in found:
        assert d.span.path in by_path, d
        assert 0 <= d.span.start <= d.span.end <= len(by_path[d.span.path].text) + 1, d
        assert d.span.start < d.span.end or not by_path[d.span.path].text, d
        assert explain(d.code) is not None, d
        theirs = re.sub(r"`[^`]*`|\"[^\"]*\"", "", d.message)
        assert not theirs[:1].isupper() and not d.message.endswith("."), d
        for said in (theirs, re.sub(r"`[^`]*`|\"[^\"]*\"", "", d.help or "")):
            assert not PYTHON.search(said), d
        for fix in d.fixes:
            assert fix.span.path in by_path, d
    render(found, by_path)
    as_json(found, by_path)


def played(game: ir.Game, by_path: dict[str, Source], seed: int) -> None:
    """It can be compiled, and a game of it begun; what cannot go on is a fault of the cards, which names them."""
    lib = compile_game(game, by_path)
    machine, chance = Machine(lib), Random(seed)
    cards = [c for c in range(len(lib.cards)) if chance.random() < 0.8]
    try:
        s = new_game(lib, chance.randint(lib.min_players, min(lib.max_players, 8)), seed, cards)
        for _ in range(ANSWERS):
            check_invariants(lib, s)
            if s.ask is None:
                break
            assert answer_texts(lib, s)
            machine.apply(s, chance.choice(s.ask.answers))
    except Fault as fault:
        assert fault.message and not PYTHON.search(fault.message)


def survives(name: str, seed: int) -> None:
    """One damaged set."""
    began = time.monotonic()
    chance = Random(seed)
    parsed = list(read(name))
    for _ in range(chance.choice((1, 1, 1, 2, 5))):
        at = chance.randrange(len(parsed))
        text = damaged(parsed[at].source.text, chance)
        parsed[at] = parse(Source(parsed[at].source.path, text))
    by_path = {one.source.path: one.source for one in parsed}
    whole, found = everything(parsed)
    well_said(found, by_path)
    changed = [one for one, old in zip(parsed, read(name), strict=True) if one is not old]
    for one in changed:
        format_source(one.source)
    if whole.game is not None and not any(d.severity == "error" for d in found):
        played(whole.game, by_path, seed)
    assert time.monotonic() - began < SLOWEST


@looks(80)
@given(st.integers(0, 2**32))
def test_kuhn_poker_with_something_wrong(seed: int) -> None:
    survives("kuhn-poker", seed)


@looks(8)
@given(st.integers(0, 2**32))
def test_citadels_with_something_wrong(seed: int) -> None:
    survives("citadels", seed)


@looks(40)
@given(st.text(max_size=300), st.integers(0, 2**32))
def test_any_text_is_answered(text: str, seed: int) -> None:
    """What is no card at all, put into a shipped file."""
    chance = Random(seed)
    source = chance.choice(sources("kuhn-poker"))
    at = chance.randrange(len(source.text) + 1)
    changed = Source(source.path, source.text[:at] + text + source.text[at:])
    parsed = parse(changed)
    _, found = everything([parsed])
    well_said(found, {changed.path: changed})
    assert Path(changed.path).suffix in files.WORDS
