"""Read written sessions: the typed lines follow `> `, and each output is below its line.

A transcript is a document first and a test second: `replay` types its lines again and returns the present result. A
line `>   more` (indented) continues the one above it, as in a script; an empty line `>` below such a line ends it, as
at the prompt. A line `…` stands for any lines. Blank lines count only inside an output.
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
    """A fenced block of a document that holds a session. `arguments` are the text after `moot session` (arguments of
    `moot repl`). `line` is where the block begins."""

    arguments: str
    text: str
    line: int


def blocks(markdown: str) -> Iterator[Block]:
    """Return the sessions in a document."""
    for m in BLOCK.finditer(markdown):
        yield Block(m[1].strip(), m[2], markdown.count("\n", 0, m.start()) + 2)


def typed(text: str) -> list[str]:
    """Return the typed statements of a transcript. A statement of several lines is one."""
    found: list[str] = []
    for line in text.splitlines():
        if line.rstrip() == MARK.rstrip() and found and "\n  " in found[-1] and not found[-1].endswith("\n"):
            found[-1] += "\n"
        elif line.rstrip() == MARK.rstrip():
            found.append("")
        elif line.startswith(MARK):
            words = line.removeprefix(MARK).rstrip()
            if words.startswith(" ") and found:
                found[-1] += f"\n{words}"
            else:
                found.append(words)
    return found


def shown(line: str, out: Output) -> str:
    """Return one statement followed by its output."""
    head = "\n".join(f"{MARK}{part}".rstrip() for part in line.split("\n"))
    return f"{head}\n{out.text}\n" if out.text else f"{head}\n"


def replay(console: Console, text: str) -> str:
    """Return the transcript as it would be now. A single line `…` stands for output that does not matter."""
    parts = []
    expected = _outputs(text)
    for i, line in enumerate(typed(text)):
        out = execute(console, line)
        wanted = expected[i] if i < len(expected) else []
        parts.append(shown(line, Output(fitted(wanted, out.text), out.status)))
    return "\n".join(parts)


def normal(text: str) -> str:
    """Return a transcript without the blank lines around typed lines, so that two can be compared."""
    lines: list[str] = []
    for line in text.splitlines():
        if line.startswith(">") and not ((line.startswith(MARK + " ") or _ends(lines[-1:], line)) and lines):
            while lines and not lines[-1].strip():
                lines.pop()
            if lines:
                lines.append("")
        lines.append(line.rstrip())
    return "\n".join(lines).strip("\n") + "\n"


def _outputs(text: str) -> list[list[str]]:
    """Return the output of each statement, as a transcript has it."""
    found: list[list[str]] = []
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.rstrip() == MARK.rstrip() or line.startswith(MARK):
            if not ((line.startswith(MARK + " ") or _ends(lines[i - 1 : i], line)) and found):
                found.append([])
        elif found:
            found[-1].append(line.rstrip())
    for lines in found:
        while lines and not lines[-1]:
            lines.pop()
    return found


def _ends(before: list[str], line: str) -> bool:
    """Whether an empty line ends the statement of several lines above it."""
    return line.rstrip() == MARK.rstrip() and bool(before) and before[0].startswith(MARK + " ")


def fitted(wanted: list[str], got: str) -> str:
    """Return the present output, cut as the transcript cuts it: its line `…` stands for any lines."""
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
