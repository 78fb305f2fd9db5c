"""What a phrase may speak of where it stands: its card, who acts, local names; and where mistakes are collected."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import NoReturn

from .. import ir, syntax
from ..diagnostic import Diagnostic, Fix
from ..messages import reworded
from ..nearest import nearest
from ..source import Source, Span
from ..vocabulary import Vocabulary
from ..words import listed, plural, with_article

PLAYER = ir.Type("player")
NUMBER = ir.Type("number")
TRUTH = ir.Type("truth")
BANK = ir.Type("bank")
ABILITY = ir.Type("ability")
ANY_CARD = ir.Type("card")


class Mistake(Exception):
    """Reading stops here: the author's mistake, or None if it was reported where it was made."""

    def __init__(self, diagnostic: Diagnostic | None) -> None:
        super().__init__(diagnostic.message if diagnostic else "reported elsewhere")
        self.diagnostic = diagnostic


def fail(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> NoReturn:
    raise Mistake(mistake(code, message, span, help, fix))


def wrong(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Mistake:
    """The same, to be raised where nothing can follow."""
    return Mistake(mistake(code, message, span, help, fix))


def unknown(
    message: str,
    span: Span,
    word: str,
    fitting: Iterable[str],
    lead: str = "here may stand",
    code: str = "unknown-word",
) -> NoReturn:
    """A word that is none of those that fit: the nearest is suggested, or else some are listed."""
    raise unknown_word(message, span, word, fitting, lead, code)


def unknown_word(
    message: str,
    span: Span,
    word: str,
    fitting: Iterable[str],
    lead: str = "here may stand",
    code: str = "unknown-word",
) -> Mistake:
    fitting = [w for w in dict.fromkeys(fitting) if w]
    near = nearest(word, fitting)
    return wrong(code, message, span, f"did you mean `{near}`?" if near else f"{lead} {listed(fitting)}", near)


def mistake(code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> Diagnostic:
    fixes = (Fix(f"write `{fix}`", span, fix),) if fix is not None else ()
    return Diagnostic(code, message, span, help, fixes=fixes)


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


@dataclass(slots=True)
class Desk:
    """Shared by everything within one declaration: its file, the vocabulary, the mistakes, the names in use."""

    source: Source
    vocabulary: Vocabulary
    diagnostics: list[Diagnostic]
    taken: set[str] = field(default_factory=set)
    fresh: int = 0
    began: int = 0  # how many diagnostics there were when this declaration was begun

    def __post_init__(self) -> None:
        self.began = len(self.diagnostics)

    def natural(self, span: Span) -> None:
        """Stop if these words, which do not belong together, are a natural way of saying something else."""
        for word in re.finditer(r"\S+", self.source.text[span.start : span.end]):
            answer = reworded(self.source, span.start + word.start())
            if answer is not None:
                raise Mistake(answer)

    def report(self, code: str, message: str, span: Span, help: str | None = None, fix: str | None = None) -> None:
        self.diagnostics.append(mistake(code, message, span, help, fix))

    def note(self, error: Mistake) -> None:
        found = error.diagnostic
        if found is None:
            return
        if found.code in REWORDED:
            found = reworded(self.source, found.span.start) or found
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
        return self.desk.vocabulary

    def inner(self, **changes: object) -> Scope:
        """The scope of a block inside this one: what it declares ends with it."""
        return replace(self, locals=dict(self.locals), **changes)  # type: ignore[arg-type]

    def declare(
        self, word: syntax.Word, type_: ir.Type | None, var: str | None = None, picked: ir.Expr | None = None
    ) -> str:
        """A new local name, which must be a new word."""
        span, name = word.span, word.text
        if name in self.locals:
            code, message = "duplicate-name", f"`{name}` already means something here"
            self.desk.report(code, message, span, "choose another word")
        elif self.vocabulary.is_declared(name) or name in RESERVED:
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


RESERVED = frozenset(
    [
        "player",
        "players",
        "card",
        "cards",
        "number",
        "total",
        "highest",
        "lowest",
        "top",
        "rest",
        "left",
        "right",
        "neighbour",
        "owner",
        "seat",
        "bank",
        "active",
        "random",
        "ability",
        "abilities",
        "unused",
        "name",
        "order",
    ]
)


@dataclass(slots=True)
class Noun:
    """A noun phrase as read: a single thing, an amount, or some things that fit a description.

    If `base.type.many`, it speaks of those of `base` for which all of `conds` hold of `var`. `det`, `count` and the
    rest tell how many of them are meant. `mapped` is (variable, set, body) when it is one result for each of a set.
    """

    base: ir.Expr
    span: Span
    var: str = ""
    conds: list[ir.Expr] = field(default_factory=list)
    det: str | None = None
    count: ir.Expr | None = None
    up_to: bool = False
    any_number: bool = False
    ordered: bool = False  # `an order of`: all of them, one after the other
    random: bool = False
    plural: bool | None = False  # None: the word is the same for one and many
    head: syntax.Atom | None = None  # the word that says what it is
    everything: bool = False  # the base is every card or player there is: being one of it needs no test
    mapped: tuple[str, ir.Expr, ir.Expr] | None = None
    all_of: str | None = None  # `all gold`: all there is of this counted marker, wherever the role says
    binder: syntax.Word | None = None
    call: tuple[str, list[Noun]] | None = None  # in a pattern: a value and what it is asked about

    @property
    def many(self) -> bool:
        return self.base.type.many

    @property
    def item(self) -> ir.Type:
        """The type of one of them."""
        t = self.base.type
        return ir.Type(t.sort, t.name) if t.many else t

    def set(self) -> ir.Expr:
        """Those it speaks of, as one expression."""
        if not self.conds:
            return self.base
        return ir.Where(
            type=self.base.type, span=self.span, var=self.var, of=self.base, cond=both(self.conds, self.span)
        )

    def test(self) -> list[ir.Expr]:
        """What must hold of the variable for it to be one of them."""
        if not self.many:
            return [equal(ir.Var(type=self.base.type, span=self.span, name=self.var), self.base, self.span)]
        if self.everything:
            return list(self.conds)
        me = ir.Var(type=self.item, span=self.span, name=self.var)
        return [ir.Among(type=TRUTH, span=self.span, of=me, in_=self.base), *self.conds]


def both(parts: list[ir.Expr], span: Span) -> ir.Expr:
    return parts[0] if len(parts) == 1 else ir.And(type=TRUTH, span=span, parts=tuple(parts))


def conjunction(parts: list[ir.Expr], span: Span) -> ir.Expr | None:
    return both(parts, span) if parts else None


def negated(cond: ir.Expr) -> ir.Expr:
    if isinstance(cond, ir.Not):
        return cond.of
    return ir.Not(type=TRUTH, span=cond.span, of=cond)


def equal(left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    return ir.Is(type=TRUTH, span=span, op="==", left=left, right=right)


def says(t: ir.Type) -> str:
    """A type in the author's words: `a district`, `gold`, `players`."""
    name = t.name or t.sort
    match t.sort:
        case "amount":
            return name
        case "bearer":
            return " or ".join(with_article(w) if w != "bank" else "the bank" for w in name.split(" "))
        case "number" if t.name:
            return f"a number of {t.name}s"
        case "bank":
            return "the bank"
        case "truth":
            return "a condition"
    if t.many:
        return plural(name)
    return with_article(name)


def fits(wanted: ir.Type, got: ir.Type) -> bool:
    """Whether something of type `got` can stand where `wanted` is asked for."""
    if wanted.sort == "bearer":
        names = (wanted.name or "").split(" ")
        return not got.many and (got.sort in names or got.name in names)
    if wanted.sort != got.sort or (got.many and not wanted.many):
        return False
    return wanted.name is None or got.name is None or wanted.name == got.name


def settled(noun: Noun) -> None:
    """`gold of players` is several amounts; one of them must be asked for."""
    if noun.mapped is not None and not noun.many:
        fail("missing-word", "these are several amounts", noun.span, "write `total`, `highest` or `lowest` before it")


def uncounted(noun: Noun, message: str = "a count of things cannot stand here", help: str | None = None) -> None:
    """Where things are spoken of that nobody picks, `2`, `up to`, `any number of` and `random` mean nothing."""
    if noun.random or noun.up_to or noun.any_number or (noun.many and noun.count is not None):
        fail("misplaced-word", message, noun.span, help)


def number(noun: Noun) -> ir.Expr:
    settled(noun)
    if noun.many or noun.base.type.sort not in ("number", "amount"):
        fail("wrong-type", f"a number may stand here, not {says(noun.base.type)}", noun.span)
    uncounted(noun, "a number stands here by itself")
    return noun.base
