"""Runs the first pass over verbs and phases: how they are written, what they take, their participles."""

from __future__ import annotations

from dataclasses import replace

from .. import ir, own_verbs, syntax
from ..vocabulary import Event, VerbHead, Vocabulary
from .mistakes import fail
from .own_deeds import like_one, use
from .scope import Desk
from .terms import PLAYER
from .types import new, number_of, sort, union


def participle(node: syntax.Forms | None) -> str | None:
    """Returns the participle in parentheses: `paid for`."""
    return syntax.joined(node.words) if node is not None else None


def phase(desk: Desk, node: syntax.Verb, vocabulary: Vocabulary) -> None:
    """Learns the name, the parameter and the steps of a phase."""
    if not node.is_phase:
        return
    word = node.word
    new(desk, word.text, word.span, vocabulary.phases, "phase")
    if node.forms is not None:
        desk.report("misplaced-word", "a phase has no participle; only its steps can have one", node.forms.span)
    param: ir.Param | None = None
    if node.object is not None:
        if not isinstance(node.object, syntax.Of):
            help = "write `of NAME: a …`"
            fail("missing-word", "this needs a name", node.object.span, help)
        param = ir.Param(name=node.object.name.text, type=sort(node.object.sort, vocabulary), prep="of")
    for more in (*node.roles, *([node.doer] if node.doer is not None else ())):
        desk.report("misplaced-word", "a phase has one parameter, after `of`", more.span)
    found = tuple([step_head(line) for line in node.lines if isinstance(line, syntax.Step)])
    for line in node.lines:
        if isinstance(line, syntax.Step) and param is not None:
            own_deed(desk, line.word, None, vocabulary)
    source = next((line.said.quoted for line in node.lines if isinstance(line, syntax.Origin)), None)
    vocabulary.phases[word.text] = ir.Phase(name=word.text, param=param, steps=found, source=source, span=word.span)
    vocabulary.learn("phase", word.text)


def own_deed(desk: Desk, word: syntax.Word, fixed: tuple[str, ...] | None, vocabulary: Vocabulary) -> None:
    """Reports a verb or a step that could be taken for a deed of the language. `fixed` are the words behind it."""
    if like_one(word.text, fixed, vocabulary):
        help = "choose another word, or certain words behind it that name nothing else"
        vocabulary.unclear.add(word.text)
        desk.report("own-deed", f"`{word}` is a deed of the language", word.span, help)


def step_head(node: syntax.Step) -> ir.Step:
    """Returns a step whose body is not read yet."""
    return ir.Step(name=node.word.text, participle=participle(node.forms), body=(), span=node.span)


def verb(desk: Desk, node: syntax.Verb, vocabulary: Vocabulary) -> None:
    """Learns how a verb is written, what it takes, its participles and its steps."""
    if node.is_phase:
        return
    head = verb_head(node, vocabulary)
    own_deed(desk, node.word, head.words, vocabulary)
    vocabulary.verbs[head.key] = head
    vocabulary.by_word[head.word].append(head)
    form = participle(node.forms)
    if form is not None:
        vocabulary.events.setdefault(form, []).append(_event(head, head.key))
    refused = [line.reason for line in node.lines if isinstance(line, syntax.Refused)]
    vocabulary.refusals[head.key] = [reason.quoted for reason in refused if reason is not None]
    named: set[str] = set()
    for line in node.lines:
        if not isinstance(line, syntax.Step):
            continue
        step = step_head(line)
        own_deed(desk, line.word, head.words, vocabulary)
        if step.name in named:
            desk.report("duplicate-name", f"there is another step `{step.name}`", line.span)
        named.add(step.name)
        full = f"{head.key}/{step.name}"
        if step.participle is not None:
            vocabulary.events.setdefault(step.participle, []).append(_event(head, full))
        vocabulary.step_heads.append(replace(head, key=full, word=step.name))


def _event(head: VerbHead, key: str) -> Event:
    """Returns the event that a verb, or a step of it, was done."""
    if head.words is not None:
        return Event(key, head.words, None, head.params, head.doer)
    return Event(key, None, head.params[0].type, head.params[1:], head.doer)


def verb_head(node: syntax.Verb, vocabulary: Vocabulary) -> VerbHead:
    """Reads the first line of a verb. Reports a second verb that is written the same way."""
    word, span = node.word.text, node.word.span
    fixed, found = verb_object(node.object, vocabulary)
    for role in node.roles:
        t = union(role.sorts, vocabulary)
        found.append(ir.Param(name=role.name.text, type=t, prep=role.prep.text))
    doer = union(node.doer.sorts, vocabulary) if node.doer is not None else PLAYER
    key = " ".join([word, *fixed]) if fixed else word
    heads = vocabulary.by_word.setdefault(word, [])
    for other in heads:
        if other.words == fixed and (fixed is not None or other.params[0].type == found[0].type):
            fail("duplicate-name", f"there is another verb `{key}`", span)
    if fixed is None and any(h.words is None for h in heads):
        key = f"{word} {found[0].type.name or found[0].type.sort}"
    you = any(said.text in ("you", "your") for said in syntax.words_of(node))
    return VerbHead(key, word, fixed, tuple(found), doer, span, you)


def verb_object(
    node: syntax.Object | syntax.Of | None, vocabulary: Vocabulary
) -> tuple[tuple[str, ...] | None, list[ir.Param]]:
    """Reads the words after a verb. Returns them if they are fixed, else None and the parameter that the verb is done
    to."""
    if node is None:
        return (), []
    if node.name is None:
        return tuple([w.text for w in node.sort.words]), []
    t = sort(node.sort, vocabulary)
    if isinstance(node, syntax.Object) and node.counted is not None:
        t = number_of(t, node.counted, vocabulary)
    return None, [ir.Param(name=node.name.text, type=t)]


def steps(vocabulary: Vocabulary) -> None:
    """Adds the steps of verbs and phases to the verbs and events, because they can be done and named by themselves. A
    whole verb comes first where a word is both."""
    for found in vocabulary.phases.values():
        for step in found.steps:
            full = f"{found.name}/{step.name}"
            if step.participle is not None:
                words = None if found.param is not None else ("the", found.name)
                t = found.param.type if found.param is not None else None
                vocabulary.events.setdefault(step.participle, []).append(
                    Event(full, words, t, (), PLAYER if found.param is not None else None)
                )
            if found.param is not None:
                head = VerbHead(full, step.name, None, (found.param,), PLAYER, step.span, False)
                vocabulary.step_heads.append(head)
    for head in vocabulary.step_heads:
        vocabulary.by_word.setdefault(head.word, []).append(head)


def built_in(vocabulary: Vocabulary) -> None:
    """Declares the verbs that the language itself declares: an ability is used, and a card targets something."""
    vocabulary.by_word[use.HEAD.word] = [use.HEAD]
    vocabulary.events[use.use.participle] = [use.EVENT]
    for one in own_verbs.TARGETS.values():
        words = one.words[1:] or None
        head = VerbHead(one.key, own_verbs.TARGET, words, one.params, one.doer, one.span, False)
        vocabulary.by_word.setdefault(own_verbs.TARGET, []).append(head)
        vocabulary.events.setdefault(own_verbs.TARGETED, []).append(_event(head, one.key))
