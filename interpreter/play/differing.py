"""Compare two places: the first thing that happened differently on the way there, and then what is different there.

Both are told to the same viewer, and only what he is told is compared. So two places that he cannot tell apart do not
differ, and he learns nothing by comparing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from .moment import Told
from .places import Place
from .stated import differences, stated
from .teller import Teller

NOTHING = "nothing more"


@dataclass(frozen=True)
class First:
    """The first thing that differs on two ways: what happened on each (None: nothing more), and the answer after which
    it did."""

    one: Told | None
    other: Told | None
    after: str

    def render(self, labels: tuple[str, str]) -> list[str]:
        """Return lines of text; `labels` name the two ways."""
        after = f", after `{self.after}`" if self.after else ""
        each = dict(zip(labels, (self.one, self.other), strict=True))
        went = next((told for told in each.values() if told is not None), None)
        what = "answer" if went is None or went.event is None else "event"
        wide = max(map(len, labels)) + 1
        said = [f"  {f'{label}:':<{wide}} {NOTHING if told is None else told.render()}" for label, told in each.items()]
        return [f"the first {what} that differs{after}", *said]


@dataclass(frozen=True)
class Difference:
    """How one place differs from another. `first`: the answers where they part, and then the first event that differs,
    as far as there are such. `facts`: what the position states differently, as `p1 gold 3 → 5`. `offered`: the answers
    that only the one question and only the other one has."""

    first: tuple[First, ...] = ()
    facts: tuple[str, ...] = ()
    offered: tuple[tuple[str, ...], tuple[str, ...]] = ((), ())

    def __bool__(self) -> bool:
        return bool(self.first or self.facts or any(self.offered))

    def render(self, labels: tuple[str, str]) -> list[str]:
        """Return lines of text; `labels` name the two places."""
        lines = [line for first in self.first for line in first.render(labels)]
        if self.facts:
            lines += [f"{labels[0]} → {labels[1]}", *[f"  {fact}" for fact in self.facts]]
        for label, answers in zip(labels, self.offered, strict=True):
            if answers:
                lines += [f"offered only in {label}: {', '.join(answers)}"]
        return lines or ["nothing differs"]


def difference(one: Place, other: Place, viewer: int | None = None) -> Difference:
    """Compare two places as their viewer knows them."""
    a, b = one.tell(viewer), other.tell(viewer)
    if one.lies_in(other.game) and one.at == other.at:
        return Difference()
    return Difference(_firsts(*_ways(one, other, a, b)), differences(stated(a), stated(b)), _offered(a, b))


def _ways(one: Place, other: Place, a: Teller, b: Teller) -> tuple[str, Sequence[Told], Sequence[Told]]:
    """Return the last answer that two places have in common, and what was told on the way from there to each."""
    paths = [place.game.history.path(place.at) for place in (one, other)]
    shared = 0
    if one.lies_in(other.game):
        while shared < min(map(len, paths)) and paths[0][shared].id == paths[1][shared].id:
            shared += 1
    left = [len(path) - shared for path in paths]
    before = a.line(paths[0][shared - 1]) if shared > 1 else ""
    log = [teller.log(rest) if rest else [] for teller, rest in zip((a, b), left, strict=True)]
    log = [[told for told in way if not told.aside] for way in log]
    return before, log[0], log[1]


def _firsts(before: str, one: Sequence[Told], other: Sequence[Told]) -> tuple[First, ...]:
    """Return where two ways part: if it is by an answer, that and the first event that differs after it."""
    parted = first(one, other, before)
    if parted is None:
        return ()
    there = parted.one, parted.other
    if None in there or any(told is not None and told.event is not None for told in there):
        return (parted,)
    happened = [[told for told in way if told.event is not None] for way in (one, other)]
    events = first(happened[0], happened[1])
    return (parted,) if events is None else (parted, events)


def first(one: Iterable[Told], other: Iterable[Told], after: str = "") -> First | None:
    """Return the first thing that was told differently on two ways; None if nothing was. `after`: the last answer that
    was told before."""
    for a, b in zip_longest(one, other):
        if a is None or b is None or (a.text, a.event is None) != (b.text, b.event is None):
            return First(a, b, after)
        after = a.text if a.event is None else after
    return None


def _offered(a: Teller, b: Teller) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return the answers that only the one and only the other question has, if the same player is asked."""
    if a.history.asked != b.history.asked:
        return (), ()
    one, other = a.legal(), b.legal()
    return tuple(t for t in one if t not in other), tuple(t for t in other if t not in one)
