"""Reads phrases: noun phrases with their filters, and arithmetic in words. `nouns` reads the words of one chain."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..source import Span
from . import conditions
from .atoms import atoms
from .nouns import LoneWord, Reader
from .scope import (
    ABILITY,
    NUMBER,
    TRUTH,
    Atom,
    Desk,
    Mistake,
    Node,
    Noun,
    Scope,
    equal,
    fail,
    fits,
    negated,
    number,
    says,
    settled,
    tree,
    uncounted,
    wrong,
)

__all__ = ["TRUTH", "Mistake", "ability_noun", "chain", "noun_phrase", "operand", "read_words", "value", "values"]


def read_words(
    scope: Scope,
    words: list[Atom],
    pattern: bool = False,
    var: str | None = None,
    bare: bool = False,
    filters: bool = False,
) -> Noun:
    """A flat list of words, all of it one noun phrase. With `filters`, some are still to come."""
    try:
        reader = Reader(scope, words, pattern, var, bare)
        noun = reader.noun(outermost=True)
        reader.finish()
        return noun if filters else the_one(scope, noun)
    except LoneWord as lone:
        enum = lone.adjective.enums[0]
        word = ir.Word(type=ir.Type("enum", enum), span=lone.adjective.span, word=lone.adjective.name)
        return Noun(word, word.span, var or "")


def chain(scope: Scope, node: Node) -> Noun:
    return read_words(scope, atoms(scope.desk, node))


def noun_phrase(
    scope: Scope,
    node: Node,
    pattern: bool = False,
    bare: bool = False,
    bind: bool = False,
    order: bool = False,
) -> Noun:
    """An `np`: perhaps a local name, a chain, filters. With `bind`, the local name becomes the noun's variable, to be
    used in its filters already; the name is declared by the caller. With `order`, `in order of VALUE` may follow the
    noun and is left to the caller."""
    binder, body = node.children[0], node.children[1]
    assert isinstance(body, Tree)
    token: Token | None = None
    var = None
    if isinstance(binder, Tree):
        first = binder.children[0]
        assert isinstance(first, Token)
        token = first
        if not (bind or order):
            fail("misplaced-word", "a name cannot be given here", scope.desk.span(token), "leave the name out")
        if bind:
            var = scope.desk.unique(str(token))
    words = atoms(scope.desk, body)
    if order:
        words = words[: order_at(words)]
    noun = read_words(scope, words, pattern, var, bare, True)
    noun.var = noun.var or var or scope.desk.unnamed()
    if var is not None and noun.var != var:
        fail("misplaced-word", "a name cannot stand before these words", noun.span)
    noun.binder = token
    filters = [f for f in node.children[2:] if isinstance(f, Tree)]
    return the_one(scope, filtered(scope, noun, filters))


def the_one(scope: Scope, noun: Noun) -> Noun:
    """`the crowned player`: where a single marker lies there is just one; else `the` asks which."""
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
    raise wrong("which-one", f"which {what}?", noun.span, f"write `a {what}`, `any {what}`, or the name it was given")


def order_at(words: list[Atom]) -> int:
    """Where `in order of` begins, or the end."""
    for i in range(1, len(words) - 3):
        if words[i].text == "in" and words[i + 1].text == "order" and words[i + 2].text == "of":
            return i
    return len(words)


def filtered(scope: Scope, noun: Noun, filters: list[Node]) -> Noun:
    for node in filters:
        if not noun.many:
            fail(
                "misplaced-word",
                f"only one of several things can be told by a filter, not {says(noun.base.type)}",
                scope.desk.span(node),
            )
        me = ir.Var(type=noun.item, span=noun.span, name=noun.var)
        inner = scope.inner(it=me, before=None)
        if node.data == "except":
            child = node.children[0]
            assert isinstance(child, Tree)
            gone = chain(scope, child)
            uncounted(gone, "nobody picks these", "let somebody `choose` them first")
            if gone.item.sort != noun.item.sort:
                fail(
                    "wrong-type",
                    f"these are {says(noun.base.type)}, and {says(gone.item)} is not one of them",
                    gone.span,
                )
            if gone.many:
                among = ir.Among(type=TRUTH, span=gone.span, of=me, in_=gone.set())
                noun.conds.append(negated(among))
            else:
                noun.conds.append(negated(equal(me, gone.base, gone.span)))
        elif noun.item == ABILITY and node.data == "that_one_may":
            noun = ability_noun(scope, noun, node)
        else:
            noun.conds.append(conditions.filter_condition(inner, me, node))
        noun.span = noun.span.to(scope.desk.span(node))
    return noun


def ability_noun(scope: Scope, noun: Noun, node: Node) -> Noun:
    """`an ability that they may use`."""
    who, force, verb = node.children
    assert isinstance(who, Tree) and isinstance(verb, Token) and isinstance(force, Tree)
    if str(verb) != "use" or str(force.children[0]) != "may":
        fail("wrong-type", "an ability is there to be used", scope.desk.span(verb), "write `that you may use`")
    doer = chain(scope, who)
    if doer.many or doer.base.type.sort != "player":
        fail("wrong-type", f"a player uses an ability, not {says(doer.base.type)}", doer.span)
    base = ir.Abilities(type=noun.base.type, span=noun.span, of=doer.base)
    return replace(noun, base=base, everything=False)


# ---- arithmetic ----------------------------------------------------------------------------------------------------


def operand(scope: Scope, node: Node) -> Noun:
    """Anything that may stand after a verb."""
    span = scope.desk.span(node)
    c = node.children
    match str(node.data):
        case "chain":
            return chain(scope, node)
        case "some":
            first = c[0]
            assert isinstance(first, Tree)
            noun = read_words(scope, atoms(scope.desk, first), filters=True)
            return the_one(scope, filtered(scope, noun, [f for f in c[1:] if isinstance(f, Tree)]))
        case "times":
            return times(scope, tree(c[0]), tree(c[2]), span)
        case "ceiling":
            of = number(operand(scope, tree(c[0])))
            high = ir.Num(type=of.type, span=span, value=int(str(c[1])))
            return Noun(ir.AtMost(type=of.type, span=span, of=of, high=high), span)
        case "floor":
            of = number(operand(scope, tree(c[0])))
            floor = ir.AtLeast(type=of.type, span=span, of=of, low=int(str(c[1])))
            return Noun(floor, span)
        case "compare":
            amount, whole = number(operand(scope, tree(c[0]))), number(operand(scope, tree(c[2])))
            if str(c[1]) == "more":
                return Noun(arith(scope, "+", whole, amount, span), span)
            less = arith(scope, "-", whole, amount, span)
            return Noun(ir.AtLeast(type=less.type, span=span, of=less, low=0), span)
        case "arith":
            left, right = number(operand(scope, tree(c[0]))), number(operand(scope, tree(c[2])))
            return Noun(arith(scope, "+" if str(c[1]) == "plus" else "-", left, right, span), span)
        case "half":
            noun = chain(scope, tree(c[0]))
            if noun.all_of:
                fail("missing-word", f"half of whose `{noun.all_of}`?", noun.span)
            of = number(noun)
            return Noun(ir.Half(type=of.type, span=span, of=of, up=str(c[1]) == "up"), span)
        case other:
            raise AssertionError(f"an operand of shape {other}")


def times(scope: Scope, base: Node, each: Node, span: Span) -> Noun:
    """`1 gold for each X`, `1 card for each X`."""
    noun = operand(scope, base)
    how_many = how_often(noun_phrase(scope, each, bare=True), span)
    if noun.many and noun.count is not None:
        return replace(noun, count=product(noun.count, how_many, NUMBER, span), span=span)
    amount = number(noun)
    return Noun(product(amount, how_many, amount.type, span), span)


def how_often(things: Noun, span: Span) -> ir.Expr:
    """What `for each` counts: things, or the units of an amount (`each gold of you`)."""
    uncounted(things, "`for each` counts one by one", "leave the number out")
    if things.many:
        return ir.Size(type=NUMBER, span=things.span, of=things.set())
    if things.base.type.sort == "amount" and not things.all_of:
        return replace(things.base, type=NUMBER)
    raise wrong("wrong-type", f"`for each` counts several things, not {says(things.base.type)}", things.span)


def product(left: ir.Expr, right: ir.Expr, t: ir.Type, span: Span) -> ir.Expr:
    if isinstance(left, ir.Num) and left.value == 1:
        return replace(right, type=t, span=span)
    return ir.Arith(type=t, span=span, op="*", left=left, right=right)


def arith(scope: Scope, op: str, left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """A plain number may be added to an amount; two different amounts may not."""
    a, b = left.type, right.type
    if a.sort == "amount" and b.sort == "amount" and a != b:
        fail("wrong-type", f"{says(a)} and {says(b)} cannot be added up", span)
    t = a if a.sort == "amount" else b if b.sort == "amount" else NUMBER
    return ir.Arith(type=t, span=span, op=op, left=left, right=right)  # type: ignore[arg-type]


# ---- what a phrase is worth in a deed ------------------------------------------------------------------------------


def value(scope: Scope, noun: Noun, want: str = "", name: str | None = None) -> ir.Expr:
    """The thing, or the things, a phrase stands for where it is used. Something random is picked just before."""
    if noun.random:
        return pick_random(scope, noun, name)
    settled(noun)
    if not noun.many:
        if noun.all_of:
            fail("missing-word", f"how much `{noun.all_of}`?", noun.span, f"write a number, or `all {noun.all_of}`")
        return noun.base
    if noun.any_number or noun.up_to or noun.count is not None:
        fail("who-picks", "it is not said who picks these", noun.span, "let somebody `choose` them first")
    if noun.det == "all" or (noun.plural is not False and noun.det in (None, "the")):
        return noun.set()
    raise wrong(
        "who-picks", "it is not said who picks this one", noun.span, "let somebody `choose` it first, or write `random`"
    )


def values(scope: Scope, noun: Noun, wanted: ir.Type, what: str) -> ir.Expr:
    """The same, where something of a type is wanted."""
    found = value(scope, noun)
    if not fits(wanted, found.type):
        fail("wrong-type", f"`{what}` takes {says(wanted)}, not {says(found.type)}", noun.span)
    return found


def pick_random(scope: Scope, noun: Noun, name: str | None = None) -> ir.Expr:
    if scope.before is None:
        fail("misplaced-word", "nothing can be picked at random here", noun.span, "pick it before, with `let`")
    one = noun.count is None
    if one and noun.det not in ("a", "an"):
        fail("wrong-article", "write `a random` one, or how many", noun.span)
    count = noun.count or ir.Num(type=NUMBER, span=noun.span, value=1)
    of = noun.set()
    if isinstance(of, ir.Numbers):  # a die begins at 1
        of = replace(of, low=ir.Num(type=NUMBER, span=of.span, value=1))
    var = name or scope.desk.unnamed()
    scope.before.append(ir.PickRandom(span=noun.span, name=var, of=of, count=count, single=one))
    t = noun.item if one else noun.base.type
    return ir.Var(type=t, span=noun.span, name=var)


def spans(desk: Desk, nodes: list[Node]) -> Span:
    return desk.span(nodes[0]).to(desk.span(nodes[-1]))
