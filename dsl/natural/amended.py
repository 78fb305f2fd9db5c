"""Holds the texts of a game that a house rule amends, as its sentences speak of them: cards, values, their words."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from .. import syntax
from ..amend.rows import Part, Row, header, parts, short_name
from ..source import Source
from ..vocabulary import Vocabulary
from ..wordings import table
from .words import Words

TOKEN = re.compile(r"[\w-]+")


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence of a house rule: characters `start` to `end` of its file, and its words without `add:`. `inside`: the
    thing below whose name it stands; it begins at `at`."""

    start: int
    end: int
    words: str
    at: int
    inside: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """What a sentence may mean: the lines of a house rule, and what is said of them."""

    lines: tuple[str, ...]
    say: str
    sure: bool = True


class Law:
    """The declarations of a game, and the words that tell one from another."""

    def __init__(self, base: Mapping[str, Source], vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary
        self.words = Words(vocabulary)
        self.parts = [part for source in base.values() for part in parts(source)]
        self.titles = {p.name: p for p in self.parts if isinstance(p.node, (syntax.Card, syntax.Row))}
        self.first = next((p for p in self.parts if p.root.text.startswith("phase ")), None)

    def named(self, inside: str, text: str) -> list[Part]:
        """Returns the cards that a sentence names."""
        return [self.titles[t] for t in self.titles if re.search(rf"\b{re.escape(t)}\b", f"{inside} {text}")]

    def value(self, name: str) -> Part | None:
        """Returns the declaration of a value."""
        return next((part for part in self.parts if header(part)[0] == "value" and part.name == name), None)

    def stems(self, text: str, names: Sequence[str] = ()) -> set[str]:
        """Returns the words of a text that tell something, each in one form, without some titles."""
        for name in names:
            text = re.sub(rf"\b{re.escape(name)}\b(?:'s?\b)?", " ", text)
        told = table()
        kept = [w for w in re.findall(r"[a-z]+", text.lower()) if w not in told.empty]
        small = [told.same.get(w, w) for w in kept]
        return {w if w in told.starting | told.ending else self.words.stem(w) for w in small}

    def prepares(self, part: Part, row: Row) -> bool:
        """Whether a line stands in what is done once, before the game begins to go round."""
        here: Row | None = row
        while here is not None and not isinstance(here.shape, syntax.Step):
            here = here.parent
        first = self.first.root.below[0] if self.first is not None and self.first.root.below else None
        return part is self.first and here is first and len(part.root.below) > 1

    @cached_property
    def ends(self) -> list[Row]:
        """The lines of the first phase that say until when it goes on."""
        rows = self.first.rows() if self.first else []
        return [r for r in rows if isinstance(r.shape, syntax.Repeat) and r.text.startswith("repeat until ")]

    @cached_property
    def goals(self) -> tuple[set[str], set[str]]:
        """The values on which the end of the game depends, and the describing words with which it is said."""
        known = {word for row in self.ends for word in TOKEN.findall(row.text)}
        for _ in range(3):
            for part in self.parts:
                marks = {r.text.split()[-1] for r in part.rows() if re.match(r"(?:do )?mark .* as ", r.text)}
                if (isinstance(part.node, syntax.Card) and known & marks) or (
                    header(part)[0] == "quality" and short_name(part) in known
                ):
                    known |= {word for row in [part.root, *part.rows()] for word in TOKEN.findall(row.text)}
        values = [part for part in self.parts if header(part)[0] == "value" and short_name(part) in known]
        words = {short_name(part) for part in self.parts if header(part)[0] == "quality"} & known
        return {p.name for p in values if re.search(rf"^value {p.name} is [0-9]+$", p.root.text)}, words

    def sentences(self, part: Part) -> Iterator[Row]:
        """Yields the sentences of a card: what it does, and the rules that it holds."""
        yield from (r for r in part.root.below if isinstance(r.shape, (syntax.Clause, syntax.Standing)))
