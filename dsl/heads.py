"""Keeps what can be read of a declaration that cannot be read as a whole: its name and what is declared with it.

A mistake in a phase, a verb or a card must not make every mention of it a mistake. So the declaration is read again
with its first line, the plain lines below it, the names of its steps, and `nothing` as what they do. All other lines
become comments of the same length: every word keeps its place.
"""

from __future__ import annotations

import re

TWO = r"[a-z][\w-]* [\w-]+"  # what is printed on a card: `cost 3`
PLAIN = re.compile(rf" +(?:(?:marker|zone|value|kept|name|has|you are|works) .*|{TWO}(?:, *{TWO})*)$")
STEPS = ("phase ", "verb ")
BEGINS = re.compile(r"( +)(?:step\b.*|do|do .*|either\b.*)$")


def head(text: str) -> str | None:
    """Returns a declaration reduced to its head, as long as it was; None if nothing can be kept."""
    rows = [re.sub(r" *#.*", "", row) for row in text.split("\n")]
    lengths = [len(row) for row in text.split("\n")]
    if rows[0].endswith(","):
        return None
    kept = _steps(rows) if rows[0].startswith(STEPS) else [row if PLAIN.match(row) else "" for row in rows[1:]]
    if kept is None:
        return None
    made = [_filled(row, length) for row, length in zip([rows[0], *kept], lengths, strict=True)]
    return "\n".join(made)


def _filled(row: str, length: int) -> str:
    return row + "#" * (length - len(row))


def _steps(rows: list[str]) -> list[str] | None:
    """Returns the lines below a phase or verb with `nothing` in each step."""
    kept: list[str] = []
    due = 0  # the column right of which `nothing` is still to come
    for row in rows[1:]:
        begins = BEGINS.match(row)
        indent = len(row) - len(row.lstrip(" "))
        if begins and (not due or indent < due) and not _deeper(kept, indent):
            word = row.split()[0]
            alone = row.strip() in ("do", "either") or word == "step"
            put = row if word == "step" else f"{begins[1]}do" if alone else f"{begins[1]}do nothing"
            due = indent + 1 if alone else 0
        elif due and indent >= due:
            put = " " * indent + "nothing"
            due = 0
        else:
            put = ""
        if len(put) > len(row):
            return None
        kept.append(put)
    return None if due else kept


def _deeper(kept: list[str], indent: int) -> bool:
    """Whether a line stands further in than the steps above it."""
    return any(row and len(row) - len(row.lstrip(" ")) < indent for row in kept)
