"""Reads phrases: noun phrases with their filters, and arithmetic in words. `nouns` reads the words of one chain."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from .. import ir, syntax
from ..checks.nodes import below
from ..renaming import put_in
from ..source import Span
from ..syntax import Atom
from .mistakes import fail, wrong
from .noun import Noun, number, uncounted
from .nouns import read_noun, reader
from .possessed import possessed
from .scope import Scope
from .terms import ABILITY, NUMBER, TRUTH, equal, negated, says
from .worth import the_one


def read_words(
    scope: Scope,
    words: Sequence[Atom],
    pattern: bool = False,
    var: str | None = None,
    bare: bool = False,
    filters: bool = False,
) -> Noun:
    """Reads a flat list of words, all of it one noun phrase. With `filters`, some are still to come."""
    c = reader(scope, words, pattern, var, bare)
    noun = read_noun(c, outermost=True)
    c.finish()
    return noun if filters else the_one(scope, noun)


def chain(scope: Scope, node: syntax.Chain) -> Noun:
    """Reads the words of a chain as one noun phrase."""
    return read_words(scope, node.atoms)


def together(scope: Scope, node: syntax.NounPhrase) -> Noun:
    """Reads `each of you and foe`: some single things, one after the other."""
    words, span = node.chain.atoms, node.span
    if node.filters:
        fail("misplaced-word", "no `that …` and no `whose …` can come here", node.filters[0].span)
    if [word.text for word in words[:2]] != ["each", "of"]:
        fail("wrong-article", "`and` joins several only behind `each of`", span, "write `each of` before the first")
    parts: list[list[Atom]] = [[]]
    for word in words[2:]:
        if word.text == "and":
            parts.append([])
        else:
            parts[-1].append(word)
    nouns = [read_words(scope, part) for part in parts]
    item = nouns[0].item
    for noun in nouns:
        uncounted(noun)
        if noun.many or noun.item != item:
            fail("wrong-type", f"each of these is {says(item)}, not {says(noun.base.type)}", noun.span)
    base = ir.Together(type=replace(item, many=True), span=span, parts=tuple([noun.base for noun in nouns]))
    return Noun(base, span, det="each")


def noun_phrase(
    scope: Scope,
    node: syntax.NounPhrase,
    pattern: bool = False,
    bare: bool = False,
    bind: bool = False,
    order: bool = False,
) -> Noun:
    """Reads a noun phrase: perhaps a local name, a chain, filters. With `bind`, the local name becomes the variable of
    the noun, so that its filters can use it; the caller declares the name. With `order`, `in order of VALUE` may follow
    the noun, and the caller reads it."""
    name, words = node.name, node.chain.atoms
    if name is not None and not (bind or order):
        fail("misplaced-word", "a name cannot be given here", name.span, "leave the name out")
    var = scope.desk.unique(name.text) if name is not None and bind else None
    if order:
        words = words[: order_at(words)]
    noun = read_words(scope, words, pattern, var, bare, True)
    noun.var = noun.var or var or scope.desk.unnamed()
    if var is not None and noun.var != var:
        fail("misplaced-word", "a name cannot come before these words", noun.span)
    noun.binder = name
    return the_one(scope, filtered(scope, noun, node.filters))


def order_at(words: Sequence[Atom]) -> int:
    """Returns where `in order of` begins, or the number of words if it does not occur."""
    for i in range(1, len(words) - 3):
        if words[i].text == "in" and words[i + 1].text == "order" and words[i + 2].text == "of":
            return i
    return len(words)


def filtered(scope: Scope, noun: Noun, filters: Sequence[syntax.Filter]) -> Noun:
    """Adds filters to a noun: it keeps the things for which all of them hold. Behind `number of` and `highest cost of`
    they speak of the things that are counted."""
    if filters and not noun.many and noun.told_of is not None and isinstance(noun.base, ir.Size | ir.Fold):
        things = filtered(scope, noun.told_of, filters)
        return replace(noun, base=replace(noun.base, of=things.set()), told_of=things, span=noun.span.to(things.span))
    for node in filters:
        if noun.next_to is None and any(isinstance(n, ir.Neighbour) and n.among is not None for n in below(noun.base)):
            message = f"this speaks of {says(noun.item)}, and not of the next player"
            help = "give the player a name first: `let heir be the next player left of …`"
            fail("misplaced-word", message, node.span, help)
        if not noun.many:
            message = f"`that …` and `whose …` select from several things, not from {says(noun.base.type)}"
            fail("misplaced-word", message, node.span)
        me = ir.Var(type=noun.item, span=noun.span, name=noun.var)
        match node:
            case syntax.Except(gone):
                noun.conds.append(negated(excepted(me, chain(scope, gone)), node.span))
            case syntax.ThatMay() if noun.item == ABILITY:
                noun = ability_noun(scope, noun, node)
            case syntax.Whose() if (op := extreme(node)) is not None:
                noun.conds.append(superlative(scope, noun, node, op))
            case _:
                noun.conds.append(scope.desk.read.told(scope.inner(it=me, only_asked=True), me, node))
        noun.span = noun.span.to(node.span)
    return noun


def whose(scope: Scope, me: ir.Expr, node: syntax.Chain) -> ir.Expr:
    """Reads what the thing has: its hand, its owner, its cost."""
    c = reader(scope, node.atoms)
    noun = possessed(c, 0, me, "")
    c.finish()
    return noun.set()


def extreme(node: syntax.Whose) -> Literal["highest", "lowest"] | None:
    """Returns the word after `is`, if it is one of these alone."""
    match node.said.parts:
        case (syntax.Chain((word,)),) if word.text in ("highest", "lowest"):
            return "highest" if word.text == "highest" else "lowest"
    return None


def superlative(scope: Scope, noun: Noun, node: syntax.Whose, op: Literal["highest", "lowest"]) -> ir.Expr:
    """Reads `whose cost is highest`: no other of these things has more. Those are meant that the words before it
    name."""
    me = ir.Var(type=noun.item, span=noun.span, name=noun.var)
    one = ir.Var(type=noun.item, span=noun.span, name=scope.desk.unnamed())
    mine, body = (whose(scope.inner(it=it, only_asked=True), it, node.whose) for it in (me, one))
    if body.type.sort not in ("number", "amount") or body.type.many:
        fail("wrong-type", f"only a number is the {op} of several, not {says(body.type)}", node.whose.span)
    those = put_in(noun.set(), "", me, f"{one.name} ")
    best = ir.Fold(type=body.type, span=node.said.span, op=op, var=one.name, of=those, body=body)
    cond = equal(mine, best, node.span)
    return negated(cond, node.span) if node.denied else cond


def excepted(me: ir.Expr, gone: Noun) -> ir.Expr:
    """Returns the condition that a thing is one of those that `except` takes out."""
    uncounted(gone, "nobody picks these", "let somebody `choose` them first")
    if gone.item.sort != me.type.sort:
        message = f"these are {says(replace(me.type, many=True))}, and {says(gone.item)} is not one of them"
        fail("wrong-type", message, gone.span)
    if gone.many:
        return ir.Among(type=TRUTH, span=gone.span, of=me, in_=gone.set())
    return equal(me, gone.base, gone.span)


def ability_noun(scope: Scope, noun: Noun, node: syntax.ThatMay) -> Noun:
    """Reads `an ability that they may use`."""
    if node.verb.text != "use" or node.force.text != "may":
        fail("wrong-type", "an ability can only be used", node.verb.span, "write `that you may use`")
    doer = chain(scope, node.who)
    if doer.many or doer.base.type.sort != "player":
        fail("wrong-type", f"only a player can use an ability, not {says(doer.base.type)}", doer.span)
    base = ir.Abilities(type=noun.base.type, span=noun.span, of=doer.base)
    return replace(noun, base=base, everything=False)


# ---- arithmetic ----------------------------------------------------------------------------------------------------


def operand(scope: Scope, node: syntax.Operand) -> Noun:
    """Reads anything that may come after a verb."""
    span = node.span
    match node:
        case syntax.Chain():
            return chain(scope, node)
        case syntax.Filtered(first, filters):
            noun = read_words(scope, first.atoms, filters=True)
            return the_one(scope, filtered(scope, noun, filters))
        case syntax.Times(base, each):
            return times(scope, base, each, span)
        case syntax.Ceiling(base, limit):
            of = number(operand(scope, base))
            high = ir.Num(type=of.type, span=span, value=int(limit.text))
            return Noun(ir.AtMost(type=of.type, span=span, of=of, high=high), span)
        case syntax.Floor(base, limit):
            of = number(operand(scope, base))
            return Noun(ir.AtLeast(type=of.type, span=span, of=of, low=int(limit.text)), span)
        case syntax.Compare(less, way, more):
            amount, whole = number(operand(scope, less)), number(operand(scope, more))
            if way.text == "more":
                return Noun(arith(scope, "+", whole, amount, span), span)
            rest = arith(scope, "-", whole, amount, span)
            return Noun(ir.AtLeast(type=rest.type, span=span, of=rest, low=0), span)
        case syntax.Arithmetic(left, sign, right):
            one, other = number(operand(scope, left)), number(operand(scope, right))
            return Noun(arith(scope, "+" if sign.text == "plus" else "-", one, other, span), span)
        case syntax.Product(left, right):
            one, other = number(chain(scope, left)), number(operand(scope, right))
            if one.type.sort == other.type.sort == "amount":
                fail("wrong-type", f"{says(one.type)} cannot be taken so many {says(other.type)} times", span)
            return Noun(product(one, other, other.type if one.type == NUMBER else one.type, span), span)
        case syntax.Remainder(whole, by):
            one, other = number(chain(scope, whole)), divisor(number(chain(scope, by)))
            return Noun(ir.Arith(type=one.type, span=span, op="%", left=one, right=other), span)
        case syntax.Half(of_what, way):
            noun = chain(scope, of_what)
            if noun.all_of:
                fail("missing-word", f"half of whose `{noun.all_of}`?", noun.span)
            return Noun(quotient(number(noun), 2, span, up=way.text == "up"), span)
        case syntax.Quotient(whole, by, way):
            one, other = number(chain(scope, whole)), number(chain(scope, by))
            return Noun(quotient(one, divisor(other), span, up=way.text == "up"), span)


def quotient(of: ir.Expr, by: ir.Expr | int, span: Span, *, up: bool) -> ir.Quotient:
    """Returns a number divided by another; an amount divided by an amount of the same is a plain number."""
    if isinstance(by, int):
        by = ir.Num(type=NUMBER, span=span, value=by)
    t = NUMBER if of.type == by.type else of.type
    return ir.Quotient(type=t, span=span, of=of, by=by, up=up)


def divisor(by: ir.Expr) -> ir.Expr:
    """Returns what a number is divided by; reports a plain 0."""
    if isinstance(by, ir.Num) and by.value == 0:
        fail("wrong-number", "nothing can be divided by 0", by.span)
    return by


def times(scope: Scope, base: syntax.Operand, each: syntax.NounPhrase, span: Span) -> Noun:
    """Reads `1 gold for each X`, `1 card for each X`."""
    noun = operand(scope, base)
    how_many = how_often(scope, each)
    if noun.many and noun.count is not None:
        return replace(noun, count=product(noun.count, how_many, NUMBER, span), span=span)
    amount = number(noun)
    return Noun(product(amount, how_many, amount.type, span), span)


def how_often(scope: Scope, each: syntax.NounPhrase) -> ir.Expr:
    """Reads the number that `for each` counts: things, the units of an amount (`each gold of you`), or how often there
    are so many of them (`each 3 districts in your city`, `each 3 gold of you`)."""
    things, so_many = group(scope, each)
    uncounted(things, "`for each` counts one by one, or so many together", "write a number, or leave it out")
    if things.many:
        found: ir.Expr = ir.Size(type=NUMBER, span=things.span, of=things.set())
    elif things.base.type.sort == "amount" and not things.all_of:
        found = replace(things.base, type=NUMBER)
    else:
        raise wrong("wrong-type", f"`for each` counts several things, not {says(things.base.type)}", things.span)
    return found if so_many == 1 else quotient(found, so_many, things.span, up=False)


def group(scope: Scope, each: syntax.NounPhrase) -> tuple[Noun, int]:
    """Reads what `for each` counts, and how many of it at a time."""
    first, *rest = each.chain.atoms
    if first.text.isdigit() and int(first.text) == 0:
        fail("wrong-number", "`for each` cannot count by 0", first.span)
    if rest and first.text.isdigit():
        units = noun_phrase(scope, replace(each, chain=replace(each.chain, atoms=tuple(rest))), bare=True)
        if units.base.type.sort == "amount" and not units.many:
            return units, int(first.text)
    things = noun_phrase(scope, each, bare=True)
    match things.count:
        case ir.Num(value=value) if things.many and not things.up_to:
            return replace(things, count=None), value
        case _:
            return things, 1


def product(left: ir.Expr, right: ir.Expr, t: ir.Type, span: Span) -> ir.Expr:
    """Returns one number times another, as an expression of type `t`."""
    if isinstance(left, ir.Num) and left.value == 1:
        return replace(right, type=t, span=span)
    return ir.Arith(type=t, span=span, op="*", left=left, right=right)


def arith(scope: Scope, op: Literal["+", "-"], left: ir.Expr, right: ir.Expr, span: Span) -> ir.Expr:
    """Adds or subtracts two numbers. The sum of an amount and a plain number is such an amount, that of two different
    amounts is a plain number."""
    a, b = left.type, right.type
    if a.sort == "amount" and b.sort == "amount" and a != b:
        return ir.Arith(type=NUMBER, span=span, op=op, left=left, right=right)
    t = a if a.sort == "amount" else b if b.sort == "amount" else NUMBER
    return ir.Arith(type=t, span=span, op=op, left=left, right=right)
