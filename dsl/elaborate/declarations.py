"""Runs the second pass: it reads what the declarations of a game file say, now that every word is known."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial

from .. import ir, syntax
from ..source import Span
from ..vocabulary import VerbHead, Vocabulary
from . import conditions, durations, effects, moments, phrases, results, rules, shared, statements, types, worth
from .headers import Item, N, everywhere, tried
from .mistakes import Mistake, fail, unknown
from .noun import uncounted
from .scope import Desk, Local, Scope
from .terms import PLAYER, TRUTH, conjunction, says
from .verb_headers import participle


def prepare(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Reads the phrases that others depend on: of which type values are, what is to have a quality, who is `you`."""
    infer(items, vocabulary)
    second(items, syntax.Mark, lasts, vocabulary)
    second(items, syntax.Kept, lasts, vocabulary)
    second(items, syntax.Kind, kind, vocabulary)
    second(items, syntax.Quality, quality, vocabulary)


def read(
    items: Sequence[Item], vocabulary: Vocabulary, names: object
) -> tuple[dict[str, ir.Verb], dict[str, ir.Phase]]:
    """Reads the phrases of all other declarations except cards. Returns the verbs and the phases. `names` stands for
    the names of the set (`shared`)."""
    for desk, node in everywhere(items, syntax.ValueDef):
        found = shared.read(shared.VALUES, desk, node, names, partial(value, fresh(desk), node, vocabulary))
        if found is not None:
            vocabulary.values[found.name] = found
    verbs: dict[str, ir.Verb] = {}
    phases: dict[str, ir.Phase] = {}
    for desk, word in everywhere(items, syntax.Verb):
        here = fresh(desk)
        try:
            if word.is_phase:
                ran = shared.read(shared.PHASES, desk, word, names, partial(phase, here, word, vocabulary))
                if ran is not None:
                    phases[ran.name] = ran
            else:
                done = shared.read(shared.VERBS, desk, word, names, partial(verb, here, word, vocabulary))
                if done is not None:
                    verbs[done.key] = done
        except Mistake as error:
            here.note(error)
    return verbs, phases


def second(
    items: Sequence[Item], shape: type[N], reader: Callable[[Desk, N, Vocabulary], None], vocabulary: Vocabulary
) -> None:
    """Reads the phrases of the declarations of one shape."""
    for desk, node in everywhere(items, shape):
        tried(fresh(desk), reader, node, vocabulary)


def fresh(desk: Desk) -> Desk:
    """Returns a desk for one declaration: it numbers variables from the beginning."""
    return Desk(desk.source, desk.vocabulary, desk.diagnostics, desk.read)


def infer(items: Sequence[Item], vocabulary: Vocabulary) -> None:
    """Finds the type of each value: that of its base."""
    values = everywhere(items, syntax.ValueDef)
    shared.types(values, vocabulary, partial(inferred, values, vocabulary))


def inferred(values: Sequence[tuple[Desk, syntax.ValueDef]], vocabulary: Vocabulary) -> None:
    """Reads the bases of values for their types. Values may use values declared later, so it takes two rounds."""
    for _ in range(2):
        for desk, node in values:
            quiet = Desk(desk.source, vocabulary, [], desk.read)
            name = syntax.joined(node.names.words)
            known = vocabulary.values.get(name)
            if known is None or known.span != node.names.span:
                continue
            try:
                base = base_of(quiet, node, known)
            except Mistake:
                continue
            vocabulary.values[name] = replace(known, type=ir.Type(base.type.sort, base.type.name, base.type.many))


def with_params(desk: Desk, params: Sequence[ir.Param]) -> Scope:
    """Returns a scope that knows the parameters of a declaration; `it` is the first."""
    scope = Scope(desk)
    for param in params:
        desk.taken.add(param.name)
        scope.locals[param.name] = Local(param.name, param.type, Span("", 0, 0), used=True)
    if params:
        first = params[0]
        scope.it = ir.Var(type=first.type, span=Span("", 0, 0), name=first.name)
    return scope


def lasts(desk: Desk, node: syntax.Mark | syntax.Kept, vocabulary: Vocabulary) -> None:
    """Reads when a marker or a kept value ends."""
    for spec in node.specs:
        if isinstance(spec, syntax.Lasts):
            if durations.is_next(spec.chain):
                _lasts_beyond(desk, node, spec.chain, vocabulary)
            else:
                moments.until(Scope(desk), spec.chain)


