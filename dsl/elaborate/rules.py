"""Reads rules that always hold: `cannot`, `may … even if`, `is`, `is 1 more`, `counts as`."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, NoReturn

from .. import ir, syntax
from ..source import Span
from . import conditions, deeds, durations, lending, moments, phrases, worth
from .atoms import written
from .mistakes import fail
from .noun import Noun
from .scope import Scope
from .terms import NUMBER, TRUTH, conjunction, fits, says


def lasting(scope: Scope, node: syntax.Lasting) -> ir.Stmt:
    """Reads `until the end of the turn, RULE`."""
    phase, later = durations.duration(scope, node.until)
    return ir.Lasting(span=node.span, until=phase, rule=rule(scope, node.rule), later=later)


def rule(scope: Scope, node: syntax.Rule, own: ir.Value | None = None) -> ir.Rule:
    """Reads one rule. `own` is the value that the rule is written below."""
    scope = scope.inner(only_asked=True)
    match node:
        case syntax.Permit():
            return permit(scope, node)
        case syntax.Modify():
            return modify(scope, node, own)
        case syntax.Counts():
            return counts(scope, node)
        case syntax.Lends():
            return replace(lending.lends(scope, node), cond=tail(scope, node.tail))


def tail(scope: Scope, node: syntax.Tail | None) -> ir.Expr | None:
    """Reads the `if …` at the end, if there is one."""
    return conditions.provided(scope, node) if node is not None else None


def permit(scope: Scope, node: syntax.Permit) -> ir.Rule:
    """Reads `you may build any district even if "…"`, `players cannot draw cards`."""
    if not isinstance(node.deed, syntax.Action):
        fail("misplaced-word", "a rule needs a verb after `may` or `cannot`", node.deed.span)
    if node.force.text == "must":
        fail("misplaced-word", "a rule needs `may` or `cannot`, not `must`", node.force.span)
    cannot, span = node.force.text == "cannot", node.span
    doer = phrases.noun_phrase(scope, node.who)
    if isinstance(doer.base, ir.Nobody):
        doer, cannot = _whoever(scope, node, node.deed, doer), True
    doer.var = doer.var or scope.desk.unnamed()
    doer_var = ir.Var(type=doer.item, span=doer.span, name=doer.var)
    inner = scope.inner()
    if not (isinstance(doer.base, ir.Var) and doer.base.name == "you"):
        inner.they = doer_var
    found = _permitted(inner, node.deed, doer, cannot, span)
    doer.var, match = deeds.pattern_of(scope, found.head.doer, doer)
    if not doer.many and not isinstance(doer.base, (ir.Nobody, ir.Var)):  # no match for nobody
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
        cannot=cannot,
        lift=found.lift,
        cond=tail(inner, node.tail),
    )


def _whoever(scope: Scope, node: syntax.Permit, deed: syntax.Action, nobody: Noun) -> Noun:
    """Reads `nobody` before `may burn this`, which forbids it to everybody: returns all who could do it."""
    if node.force.text == "cannot":
        fail("idle-rule", "`nobody cannot` forbids nothing", nobody.span, "write `nobody may`")
    if deed.lift is not None:
        fail("idle-rule", "`nobody may` takes no `even if`", deed.lift.span, "leave it out")
    able = deeds.call(scope.inner(), deed, pattern=True).head.doer
    every = replace(able, many=True)
    base = ir.AllOf(type=every, span=nobody.span, kind=able.name) if able.sort == "card" else None
    return Noun(base or ir.Players(type=every, span=nobody.span), nobody.span, everything=True)


def _permitted(scope: Scope, deed: syntax.Action, doer: Noun, cannot: bool, span: Span) -> deeds.Call:
    """Reads the deed that a rule permits or forbids."""
    found = deeds.call(scope, deed, pattern=True)
    deeds.check_doer(found.head, doer)
    if found.lift is not None and cannot:
        fail("idle-rule", "`cannot` takes no `even if`", span)
    if found.as_quality is not None:
        fail("misplaced-word", "a rule takes no `as`", span)
    if found.lift is None and not cannot and found.head.key != "use":  # the abilities of cards of others
        known = ", ".join(f'"{text}"' for text in scope.vocabulary.refusals.get(found.head.key, []))
        help = f"it is refused by {known}" if known else "nothing refuses it: leave this line out"
        message = f"which refusal of `{found.head.word}` is set aside? write `even if` and its words"
        counted = any(noun and noun.count for noun in found.args)  # how many is a number that the game keeps
        fail("missing-word" if counted else "idle-rule", message, span, help)
    return found


def modify(scope: Scope, node: syntax.Modify, own: ir.Value | None) -> ir.Rule:
    """Reads `the cost of any red card is 1 less`, or a rule that gives things a quality."""
    span = node.span
    quality = quality_said(scope, node.value)
    if quality is not None:
        return say_quality(scope, node, quality)
    value, given = _value_ruled(scope, node)
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
    players = [n for n, (param, arg) in enumerate(zip(value.params, given, strict=True)) if _other_player(param, arg)]
    if len(players) == 1:
        inner.they = deeds.variable(args[players[0]], value.params[players[0]].type, span)
    op, amount = changed(inner, value, node.value)
    if op == "is" and value.only_more_or_less and own is not value:
        message = f"a card can only say how much more or less the `{value.name}` is"
        help = f"write `is … more` or `is … less`: other cards change the `{value.name}` too"
        fail("only-more-or-less", message, node.value.span, help)
    return ir.Rule(
        form="value",
        span=span,
        name=value.name,
        args=tuple(args),
        match=conjunction(match, span),
        op=op,
        amount=amount,
        cond=tail(inner, node.tail),
    )


def _other_player(param: ir.Param, given: Noun) -> bool:
    """Whether a rule speaks of a player here who is not `you`: `they` are that player, then."""
    return param.type.sort == "player" and not (isinstance(given.base, ir.Var) and given.base.name == "you")


def _value_ruled(scope: Scope, node: syntax.Modify) -> tuple[ir.Value, list[Noun]]:
    """Reads the value that a rule begins with, and its arguments."""
    noun = phrases.noun_phrase(scope, node.subject, pattern=True)
    if noun.call is None:
        if noun.many or noun.base.type.sort in ("player", "card", "zone"):
            words = node.value.atoms if isinstance(node.value, syntax.Chain) else ()
            if len(words) == 1:
                this = ir.Var(type=noun.item, span=noun.span, name="this")
                conditions.unknown_description(scope, this, words[0])
        message, help = "a rule says what a value is, and this is not a value", "it begins with the name of a value"
        fail("wrong-type", message, noun.span, help)
    if noun.det not in (None, "the") or noun.count is not None or noun.up_to or noun.random:
        fail("misplaced-word", "a rule begins with the name of a value", noun.span)
    name, given = noun.call
    return scope.vocabulary.values[name], given


def changed(scope: Scope, value: ir.Value, node: syntax.Value) -> tuple[Literal["is", "more"], ir.Expr]:
    """Reads what a value is, or by how much it is more."""
    span = node.span
    if not isinstance(node, syntax.Delta):
        found = worth.value(scope, phrases.operand(scope, node))
        if not same_sort(value.type, found.type):
            fail("wrong-type", f"`{value.name}` is {says(value.type)}, not {says(found.type)}", span)
        return "is", found
    if value.type.sort not in ("number", "amount"):
        fail("wrong-type", f"`{value.name}` is {says(value.type)}, which is never more or less", span)
    amount = amount_of(scope, node.amount, value)
    if node.each is not None:
        amount = phrases.product(amount, phrases.how_often(scope, node.each), amount.type, span)
    if node.way.text == "more":
        return "more", amount
    if isinstance(amount, ir.Num):
        return "more", replace(amount, value=-amount.value)
    minus = ir.Num(type=NUMBER, span=span, value=-1)
    return "more", ir.Arith(type=amount.type, span=span, op="*", left=minus, right=amount)


def amount_of(scope: Scope, node: syntax.Operand, value: ir.Value) -> ir.Expr:
    """Reads by how much a value changes."""
    found = worth.value(scope, phrases.operand(scope, node))
    if found.type.sort not in ("number", "amount") or not same_sort(value.type, found.type):
        fail("wrong-type", f"`{value.name}` is {says(value.type)}, not {says(found.type)}", node.span)
    return found


def same_sort(wanted: ir.Type, got: ir.Type) -> bool:
    """Returns whether a value of type `wanted` can be something of type `got`."""
    if wanted.sort == "number":  # a score may be an amount of gold
        return got.sort in ("number", "amount") and not got.many
    if wanted.sort == "amount" and got.sort == "number":
        return True
    return fits(wanted, got)


def quality_said(scope: Scope, node: syntax.Value) -> ir.Quality | None:
    """Returns the quality that these words name; None if they name none."""
    return scope.vocabulary.qualities.get(written(node.atoms)) if isinstance(node, syntax.Chain) else None


def say_quality(scope: Scope, node: syntax.Modify, quality: ir.Quality) -> ir.Rule:
    """Reads `any card in a city is safe`, as a rule."""
    span = node.span
    noun = phrases.noun_phrase(scope, node.subject)
    t = quality.param.type
    if not fits(t, noun.item):
        fail("wrong-type", f"`{quality.name}` needs {says(t)}, not {says(noun.item)}", noun.span)
    var, conds = deeds.pattern_of(scope, t, noun)
    inner = scope.inner(it=deeds.variable(var, noun.item, span))
    return ir.Rule(
        form="quality",
        span=span,
        name=quality.name,
        args=(var,),
        match=conjunction(conds, span),
        op="holds",
        cond=tail(inner, node.tail),
    )


def counts(scope: Scope, node: syntax.Counts) -> ir.Rule:
    """Reads `this counts as red`, as a rule."""
    span = node.span
    noun = phrases.noun_phrase(scope, node.subject)
    if noun.item.sort != "card":
        fail("wrong-type", f"only a card can count as something, not {says(noun.item)}", noun.span)
    word = phrases.noun_phrase(scope, node.word)
    field = scope.vocabulary.enum_field(noun.item.name, word.item.name or "") if word.item.sort == "enum" else None
    if field is None:
        fail("wrong-type", f"{says(noun.item)} cannot count as {says(word.item)}", word.span)
    if word.many and (word.det != "any" or word.conds):
        fail("wrong-article", "a card counts as one word, or as `any` of a list", word.span, "write `any` before it")
    var, conds = deeds.pattern_of(scope, noun.item, noun)
    inner = scope.inner(it=deeds.variable(var, noun.item, span))
    return ir.Rule(
        form="counts",
        span=span,
        name=field,
        args=(var,),
        match=conjunction([_as_printed(cond, field, word.item) for cond in conds], span),
        op="holds",
        amount=None if word.many else word.base,
        cond=tail(inner, node.tail),
    )


def _as_printed(cond: ir.Expr, field: str, words: ir.Type) -> ir.Expr:
    """Returns a condition about what counts as something else, in which a word means the one that a card has: what it
    counts as is only being said."""
    match cond:
        case ir.CountsAs(card=card, word=word) if cond.field == field:
            own = ir.ValueOf(type=replace(words, many=False), span=cond.span, value=field, args=(card,))
            return ir.Is(type=TRUTH, span=cond.span, op="==", left=own, right=word)
        case ir.Not(of=of):
            return replace(cond, of=_as_printed(of, field, words))
        case ir.And(parts=parts) | ir.Or(parts=parts):
            return replace(cond, parts=tuple(_as_printed(part, field, words) for part in parts))
        case _:
            return cond


def _timed(lead: syntax.Lead, said: syntax.Rule) -> NoReturn:
    """Reports a moment before what is no deed, or before a deed that stands in the same line."""
    match said:
        case syntax.Permit(force=force, deed=deed) if force.text != "cannot":
            message = f"what a player `{force.text}` do stands below, on a line of its own"
            fail("misplaced-word", message, deed.span, f"end the line after `{force.text}`, and write `do` below")
    message = "what simply is so, or is forbidden, has no moment"
    fail("misplaced-word", message, lead.span, "write `always` in its place, or `during …`, `if …`")


def standing(scope: Scope, node: syntax.Standing) -> ir.Rule:
    """Reads a rule on a card, with the words that say where and when it holds."""
    places: list[syntax.WhereFrom | syntax.WhereIf] = []
    during: list[ir.Expr] = []
    conds: list[ir.Expr] = []
    for lead in node.leads:
        match lead:
            case syntax.WhereFrom() | syntax.WhereIf():
                places.append(lead)
            case syntax.During(chain):
                found = moments.during(scope, chain)
                if found is not None:
                    during.append(found)
            case syntax.Provided():
                conds.append(conditions.provided(scope, lead))
            case syntax.Happening() | syntax.At() | syntax.AsSoonAs() | syntax.OnceIn():
                scope.desk.natural(node.span)
                _timed(lead, node.rule)
    where = moments.where(scope, places)
    found_rule = rule(scope, node.rule)
    span = node.span
    if found_rule.cond is not None:
        conds.append(found_rule.cond)
    return replace(found_rule, span=span, where=where, during=conjunction(during, span), cond=conjunction(conds, span))
