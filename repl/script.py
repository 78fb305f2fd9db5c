"""Cut the lines of a script into statements.

An indented line continues the one before it, as in a ruling, and so does any line after a comma or a semicolon; the
lines below the heading of a ruling are statements of their own. `#` begins a comment.
"""

from __future__ import annotations

import re

HEADINGS = re.compile(r"(ruling|example)\b")
ASIDE = re.compile(r"(ruling|example|source|confidence)\b")


def statements(text: str) -> list[str]:
    """Return the statements of a text. The parts of a long one are joined by line breaks. Headings of rulings, their
    sources and comments are left out."""
    found: list[tuple[int, str]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        words = _without_comment(line).strip()
        if not words:
            continue
        indent = len(line) - len(line.lstrip())
        goes_on = found and (
            indent > found[-1][0] and not HEADINGS.match(found[-1][1]) or found[-1][1].endswith((",", ";"))
        )
        if goes_on:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{words}")
        else:
            found.append((indent, words))
    return [words for _, words in found if not ASIDE.match(words)]


def _without_comment(line: str) -> str:
    """Remove the comment: everything after a `#` that is not in quotes."""
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and (i == 0 or line[i - 1] in " \t"):
            return line[:i]
    return line