def _lasts_beyond(
    desk: Desk, node: syntax.Mark | syntax.Kept, chain: syntax.Chain, vocabulary: Vocabulary
) -> None:  # fmt: skip
    """Reads `until the start of your next turn`, where *you* put the marker and *they* have it."""
    name = syntax.joined(node.names.words)
    known = vocabulary.markers.get(name)
    if known is None or known.counted or known.single:
        what = "what is kept" if known is None else f"`{name}`"
        why = "" if known is None else ", as it belongs to nobody who put it there"
        help = "let it last until the end of a phase that is running, or change it `at the start of your turn`"
        fail("misplaced-word", f"{what} cannot last until a next phase{why}", chain.span, help)
    scope = Scope(desk, you=ir.Var(type=PLAYER, span=chain.span, name="you"))
    if known.on == ("player",):
        scope.they = ir.Var(type=PLAYER, span=chain.span, name="they")
    later = durations.next_phase(scope, chain)
    vocabulary.markers[name] = replace(known, until=None, later=later)


def kind(desk: Desk, node: syntax.Kind, vocabulary: Vocabulary) -> None:
    """Reads who is `you` on cards of a kind, and where the cards work."""
    name = syntax.joined(node.names.words)
    known = vocabulary.kinds.get(name)
    if known is None:
        return
    this = ir.Var(type=ir.Type("card", name), span=known.span, name="this")
    scope = Scope(desk, this=this, it=this)
    you: ir.Expr | None = None
    works: ir.Expr | None = None
    for line in node.lines:
        try:
            match line:
                case syntax.Field():
                    pass  # read in the first pass
                case syntax.YouAre(who):
                    noun = phrases.noun_phrase(scope, who)
                    if noun.many or noun.base.type.sort != "player":
                        fail("wrong-type", f"`you` must be a player, not {says(noun.base.type)}", noun.span)
                    you = once(desk, you, noun.base, line.span)
                case syntax.Works(cond):
                    works = once(desk, works, conditions.condition(scope, cond), line.span)
                case syntax.WorksFrom():
                    works = once(desk, works, works_from(scope, line, this), line.span)
        except Mistake as error:
            desk.note(error)
    vocabulary.kinds[name] = replace(known, you=you, works=works)


def once(desk: Desk, old: ir.Expr | None, new: ir.Expr, span: Span) -> ir.Expr:
    """Returns the new expression. Reports it if there was an old one."""
    if old is not None:
        desk.report("duplicate-name", "this is said twice", span)
    return new


def works_from(scope: Scope, line: syntax.WorksFrom, this: ir.Var) -> ir.Expr:
    """Reads `works from revealed until the end of the round`: a card works while it bears the marker, which ends
    then."""
    word, kind_name = line.marker, this.type.name or ""
    marker = scope.vocabulary.markers.get(word.text)
    if marker is None or kind_name not in marker.on:
        unknown(f"no marker `{word}` lies on a {kind_name}", word.span, word.text, scope.vocabulary.markers)
    ends = moments.until(scope, line.until)
    if marker.until != ends:
        fail("wrong-type", f"`{word}` does not end with the {ends}", line.until.span)
    return ir.Has(type=TRUTH, span=word.span, mark=marker.name, bearer=this)


def quality(desk: Desk, node: syntax.Quality, vocabulary: Vocabulary) -> None:
    """Reads which things have a quality."""
    np, name = node.of, syntax.joined(node.words)
    known = vocabulary.qualities.get(name)
    if known is None or not isinstance(np, syntax.NounPhrase):
        return
    scope = Scope(desk)
    noun = phrases.noun_phrase(scope, np)
    if not noun.many:
        fail("wrong-type", f"a quality describes one of several things, not {says(noun.base.type)}", noun.span)
    uncounted(noun)
    whose = noun.base.bearer if isinstance(noun.base, ir.ZoneOf) else None
    if whose is not None and not isinstance(whose, (ir.Players, ir.AllOf)):
        fail(
            "misplaced-word",
            "a quality describes any such place, not the place of somebody",
            whose.span,
            "add `that` or `whose`",
        )
    conds = noun.conds if noun.item.sort == "zone" else noun.test()
    if not conds:
        message = f"this is true of every {noun.item.name or noun.item.sort}"
        fail("always-true", message, noun.span, "add `that` or `whose`")
    param = ir.Param(name=noun.var, type=noun.item)
    vocabulary.qualities[name] = replace(known, param=param, cond=conjunction(conds, noun.span))


# ---- values --------------------------------------------------------------------------------------------------------


def base_of(desk: Desk, node: syntax.ValueDef, known: ir.Value) -> ir.Expr:
    """Reads what a value is before any rule changes it."""
    scope = with_params(desk, known.params)
    return worth.value(scope, phrases.operand(scope, node.operand))


def value(desk: Desk, node: syntax.ValueDef, vocabulary: Vocabulary) -> ir.Value | None:
    """Reads what a value is, and the rules below it. Returns None if another value has its name."""
    name = syntax.joined(node.names.words)
    known = vocabulary.values.get(name)
    if known is None or known.span != node.names.span:
        return None
    try:
        known = replace(known, base=base_of(desk, node, known))
        results.fitting(known)
    except Mistake as error:
        desk.note(error)
    found: list[ir.Rule] = []
    for line in node.rules:
        scope = with_params(desk, known.params)
        try:
            rule = rules.rule(scope, line, vocabulary.values[name])
            if rule.form != "value" or rule.name != name:
                fail("misplaced-word", f"only a rule that changes `{name}` can come below it", line.span)
            found.append(rule)
        except Mistake as error:
            desk.note(error)
    return replace(known, rules=tuple(found))


