"""Reads what simply holds: `cannot`, `may … even if`, `is`, `is 1 more`, `counts as`."""

from __future__ import annotations

from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from . import conditions, deeds, moments, phrases
from .atoms import atoms
from .scope import NUMBER, TRUTH, Mistake, Node, Noun, Scope, conjunction, fail, fits, says, tree


def lasting(scope: Scope, node: Node) -> ir.Stmt:
    """`until the end of the turn, RULE`."""
    phase = moments.until(scope, tree(node.children[0]))
    found = rule(scope, tree(node.children[1]))
    last = None if phase == "game" else phase
    return ir.Lasting(span=scope.desk.span(node), until=last, rule=found)


def rule(scope: Scope, node: Node, own: ir.Value | None = None) -> ir.Rule:
    """One rule. `own`: the value whose declaration it stands under."""
    scope = scope.inner(before=None)
    match str(node.data):
        case "permit":
            return permit(scope, node)
        case "modify":
            return modify(scope, node, own)
        case "counts":
            return counts(scope, node)
        case other:
            raise AssertionError(f"a rule of shape {other}")


def tail(scope: Scope, node: Node) -> ir.Expr | None:
    """The `if …` at the end."""
    last = node.children[-1]
    if not isinstance(last, Tree) or last.data != "tail":
        return None
    keyword, cond = last.children
    assert isinstance(keyword, Token)
    return conditions.refusing(scope, keyword, tree(cond))


def permit(scope: Scope, node: Node) -> ir.Rule:
    np, force_node, action = (tree(c) for c in node.children[:3])
    force = str(force_node.children[0])
    span = scope.desk.span(node)
    if action.data != "action":
        fail("misplaced-word", "a rule says what may or cannot be done", scope.desk.span(action))
    if force == "must":
        fail("misplaced-word", "a rule says `may` or `cannot`", scope.desk.span(force_node))
    doer = phrases.noun_phrase(scope, np)
    doer.var = doer.var or scope.desk.unnamed()
    doer_var = ir.Var(type=doer.item, span=doer.span, name=doer.var)
    inner = scope.inner()
    if not (isinstance(doer.base, ir.Var) and doer.base.name == "you"):
        inner.they = doer_var
    found = deeds.call(inner, action, pattern=True)
    deeds.check_doer(found.head, doer)
    if found.lift is not None and force == "cannot":
        fail("misplaced-word", "`cannot` stands above every `even if`", span)
    if found.as_quality is not None:
        fail("misplaced-word", "`as` does not stand in a rule", span)
    doer.var, match = deeds.pattern_of(scope, doer.item, doer)
    if not doer.many and not isinstance(doer.base, (ir.Nobody, ir.Var)):  # whom nobody is, nobody's deeds are not
        nobody = ir.Nobody(type=doer.item, span=doer.span)
        match.insert(0, ir.Is(type=TRUTH, span=doer.span, op="!=", left=doer_var, right=nobody))
    args = []
    for param, noun in zip(found.head.params, found.args, strict=True):
        var, conds = deeds.pattern_of(inner, param.type, noun)
        args.append(var)
        match.extend(conds)
    inner.it = deeds.variable(args[0], found.head.params[0].type, span) if args else doer_var
    return ir.Rule(
        form="permit",
        span=span,
        name=found.head.key,
        args=tuple(args),
        match=conjunction(match, span),
        doer=doer.var,
        cannot=force == "cannot",
        lift=found.lift,
        cond=tail(inner, node),
    )


def modify(scope: Scope, node: Node, own: ir.Value | None) -> ir.Rule:
    np, value_node = tree(node.children[0]), tree(node.children[1])
    span = scope.desk.span(node)
    quality = quality_said(scope, value_node)
    if quality is not None:
        return say_quality(scope, node, np, quality)
    noun = phrases.noun_phrase(scope, np, pattern=True)
    if noun.call is None:
        if noun.many or noun.base.type.sort in ("player", "card", "zone"):
            words = atoms(scope.desk, value_node) if value_node.data == "chain" else []
            if len(words) == 1:
                conditions.unknown_description(scope, ir.Var(type=noun.item, span=noun.span, name="this"), words[0])
        fail(
            "wrong-type",
            "a rule says what a value is, and this is none",
            noun.span,
            "it begins with the name of a value",
        )
    if noun.det not in (None, "the") or noun.count is not None or noun.up_to or noun.random:
        fail("misplaced-word", "a rule begins with the name of a value", noun.span)
    name, given = noun.call
    value = scope.vocabulary.values[name]
    args: list[str] = []
    match: list[ir.Expr] = []
    inner = scope.inner()
    for param, arg in zip(value.params, given, strict=True):
        if own is value and isinstance(arg.base, ir.Var) and arg.base.name == param.name:
            args.append(param.name)
            continue
        var, conds = deeds.pattern_of(scope, param.type, arg)
        args.append(var)
        match.extend(conds)
    if args:
        inner.it = deeds.variable(args[0], value.params[0].type, span)
        if value.params[0].type.sort == "player":
            inner.they = inner.it
    op, amount = changed(inner, value, value_node)
    if op == "is" and value.only_more_or_less and own is not value:
        help = f"write `is … more` or `is … less`: other cards change the `{name}` too"
        fail(
            "only-more-or-less",
            f"cards only say how much more or less the `{name}` is",
            scope.desk.span(value_node),
            help,
        )
    return ir.Rule(
        form="value",
        span=span,
        name=name,
        args=tuple(args),
        match=conjunction(match, span),
        op=op,  # type: ignore[arg-type]
        amount=amount,
        cond=tail(inner, node),
    )


