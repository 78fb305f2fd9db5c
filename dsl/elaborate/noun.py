"""Represents a noun phrase as read, with what can be asked of it without reading on."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

from .. import ir
from ..source import Span
from ..syntax import Atom, Word
from .mistakes import fail
from .terms import ANY_CARD, TRUTH, both, equal, says


@dataclass(slots=True)
class Noun:
    """A noun phrase as read: a single thing, an amount, or some things that fit a description.

    If `base.type.many`, the phrase names those of `base` for which all of `conds` hold; `var` is the thing in them.
    `det`, `count` and the other fields tell how many of them are meant. `mapped` is (variable, set, body) if the phrase
    has one result for each thing of a set.
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
    everything: bool = False  # the base is every card or player, so no test is needed
    mapped: tuple[str, ir.Expr, ir.Expr] | None = None
    all_of: str | None = None  # `all gold`: all of this counted marker that the one named by the role has
    binder: Word | None = None
    call: tuple[str, list[Noun]] | None = None  # in a pattern: a value and its arguments
    next_to: tuple[Literal["left", "right"], ir.Expr] | None = None  # only the first of them to this side of a player
    told_of: Noun | None = None  # of which things the number is told: a filter behind it speaks of these

    @property
    def many(self) -> bool:
        """Returns whether the phrase names several things."""
        return self.base.type.many

    @property
    def item(self) -> ir.Type:
        """Returns the type of one of them."""
        t = self.base.type
        return ir.Type(t.sort, t.name) if t.many else t

    def set(self) -> ir.Expr:
        """Returns the things it names, as one expression."""
        if not self.conds:
            return replace(self.base, span=self.span) if isinstance(self.base, ir.AllOf) else self.base
        return ir.Where(
            type=self.base.type, span=self.span, var=self.var, of=self.base, cond=both(self.conds, self.span)
        )

    def test(self, of: ir.Type | None = None) -> list[ir.Expr]:
        """Returns the conditions under which the variable is one of them. `of`: what the variable may stand for; where
        that can be a card of any kind, its kind is a condition too."""
        if not self.many:
            return [equal(ir.Var(type=self.base.type, span=self.span, name=self.var), self.base, self.span)]
        any_card = of is not None and of.sort == "card" and of.name is None
        if self.everything and not (any_card and self.item.name is not None):
            return list(self.conds)
        t = ANY_CARD if self.everything else self.item
        me = ir.Var(type=t, span=self.span, name=self.var)
        return [ir.Among(type=TRUTH, span=self.span, of=me, in_=self.base), *self.conds]


def settled(noun: Noun) -> None:
    """Reports several amounts where one is needed, such as `gold of players`."""
    if noun.mapped is not None and not noun.many:
        fail("missing-word", "these are several amounts", noun.span, "write `total`, `highest` or `lowest` before it")


def uncounted(noun: Noun, message: str = "a count of things cannot come here", help: str | None = None) -> None:
    """Reports `2`, `up to`, `any number of` and `random` where nobody picks things, so that they mean nothing."""
    if noun.random or noun.up_to or noun.any_number or (noun.many and noun.count is not None):
        fail("misplaced-word", message, noun.span, help)


def number(noun: Noun) -> ir.Expr:
    """Returns a noun that must be one number or amount, as an expression."""
    settled(noun)
    if noun.many or noun.base.type.sort not in ("number", "amount"):
        fail("wrong-type", f"a number should come here, not {says(noun.base.type)}", noun.span)
    uncounted(noun, "no count can come before this number")
    return noun.base
