"""What was found about an answer: whether it is legal, and every reason against it, with card and line.

This module has only the values. `play.whynot` finds them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from ..kernel.program import E, Origin
from ..kernel.state import State
from .deciding import Place
from .words import Words, inside, normal

NO_ANSWER = "no such answer"
"""The reason where no card and no rule offers anything of the kind."""
VAGUE = frozenset(("way", "hidden"))
"""Kinds of reasons that count only where there are no others."""
PARTED = re.compile(r"[,:]|\b(if|unless|whose|or|nor|always)\b|(?=\b(?:that|except|and|even|cannot)\b)")
"""Where the parts of a sentence end. A quotation consists of whole parts."""
MOST = 6
"""Things of one kind that are named before a reason."""
NOTHING = frozenset(("none", "called"))
"""Kinds of reasons that forbid nothing: what was said is no answer here."""
ELSEWHERE = frozenset(("none", "called", "time", "asked", "first"))
"""Kinds of reasons that say nothing about what is said, only that it is not now."""
LONG = 8
"""Lines of a finding up to which everything is told."""
FEW, FEW_REASONS = 2, 4
"""Things, and reasons against them, that are named where they are summed up."""
LEGAL, FORBIDDEN, NOT_APPLICABLE, UNKNOWN = "legal", "forbidden", "not applicable", "unknown"


@dataclass(frozen=True)
class Cause:
    """The condition that would have to hold, the state in which it does not, and the place where it is evaluated."""

    state: State
    cond: E
    at: Place


@dataclass(frozen=True)
class Why:
    """One reason: its words, their place, and the values that they read. `kind`: refused, cannot, once, idle,
    condition, asked, first, yours, way, hidden, none, called (what was said is called otherwise). `within`: the
    sentence that contains the words. `about`: what might have been chosen, choice by choice, where the reason is
    told of some of it only. `parts`: where it excludes by any of several things, the words of each, and whether
    that one excludes. `of`: the words around it that say what would have to exist, where it tells what something
    lacks for that. `said`: its words with the things in place of local names, as they are shown ('': as they
    are). `cause`: the condition itself; it says nothing more. `ways`: what the other ways to do the same would need.
    `near`: of the things that might have been chosen, the one that lacks least, choice by choice, and
    `near_saw` what it lacks. `aside`: it is no reason against that thing. `lacks`: by how much a number is too small or
    too large. `differs`: other things lack more of the same."""

    text: str
    kind: str
    origin: Origin | None = None
    saw: tuple[str, ...] = ()
    within: Origin | None = None
    about: tuple[tuple[str, ...], ...] = ()
    parts: tuple[tuple[str, bool], ...] = ()
    of: Origin | None = None
    said: str = ""
    cause: Cause | None = field(default=None, compare=False, repr=False)
    ways: tuple[Cause, ...] = field(default=(), compare=False, repr=False)
    near: tuple[str, ...] = field(default=(), compare=False)
    near_saw: tuple[str, ...] | None = field(default=None, compare=False)
    aside: bool = field(default=False, compare=False)
    lacks: int | None = field(default=None, compare=False)
    differs: bool = field(default=False, compare=False)

    def render(self) -> str:
        """Return `Keep: rank 8 characters cannot affect this (districts/keep.card:5)`, behind what it is about."""
        if self.of is not None:
            return f"{f'{self.card}: ' if self.card else ''}not: {self.of.text} ({self.of.place})"
        return self._about(self.about, MOST)

    def briefly(self) -> str:
        """Return the same, about fewer things: about the nearest, or else about the first few."""
        return self._about(tuple((one,) for one in self.near) if self.near else self.about, FEW)

    def _about(self, about: tuple[tuple[str, ...], ...], most: int) -> str:
        things = " with ".join(", ".join(some[:most]) + (" …" if len(some) > most else "") for some in about)
        return f"{things}: {self._words()}" if things else self._words()

    def _words(self) -> str:
        card = f"{self.card}: " if self.card else ""
        place = f" ({self.at.place})" if self.at and self.at.path else ""
        return f"{card}{self.said or self.text}{place}"

    @property
    def at(self) -> Origin | None:
        """Where it stands: its own words, or the sentence around them."""
        return self.origin or self.within

    @property
    def card(self) -> str:
        """The title of the card on which it stands; '' for words of the game."""
        if self.origin is None or self.within is None or self.origin.card:
            return "" if self.at is None else self.at.card
        ours = "this" in self.text.split() or inside(normal(self.origin.text), normal(self.within.text))
        return self.within.card if ours else ""


@dataclass(frozen=True)
class Finding:
    """What was found about an answer. `verdict`: legal, forbidden, not applicable or unknown. `answer`: the answer that
    the words were taken to mean."""

    verdict: str
    answer: str
    reasons: tuple[Why, ...] = ()

    @property
    def nothing(self) -> bool:
        """Whether the words are no answer here, and nothing forbids what they may mean."""
        return bool(self.reasons) and all(why.kind in NOTHING for why in self.reasons)

    @property
    def elsewhere(self) -> bool:
        """Whether all that is against it is that its time is not now, or that something else is asked."""
        return bool(self.reasons) and all(why.kind in ELSEWHERE for why in self.reasons)

    def render(self) -> list[str]:
        """Return a line for the verdict and a line for each reason, followed by the values that it read. Of several
        things to choose, where that is long, only what the nearest lacks; what is against the others, in one line."""
        lines = [f"{self.answer}: {self.verdict}"]
        whole = _lines(self.reasons, lines)
        if len(whole) <= LONG and not any(why.differs for why in self.reasons):
            return whole
        nearest = [why for why in self.reasons if not why.aside]
        lines += [line for why in nearest for line in _briefly(why)]
        return lines + _others([why for why in self.reasons if why.aside], any(why.differs for why in nearest))


def _briefly(why: Why) -> list[str]:
    saw = why.saw if why.near_saw is None else why.near_saw
    return [f"  {why.briefly()}", *(f"      {one}" for one in saw)]


def _lines(reasons: Sequence[Why], before: Sequence[str]) -> list[str]:
    lines = list(before)
    for why in reasons:
        said = [f"  {why.render()}", *(f"      {line}" for line in why.saw)]
        lines += said if why.of is None else [line for line in said if line not in lines]
    return lines


def _others(reasons: Sequence[Why], more: bool) -> list[str]:
    """Return the line about the things that are not the nearest; none if there are no others."""
    said = list(dict.fromkeys(why.briefly() for why in reasons))
    told = [*(["more is lacking"] if more else []), *said[:FEW_REASONS], *(["…"] if len(said) > FEW_REASONS else [])]
    return [f"  the others: {'; '.join(told)}"] if told else []


def unposed(reasons: Sequence[str]) -> Finding:
    """Make a finding of the reasons why a position is impossible."""
    return Finding(FORBIDDEN, "this position", tuple(Why(one, "position") for one in reasons))


def speaks_of(said: str, why: Why) -> bool:
    """Whether words mean this reason: they are the title of the card on which it stands, or they quote whole parts of
    its words, or they quote the sentence around it with all of its words in them. A word of it is no quotation."""
    words = normal(said)
    if why.card and normal(why.card) == words:
        return True
    own: tuple[str, ...] = (why.text,) if why.origin is None or why.kind == "idle" else (why.text, why.origin.text)
    own += (NO_ANSWER,) if why.kind == "first" else ()
    if any(_quotes(words, text, why) for text in own):
        return True
    sentence = () if why.within is None else normal(why.within.text)
    return inside(words, sentence) and any(inside(normal(text), words) for text in own)


def _quotes(words: Words, text: str, why: Why) -> bool:
    """Whether words are whole parts of a text in a row, and not only of what does not forbid. Of a sentence that says
    *cannot*, they must say that too."""
    if words == normal(text):
        return bool(words)
    if why.kind == "cannot" and "cannot" not in words:
        return False
    told = {blamed for part, blamed in why.parts if inside(normal(part), words)}
    if told == {False}:
        return False
    parts = [normal(part) for part in PARTED.split(text) if part]
    rows = (sum(parts[i:j], ()) for i in range(len(parts)) for j in range(i + 1, len(parts) + 1))
    return bool(words) and words in rows
