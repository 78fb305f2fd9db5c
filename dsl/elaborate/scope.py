"""What a phrase may speak of where it stands: its card, who acts, local names; and where mistakes are collected."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

from .. import ir, language, syntax
from ..diagnostic import Diagnostic
from ..messages import reworded
from ..source import Source, Span
from ..vocabulary import Vocabulary
from .mistakes import Mistake, mistake
from .noun import Noun

# A natural way of saying something that this language says otherwise is answered as such, where its words mean nothing.
REWORDED = frozenset(("unknown-word", "misplaced-word", "missing-word"))


@dataclass(slots=True)
class Local:
    """A local name. `type` None: its meaning could not be read, which has been reported. `picked` is what the choice
    of it took from, so that `the rest of` that can be said."""

    var: str
    type: ir.Type | None
    span: Span
    used: bool = False
    picked: ir.Expr | None = None
    value: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Two readers that those below them need: here the language bites its own tail.

    A noun phrase may hold a calculation in parentheses (`operand`), and a filter, whose condition holds noun phrases
    (`told`: what a filter says of a thing)."""

    operand: Callable[[Scope, syntax.Operand], Noun]
    told: Callable[[Scope, ir.Expr, syntax.Telling], ir.Expr]


@dataclass(slots=True)
class Desk:
    """Shared by everything within one declaration: its file, the vocabulary, the mistakes, the names in use. `alone`:
    it is no declaration but a phrase by itself."""

    source: Source
    vocabulary: Vocabulary
    diagnostics: list[Diagnostic]
    read: Reading
    taken: set[str] = field(default_factory=set)
    alone: bool = False
    fresh: int = 0
    began: int = 0  # how many diagnostics there were when this declaration was begun

    def __post_init__(self) -> None:
        self.began = len(self.diagnostics)

    def natural(self, span: Span) -> None:
        """Stop if these words, which do not belong together, are a natural way of saying something else."""
        for word in re.finditer(r"\S+", self.source.text[span.start : span.end]):
            answer = reworded(self.source, span.start + word.start(), phrase=self.alone)
            if answer is not None:
                raise Mistake(answer)

    def report(self, code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> None:
        """Add a mistake, and read on."""
        self.diagnostics.append(mistake(code, message, span, help, fix))

    def note(self, error: Mistake) -> None:
        """Add a mistake at which reading stopped; a natural way of saying it otherwise is answered as such."""
        found = error.diagnostic
        if found is None:
            return
        if found.code in REWORDED:
            found = reworded(self.source, found.span.start, phrase=self.alone) or found
        self.diagnostics.append(found)

    def unnamed(self) -> str:
        """A variable for a noun that has no name of its own."""
        self.fresh += 1
        return f"it#{self.fresh}"

    def unique(self, name: str) -> str:
        """A variable for a local name, unique within the declaration although a name may return in another block."""
        if name not in self.taken:
            self.taken.add(name)
            return name
        n = 2
        while f"{name}#{n}" in self.taken:
            n += 1
        self.taken.add(f"{name}#{n}")
        return f"{name}#{n}"


@dataclass(slots=True)
class Scope:
    """What can be spoken of. `this`, `it`, `they` and `doer` are None where nothing of the sort exists.

    `before` collects statements a phrase needs to have run first (a card picked at random); None where nothing can."""

    desk: Desk
    this: ir.Var | None = None
    you: ir.Expr | None = None
    doer: ir.Expr | None = None
    they: ir.Expr | None = None
    it: ir.Expr | None = None
    locals: dict[str, Local] = field(default_factory=dict)
    declared: list[tuple[str, Local]] = field(default_factory=list)
    before: list[ir.Stmt] | None = None
    secret: bool = False

    @property
    def vocabulary(self) -> Vocabulary:
        """Return the words that the files declare."""
        return self.desk.vocabulary

    def inner(
        self,
        it: ir.Expr | None = None,
        doer: ir.Expr | None = None,
        secret: bool | None = None,
        only_asked: bool = False,
    ) -> Scope:
        """Return the scope of a block inside this one, in which some things are otherwise.

        What the block declares ends with it. What is `only_asked` can have nothing run before it."""
        return Scope(
            desk=self.desk,
            this=self.this,
            you=self.you,
            doer=self.doer if doer is None else doer,
            they=self.they,
            it=self.it if it is None else it,
            locals=dict(self.locals),
            declared=self.declared,
            before=None if only_asked else self.before,
            secret=self.secret if secret is None else secret,
        )

    def declare(
        self, word: syntax.Word, type_: ir.Type | None, var: str | None = None, picked: ir.Expr | None = None
    ) -> str:
        """A new local name, which must be a new word."""
        span, name = word.span, word.text
        if name in self.locals:
            code, message = "duplicate-name", f"`{name}` already means something here"
            self.desk.report(code, message, span, "choose another word")
        elif self.vocabulary.is_declared(name) or name in language.OWN:
            self.desk.report("duplicate-name", f"`{name}` is a word of the game", span, "choose another word for it")
        local = Local(var or self.desk.unique(name), type_, span, picked=picked)
        self.locals[name] = local
        self.declared.append((name, local))
        return local.var

    def check_used(self) -> None:
        """Each local name must be used: one that is not is most likely a slip in the word that should have been it.
        Where something else could not be read, it may have been used there."""
        whole = len(self.desk.diagnostics) == self.desk.began
        for name, local in self.declared:
            if whole and not local.used and local.type is not None:
                self.desk.report("unused-name", f"`{name}` is never used", local.span, "use it, or leave the name out")
        self.declared.clear()
