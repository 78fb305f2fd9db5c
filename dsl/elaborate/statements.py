"""Reads the bodies of verbs, phases and clauses, statement by statement. Each mistake loses one statement only."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from .. import ir, syntax
from ..source import Span
from ..syntax import Word
from . import conditions, deeds, own_deeds, phrases, rules, worth
from .atoms import cover, written
from .mistakes import Mistake, fail, unknown, wrong
from .noun import Noun, number, uncounted
from .scope import Scope
from .terms import NAME, NUMBER, PLAYER, says


def block(scope: Scope, nodes: Sequence[syntax.Statement]) -> ir.Block:
    """Reads statements in order, in a scope of their own that the caller made."""
    result: list[ir.Stmt] = []
    for node in nodes:
        found = careful(scope, node)
        result.extend(privately(found, scope.doer) if scope.secret else found)
    return tuple(result)


def privately(statements: list[ir.Stmt], doer: ir.Expr | None) -> list[ir.Stmt]:
    """Returns the statements, made the private business of `doer` unless they are private already."""
    return [s if s.business is not None else replace(s, business=doer) for s in statements]


def careful(scope: Scope, node: syntax.Statement) -> list[ir.Stmt]:
    """Reads one statement, with what must be done before it. Notes a mistake and returns nothing if it cannot be
    read."""
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


def statement(scope: Scope, node: syntax.Statement) -> list[ir.Stmt]:
    """Reads one statement, which may become several."""
    match node:
        case syntax.Action():
            return [action(scope, node)]
        case syntax.Whether():
            return [own_deeds.reveal.reveal.read(scope, node)]
        case syntax.Nothing():
            return [ir.Nothing(span=node.span)]
        case syntax.Lasting():
            return [rules.lasting(scope, node)]
        case syntax.Choose():
            return [choose(scope, node)]
        case syntax.Let():
            return let(scope, node)
        case syntax.Either():
            return [either(scope, node)]
        case syntax.If():
            return [iff(scope, node)]
        case syntax.ForEach():
            return [foreach(scope, node)]
        case syntax.Repeat():
            return [repeat(scope, node)]
        case syntax.Ask():
            return ask(scope, node)
        case syntax.Refused():
            return [require(scope, node)]


def action(scope: Scope, node: syntax.Action) -> ir.Stmt:
    """Reads one deed: of a declared verb, or one of the language. If it could be either, that has been reported."""
    try:
        return own_deeds.read(scope, node) if own_deeds.means_own(scope, node) else declared(scope, node)
    except Mistake as error:
        raise (Mistake(None) if node.verb.text in scope.vocabulary.unclear else error) from None


def declared(scope: Scope, node: syntax.Action) -> ir.Stmt:
    """Reads one deed of a declared verb."""
    verb, span = node.verb, node.span
    found = deeds.call(scope, node)
    head = found.head
    if head.key == own_deeds.use.HEAD.key:
        return own_deeds.use.use.read(scope, found)
    doer: ir.Expr = scope.doer if scope.doer is not None else nobody(span)
    if scope.doer is None and head.uses_you:
        message, help = f"who is to `{head.word}` here?", "say who `must`, and write this below it"
        fail("no-doer", message, verb.span, help)
    if scope.doer is not None and head.doer.sort == "card" and head.doer.sort != scope.doer.type.sort:
        fail("wrong-type", f"only {says(head.doer)} can `{head.word}`, not {says(scope.doer.type)}", span)
    args = deeds.arguments(scope, found)
    lifted = (found.lift,) if found.lift is not None else ()
    able = _if_able(node, doer)
    return ir.Do(
        span=span, verb=head.key, doer=doer, args=args, lifted=lifted, as_quality=found.as_quality, if_able=able
    )  # fmt: skip


def _if_able(node: syntax.Action, doer: ir.Expr) -> bool:
    """Reads `if you can`: whoever does the deed is meant."""
    if node.able is None:
        return False
    who = "you" if isinstance(doer, ir.Var) and doer.name == "you" else "they"
    if node.able.text != who:
        fail("misplaced-word", f"who does this is `{who}`", node.able.span, f"write `if {who} can`")
    return True


def require(scope: Scope, node: syntax.Refused) -> ir.Stmt:
    """Reads `refused "…" if …` in a body."""
    found = conditions.provided(scope, node)
    return ir.Require(span=node.span, cond=found, text=node.reason.quoted if node.reason is not None else None)


def let(scope: Scope, node: syntax.Let) -> list[ir.Stmt]:
    """Reads `let NAME be …` and declares the name. A random thing is picked before, and needs no statement of its
    own."""
    name = node.name
    try:
        noun = phrases.operand(scope, node.operand)
        var = scope.desk.unique(name.text)
        value = worth.value(scope, noun, name=var)
    except Mistake:
        scope.declare(name, None)
        raise
    scope.declare(name, value.type, var)
    if node.secretly is not None:
        kept_secret(scope, noun, node.secretly.span)
    if noun.random:
        return []
    return [ir.Let(span=node.span, name=var, value=value)]


def kept_secret(scope: Scope, noun: Noun, span: Span) -> None:
    """Makes the last pick secret, as in `let cast be a random number up to 6, secretly`: only the player who does this
    learns it."""
    if not noun.random or not scope.before:
        fail("misplaced-word", "only what is random or chosen can be secret", span, "leave `secretly` out")
    if scope.doer is None or scope.doer.type.sort != "player":
        fail("no-doer", "who learns it?", span, "say who `must`, and write this below it")
    scope.before[-1] = replace(scope.before[-1], business=scope.doer)


def choose(scope: Scope, node: syntax.Choose) -> ir.Choose:
    """Reads `choose NAME: np, secretly, otherwise …`."""
    other: ir.Block | None = None
    if node.otherwise is not None:
        other = block(scope.inner(), [node.otherwise])
    found = choice(scope, node.name, node.what, node.secretly is not None, other)
    return replace(found, label=called(node.called))


def called(word: Word | None) -> str | None:
    """Reads `as "…"`: what questions and answers call this. Returns None if the author gave no name."""
    if word is None:
        return None
    text = " ".join(word.quoted.split())
    if not any(c.isalpha() for c in text) or any(c in "{}" for c in text):
        fail("missing-word", "how is this called?", word.span, 'write what a player would say: `as "beautify"`')
    if normal_first(text) in ("yes", "no", "done"):
        fail("misplaced-word", f"`{normal_first(text)}` is itself an answer", word.span, "begin with another word")
    return text


def normal_first(text: str) -> str:
    """Returns the first word of a name, in lower case."""
    return text.lower().split()[0].strip(",.:;!?")


def choice(scope: Scope, name: Word, np: syntax.NounPhrase, secretly: bool, otherwise: ir.Block | None) -> ir.Choose:
    """Reads `choose NAME: np` and declares the name."""
    if scope.doer is None:
        scope.declare(name, None)
        fail("no-doer", "who is to choose here?", name.span, "say who `must`, and write this below it")
    if scope.doer.type.sort != "player":
        scope.declare(name, None)
        fail("wrong-type", f"only a player can choose, not {says(scope.doer.type)}", name.span)
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
    return ir.Choose(
        span=name.span.to(np.span),
        name=scope.declare(name, t, picked=noun.base),
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
    """Returns whether one thing is chosen, and the least and the greatest number if several are."""
    if not noun.many or noun.item.sort in ("zone", "mark", "bank"):
        fail("wrong-type", f"only one of several things can be chosen, not {says(noun.base.type)}", noun.span)
    if noun.item == NAME:
        fail("wrong-type", "a name cannot be chosen", noun.span, "let the player choose a card, and read `name of` it")
    if noun.random:
        fail("misplaced-word", "nobody can choose something random", noun.span, "write `let … be a random …`")
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


def either(scope: Scope, node: syntax.Either) -> ir.Stmt:
    """Reads `either …`, `or …`, `otherwise …`."""
    doer = scope.doer
    if doer is None:
        fail("no-doer", "who decides here?", node.span, "say who `must`, and write this below it")
    read = tuple([branch(scope.inner(), b) for b in node.branches])
    otherwise: ir.Block | None = None
    if node.otherwise is not None:
        otherwise = plain_branch(scope.inner(), node.otherwise)
    return ir.Either(span=node.span, doer=doer, branches=read, otherwise=otherwise, secret=scope.secret)


def branch(scope: Scope, node: syntax.Branch | syntax.Choosing) -> ir.Branch:
    """Reads one of the ways of an `either`, in a scope of its own that the caller made."""
    picked: ir.Choose | None = None
    if isinstance(node, syntax.Choosing):
        scope.before = []
        try:
            picked = choice(scope, node.name, node.what, False, None)
        except Mistake as error:
            scope.desk.note(error)
    name = called(node.called)
    return ir.Branch(body=block(scope, node.body), choose=picked, span=node.span, label=name)


def plain_branch(scope: Scope, node: syntax.Branch | syntax.Choosing) -> ir.Block:
    """Reads the statements after `otherwise`."""
    found = branch(scope, node)
    return (found.choose, *found.body) if found.choose is not None else found.body


def iff(scope: Scope, node: syntax.If) -> ir.Stmt:
    """Reads `if …` or `unless …` with a block, and perhaps `otherwise`."""
    found: ir.Expr | None = None
    try:
        found = conditions.provided(scope, node)
    except Mistake as error:
        scope.desk.note(error)
    body = block(scope.inner(), node.then)
    otherwise = plain_branch(scope.inner(), node.otherwise) if node.otherwise is not None else ()
    if found is None:
        raise Mistake(None)
    return ir.If(span=node.span, cond=found, then=body, otherwise=otherwise)


def foreach(scope: Scope, node: syntax.ForEach) -> ir.Stmt:
    """Reads `for each NAME: np in order of VALUE` with a block."""
    inner = scope.inner()
    try:
        noun = phrases.noun_phrase(scope, node.what, bare=True, order=True)
        by = ordered_by(scope, node.what, noun)
        uncounted(noun, "`for each` always takes all of them", "let somebody `choose` them first")
        if not noun.many:
            fail("wrong-type", f"`for each` takes several things, not {says(noun.base.type)}", noun.span)
    except Mistake as error:
        scope.desk.note(error)
        if node.what.name is not None:
            inner.declare(node.what.name, None)
        block(inner, node.body)
        raise Mistake(None) from error
    var = inner.declare(noun.binder, noun.item) if noun.binder is not None else scope.desk.unnamed()
    inner.it = ir.Var(type=noun.item, span=noun.span, name=var)
    return ir.ForEach(span=node.span, var=var, of=noun.set(), by=by, body=block(inner, node.body))


def repeat(scope: Scope, node: syntax.Repeat) -> ir.Stmt:
    """Reads `repeat until …`, or `repeat 3 times`, with a block. What is done so often is done for each number."""
    if not isinstance(node.until, syntax.Chain):
        cond = conditions.condition(scope, node.until)
        return ir.Repeat(span=node.span, until=cond, body=block(scope.inner(), node.body))
    count, span = number(phrases.chain(scope, node.until)), node.until.span
    one, many = ir.Num(type=NUMBER, span=span, value=1), ir.Type("number", None, True)
    numbers = ir.Numbers(type=many, span=span, low=one, high=replace(count, type=NUMBER))
    body = block(scope.inner(), node.body)
    return ir.ForEach(span=node.span, var=scope.desk.unnamed(), of=numbers, by=None, body=body)


def ordered_by(scope: Scope, np: syntax.NounPhrase, noun: Noun) -> str | None:
    """Reads `in order of rank`: a value, or a counter, that each thing has. Returns None if there is no order."""
    words = np.chain.atoms
    at = phrases.order_at(words)
    if at == len(words):
        return None
    rest = words[at + 3 :]
    name = written(rest)
    value = scope.vocabulary.values.get(name)
    span = cover(rest)
    counter = scope.vocabulary.markers.get(name)
    if value is None and counter is not None and counter.counted:
        if not {noun.item.name or noun.item.sort, noun.item.sort}.intersection(counter.on):
            fail("wrong-type", f"{says(noun.item)} has no `{name}`", span)
        return name
    if value is None:
        unknown(f"no value `{name}`", span, name, (*scope.vocabulary.values, *scope.vocabulary.markers))
    if len(value.params) != 1 or value.params[0].type.sort != noun.item.sort:
        fail("wrong-type", f"{says(noun.item)} has no value `{name}`", span)
    return name


def ask(scope: Scope, node: syntax.Ask) -> list[ir.Stmt]:
    """Reads `the heir must`, `each other player may, secretly`: who acts in the block below."""
    span, must = node.span, node.force.text == "must"
    secret = node.secretly is not None or scope.secret
    inner = scope.inner(secret=secret)
    label = called(node.called)
    if label is not None and must and node.called is not None:
        fail("misplaced-word", "who must do this is not asked", node.called.span, "leave the name out")
    try:
        noun = _who_is_asked(scope, node)
    except Mistake as error:
        scope.desk.note(error)
        inner.doer = scope.doer if scope.doer is not None else nobody(span)
        inner.they = scope.they if scope.they is not None else nobody(span)
        block(inner, node.body)
        raise Mistake(None) from error
    if noun.many:
        var = scope.desk.unnamed()
        inner.doer = inner.they = ir.Var(type=PLAYER, span=noun.span, name=var)
        stmts = block(inner, node.body)
        if must:
            return [ir.ForEach(span=span, var=var, of=noun.set(), by=None, body=stmts)]
        return [ir.May(span=span, doer=noun.set(), body=stmts, var=var, secret=secret, label=label)]
    result: list[ir.Stmt] = []
    doer = named(scope, noun.base, result)
    inner.doer = doer
    if not (isinstance(doer, ir.Var) and doer.name == "you"):
        inner.they = doer
    stmts = block(inner, node.body)
    if must:
        return [*result, *stmts]
    return [*result, ir.May(span=span, doer=doer, body=stmts, secret=secret, label=label)]


def _who_is_asked(scope: Scope, node: syntax.Ask) -> Noun:
    """Reads the players who act in a block: one, or each of several."""
    if node.force.text == "cannot":
        message, help = "`cannot` takes no lines below it", "write `until …, … cannot …`"
        fail("misplaced-word", message, node.force.span, help)
    joined = any(word.text == "and" for word in node.who.chain.atoms)
    noun = phrases.together(scope, node.who) if joined else phrases.noun_phrase(scope, node.who)
    uncounted(noun, "nothing says who picks these", "write `each`, or choose them first")
    if isinstance(noun.base, ir.Nobody):
        fail("wrong-type", "a player must act here, not nobody", noun.span)
    if noun.item.sort not in ("player", "bearer"):
        fail("wrong-type", f"only a player can act, not {says(noun.item)}", noun.span)
    if noun.many and noun.det not in ("each", "all", "any") and noun.plural is not True:
        fail("who-picks", "which of them?", noun.span, "write `each`, or choose one first")
    return noun


def nobody(span: Span) -> ir.Expr:
    """Returns the doer of what the game itself does."""
    return ir.Nobody(type=PLAYER, span=span)


def named(scope: Scope, value: ir.Expr, result: list[ir.Stmt]) -> ir.Expr:
    """Returns a name for a player whom the table must be asked for, so that the player is found only once, before the
    block. The statement that finds the player is added to `result`."""
    if isinstance(value, ir.Var):
        return value
    var = scope.desk.unnamed()
    result.append(ir.Let(span=value.span, name=var, value=value))
    return ir.Var(type=PLAYER, span=value.span, name=var)
