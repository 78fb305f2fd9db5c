"""Represents what a phrase can name where it is written: its card, who acts, local names; and collects mistakes."""

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

# Mistakes with these codes may be a natural wrong wording; then the answer names the right one.
REWORDED = frozenset(("unknown-word", "misplaced-word", "missing-word"))


@dataclass(slots=True)
class Local:
    """A local name. `type` is None if its meaning could not be read, which has been reported. `picked` is the set from
    which a choice took it, which `the rest of` needs."""

    var: str
    type: ir.Type | None
    span: Span
    used: bool = False
    picked: ir.Expr | None = None
    value: ir.Expr | None = None


@dataclass(frozen=True, slots=True)
class Reading:
    """Two readers that lower modules need. A noun phrase may hold a calculation in parentheses (`operand`), and a
    filter, whose condition holds noun phrases (`told` reads what a filter says of a thing)."""

    operand: Callable[[Scope, syntax.Operand], Noun]
    told: Callable[[Scope, ir.Expr, syntax.Telling], ir.Expr]


@dataclass(slots=True)
class Desk:
    """Everything that the readers of one declaration share: its file, the vocabulary, the mistakes, the names in use.
    `alone` says that this is a phrase by itself and no declaration."""

    source: Source
    vocabulary: Vocabulary
    diagnostics: list[Diagnostic]
    read: Reading
    taken: set[str] = field(default_factory=set)
    alone: bool = False
    fresh: int = 0
    began: int = 0  # how many diagnostics there were at the beginning of this declaration

    def __post_init__(self) -> None:
        self.began = len(self.diagnostics)

    def natural(self, span: Span) -> None:
        """Raises `Mistake` if these words, which do not belong together, are a natural way of saying something else."""
        for word in re.finditer(r"\S+", self.source.text[span.start : span.end]):
            answer = reworded(self.source, span.start + word.start(), phrase=self.alone)
            if answer is not None:
                raise Mistake(answer)

    def report(self, code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> None:
        """Adds a mistake; the reading goes on."""
        self.diagnostics.append(mistake(code, message, span, help, fix))

    def note(self, error: Mistake) -> None:
        """Adds the mistake at which the reading stopped. A natural wrong wording gets the answer that names the right
        one."""
        found = error.diagnostic
        if found is None:
            return
        if found.code in REWORDED:
            found = reworded(self.source, found.span.start, phrase=self.alone) or found
        self.diagnostics.append(found)

    def unnamed(self) -> str:
        """Returns a new variable for a noun that has no name of its own."""
        self.fresh += 1
        return f"it#{self.fresh}"

    def unique(self, name: str) -> str:
        """Returns a variable for a local name. It is unique within the declaration, although another block may use the
        name again."""
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
    """What a phrase can name. `this`, `it`, `they` and `doer` are None where there is no such thing.

    `before` collects the statements that must run before a phrase (a card picked at random); it is None where nothing
    can run.
    """

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
        """Returns the words that the files declare."""
        return self.desk.vocabulary

    def inner(
        self,
        it: ir.Expr | None = None,
        doer: ir.Expr | None = None,
        secret: bool | None = None,
        only_asked: bool = False,
    ) -> Scope:
        """Returns the scope of a block inside this one, with the given changes.

        The names that the block declares end with it. In a scope that is `only_asked`, nothing can run before a phrase.
        """
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
        """Declares a local name and returns its variable. Reports a name that already means something."""
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
        """Reports each local name that is never used: most likely another word is misspelt. Reports none if something
        else could not be read, because the name may be used there."""
        whole = len(self.desk.diagnostics) == self.desk.began
        for name, local in self.declared:
            if whole and not local.used and local.type is not None:
                self.desk.report("unused-name", f"`{name}` is never used", local.span, "use it, or leave the name out")
        self.declared.clear()