# ---- verbs and phases ----------------------------------------------------------------------------------------------


def refusal(scope: Scope, node: syntax.Refused) -> ir.Refusal | None:
    """Reads a refusal outside a body. Reports one that cannot be read and returns None."""
    try:
        found = conditions.provided(scope, node)
    except Mistake as error:
        scope.desk.note(error)
        return None
    return ir.Refusal(text=node.reason.quoted if node.reason is not None else "", cond=found, span=node.span)


def source_of(lines: Sequence[syntax.Node], desk: Desk | None = None) -> str | None:
    """Returns the source of a declaration: where its rule was published. With a desk, reports a second source."""
    said = [line for line in lines if isinstance(line, syntax.Origin)]
    if desk is not None:
        for line in said[1:]:
            desk.report("duplicate-name", "the source is already given above", line.span, "keep one")
    return said[0].said.quoted if said else None


def verb(desk: Desk, node: syntax.Verb, vocabulary: Vocabulary) -> ir.Verb | None:
    """Reads a verb: when it is refused, and what is done, in one body or step by step."""
    head = next((h for h in vocabulary.verbs.values() if h.span == node.word.span), None)
    if head is None:
        return None
    scope = with_params(desk, head.params)
    scope.you = scope.doer = ir.Var(type=head.doer, span=head.span, name="you")
    refusals: list[ir.Refusal] = []
    steps: list[ir.Step] = []
    body: list[ir.Stmt] = []
    for line in node.lines:
        match line:
            case syntax.Origin():
                pass  # read below
            case syntax.Refused(reason):
                if reason is None:
                    desk.report("missing-word", "a refusal in a verb needs a reason in quotes", line.span)
                found = refusal(scope.inner(), line)
                if found is not None:
                    refusals.append(found)
            case syntax.Step():
                steps.append(step(scope, line))
            case syntax.Do(statements_):
                body.extend(statements.block(scope.inner(), statements_))
            case syntax.Either():
                body.extend(statements.careful(scope.inner(), line))
    steps = whole(desk, node, head, steps, tuple(body))
    scope.check_used()
    return ir.Verb(
        key=head.key,
        words=tuple(head.key.split(" ")) if head.words else (head.word,),
        participle=participle(node.forms),
        params=head.params,
        doer=head.doer,
        refusals=tuple(refusals),
        steps=tuple(steps),
        source=source_of(node.lines, desk),
        span=head.span,
    )


def whole(desk: Desk, node: syntax.Verb, head: VerbHead, steps: list[ir.Step], body: ir.Block) -> list[ir.Step]:
    """Returns the steps of a verb. One body without steps becomes a single step without a name."""
    at_once: list[syntax.Do | syntax.Either] = [n for n in node.lines if isinstance(n, (syntax.Do, syntax.Either))]
    effects.in_one(desk, at_once, "`verb …`")
    if at_once and steps:
        desk.report("misplaced-word", "a verb has either steps or one `do`", head.span)
    if not at_once and not steps:
        desk.report("missing-word", f"what does it mean to `{head.word}`?", head.span, "write `do` or `step`")
    return [ir.Step(name="", participle=None, body=body, span=node.span)] if at_once else steps


def step(scope: Scope, node: syntax.Step) -> ir.Step:
    """Reads a step of a verb or a phase."""
    types.no_join(scope.desk, node.word.text, node.word.span)
    return ir.Step(
        name=node.word.text,
        participle=participle(node.forms),
        body=statements.block(scope.inner(), node.body),
        span=node.span,
    )


def phase(desk: Desk, node: syntax.Verb, vocabulary: Vocabulary) -> ir.Phase | None:
    """Reads the steps of a phase."""
    known = vocabulary.phases.get(node.word.text)
    if known is None or known.span != node.word.span:
        return None
    scope = with_params(desk, (known.param,) if known.param is not None else ())
    if known.param is not None and known.param.type == PLAYER:
        scope.they = ir.Var(type=PLAYER, span=node.word.span, name=known.param.name)
    steps: list[ir.Step] = []
    for line in node.lines:
        match line:
            case syntax.Origin():
                pass  # read in the first pass
            case syntax.Step(word):
                if any(s.name == word.text for s in steps):
                    desk.report("duplicate-name", f"there is another step `{word}`", line.span)
                steps.append(step(scope, line))
            case syntax.Refused():
                desk.report("misplaced-word", "a phase cannot be refused", line.span)
            case syntax.Do() | syntax.Either():
                desk.report("misplaced-word", "a phase needs steps", line.span, "write `step` and a name")
    scope.check_used()
    return replace(known, steps=tuple(steps))
