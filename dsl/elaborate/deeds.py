"""Reads what is done: which declared verb is meant, and what each of its parameters is."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..source import Span
from ..vocabulary import VerbHead
from ..words import plural
from . import phrases
from .atoms import atoms, exact
from .scope import BANK, NUMBER, TRUTH, Atom, Node, Noun, Scope, fail, fits, says, unknown, wrong


@dataclass(slots=True)
class Role:
    prep: str
    np: Node
    span: Span


@dataclass(slots=True)
class Call:
    """A verb with what it is said of; in a pattern an argument may be None: anything."""

    head: VerbHead
    args: list[Noun | None]
    span: Span
    lift: str | None = None
    as_quality: str | None = None
    sources: dict[str, Noun] = field(default_factory=dict)


BUILT_IN = (
    "move", "recover", "put", "mark", "unmark", "shuffle", "show", "look", "swap", "run", "leave", "win", "reveal",
)  # fmt: skip


def parts(scope: Scope, node: Node) -> tuple[Token, Node | None, list[Role], Node | None, str | None, Token | None]:
    """An `action`: its verb, operand, roles, what follows `as`, the refusal it lifts."""
    verb = node.children[0]
    assert isinstance(verb, Token)
    operand: Node | None = None
    roles: list[Role] = []
    as_value: Node | None = None
    lift: str | None = None
    lift_at: Token | None = None
    for child in node.children[1:]:
        if not isinstance(child, Tree):
            continue
        if child.data == "role":
            first = child.children[0]
            assert isinstance(first, Tree)
            if first.data == "prep":
                np = child.children[1]
                assert isinstance(np, Tree)
                prep = str(first.children[0])
                if any(r.prep == prep for r in roles):
                    fail("misplaced-word", f"`{prep}` stands here twice", scope.desk.span(first))
                roles.append(Role(prep, np, scope.desk.span(child)))
            elif as_value is not None:
                fail("misplaced-word", "`as` stands here twice", scope.desk.span(child))
            else:
                as_value = first
        elif child.data == "lift":
            lift_at = child.children[-1]  # type: ignore[assignment]
            assert isinstance(lift_at, Token)
            lift = str(lift_at)[1:-1]
        else:
            operand = child
    return verb, operand, roles, as_value, lift, lift_at


def unknown_verb(scope: Scope, verb: Token, built_in: bool) -> None:
    words = [*scope.vocabulary.by_word, *(BUILT_IN if built_in else ())]
    unknown(f"no verb `{verb}`", scope.desk.span(verb), str(verb), words)


def call(scope: Scope, node: Node, pattern: bool = False, built_in: bool = False) -> Call:
    verb, operand, roles, as_value, lift, lift_at = parts(scope, node)
    heads = scope.vocabulary.by_word.get(str(verb))
    if not heads:
        unknown_verb(scope, verb, built_in)
        raise AssertionError
    span = scope.desk.span(node)
    words = atoms(scope.desk, operand) if operand is not None and operand.data == "chain" else None
    if words is not None:
        words, roles = with_history(scope, words, roles)
    head = fixed(heads, words, operand)
    noun: Noun | None = None
    if head is None:
        head, noun = by_object(scope, heads, verb, operand, words, pattern)
    params = head.params if head.words is not None else head.params[1:]
    given: dict[str, Noun] = {}
    for role in roles:
        p = next((p for p in params if p.prep == role.prep and p.name not in given), None)
        if p is None:
            preps = [f"`{q.prep}`" for q in params]
            help = f"`{verb}` goes with {' and '.join(preps)}" if preps else None
            fail("misplaced-word", f"`{verb}` has no `{role.prep}`", role.span, help)
        read = phrases.noun_phrase(scope, role.np)
        if not fits(p.type, read.item):
            fail("wrong-type", f"`{verb} … {role.prep}` takes {says(p.type)}, not {says(read.item)}", read.span)
        given[p.name] = read
    for p in params:
        if p.name not in given and not pattern and p.type.sort == "bearer" and "bank" in (p.type.name or "").split(" "):
            given[p.name] = Noun(ir.Nobody(type=BANK, span=scope.desk.span(verb)), scope.desk.span(verb))
        elif p.name not in given and not pattern:
            fail(
                "missing-word",
                f"`{verb}` says {p.prep} what",
                scope.desk.span(verb),
                f"write `{p.prep}` and {says(p.type)}",
            )
    args: list[Noun | None] = [] if head.words is not None else [noun]
    args.extend(given.get(p.name) for p in params)
    found = Call(head, args, span, lift, sources=given)
    if lift is not None and lift_at is not None:
        check_lift(scope, head, lift, lift_at)
    if as_value is not None:
        found.as_quality = quality_named(scope, as_value)
    return found


def fixed(heads: list[VerbHead], words: list[Atom] | None, operand: Node | None) -> VerbHead | None:
    """A verb whose object is certain words: `gather resources`, `take the crown`, `bet`."""
    said = exact(words) if words is not None else ()
    if operand is not None and words is None:
        return None
    for head in heads:
        if head.words is not None and head.words == said:
            return head
    return None


def by_object(
    scope: Scope, heads: list[VerbHead], verb: Token, operand: Node | None, words: list[Atom] | None, pattern: bool
) -> tuple[VerbHead, Noun]:
    takes = [h for h in heads if h.words is None]
    said = [" ".join(h.words) for h in heads if h.words]
    if operand is None or not takes:
        span = scope.desk.span(verb) if operand is None else scope.desk.span(operand)
        wanted = [*said, *(says(h.params[0].type) for h in takes)]
        near = nearest(" ".join(exact(words)), said) if words else None
        code = "missing-word" if operand is None else "unknown-word" if near else "wrong-type"
        message = f"`{verb}` what?" if operand is None else f"`{verb}` does not go with these words"
        help = (
            f"did you mean `{near}`?"
            if near
            else "it takes " + " or ".join(wanted)
            if wanted
            else f"write `{verb}` alone"
        )
        fail(code, message, span, help)
    if words is not None:
        noun = phrases.read_words(scope, words)
    else:
        noun = phrases.operand(scope, operand)
    for head in takes:
        if takes_object(head.params[0].type, noun, pattern):
            return head, noun
    whole = [h for h in takes if "/" not in h.key] or takes
    wanted = list(dict.fromkeys(says(h.params[0].type) for h in whole))
    got = says(noun.item if pattern else noun.base.type)
    near = nearest(" ".join(exact(words)), said) if words else None
    hint = f"did you mean `{verb} {near}`?" if near else with_unit(whole, noun, pattern)
    raise wrong("wrong-type", f"`{verb}` takes {' or '.join(wanted)}, not {got}", noun.span, hint)


def with_unit(heads: list[VerbHead], noun: Noun, pattern: bool) -> str | None:
    """`pay 2` lacks a word: 2 of what?"""
    t = heads[0].params[0].type
    if t.sort == "number" and t.name is not None and noun.item.sort == "card":
        return f"write `any {t.name}`" if pattern else f"write only how many: `2 {plural(t.name)}`"
    if not isinstance(noun.base, ir.Num) or noun.base.type != NUMBER or t.sort not in ("amount", "number"):
        return None
    return f"write `{noun.base.value} {t.name if t.sort == 'amount' else 'cards'}`"


def takes_object(wanted: ir.Type, noun: Noun, pattern: bool) -> bool:
    if wanted.sort == "number" and wanted.name is not None:  # a number of cards, said as `2 cards`
        counted = noun.count is not None or (pattern and noun.many)
        any_cards = noun.item.sort == "card" and noun.item.name in (None, wanted.name)
        return counted and any_cards and noun.everything and not noun.conds
    if pattern or (noun.random and noun.count is None):
        return fits(wanted, noun.item) or fits(wanted, noun.base.type)
    return fits(wanted, noun.base.type) or (noun.many and fits(wanted, noun.item))


def with_history(scope: Scope, words: list[Atom], roles: list[Role]) -> tuple[list[Atom], list[Role]]:
    """`the gold you paid to build this turn`: these `to` words belong to the phrase and are no role."""
    vocabulary = scope.vocabulary
    if len(words) < 3 or words[-2].kind != "pron" or words[-1].text not in vocabulary.events or not roles:
        return words, roles
    role = roles[0]
    body = role.np.children[1]
    if role.prep != "to" or len(role.np.children) > 2 or not isinstance(body, Tree):
        return words, roles
    inside = atoms(scope.desk, body)
    if inside[0].text not in vocabulary.by_word:
        return words, roles
    to = Atom("word", "to", Span(role.span.path, role.span.start, role.span.start + 2))
    return [*words, to, *inside], roles[1:]


def check_lift(scope: Scope, head: VerbHead, lift: str, at: Token) -> None:
    texts = scope.vocabulary.refusals.get(head.key, [])
    if lift not in texts:
        near = nearest(lift, texts)
        help = (
            f'did you mean "{near}"?'
            if near
            else "it is refused by " + ", ".join(f'"{t}"' for t in texts)
            if texts
            else "nothing refuses it"
        )
        fail(
            "unknown-refusal",
            f'`{head.word}` is never refused because "{lift}"',
            scope.desk.span(at),
            help,
            f'"{near}"' if near else None,
        )


def quality_named(scope: Scope, node: Node) -> str:
    """The words after `as`: a quality."""
    words = atoms(scope.desk, node) if node.data == "chain" else []
    name = " ".join(a.text for a in words)
    if name not in scope.vocabulary.qualities:
        unknown(f"no quality `{name}`", scope.desk.span(node), name, scope.vocabulary.qualities)
    return name


# ---- in a body -----------------------------------------------------------------------------------------------------


def arguments(scope: Scope, found: Call) -> tuple[ir.Expr, ...]:
    """What each parameter stands for when the deed is done now."""
    result = []
    for param, noun in zip(found.head.params, found.args, strict=True):
        assert noun is not None
        result.append(argument(scope, found, param, noun))
    return tuple(result)


def argument(scope: Scope, found: Call, param: ir.Param, noun: Noun) -> ir.Expr:
    if param.type.sort == "number" and param.type.name is not None and noun.count is not None and noun.many:
        if noun.up_to or noun.random:
            fail("misplaced-word", "just how many?", noun.span)
        return noun.count
    if noun.all_of and noun.det == "all":
        source = next(
            (
                n
                for p, n in found.sources.items()
                if fits(ir.Type("bearer", "player card"), n.item) or n.item.sort == "card"
            ),
            None,
        )
        if source is None or source.many:
            fail("missing-word", f"all `{noun.all_of}` of whom?", noun.span, "write `from` and who has it")
        return ir.Counted(type=noun.base.type, span=noun.span, mark=noun.all_of, bearer=source.base)
    if noun.up_to and noun.base.type.sort == "amount":
        fail("misplaced-word", f"`{found.head.word}` takes a certain amount", noun.span, "leave out `up to`")
    value = phrases.value(scope, noun)
    if not fits(param.type, value.type):
        fail("wrong-type", f"`{found.head.word}` takes {says(param.type)}, not {says(value.type)}", noun.span)
    return value


# ---- in a condition ------------------------------------------------------------------------------------------------


def can(scope: Scope, subject: Node, force: str, action: Node, span: Span) -> ir.Expr:
    """`you may build plan` as a condition."""
    doer = phrases.noun_phrase(scope, subject)
    if doer.many:
        fail("wrong-type", "this is asked of one certain player or card", doer.span)
    found = call(scope, action)
    check_doer(found.head, doer)
    args = arguments(scope.inner(before=None), found)
    result = ir.Can(type=TRUTH, span=span, verb=found.head.key, doer=doer.base, args=args)
    return _forced(result, force, span)


def _forced(result: ir.Expr, force: str, span: Span) -> ir.Expr:
    if force == "must":
        fail("misplaced-word", "whether something may be done can be asked, not whether it must", span)
    return ir.Not(type=TRUTH, span=span, of=result) if force == "cannot" else result


def can_do(scope: Scope, who: Node, force: str, verb: Token, me: ir.Expr, span: Span) -> ir.Expr:
    """The filter `that this may affect`."""
    doer = phrases.chain(scope, who)
    if doer.many:
        fail("wrong-type", "this is asked of one certain player or card", doer.span)
    heads = scope.vocabulary.by_word.get(str(verb))
    if not heads:
        unknown_verb(scope, verb, False)
        raise AssertionError
    head = next((h for h in heads if h.words is None and len(h.params) == 1 and fits(h.params[0].type, me.type)), None)
    if head is None:
        fail("wrong-type", f"`{verb}` does not take {says(me.type)}", scope.desk.span(verb))
    check_doer(head, doer)
    return _forced(ir.Can(type=TRUTH, span=span, verb=head.key, doer=doer.base, args=(me,)), force, span)


def check_doer(head: VerbHead, doer: Noun) -> None:
    if not fits(head.doer, doer.item):
        fail("wrong-type", f"{says(head.doer)} can `{head.word}`, not {says(doer.item)}", doer.span)


# ---- in a rule -----------------------------------------------------------------------------------------------------


def pattern_of(scope: Scope, t: ir.Type, noun: Noun | None) -> tuple[str, list[ir.Expr]]:
    """The variable and the conditions of one thing a rule is about."""
    if noun is None:
        return scope.desk.unnamed(), []
    if noun.all_of:
        if noun.det != "any":
            fail("wrong-article", "a rule is about any amount", noun.span, f"write `any {noun.all_of}`")
        return scope.desk.unnamed(), []
    if noun.up_to or noun.any_number or noun.random:
        fail("misplaced-word", "a rule has no count", noun.span)
    if noun.count is not None:
        fail("misplaced-word", "a rule has no count", noun.count.span)
    if t.sort == "number" and noun.many:
        return scope.desk.unnamed(), []
    noun.var = noun.var or scope.desk.unnamed()
    return noun.var, noun.test()


def variable(name: str, t: ir.Type, span: Span) -> ir.Var:
    return ir.Var(type=replace(t, many=False), span=span, name=name)


__all__ = ["NUMBER", "Call", "Role", "arguments", "call", "can", "can_do", "parts", "pattern_of"]
