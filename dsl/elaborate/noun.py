"""A noun phrase as read, and what may be asked of it without reading on."""

from __future__ import annotations

from dataclasses import dataclass, field

from .. import ir
from ..source import Span
from ..syntax import Atom, Word
from .mistakes import fail
from .terms import TRUTH, both, equal, says


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
    head: Atom | None = None  # the word that says what it is
    everything: bool = False  # the base is every card or player there is: being one of it needs no test
    mapped: tuple[str, ir.Expr, ir.Expr] | None = None
    all_of: str | None = None  # `all gold`: all there is of this counted marker, wherever the role says
    binder: Word | None = None
    call: tuple[str, list[Noun]] | None = None  # in a pattern: a value and what it is asked about

    @property
    def many(self) -> bool:
        """Return whether it speaks of several things."""
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


def settled(noun: Noun) -> None:
    """`gold of players` is several amounts; one of them must be asked for."""
    if noun.mapped is not None and not noun.many:
        fail("missing-word", "these are several amounts", noun.span, "write `total`, `highest` or `lowest` before it")


def uncounted(noun: Noun, message: str = "a count of things cannot come here", help: str | None = None) -> None:
    """Where things are spoken of that nobody picks, `2`, `up to`, `any number of` and `random` mean nothing."""
    if noun.random or noun.up_to or noun.any_number or (noun.many and noun.count is not None):
        fail("misplaced-word", message, noun.span, help)


def number(noun: Noun) -> ir.Expr:
    """Return a noun that must be one number or amount, as an expression."""
    settled(noun)
    if noun.many or noun.base.type.sort not in ("number", "amount"):
        fail("wrong-type", f"a number should come here, not {says(noun.base.type)}", noun.span)
    uncounted(noun, "no count can come before this number")
    return noun.base
