"""Going through the words of one chain, from left to right."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from .. import ir
from ..nearest import nearest
from ..source import Span
from ..syntax import Atom
from ..vocabulary import Sort
from .atoms import cover
from .scope import Noun, Scope, fail

NOUNS: tuple[Sort, ...] = ("kind", "enum", "zone", "value", "marker")
OWN_NOUNS = {
    "player": False, "players": True, "card": False, "cards": True, "zone": False, "ability": False, "abilities": True,
}  # fmt: skip


class Walk(ABC):
    """The words of a chain; `i` is where the reading stands. In a *pattern* what is read is asked about."""

    def __init__(
        self, scope: Scope, atoms: Sequence[Atom], pattern: bool = False, var: str | None = None, bare: bool = False
    ) -> None:
        self.scope, self.atoms, self.pattern = scope, atoms, pattern
        self.bare = bare  # after `for each` and `no`, one thing needs no word before it
        self.vocabulary = scope.vocabulary
        self.texts = [a.text if a.kind in ("word", "det", "pron") else "\0" for a in atoms]
        self.i = 0
        self.var = var  # the variable of the outermost noun

    @property
    def end(self) -> bool:
        return self.i >= len(self.atoms)

    def at(self, offset: int = 0) -> Atom | None:
        return self.atoms[self.i + offset] if self.i + offset < len(self.atoms) else None

    def text(self, offset: int = 0) -> str:
        a = self.at(offset)
        return a.text if a is not None and a.kind != "name" else ""

    def glue(self, *words: str) -> bool:
        a = self.at()
        return a is not None and a.kind == "glue" and a.text in words

    def take(self) -> Atom:
        a = self.at()
        if a is None:
            last = self.atoms[-1].span
            fail("missing-word", "something is missing after these words", cover(self.atoms) if self.atoms else last)
        self.i += 1
        return a

    def span_from(self, start: int) -> Span:
        return self.atoms[start].span.to(self.atoms[max(start, self.i - 1)].span)

    def finish(self) -> None:
        a = self.at()
        if a is not None:
            if a.kind == "word":
                self.unknown(a, [], "")
            fail("misplaced-word", f"`{a.text}` does not belong after these words", a.span)

    def phase_words(self, offset: int = 0) -> str | None:
        """`this turn`: the phase, if these words stand here."""
        a = self.at(offset)
        if a is None or a.text != "this" or a.kind != "pron" or self.i + offset + 1 >= len(self.atoms):
            return None
        length, found = self.vocabulary.match(self.texts, self.i + offset + 1, ("phase",))
        return found[0].name if length else None

    def take_span(self) -> str | None:
        """`this turn` at the end of a piece of history."""
        phase = self.phase_words()
        if phase is not None:
            self.i += 1 + len(phase.split(" "))
        return phase

    def glue_after(self, offset: int) -> bool:
        a = self.at(offset)
        return a is not None and a.kind == "glue"

    def after_is(self, word: str, offset: int) -> bool:
        a = self.at(offset)
        return a is not None and a.kind == "glue" and a.text == word

    def unknown(self, a: Atom, fitting: list[str], place: str) -> None:
        known = self.vocabulary.is_declared(a.text) or a.text in self.scope.locals
        if known:
            fail(
                "misplaced-word",
                f"`{a.text}` does not belong here",
                a.span,
                f"here may stand {place}" if place else None,
            )
        fitting = fitting or [*self.vocabulary.written(NOUNS), *OWN_NOUNS]
        near = nearest(a.text, [*(w for name in fitting for w in name.split(" ")), *self.scope.locals])
        help = f"did you mean `{near}`?" if near else (f"here may stand {place}" if place else None)
        fail("unknown-word", f"no word `{a.text}`", a.span, help, near)

    @abstractmethod
    def noun(self, outermost: bool = False, counted: bool = False) -> Noun:
        """One noun phrase; see `nouns`."""

    @abstractmethod
    def count(self) -> ir.Expr | None:
        """A number before a noun; see `nouns`."""
        ...

    @abstractmethod
    def card_named(self, a: Atom, var: str) -> Noun: ...

    @abstractmethod
    def of_somebody(self, a: Atom, possessor: ir.Expr | None, var: str, start: int) -> Noun:
        """`owner`, `neighbour`, `seat`; see `own_words`."""
        ...

    @abstractmethod
    def of_player(self, what: str, span: Span, possessor: ir.Expr | None) -> ir.Expr: ...
