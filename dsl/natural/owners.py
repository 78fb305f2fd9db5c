"""Names who has a card before it goes, where something is said of its owner afterwards: then nobody has it any more.

`Destroy a district. Its owner gains 2 gold.` means who had it.
"""

from __future__ import annotations

import re

from .members import Line

NAMED = re.compile(r"^choose (?P<w>[\w-]+): ")
FORMER = "former"
STAYS = r"(?!(?:show|look|mark|reveal|choose|let|unmark)\b)"


def before_it_goes(lines: tuple[Line, ...]) -> tuple[Line, ...]:
    """Returns a sentence in which the owner of a card that goes has a name."""
    for n, line in enumerate(lines):
        found = NAMED.match(line.text)
        if found is None:
            continue
        card = found["w"]
        goes = re.compile(rf"^(?:do |cost |instead )?{STAYS}[a-z]+ {card}\b(?! as\b)|^(?:do )?swap .*\b{card}\b")
        owner = re.compile(rf"\b(?:the )?owner of {card}\b(?= must$| may$)|\bowner of {card}\b")
        gone = next((k for k, row in enumerate(lines) if k > n and goes.match(row.text)), len(lines))
        if not any(owner.search(row.text) for row in lines[gone + 1 :]):
            continue
        named = Line(line.indent, f"let {FORMER} be owner of {card}")
        after = (Line(row.indent, owner.sub(_former, row.text)) for row in lines[gone + 1 :])
        return (*lines[: n + 1], named, *lines[n + 1 : gone + 1], *after)
    return lines


def _former(match: re.Match[str]) -> str:
    return f"the {FORMER}" if match[0].startswith("the ") else FORMER