def changed(scope: Scope, value: ir.Value, node: Node) -> tuple[str, ir.Expr]:
    """What the value is, or how much more."""
    span = scope.desk.span(node)
    if node.data == "delta":
        if value.type.sort not in ("number", "amount"):
            fail("wrong-type", f"`{value.name}` is {says(value.type)}, which is never more or less", span)
        amount = amount_of(scope, tree(node.children[0]), value)
        if len(node.children) > 2:
            things = phrases.noun_phrase(scope, tree(node.children[3]), bare=True)
            amount = phrases.product(amount, phrases.how_often(things, span), amount.type, span)
        if str(node.children[1]) == "less":
            minus = ir.Num(type=NUMBER, span=span, value=-1)
            if isinstance(amount, ir.Num):
                amount = replace(amount, value=-amount.value)
            else:
                amount = ir.Arith(type=amount.type, span=span, op="*", left=minus, right=amount)
        return "more", amount
    noun = phrases.operand(scope, node)
    found = phrases.value(scope, noun)
    if not same_sort(value.type, found.type):
        fail("wrong-type", f"`{value.name}` is {says(value.type)}, not {says(found.type)}", span)
    return "is", found


def amount_of(scope: Scope, node: Node, value: ir.Value) -> ir.Expr:
    found = phrases.value(scope, phrases.operand(scope, node))
    if found.type.sort not in ("number", "amount") or not same_sort(value.type, found.type):
        fail("wrong-type", f"`{value.name}` is {says(value.type)}, not {says(found.type)}", scope.desk.span(node))
    return found


def same_sort(wanted: ir.Type, got: ir.Type) -> bool:
    if wanted.sort == "number":  # a score counts gold, too
        return got.sort in ("number", "amount") and not got.many
    if wanted.sort == "amount" and got.sort == "number":
        return True
    return fits(wanted, got)


def quality_said(scope: Scope, node: Node) -> ir.Quality | None:
    if node.data != "chain":
        return None
    return scope.vocabulary.qualities.get(" ".join(a.text for a in atoms(scope.desk, node)))


def say_quality(scope: Scope, node: Node, np: Node, quality: ir.Quality) -> ir.Rule:
    span = scope.desk.span(node)
    noun = phrases.noun_phrase(scope, np)
    t = quality.param.type
    if not fits(t, noun.item):
        fail("wrong-type", f"`{quality.name}` is said of {says(t)}, not of {says(noun.item)}", noun.span)
    var, conds = deeds.pattern_of(scope, t, noun)
    inner = scope.inner(it=deeds.variable(var, noun.item, span))
    return ir.Rule(
        form="quality",
        span=span,
        name=quality.name,
        args=(var,),
        match=conjunction(conds, span),
        op="holds",
        cond=tail(inner, node),
    )


def counts(scope: Scope, node: Node) -> ir.Rule:
    np, word_node = tree(node.children[0]), tree(node.children[1])
    span = scope.desk.span(node)
    noun = phrases.noun_phrase(scope, np)
    if noun.item.sort != "card":
        fail("wrong-type", f"a card counts as something, not {says(noun.item)}", noun.span)
    word = phrases.noun_phrase(scope, word_node)
    field = scope.vocabulary.enum_field(noun.item.name, word.item.name or "") if word.item.sort == "enum" else None
    if field is None:
        fail("wrong-type", f"{says(noun.item)} does not count as {says(word.item)}", word.span)
    if word.many and (word.det != "any" or word.conds):
        fail("wrong-article", "a card counts as one word, or as `any`", word.span, "write `any` before it")
    var, conds = deeds.pattern_of(scope, noun.item, noun)
    inner = scope.inner(it=deeds.variable(var, noun.item, span))
    return ir.Rule(
        form="counts",
        span=span,
        name=field,
        args=(var,),
        match=conjunction(conds, span),
        op="holds",
        amount=None if word.many else word.base,
        cond=tail(inner, node),
    )


def standing(scope: Scope, node: Node) -> ir.Rule:
    """A rule on a card, after what says where and when it holds."""
    *leads, rule_node = (tree(c) for c in node.children)
    places: list[Node] = []
    during: list[ir.Expr] = []
    conds: list[ir.Expr] = []
    for lead in leads:
        span = scope.desk.span(lead)
        if lead.data in ("where_from", "where_if"):
            places.append(lead)
        elif lead.data == "during":
            found = moments.during(scope, tree(lead.children[0]))
            if found is not None:
                during.append(found)
        elif lead.data == "when_if":
            conds.append(conditions.condition(scope, tree(lead.children[0])))
        else:
            scope.desk.natural(scope.desk.span(node))
            fail(
                "misplaced-word",
                "this does not stand before a rule, which simply holds",
                span,
                "here may stand `always`, `during`, `if`, `even` or `only`",
            )
    where = moments.where(scope, places)
    found_rule = rule(scope, rule_node)
    span = scope.desk.span(node)
    if found_rule.cond is not None:
        conds.append(found_rule.cond)
    return replace(found_rule, span=span, where=where, during=conjunction(during, span), cond=conjunction(conds, span))


__all__ = ["Mistake", "Noun", "TRUTH", "lasting", "nearest", "rule", "standing"]
