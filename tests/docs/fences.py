"""Finds the fenced blocks of our prose: what kind each is, the words behind its kind, its text, and where it is."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^```([a-z]+)[ ]*([^\n`]*)\n(.*?)^```[ ]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Fence:
    """One block. `heading`: the heading above it."""

    kind: str
    about: str
    text: str
    line: int
    heading: str

    def __str__(self) -> str:
        return f"{self.heading or 'top'}:{self.line}"


def fences(path: str, *kinds: str) -> list[Fence]:
    """The blocks of these kinds in a document."""
    text = (ROOT / path).read_text(encoding="utf-8")
    found = []
    for m in FENCE.finditer(text):
        headings = re.findall(r"^#+ (.+)$", FENCE.sub("", text[: m.start()]), re.MULTILINE)
        line = text.count("\n", 0, m.start()) + 1
        found.append(Fence(m[1], m[2].strip(), m[3], line, headings[-1] if headings else ""))
    return [f for f in found if not kinds or f.kind in kinds]
