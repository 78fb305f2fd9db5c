"""What was found about an answer: whether it is legal, and every reason against it, with card and line.

This module has only the values. `play.whynot` finds them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from moot.dsl.source import Source, Span

from ..kernel.program import Origin
from .words import inside, normal

BELOW = 15
"""How many lines below its first one a sentence may reach."""

LEGAL, FORBIDDEN, NOT_APPLICABLE, UNKNOWN = "legal", "forbidden", "not applicable", "unknown"


@dataclass(frozen=True)
class Why:
    """One reason: its words, their place, and the values that they read. `kind`: refused, cannot, once, idle,
    condition, asked, yours, way, hidden, none. `within`: the sentence that contains the words."""

    text: str
    kind: str
    origin: Origin | None = None
    saw: tuple[str, ...] = ()
    within: Origin | None = None

    def render(self) -> str:
        """Return `Keep: cannot: rank 8 characters cannot affect this (districts/keep.card:5)`."""
        origin = self.origin or self.within
        card = f"{origin.card}: " if origin and origin.card else ""
        at = f" ({origin.place})" if origin and origin.path else ""
        return f"{card}{self.text}{at}"


@dataclass(frozen=True)
class Finding:
    """What was found about an answer. `verdict`: legal, forbidden, not applicable or unknown. `answer`: the answer that
    the words were taken to mean."""

    verdict: str
    answer: str
    reasons: tuple[Why, ...] = ()

    def render(self) -> list[str]:
        """Return a line for the verdict and a line for each reason, followed by the values that it read."""
        lines = [f"{self.answer}: {self.verdict}"]
        for why in self.reasons:
            lines.append(f"  {why.render()}")
            lines += [f"      {line}" for line in why.saw]
        return lines


def unposed(reasons: Sequence[str]) -> Finding:
    """Make a finding of the reasons why a position is impossible."""
    return Finding(FORBIDDEN, "this position", tuple(Why(one, "position") for one in reasons))


def speaks_of(sources: Mapping[str, Source], said: str, why: Why) -> bool:
    """Whether the words mean this reason: the reason or its line on the card contains them."""
    if _matches(said, why):
        return True
    origin = why.origin or why.within
    source = None if origin is None else sources.get(origin.path)
    if origin is None or source is None or why.kind != "condition":
        return False
    words = normal(why.text.removeprefix("not: "))
    return any(inside(words, line) and inside(normal(said), line) for line in map(normal, _from(source, origin)))


def _from(source: Source, origin: Origin) -> Iterator[str]:
    """Return the lines of a text that were written where something comes from, or soon below."""
    start = 0
    for line in source.text.splitlines(keepends=True):
        at = source.written(Span(source.path, start, start + len(line)))
        if at.path == origin.path and origin.line <= at.line <= origin.line + BELOW:
            yield line
        start += len(line)


def _matches(said: str, why: Why) -> bool:
    """Whether a ruling's words mean this reason: the reason contains them, or they name the card on which it stands."""
    words = normal(said)
    texts = [why.text] + ([why.origin.text] if why.origin is not None else [])
    if any(inside(words, normal(t)) for t in texts):
        return True
    if why.origin is not None and normal(why.origin.card) == words:
        return True
    sentence = normal(why.within.text) if why.within is not None else ()
    return inside(words, sentence) and bool(set(words) & set(normal(why.text)))
