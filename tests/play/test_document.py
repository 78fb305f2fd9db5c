"""What `docs/notation.md` shows can be read, and its rulings hold."""

from __future__ import annotations

import re

import pytest

from moot.dsl.notation import read_facts, read_moves, read_ruling
from moot.dsl.parser import parse
from moot.dsl.source import Source
from moot.interpreter.kernel.machine import Machine
from moot.interpreter.proof import spec

from .sets import ROOT, card_set

TEXT = (ROOT / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", TEXT, re.M | re.S)
PARTS = [part for block in BLOCKS for part in re.split(r"\n(?=ruling |example )", block.strip("\n"))]
RULINGS = [part for part in PARTS if part.startswith(("ruling", "example"))]
LINES = [b for b in BLOCKS if not b.startswith(("ruling", "example"))]


def _plain(block: str) -> list[str]:
    return [line.split("#")[0].rstrip() for line in block.split("\n") if line.split("#")[0].strip()]


@pytest.mark.parametrize("text", RULINGS, ids=[r.split('"')[1] for r in RULINGS])
def test_the_rulings_hold(text: str) -> None:
    set_ = card_set("citadels")
    parsed = parse(Source("notation.md", text + "\n"))
    assert not parsed.diagnostics
    ruling, faults = read_ruling(parsed.declarations[0], set_.words, "notation.md")  # type: ignore[arg-type]
    assert ruling is not None and not faults, faults
    assert set_.library is not None
    result = spec.run_one(Machine(set_.library), set_, ruling)
    assert result.status == "passed", result.message


@pytest.mark.parametrize("block", LINES, ids=[b.split("\n")[0][:30] for b in LINES])
def test_the_lines_can_be_read(block: str) -> None:
    words = card_set("citadels").words
    keyword, pending = "", []
    for line in _plain(block):
        m = re.match(r"(given|when|expect|as p\d expect|refused because|offered only|offered|not offered) (.*)", line)
        keyword, text = (m.group(1), m.group(2)) if m else (keyword, line.strip())
        pending.append((keyword or "given", text))
    for keyword, text in pending:
        if "NAME SETTING" in text:
            continue
        if keyword == "when":
            _, faults = read_moves([(text, 0)], words, "notation.md")
        elif keyword.startswith(("offered", "not", "refused")):
            faults = []
        else:
            _, faults = read_facts([(text, 0)], words, "notation.md", keyword == "given")
        assert not faults, (text, [f.message for f in faults])
