"""Represents how far the reading of one chain is: its words from left to right, and what can be asked of the next
ones."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import NoReturn

from .. import ir, language
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Entry, Sort, Vocabulary
from ..words import plural
from .atoms import cover
from .mistakes import fail, meant
from .noun import Noun
from .scope import Scope

NOUNS: tuple[Sort, ...] = ("kind", "enum", "zone", "value", "marker")
OWN_NOUNS = {noun: any(plural(other) == noun for other in language.NOUNS) for noun in language.NOUNS}
"""The nouns of the language itself, and whether each is a plural."""


@dataclass(slots=True)
class Cursor:
    """Walks over the words of a chain from left to right; `i` is the word at hand. Every reader of phrases takes a
    cursor and moves it on.

    In a `pattern`, the words describe which things a rule is about. `var` is the variable of the outermost noun. `bare`
    says that one thing needs no word before it, as after `for each` and `no`. `nested` reads a noun phrase within
    another, as in `cards in hand of owner of it`.
    """

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
        """Returns whether every word is read."""
        return self.i >= len(self.atoms)

    def at(self, offset: int = 0) -> Atom | None:
        """Returns the word at hand, or the one `offset` words further on."""
        return self.atoms[self.i + offset] if self.i + offset < len(self.atoms) else None

    def text(self, offset: int = 0) -> str:
        """Returns the text of the word at hand, or of the one `offset` words further on; empty for a title and beyond
        the end."""
        a = self.at(offset)
        return a.text if a is not None and a.kind != "name" else ""

    def glue(self, *words: str) -> bool:
        """Returns whether the word at hand is one of these joining words: `of`, `in`, `for`."""
        a = self.at()
        return a is not None and a.kind == "glue" and a.text in words

    def glue_after(self, offset: int) -> bool:
        """Returns whether the word `offset` words further on is a joining word."""
        a = self.at(offset)
        return a is not None and a.kind == "glue"

    def after_is(self, word: str, offset: int) -> bool:
        """Returns whether the word `offset` words further on is this joining word."""
        a = self.at(offset)
        return a is not None and a.kind == "glue" and a.text == word

    def match(self, sorts: Iterable[Sort], offset: int = 0) -> tuple[int, list[Entry]]:
        """Returns how many words here are a declared name of these sorts, and what that name can mean."""
        return self.vocabulary.match(self.texts, self.i + offset, sorts)

    def take(self) -> Atom:
        """Reads one word. Raises `Mistake` beyond the end."""
        a = self.at()
        if a is None:
            fail("missing-word", "something is missing after these words", cover(self.atoms))
        self.i += 1
        return a

    def take_of(self) -> Noun:
        """Reads the noun after `of`, `in` or `for`."""
        self.take()
        return self.nested(self)

    def span_from(self, start: int) -> Span:
        """Returns the stretch of text from the word `start` to the last word read."""
        return self.atoms[start].span.to(self.atoms[max(start, self.i - 1)].span)

    def finish(self) -> None:
        """Reports a word that is left over."""
        a = self.at()
        if a is not None:
            if a.kind == "word":
                self.unknown(a, [], "")
            fail("misplaced-word", f"`{a.text}` does not belong after these words", a.span)

    def phase_words(self, offset: int = 0) -> str | None:
        """Returns the phase of `this turn`, if these words come here; else None."""
        a = self.at(offset)
        if a is None or a.text != "this" or a.kind != "pron" or self.i + offset + 1 >= len(self.atoms):
            return None
        length, found = self.match(("phase",), offset + 1)
        return found[0].name if length else None

    def take_span(self) -> str | None:
        """Reads `this turn` at the end of a piece of history; returns None if it does not come here."""
        phase = self.phase_words()
        if phase is not None:
            self.i += 1 + len(phase.split(" "))
        return phase

    def unknown(self, a: Atom, fitting: list[str], place: str) -> NoReturn:
        """Reports a word that cannot come here. `place` says what could; `fitting` are the words it may have been."""
        help = f"{place} should come here" if place else None
        if self.vocabulary.is_declared(a.text) or a.text in self.scope.locals:
            fail("misplaced-word", f"`{a.text}` does not belong here", a.span, help)
        fitting = fitting or [*self.vocabulary.written(NOUNS), *OWN_NOUNS]
        near = meant(a.text, [*(w for name in fitting for w in name.split(" ")), *self.scope.locals])
        fail("unknown-word", f"no word `{a.text}`", a.span, f"did you mean `{near}`?" if near else help, near)


@dataclass(frozen=True, slots=True)
class Begun:
    """The words read before a noun: `up to`, `any`, `other`, `2`, `random`. The phrase began at the word `start`; `var`
    is the variable of the noun, if it is known."""

    start: int = 0
    var: str = ""
    up_to: bool = False
    det: Atom | None = None
    other: Atom | None = None
    count: ir.Expr | None = None
    random: bool = False

    @property
    def article(self) -> str | None:
        """Returns the determiner as it is written."""
        return self.det.text if self.det is not None else None
