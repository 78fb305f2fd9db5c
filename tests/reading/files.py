"""The shipped texts in the card language, what some syntax says, and texts that are written down with their answers."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

from moot.dsl import syntax
from moot.dsl.source import Source

CARDS = Path(__file__).parents[2] / "cards"
SUFFIXES = (".card", ".game", ".table", ".ruling", ".rule", ".edition")


def shipped() -> list[Source]:
    """Every text in the card language that is shipped, in order of path."""
    paths = sorted(p for p in CARDS.rglob("*") if p.suffix in SUFFIXES)
    return [Source(str(p.relative_to(CARDS.parent)), p.read_text(encoding="utf-8")) for p in paths]


def printed() -> list[Source]:
    """Those of the printed games, without house rules and editions."""
    editions = {str(p.parent.relative_to(CARDS.parent)) for p in CARDS.rglob("*.edition")}
    apart = tuple(f"{edition}/" for edition in editions)
    return [s for s in shipped() if not s.path.endswith(".rule") and not s.path.startswith(apart)]


def shape(part: object) -> object:
    """What some syntax says, wherever it stands: its shapes and words without their places."""
    if isinstance(part, syntax.Word):
        quoted = re.sub(r"#[^\n]*\n", "\n", part.text) if part.kind == "raw" else part.text
        return part.kind, " ".join(quoted.split()) if part.kind == "raw" else quoted
    if isinstance(part, syntax.Node):
        return type(part), [shape(getattr(part, f.name)) for f in fields(part) if f.name != "span"]
    if isinstance(part, tuple):
        return [shape(one) for one in part]
    return part


def cases(golden: Path, answer: Callable[[str], str]) -> list[tuple[str, str]]:
    """The texts of a file, each with the answer that is written down there; cases are parted by `===`, a text and its
    answer by `---`. MOOT_UPDATE=1 first writes the answers anew."""
    written = golden.read_text(encoding="utf-8")
    if os.environ.get("MOOT_UPDATE"):
        texts = [case.partition("\n---")[0] for case in written.split("\n===\n")]
        written = "\n===\n".join(f"{text}\n---\n{answer(text)}" for text in texts) + "\n"
        golden.write_text(written, encoding="utf-8")
    parts = [case.partition("\n---") for case in written.split("\n===\n")]
    return [(text, said.strip("\n")) for text, _, said in parts]
