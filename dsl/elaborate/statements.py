"""Reads the bodies of verbs, phases and clauses, statement by statement. Each mistake loses one statement only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from lark import Token, Tree

from .. import ir
from ..source import Span
from . import builtin, conditions, deeds, phrases, rules
from .atoms import atoms
from .scope import PLAYER, TRUTH, Mistake, Node, Noun, Scope, fail, says, tree, uncounted, unknown, wrong


def block(scope: Scope, children: Sequence[object]) -> ir.Block:
    """Statements in order, in a scope of their own that the caller made."""
    result: list[ir.Stmt] = []
    for child in children:
        if isinstance(child, Tree):
            found = careful(scope, child)
            result.extend(privately(found, scope.doer) if scope.secret else found)
    return tuple(result)


def privately(statements: list[ir.Stmt], doer: ir.Expr | None) -> list[ir.Stmt]:
    """The same, as the business of who does it alone."""
    return [s if s.business is not None else replace(s, business=doer) for s in statements]


def careful(scope: Scope, node: Node) -> list[ir.Stmt]:
    """One statement, after what it needs done before; nothing if it cannot be read."""
    before: list[ir.Stmt] = []
    outer, scope.before = scope.before, before
    try:
        found = statement(scope, node)
        return [*before, *found]
    except Mistake as error:
        scope.desk.note(error)
        return []
    finally:
        scope.before = outer


def statement(scope: Scope, node: Node) -> list[ir.Stmt]:
    span = scope.desk.span(node)
    match str(node.data):
        case "action":
            return [action(scope, node)]
        case "whether":
            return [builtin.whether(scope, node)]
        case "nothing":
            return [ir.Nothing(span=span)]
        case "lasting":
            return [rules.lasting(scope, node)]
        case "choose":
            return [choose(scope, node)]
        case "let":
            return let(scope, node)
        case "either":
            return [either(scope, node)]
        case "iff":
            return [iff(scope, node)]
        case "foreach":
            return [foreach(scope, node)]
        case "repeat":
            cond = conditions.condition(scope, tree(node.children[0]))
            return [ir.Repeat(span=span, until=cond, body=block(scope.inner(), node.children[1:]))]
        case "ask":
            return ask(scope, node)
        case "refused":
            return [require(scope, node)]
        case other:
            raise AssertionError(f"a statement of shape {other}")


def action(scope: Scope, node: Node) -> ir.Stmt:
    """One deed: a declared verb, or one of the language."""
    verb = node.children[0]
    assert isinstance(verb, Token)
    if str(verb) not in scope.vocabulary.by_word:
        return builtin.deed(scope, node)
    found = deeds.call(scope, node, built_in=True)
    head = found.head
    span = scope.desk.span(node)
    doer: ir.Expr = scope.doer if scope.doer is not None else nobody(span)
    if scope.doer is None and head.uses_you:
        fail(
            "no-doer",
            f"who is to `{head.word}` here?",
            scope.desk.span(verb),
            "say who `must`, and write this below it",
        )
    if scope.doer is not None and head.doer.sort == "card" and head.doer.sort != scope.doer.type.sort:
        fail("wrong-type", f"{says(head.doer)} can `{head.word}`, not {says(scope.doer.type)}", span)
    args = deeds.arguments(scope, found)
    if head.key == "use":
        return ir.UseAbility(span=span, ability=args[0])
    lifted = (found.lift,) if found.lift is not None else ()
    return ir.Do(span=span, verb=head.key, doer=doer, args=args, lifted=lifted, as_quality=found.as_quality)


def require(scope: Scope, node: Node) -> ir.Stmt:
    text, keyword, cond = node.children
    assert isinstance(keyword, Token)
    found = conditions.refusing(scope, keyword, tree(cond))
    return ir.Require(span=scope.desk.span(node), cond=found, text=str(text)[1:-1] if text is not None else None)


def let(scope: Scope, node: Node) -> list[ir.Stmt]:
    name, operand, secretly = node.children
    assert isinstance(name, Token)
    span = scope.desk.span(node)
    try:
        noun = phrases.operand(scope, tree(operand))
        var = scope.desk.unique(str(name))
        value = phrases.value(scope, noun, name=var)
    except Mistake:
        scope.declare(name, None)
        raise
    scope.declare(name, value.type, var)
    if isinstance(secretly, Token):
        kept_secret(scope, noun, secretly)
    if noun.random:
        return []
    return [ir.Let(span=span, name=var, value=value)]


def kept_secret(scope: Scope, noun: Noun, secretly: Token) -> None:
    """`let cast be a random number up to 6, secretly`: who does this alone learns it."""
    span = scope.desk.span(secretly)
    if not noun.random or not scope.before:
        fail("misplaced-word", "only what is random or chosen can be secret", span, "leave `secretly` out")
    if scope.doer is None or scope.doer.type.sort != "player":
        fail("no-doer", "who learns it?", span, "say who `must`, and write this below it")
    scope.before[-1] = replace(scope.before[-1], business=scope.doer)


def choose(scope: Scope, node: Node) -> ir.Choose:
    name, np, secretly, otherwise = node.children
    assert isinstance(name, Token)
    other: ir.Block | None = None
    if isinstance(otherwise, Tree):
        other = block(scope.inner(), [otherwise])
    return choice(scope, name, tree(np), isinstance(secretly, Token), other)


def choice(scope: Scope, name: Token, np: Node, secretly: bool, otherwise: ir.Block | None) -> ir.Choose:
    """`choose NAME: np`: declares the name."""
    span = scope.desk.span(name).to(scope.desk.span(np))
    if scope.doer is None:
        scope.declare(name, None)
        fail("no-doer", "who is to choose here?", scope.desk.span(name), "say who `must`, and write this below it")
    if scope.doer.type.sort != "player":
        scope.declare(name, None)
        fail("wrong-type", f"a player chooses, not {says(scope.doer.type)}", scope.desk.span(name))
    try:
        noun = phrases.noun_phrase(scope, np)
        single, least, most = how_many(noun)
        whole = noun.base.of if isinstance(noun.base, ir.Where) else noun.base
        if isinstance(whole, ir.AllOf) and whole.type.sort == "ability":
            fail("no-such-thing", "an ability of whom?", noun.span, "write `an ability that they may use`")
    except Mistake:
        scope.declare(name, None)
        raise
    t = noun.item if single else noun.base.type
    var = scope.declare(name, t, picked=noun.base)
    return ir.Choose(
        span=span,
        name=var,
        chooser=scope.doer,
        of=noun.set(),
        single=single,
        least=least,
        most=most,
        secret=secretly or scope.secret,
        otherwise=otherwise,
        ordered=noun.ordered,
    )


def how_many(noun: Noun) -> tuple[bool, ir.Expr | None, ir.Expr | None]:
    """Whether one thing is chosen, or at least and at most how many."""
    if not noun.many or noun.item.sort in ("zone", "mark", "bank"):
        fail("wrong-type", f"one of several things can be chosen, not {says(noun.base.type)}", noun.span)
    if noun.random:
        fail("misplaced-word", "what is random is not chosen", noun.span, "write `let … be a random …`")
    zero = ir.Num(type=ir.Type("number"), span=noun.span, value=0)
    if noun.ordered:
        every = ir.Size(type=ir.Type("number"), span=noun.span, of=noun.set())
        return False, every, every
    if noun.any_number:
        return False, zero, None
    if noun.up_to:
        if noun.count is None:
            fail("missing-word", "up to how many?", noun.span)
        return False, zero, noun.count
    if noun.count is not None:
        return False, noun.count, noun.count
    if noun.det in ("a", "an", "another", "one"):
        return True, None, None
    raise wrong(
        "wrong-number",
        "how many are chosen?",
        noun.span,
        "write `a`, `one of`, a number, `up to` a number, or `any number of`",
    )


def either(scope: Scope, node: Node) -> ir.Stmt:
    *branches, last = node.children
    span = scope.desk.span(node)
    doer = scope.doer
    if doer is None:
        fail("no-doer", "who decides here?", span, "say who `must`, and write this below it")
    read = tuple(branch(scope.inner(), tree(b)) for b in branches)
    otherwise: ir.Block | None = None
    if isinstance(last, Tree):
        otherwise = plain_branch(scope.inner(), last)
    return ir.Either(span=span, doer=doer, branches=read, otherwise=otherwise, secret=scope.secret)


def branch(scope: Scope, node: Node) -> ir.Branch:
    span = scope.desk.span(node)
    if node.data == "choosing":
        name, np, *rest = node.children
        assert isinstance(name, Token)
        before: list[ir.Stmt] = []
        scope.before = before
        picked: ir.Choose | None = None
        try:
            picked = choice(scope, name, tree(np), False, None)
        except Mistake as error:
            scope.desk.note(error)
        return ir.Branch(body=block(scope, rest), choose=picked, span=span)
    return ir.Branch(body=block(scope, node.children), choose=None, span=span)


def plain_branch(scope: Scope, node: Node) -> ir.Block:
    """What stands after `otherwise`."""
    found = branch(scope, node)
    return (found.choose, *found.body) if found.choose is not None else found.body


def iff(scope: Scope, node: Node) -> ir.Stmt:
    cond_node, *then, last = node.children
    found: ir.Expr | None = None
    try:
        found = conditions.condition(scope, tree(cond_node))
    except Mistake as error:
        scope.desk.note(error)
    body = block(scope.inner(), then)
    otherwise = plain_branch(scope.inner(), last) if isinstance(last, Tree) else ()
    if found is None:
        raise Mistake(None)
    return ir.If(span=scope.desk.span(node), cond=found, then=body, otherwise=otherwise)


def foreach(scope: Scope, node: Node) -> ir.Stmt:
    _, np_node, *body = node.children
    np = tree(np_node)
    inner = scope.inner()
    try:
        noun = phrases.noun_phrase(scope, np, bare=True, order=True)
        by = ordered_by(scope, np, noun)
        uncounted(noun, "`for each` takes every one of them", "let somebody `choose` them first")
        if not noun.many:
            fail("wrong-type", f"`for each` takes several things, not {says(noun.base.type)}", noun.span)
    except Mistake as error:
        scope.desk.note(error)
        binder = np.children[0]
        if isinstance(binder, Tree):
            assert isinstance(binder.children[0], Token)
            inner.declare(binder.children[0], None)
        block(inner, body)
        raise Mistake(None) from error
    var = inner.declare(noun.binder, noun.item) if noun.binder is not None else scope.desk.unnamed()
    inner.it = ir.Var(type=noun.item, span=noun.span, name=var)
    return ir.ForEach(span=scope.desk.span(node), var=var, of=noun.set(), by=by, body=block(inner, body))


def ordered_by(scope: Scope, np: Node, noun: Noun) -> str | None:
    """`in order of rank`: a value of each thing."""
    words = atoms(scope.desk, tree(np.children[1]))
    at = phrases.order_at(words)
    if at == len(words):
        return None
    rest = words[at + 3 :]
    name = " ".join(a.text for a in rest)
    value = scope.vocabulary.values.get(name)
    span = rest[0].span.to(rest[-1].span)
    if value is None:
        unknown(f"no value `{name}`", span, name, scope.vocabulary.values)
    if len(value.params) != 1 or value.params[0].type.sort != noun.item.sort:
        fail("wrong-type", f"`{name}` is not a value of {says(noun.item)}", span)
    return name


def ask(scope: Scope, node: Node) -> list[ir.Stmt]:
    """`the heir must`, `each other player may, secretly`: who acts in the block below."""
    subject, force_node, secretly, *body = node.children
    force = str(tree(force_node).children[0])
    span = scope.desk.span(node)
    secret = isinstance(secretly, Token) or scope.secret
    inner = scope.inner(secret=secret)
    try:
        if force == "cannot":
            fail(
                "misplaced-word",
                "`cannot` does not stand before a block",
                scope.desk.span(tree(force_node)),
                "write `until …, … cannot …`",
            )
        noun = phrases.read_words(scope, atoms(scope.desk, tree(subject)))
        uncounted(noun, "it is not said who picks these", "write `each`, or choose them first")
        if noun.item.sort not in ("player", "bearer"):
            fail("wrong-type", f"a player acts, not {says(noun.item)}", noun.span)
        if noun.many and noun.det not in ("each", "all", "any") and noun.plural is not True:
            fail("who-picks", "which of them?", noun.span, "write `each`, or choose one first")
    except Mistake as error:
        scope.desk.note(error)
        block(scope.inner(doer=scope.doer if scope.doer is not None else nobody(span)), body)
        raise Mistake(None) from error
    if noun.many:
        var = scope.desk.unnamed()
        inner.doer = inner.they = ir.Var(type=PLAYER, span=noun.span, name=var)
        stmts = block(inner, body)
        if force == "must":
            return [ir.ForEach(span=span, var=var, of=noun.set(), by=None, body=stmts)]
        return [ir.May(span=span, doer=noun.set(), body=stmts, var=var, secret=secret)]
    result: list[ir.Stmt] = []
    doer = named(scope, noun.base, result)
    inner.doer = doer
    if not (isinstance(doer, ir.Var) and doer.name == "you"):
        inner.they = doer
    stmts = block(inner, body)
    if force == "must":
        return [*result, *stmts]
    return [*result, ir.May(span=span, doer=doer, body=stmts, secret=secret)]


def nobody(span: Span) -> ir.Expr:
    """The game itself does it."""
    return ir.Nobody(type=PLAYER, span=span)


def named(scope: Scope, value: ir.Expr, result: list[ir.Stmt]) -> ir.Expr:
    """A player who is found by asking the table is found once, before the block, and keeps a name in it."""
    if isinstance(value, ir.Var):
        return value
    var = scope.desk.unnamed()
    result.append(ir.Let(span=value.span, name=var, value=value))
    return replace(ir.Var(type=PLAYER, span=value.span, name=var))


__all__ = ["TRUTH", "block", "careful", "statement"]
