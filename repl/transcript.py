"""Sessions written down: what was typed stands behind `> `, what came of it below.

A transcript is a document first and a test second: `replay` types its lines again and gives what it would be now. A
line `>   more` (further in) goes on with the one above it, as in a script. A line `…` stands for any lines. Of blank
lines only those inside an output count.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from .console import Console
from .dispatch import execute
from .output import Output

MARK = "> "
BLOCK = re.compile(r"^```moot session([^\n`]*)\n(.*?)^```[ \t]*$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block of a document that is a session. `arguments` stand behind `moot session` (those of `moot repl`);
    `line` is where it begins."""

    arguments: str
    text: str
    line: int


def blocks(markdown: str) -> Iterator[Block]:
    """Return the sessions in a document."""
    for m in BLOCK.finditer(markdown):
        yield Block(m[1].strip(), m[2], markdown.count("\n", 0, m.start()) + 2)


def typed(text: str) -> list[str]:
    """Return the statements typed in a transcript; what goes over several lines is one."""
    found: list[str] = []
    for line in text.splitlines():
        if line.rstrip() == MARK.rstrip():
            found.append("")
        elif line.startswith(MARK):
            words = line.removeprefix(MARK).rstrip()
            if words.startswith(" ") and found:
                found[-1] += f"\n{words}"
            else:
                found.append(words)
    return found


def shown(line: str, out: Output) -> str:
    """Return one statement with what came of it."""
    head = "\n".join(f"{MARK}{part}".rstrip() for part in line.split("\n"))
    return f"{head}\n{out.text}\n" if out.text else f"{head}\n"


def replay(console: Console, text: str) -> str:
    """Return the transcript as it would be now. A single `…` line stands for output that does not matter."""
    parts = []
    expected = _outputs(text)
    for i, line in enumerate(typed(text)):
        out = execute(console, line)
        wanted = expected[i] if i < len(expected) else []
        parts.append(shown(line, Output(fitted(wanted, out.text), out.status)))
    return "\n".join(parts)


def normal(text: str) -> str:
    """Return a transcript without the blank lines around what was typed, to be compared."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(">") and not (line.startswith(MARK + " ") and lines):
            while lines and not lines[-1].strip():
                lines.pop()
            if lines:
                lines.append("")
        lines.append(line.rstrip())
    return "\n".join(lines).strip("\n") + "\n"


def _outputs(text: str) -> list[list[str]]:
    """Say what a transcript says came of each statement."""
    found: list[list[str]] = []
    for line in text.splitlines():
        if line.rstrip() == MARK.rstrip() or line.startswith(MARK):
            if not (line.startswith(MARK + " ") and found):
                found.append([])
        elif found:
            found[-1].append(line.rstrip())
    for lines in found:
        while lines and not lines[-1]:
            lines.pop()
    return found


def fitted(wanted: list[str], got: str) -> str:
    """Say what came of it, cut as the transcript cuts it: its line `…` stands for any lines."""
    if "…" not in [w.strip() for w in wanted]:
        return got
    lines = [line.rstrip() for line in got.split("\n")]
    return "\n".join(wanted) if _fits(wanted, lines) else got


def _fits(wanted: list[str], lines: list[str]) -> bool:
    if not wanted:
        return not lines
    if wanted[0].strip() == "…":
        return any(_fits(wanted[1:], lines[i:]) for i in range(len(lines) + 1))
    return bool(lines) and wanted[0] == lines[0] and _fits(wanted[1:], lines[1:])
