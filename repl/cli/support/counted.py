"""Tell what was counted of the cards: what never came up, what came up in vain, and where there was nothing to
choose."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from moot.interpreter.proof.counting import Count, Counts, Item, troubles

BELOW = r"(?= (?:refused|let|choose|cost|do|instead|either|for|if|repeat)\b)"  # what begins the lines below it
HEADING = re.compile(rf".*?\b(?:may|must)\b(?:, secretly)?{BELOW}")
NEVER = {
    "clause": "never begun",
    "rule": "never held",
    "refusal": "never refused anything",
    "exception": "never needed",
    "choice": "never reached",
}


def verdict(item: Item, count: Count) -> str:
    """Say how often something came up, and how often in vain."""
    if not count.times:
        return NEVER[item.what]
    if item.what == "clause":
        return f"begun {_times(count.times)}, and nothing changed"
    if item.what == "choice":
        return f"nothing to choose, {count.in_vain:,} of {count.times:,} time{'s' * (count.times != 1)}"
    return f"held {_times(count.times)}, and never changed the value"


def lines(counts: Counts) -> Iterator[str]:
    """Return a line for each trouble, the worst first."""
    for item, count in troubles(counts):
        at = item.origin
        card = f"{at.card}: " if at.card else ""
        yield f"{at.place}  {card}{item.what} {verdict(item, count)}: {heading(at.text)}"


def as_json(counts: Iterable[tuple[Item, Count]]) -> list[dict[str, Any]]:
    """Return what was counted as plain data."""
    return [
        {
            "what": item.what, "card": item.origin.card, "text": item.origin.text, "file": item.origin.path,
            "line": item.origin.line, "by": list(item.origin.by), "times": count.times, "in_vain": count.in_vain,
        }
        for item, count in counts
    ]  # fmt: skip


def heading(text: str) -> str:
    """Return the first line of a clause, without the lines below it; any other text whole."""
    found = HEADING.match(text)
    return found[0] if found is not None else text


def _times(n: int) -> str:
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")
