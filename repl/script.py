"""Lines of a script, cut into statements.

A line that stands further in than the one before it goes on with it, as in a ruling; those below the heading of a
ruling are statements of their own. `#` begins a comment.
"""

from __future__ import annotations

import re

HEADINGS = re.compile(r"(ruling|example)\b")
ASIDE = re.compile(r"(ruling|example|source|confidence)\b")


def statements(text: str) -> list[str]:
    """Return the statements of a text; the parts of one that goes over several lines are joined by line breaks.
    Headings of rulings, their sources and comments are left out."""
    found: list[tuple[int, str]] = []
    for line in text.replace("\r\n", "\n").split("\n"):
        words = _without_comment(line).strip()
        if not words:
            continue
        indent = len(line) - len(line.lstrip())
        goes_on = found and indent > found[-1][0] and not HEADINGS.match(found[-1][1])
        if goes_on:
            found[-1] = (found[-1][0], f"{found[-1][1]}\n{words}")
        else:
            found.append((indent, words))
    return [words for _, words in found if not ASIDE.match(words)]


def _without_comment(line: str) -> str:
    """Cut off what stands behind a `#` that is not between quotes."""
    quoted = False
    for i, char in enumerate(line):
        if char == '"':
            quoted = not quoted
        elif char == "#" and not quoted and (i == 0 or line[i - 1] in " \t"):
            return line[:i]
    return line
