"""Finds the fenced blocks of our prose: what kind each is, the words behind its kind, its text, and where it is.

A block that is a change of a file is a diff without numbers: its hunks are parted by lines `@@`, and each must fit
exactly one place of the file, so that a page outlives everything that happens elsewhere in it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(`{3,})([a-z]+)[ ]*([^\n`]*)\n(.*?)^\1[ ]*$", re.MULTILINE | re.DOTALL)


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
        found.append(Fence(m[2], m[3].strip(), m[4], line, headings[-1] if headings else ""))
    return [f for f in found if not kinds or f.kind in kinds]


def change(folder: Path, fence: Fence, page: str) -> None:
    """Make the change that a block of a page shows: a new file, or a diff of one that is there."""
    path = folder / fence.about
    if fence.kind != "diff":
        assert not path.exists(), f"{page}:{fence.line}: {fence.about} is there already"
        path.write_text(fence.text, encoding="utf-8")
        return
    line = fence.line + 1
    for hunk in fence.text.split("@@\n"):
        text = path.read_text(encoding="utf-8")
        before = "".join(line[1:] + "\n" for line in hunk.splitlines() if line[:1] != "+")
        after = "".join(line[1:] + "\n" for line in hunk.splitlines() if line[:1] != "-")
        assert text.count(before) == 1, f"{page}:{line} is no change of {fence.about}"
        path.write_text(text.replace(before, after), encoding="utf-8")
        line += hunk.count("\n") + 1


def pattern(text: str) -> re.Pattern[str]:
    """What a text of a page stands for: `…` is anything, and lines of files may have other numbers."""
    parts = re.escape(text.strip()).replace("\\\n", "\n")
    parts = re.sub(r":\d+", r":\\d+", parts)
    parts = re.sub(r"(\d+)/(\d+)\\ ", r"\\d+/\\d+\\ ", parts)
    parts = re.sub(r"(\\ )+", r" +", parts)
    return re.compile(re.sub(r"^…$", r"(?s:.*)", parts, flags=re.MULTILINE).replace("…", "[^\n]*"))
