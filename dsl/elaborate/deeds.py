"""Reads what is done: which declared verb is meant, and what each of its parameters is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from .. import ir, own_verbs, syntax
from ..nearest import nearest
from ..source import Span
from ..syntax import Atom, Word
from ..vocabulary import VerbHead
from ..wordings import table
from ..words import listed, plural
from . import phrases, worth
from .atoms import exact, written
from .mistakes import Mistake, fail, unknown, wrong
from .noun import Noun
from .scope import Scope
from .terms import BANK, NUMBER, TRUTH, fits, says


@dataclass(slots=True)
class Call:
    """A verb with its arguments. In a pattern an argument may be None: anything."""

    head: VerbHead
    args: list[Noun | None]
    span: Span
    lift: str | None = None
    as_quality: str | None = None
    sources: dict[str, Noun] = field(default_factory=dict)


def split(node: syntax.Action) -> tuple[list[syntax.Role], syntax.As | None]:
    """Returns the roles of a deed, each with a preposition of its own, and what follows `as`."""
    roles: list[syntax.Role] = []
    named: syntax.As | None = None
    for role in node.roles:
        match role:
            case syntax.Role(prep):
                if any(r.prep.text == prep.text for r in roles):
                    fail("misplaced-word", f"`{prep}` is written twice here", prep.span)
                roles.append(role)
            case syntax.As():
                if named is not None:
                    fail("misplaced-word", "`as` is written twice here", role.span)
                named = role
            case syntax.Next():
                pass  # its reader asks for it
    return roles, named


def nothing_next(verb: Word, following: Sequence[syntax.Next]) -> None:
    """Reports `, then` behind a verb that has nothing to put in order."""
    if following:
        help = "write the next deed on a line of its own"
        fail("misplaced-word", f"`{verb}` takes no `, then`", following[0].span, help)


def next_ones(node: syntax.Action) -> list[syntax.Next]:
    """Returns what comes after each `, then` of a deed."""
    return [role for role in node.roles if isinstance(role, syntax.Next)]


def unknown_verb(scope: Scope, verb: Word, more: Sequence[str] = ()) -> NoReturn:
    """Reports a verb that nobody declares. `more` are other words that may have been meant."""
    said = f"no verb `{verb}`"
    everyday = table().deeds.get(verb.text)
    if everyday is not None:
        fail("unknown-word", said, verb.span, everyday)
    unknown(said, verb.span, verb.text, [*scope.vocabulary.by_word, *more])


def call(scope: Scope, node: syntax.Action, pattern: bool = False) -> Call:
    """Reads a deed with a declared verb: which verb is meant, and what each of its parameters is."""
    verb, operand = node.verb, node.operand
    roles, named = split(node)
    nothing_next(verb, next_ones(node))
    heads = scope.vocabulary.by_word.get(verb.text)
    if not heads:
        unknown_verb(scope, verb)
    words: Sequence[Atom] | None = operand.atoms if isinstance(operand, syntax.Chain) else None
    if words is not None:
        words, roles = with_history(scope, words, roles)
    head = fixed(heads, words, operand)
    noun: Noun | None = None
    if head is None:
        head, noun = by_object(scope, heads, verb, operand, words, pattern)
    params = head.params if head.words is not None else head.params[1:]
    given = _in_roles(scope, verb, params, roles)
    if not pattern:
        _complete(verb, params, given)
    args: list[Noun | None] = [] if head.words is not None else [noun]
    args.extend(given.get(p.name) for p in params)
    if node.face is not None:
        help = f"say it in the verb `{verb}` itself, behind `move`"
        fail("misplaced-word", f"`{verb}` does not say how a card lies", node.face.span, help)
    lift = node.lift.reason if node.lift is not None else None
    found = Call(head, args, node.span, lift.quoted if lift is not None else None, sources=given)
    if lift is not None:
        check_lift(scope, head, lift)
    if named is not None:
        found.as_quality = quality_named(scope, named.value)
    return found


def _in_roles(scope: Scope, verb: Word, params: Sequence[ir.Param], roles: Sequence[syntax.Role]) -> dict[str, Noun]:
    """Reads the words after prepositions. Returns them by the name of the parameter they are for."""
    given: dict[str, Noun] = {}
    for role in roles:
        prep = role.prep.text
        p = next((p for p in params if p.prep == prep and p.name not in given), None)
        if p is None:
            preps = [f"`{q.prep}`" for q in params]
            help = f"`{verb}` goes with {' and '.join(preps)}" if preps else None
            fail("misplaced-word", f"`{verb}` takes no `{prep}`", role.span, help)
        read = phrases.noun_phrase(scope, role.what)
        if not fits(p.type, read.item):
            fail("wrong-type", f"`{verb} … {prep}` takes {says(p.type)}, not {says(read.item)}", read.span)
        given[p.name] = read
    return given


def _complete(verb: Word, params: Sequence[ir.Param], given: dict[str, Noun]) -> None:
    """Adds the bank for a parameter that is left out and can be the bank. Reports any other parameter that is left
    out."""
    for p in params:
        if p.name in given:
            continue
        if p.type.sort == "bearer" and "bank" in (p.type.name or "").split(" "):
            given[p.name] = Noun(ir.Nobody(type=BANK, span=verb.span), verb.span)
        else:
            help = f"write `{p.prep}` and {says(p.type)}"
            fail("missing-word", f"`{verb}` needs `{p.prep}`", verb.span, help)


def fixed(heads: list[VerbHead], words: Sequence[Atom] | None, operand: syntax.Operand | None) -> VerbHead | None:
    """Returns the verb whose object is exactly these words, as in `gather resources`, `take the crown`, `bet`; None if
    there is none."""
    said = exact(words) if words is not None else ()
    if operand is not None and words is None:
        return None
    for head in heads:
        if head.words is not None and head.words == said:
            return head
    return None


def by_object(
    scope: Scope,
    heads: list[VerbHead],
    verb: Word,
    operand: syntax.Operand | None,
    words: Sequence[Atom] | None,
    pattern: bool,
) -> tuple[VerbHead, Noun]:
    """Finds the verb by its object: the first verb that the object fits."""
    takes = [h for h in heads if h.words is None]
    if operand is None or not takes:
        raise _no_object(heads, takes, verb, operand, words)
    try:
        noun = phrases.read_words(scope, words) if words is not None else phrases.operand(scope, operand)
    except Mistake as error:
        raise _how_many(takes, verb, error) from None
    for head in takes:
        if takes_object(head.params[0].type, noun, pattern):
            return head, noun
    said = [" ".join(h.words) for h in heads if h.words]
    whole = [h for h in takes if "/" not in h.key] or takes
    wanted = list(dict.fromkeys(says(h.params[0].type) for h in whole))
    got = says(noun.item if pattern else noun.base.type)
    near = nearest(" ".join(exact(words)), said) if words else None
    hint = f"did you mean `{verb} {near}`?" if near else with_unit(whole, noun, pattern)
    raise wrong("wrong-type", f"`{verb}` takes {' or '.join(wanted)}, not {got}", noun.span, hint)


def _how_many(takes: Sequence[VerbHead], verb: Word, error: Mistake) -> Mistake:
    """Returns the mistake of a verb that takes a number of cards, if these come without a word before them."""
    found, wanted = error.diagnostic, takes[0].params[0].type
    if found is None or found.code != "wrong-article" or wanted.sort != "number" or wanted.name is None:
        return error
    return wrong(found.code, "how many is a number", found.span, f"write `{verb} 1 {wanted.name}`")


def _no_object(
    heads: list[VerbHead],
    takes: list[VerbHead],
    verb: Word,
    operand: syntax.Operand | None,
    words: Sequence[Atom] | None,
) -> Mistake:
    """Returns the mistake of a verb without its object, or with words that the verb does not go with."""
    said = [" ".join(h.words) for h in heads if h.words]
    wanted = [*said, *(says(h.params[0].type) for h in takes)]
    near = nearest(" ".join(exact(words)), said) if words else None
    code = "missing-word" if operand is None else "unknown-word" if near else "wrong-type"
    message = f"`{verb}` what?" if operand is None else f"these words cannot come after `{verb}`"
    help = f"it takes {' or '.join(wanted)}" if wanted else f"write `{verb}` alone"
    if near:
        help = f"did you mean `{near}`?"
    elif operand is not None and not takes and verb.text in table().deeds:
        message = f"in this game one can only {listed(f'{verb} {words}' for words in said)}"
        help = table().deeds[verb.text]
    return wrong(code, message, verb.span if operand is None else operand.span, help)


def with_unit(heads: list[VerbHead], noun: Noun, pattern: bool) -> str | None:
    """Returns a hint for an object whose unit is missing or too much: `pay 2` does not say 2 of what. Returns None if
    there is nothing to say."""
    t = heads[0].params[0].type
    if t.sort == "number" and t.name is not None and noun.item.sort == "card":
        return f"write `any {t.name}`" if pattern else f"write only how many: `2 {plural(t.name)}`"
    if not isinstance(noun.base, ir.Num) or noun.base.type != NUMBER or t.sort not in ("amount", "number"):
        return None
    return f"write `{noun.base.value} {t.name if t.sort == 'amount' else 'cards'}`"


def takes_object(wanted: ir.Type, noun: Noun, pattern: bool) -> bool:
    """Returns whether a verb takes such a noun as its object. In a `pattern`, the noun says which objects a rule is
    about."""
    if wanted.sort == "number" and wanted.name is not None:  # a number of cards, said as `2 cards`
        counted = noun.count is not None or (pattern and noun.many)
        any_cards = noun.item.sort == "card" and noun.item.name in (None, wanted.name)
        return counted and any_cards and noun.everything and not noun.conds
    if pattern or (noun.random and noun.count is None):
        return fits(wanted, noun.item) or fits(wanted, noun.base.type)
    return fits(wanted, noun.base.type) or (noun.many and fits(wanted, noun.item))


def with_history(
    scope: Scope, words: Sequence[Atom], roles: list[syntax.Role]
) -> tuple[Sequence[Atom], list[syntax.Role]]:
    """Moves the `to` words of `the gold you paid to build this turn` into the phrase, because they are no role."""
    vocabulary = scope.vocabulary
    if len(words) < 3 or words[-2].kind != "pron" or words[-1].text not in vocabulary.events or not roles:
        return words, roles
    role = roles[0]
    inside = role.what.chain.atoms
    if role.prep.text != "to" or role.what.filters or inside[0].text not in vocabulary.by_word:
        return words, roles
    return [*words, Word("word", "to", role.prep.span), *inside], roles[1:]


def check_lift(scope: Scope, head: VerbHead, reason: Word) -> None:
    """Reports an `even if` with a refusal that the verb does not have."""
    lift, texts = reason.quoted, scope.vocabulary.refusals.get(head.key, [])
    if lift in texts:
        return
    near = nearest(lift, texts)
    help = "it is refused by " + ", ".join(f'"{t}"' for t in texts) if texts else "nothing refuses it"
    if near:
        help = f'did you mean "{near}"?'
    message = f'`{head.word}` is never refused because "{lift}"'
    fail("unknown-refusal", message, reason.span, help, f'"{near}"' if near else None)


def quality_named(scope: Scope, node: syntax.Value) -> str:
    """Reads the quality after `as`."""
    name = written(node.atoms) if isinstance(node, syntax.Chain) else ""
    if name not in scope.vocabulary.qualities:
        unknown(f"no quality `{name}`", node.span, name, scope.vocabulary.qualities)
    return name


# ---- in a body -----------------------------------------------------------------------------------------------------


def arguments(scope: Scope, found: Call) -> tuple[ir.Expr, ...]:
    """Returns the value of each parameter when the deed is done now."""
    result = []
    for param, noun in zip(found.head.params, found.args, strict=True):
        assert noun is not None
        result.append(argument(scope, found, param, noun))
    return tuple(result)


def argument(scope: Scope, found: Call, param: ir.Param, noun: Noun) -> ir.Expr:
    """Returns the value of one parameter when the deed is done now."""
    if param.type.sort == "number" and param.type.name is not None and noun.count is not None and noun.many:
        if noun.up_to or noun.random:
            fail("misplaced-word", "exactly how many?", noun.span)
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
        fail("misplaced-word", f"`{found.head.word}` needs an exact amount", noun.span, "leave out `up to`")
    value = worth.value(scope, noun)
    if not fits(param.type, value.type):
        fail("wrong-type", f"`{found.head.word}` takes {says(param.type)}, not {says(value.type)}", noun.span)
    return value


# ---- in a condition ------------------------------------------------------------------------------------------------


def can(scope: Scope, subject: syntax.NounPhrase, force: str, deed: syntax.Deed, span: Span) -> ir.Expr:
    """Reads `you may build plan` as a condition."""
    doer = phrases.noun_phrase(scope, subject)
    if isinstance(doer.base, ir.Nobody):
        fail("wrong-type", "a condition asks what one player or card may do", doer.span, "write `you cannot`, for one")
    if doer.many:
        fail("wrong-type", "this can only be asked of one player or card", doer.span)
    if not isinstance(deed, syntax.Action):
        fail(
            "misplaced-word",
            "a condition can only ask whether something may be done",
            deed.span,
            "write the verb of a deed",
        )
    found = call(scope, deed)
    check_doer(found.head, doer)
    args = arguments(scope.inner(only_asked=True), found)
    result = ir.Can(type=TRUTH, span=span, verb=found.head.key, doer=doer.base, args=args)
    return _forced(result, force, span)


def _forced(result: ir.Expr, force: str, span: Span) -> ir.Expr:
    if force == "must":
        fail("misplaced-word", "a condition can ask what `may` be done, not what `must` be done", span)
    return ir.Not(type=TRUTH, span=span, of=result) if force == "cannot" else result


def can_do(scope: Scope, node: syntax.ThatMay, me: ir.Expr) -> ir.Expr:
    """Reads the filter `that this may affect`."""
    doer, verb = phrases.chain(scope, node.who), node.verb
    if doer.many:
        fail("wrong-type", "this can only be asked of one player or card", doer.span)
    heads = scope.vocabulary.by_word.get(verb.text)
    if not heads:
        unknown_verb(scope, verb)
    head = next((h for h in heads if h.words is None and len(h.params) == 1 and fits(h.params[0].type, me.type)), None)
    if head is None:
        fail("wrong-type", f"`{verb}` does not take {says(me.type)}", verb.span)
    check_doer(head, doer)
    result = ir.Can(type=TRUTH, span=node.span, verb=head.key, doer=doer.base, args=(me,))
    return _forced(result, node.force.text, node.span)


def check_doer(head: VerbHead, doer: Noun) -> None:
    """Reports a doer that cannot do this."""
    if not fits(head.doer, doer.item):
        if head.word == own_verbs.TARGET and doer.item.sort == "player":
            help = f"write `any card whose owner is another player cannot {head.word} …`"
            fail("wrong-type", f"what can `{head.word}` is a card, not the player who has it", doer.span, help)
        fail("wrong-type", f"only {says(head.doer)} can `{head.word}`, not {says(doer.item)}", doer.span)


# ---- in a rule -----------------------------------------------------------------------------------------------------


def pattern_of(scope: Scope, t: ir.Type, noun: Noun | None) -> tuple[str, list[ir.Expr]]:
    """Returns the variable and the conditions of one thing that a rule is about."""
    if noun is None:
        return scope.desk.unnamed(), []
    if noun.all_of:
        if noun.det != "any":
            fail("wrong-article", "a rule holds for every amount", noun.span, f"write `any {noun.all_of}`")
        return scope.desk.unnamed(), []
    if isinstance(noun.base, ir.Counted):
        said = "a rule holds for every amount, not for just as much as somebody has"
        fail("wrong-type", said, noun.span, f"write `any {noun.base.mark}`; whose it is comes with `from` or `to`")
    if noun.up_to or noun.any_number or noun.random:
        fail("misplaced-word", "a rule cannot name a count of things", noun.span)
    if noun.count is not None:
        fail("misplaced-word", "a rule cannot name a count of things", noun.count.span)
    if t.sort == "number" and noun.many:
        return scope.desk.unnamed(), []
    noun.var = noun.var or scope.desk.unnamed()
    return noun.var, noun.test(t)


def variable(name: str, t: ir.Type, span: Span) -> ir.Var:
    """Returns a variable for one thing of a type."""
    return ir.Var(type=replace(t, many=False), span=span, name=name)
