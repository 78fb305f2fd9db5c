"""Finds the value of a noun phrase where it is used: one thing, several, a number, or something picked at random."""

from __future__ import annotations

from dataclasses import replace

from .. import ir
from ..source import Span
from ..words import with_article
from .mistakes import fail, wrong
from .noun import Noun, settled
from .scope import Scope
from .terms import NUMBER, TRUTH, fits, says


def the_one(scope: Scope, noun: Noun) -> Noun:
    """Returns `the crowned player` as one thing if a single marker tells which, and `the next player left of you`. For
    any other `the` before several things it raises `Mistake`."""
    if noun.next_to is not None:
        side, of = noun.next_to
        nearest = ir.Neighbour(type=noun.item, span=noun.span, side=side, of=of, among=noun.set())
        return Noun(nearest, noun.span, noun.var, binder=noun.binder)
    if (
        noun.det != "the"
        or not noun.many
        or noun.plural is not False
        or noun.random
        or noun.mapped
        or noun.count is not None
    ):
        return noun
    if len(noun.conds) == 1:
        cond = noun.conds[0]
        if isinstance(cond, ir.QualityOf):
            quality = scope.vocabulary.qualities[cond.quality]
            cond = quality.cond or cond
        if isinstance(cond, ir.Has) and scope.vocabulary.markers[cond.mark].single:
            holder = ir.Holder(type=noun.item, span=noun.span, mark=cond.mark)
            return Noun(holder, noun.span, noun.var, binder=noun.binder)
    what = noun.head.text if noun.head is not None else "one"
    help = f"write `{with_article(what)}`, `any {what}`, or the name it was given"
    raise wrong("which-one", f"which {what}?", noun.span, help)


def value(scope: Scope, noun: Noun, name: str | None = None) -> ir.Expr:
    """Returns the thing, or the things, that a phrase names where it is used. A random thing is picked just before;
    `name` becomes its variable."""
    if noun.random:
        return pick_random(scope, noun, name)
    settled(noun)
    if not noun.many:
        if noun.all_of:
            fail("missing-word", f"how much `{noun.all_of}`?", noun.span, f"write a number, or `all {noun.all_of}`")
        return noun.base
    if noun.any_number or noun.up_to or noun.count is not None:
        fail("who-picks", "nothing says who picks these", noun.span, "let somebody `choose` them first")
    if noun.det == "all" or (noun.plural is not False and noun.det in (None, "the")):
        return noun.set()
    help = "let somebody `choose` it first, or write `random`"
    raise wrong("who-picks", "nothing says who picks this one", noun.span, help)


def values(scope: Scope, noun: Noun, wanted: ir.Type, what: str) -> ir.Expr:
    """Returns the value of a phrase that must have the type `wanted`. `what` is the word before it."""
    found = value(scope, noun)
    if not fits(wanted, found.type):
        fail("wrong-type", f"`{what}` takes {says(wanted)}, not {says(found.type)}", noun.span)
    return found


def pick_random(scope: Scope, noun: Noun, name: str | None = None) -> ir.Expr:
    """Adds a statement before the one at hand that picks one thing, or as many as are counted. Returns their
    variable."""
    if scope.before is None:
        fail("misplaced-word", "nothing can be picked at random here", noun.span, "pick it before, with `let`")
    one = noun.count is None
    if one and noun.det not in ("a", "an"):
        fail("wrong-article", "write `a random …`, or a number", noun.span)
    count = noun.count or ir.Num(type=NUMBER, span=noun.span, value=1)
    of = noun.set()
    if isinstance(of, ir.Numbers):  # a die begins at 1
        of = replace(of, low=ir.Num(type=NUMBER, span=of.span, value=1))
    var = name or scope.desk.unnamed()
    scope.before.append(ir.PickRandom(span=noun.span, name=var, of=of, count=count, single=one))
    t = noun.item if one else noun.base.type
    return ir.Var(type=t, span=noun.span, name=var)


def existing(noun: Noun, span: Span) -> ir.Expr:
    """Returns the condition of `there is …`: there is at least one, or as many as are counted."""
    if not noun.many:
        fail("wrong-type", f"`there is` asks for one of several things, not for {says(noun.base.type)}", noun.span)
    if noun.up_to or noun.any_number or noun.random:
        fail("misplaced-word", "`there is` asks for one at least, or for a number of them", noun.span)
    if noun.count is not None:
        size = ir.Size(type=NUMBER, span=noun.span, of=noun.set())
        return ir.Is(type=TRUTH, span=span, op=">=", left=size, right=noun.count)
    return ir.Some(type=TRUTH, span=span, of=noun.set())
