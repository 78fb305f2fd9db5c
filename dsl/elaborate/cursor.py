"""Where the reading of one chain stands: its words from left to right, and what may be asked of those that follow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from .. import ir, language
from ..nearest import nearest
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Entry, Sort, Vocabulary
from ..words import plural
from .atoms import cover
from .mistakes import fail
from .noun import Noun
from .scope import Scope

NOUNS: tuple[Sort, ...] = ("kind", "enum", "zone", "value", "marker")
OWN_NOUNS = {noun: any(plural(other) == noun for other in language.NOUNS) for noun in language.NOUNS}
"""The nouns of the language itself, and whether each is a plural."""


@dataclass(slots=True)
class Cursor:
    """The words of a chain; `i` is where the reading stands. Every reader of phrases takes one and moves it on.

    In a `pattern` what is read is asked about. `var` is the variable of the outermost noun. `bare`: after `for each`
    and `no`, one thing needs no word before it. `nested` reads a noun phrase within another: here the language bites
    its own tail, as `cards in hand of owner of it` does."""

    scope: Scope
    atoms: Sequence[Atom]
    nested: Callable[[Cursor], Noun]
    pattern: bool = False
    var: str | None = None
    bare: bool = False
    i: int = 0
    vocabulary: Vocabulary = field(init=False)
    texts: list[str] = field(init=False)

    def __post_init__(self) -> None:
        self.vocabulary = self.scope.desk.vocabulary
        self.texts = [a.text if a.kind in ("word", "det", "pron") else "\0" for a in self.atoms]

    @property
    def end(self) -> bool:
        """Return whether every word is read."""
        return self.i >= len(self.atoms)

    def at(self, offset: int = 0) -> Atom | None:
        """Return the word at hand, or one further on."""
        return self.atoms[self.i + offset] if self.i + offset < len(self.atoms) else None

    def text(self, offset: int = 0) -> str:
        """Return how the word at hand, or one further on, is written; nothing for a title or behind the end."""
        a = self.at(offset)
        return a.text if a is not None and a.kind != "name" else ""

    def glue(self, *words: str) -> bool:
        """Return whether one of these words that build names stands here: `of`, `in`, `for`."""
        a = self.at()
        return a is not None and a.kind == "glue" and a.text in words

    def glue_after(self, offset: int) -> bool:
        """Return whether any word that builds names stands so far on."""
        a = self.at(offset)
        return a is not None and a.kind == "glue"

    def after_is(self, word: str, offset: int) -> bool:
        """Return whether this word that builds names stands so far on."""
        a = self.at(offset)
        return a is not None and a.kind == "glue" and a.text == word

    def match(self, sorts: Iterable[Sort], offset: int = 0) -> tuple[int, list[Entry]]:
        """Return how many words here are a declared name of these sorts, and what they may be."""
        return self.vocabulary.match(self.texts, self.i + offset, sorts)

    def take(self) -> Atom:
        """Read one word."""
        a = self.at()
        if a is None:
            fail("missing-word", "something is missing after these words", cover(self.atoms))
        self.i += 1
        return a

    def take_of(self) -> Noun:
        """Read the noun behind `of`, `in` or `for`."""
        self.take()
        return self.nested(self)

    def span_from(self, start: int) -> Span:
        """Return the stretch of text from a word to the one read last."""
        return self.atoms[start].span.to(self.atoms[max(start, self.i - 1)].span)

    def finish(self) -> None:
        """Report a word that is left over."""
        a = self.at()
        if a is not None:
            if a.kind == "word":
                self.unknown(a, [], "")
            fail("misplaced-word", f"`{a.text}` does not belong after these words", a.span)

    def phase_words(self, offset: int = 0) -> str | None:
        """Return the phase of `this turn`, if these words stand here."""
        a = self.at(offset)
        if a is None or a.text != "this" or a.kind != "pron" or self.i + offset + 1 >= len(self.atoms):
            return None
        length, found = self.match(("phase",), offset + 1)
        return found[0].name if length else None

    def take_span(self) -> str | None:
        """Read `this turn` at the end of a piece of history, if it stands here."""
        phase = self.phase_words()
        if phase is not None:
            self.i += 1 + len(phase.split(" "))
        return phase

    def unknown(self, a: Atom, fitting: list[str], place: str) -> NoReturn:
        """Report a word that cannot stand here. `place` says what could; `fitting` are the words it may have been."""
        help = f"{place} should come here" if place else None
        if self.vocabulary.is_declared(a.text) or a.text in self.scope.locals:
            fail("misplaced-word", f"`{a.text}` does not belong here", a.span, help)
        fitting = fitting or [*self.vocabulary.written(NOUNS), *OWN_NOUNS]
        near = nearest(a.text, [*(w for name in fitting for w in name.split(" ")), *self.scope.locals])
        fail("unknown-word", f"no word `{a.text}`", a.span, f"did you mean `{near}`?" if near else help, near)


@dataclass(frozen=True, slots=True)
class Begun:
    """What stands before a noun: `up to`, `any`, `other`, `2`, `random`. It began at the word `start`, and `var` is the
    variable of the noun, if that is known."""

    start: int = 0
    var: str = ""
    up_to: bool = False
    det: Atom | None = None
    other: Atom | None = None
    count: ir.Expr | None = None
    random: bool = False

    @property
    def article(self) -> str | None:
        """Return the determiner as it is written."""
        return self.det.text if self.det is not None else None
