"""The first pass over verbs and phases: how they are written, what they take, their participles."""

from __future__ import annotations

from lark import Token, Tree

from .. import ir
from ..source import Span
from ..vocabulary import Event, VerbHead, Vocabulary
from .scope import ABILITY, PLAYER, Desk, Node, fail
from .types import new, number_of, sort, union


def is_phase(node: Node) -> bool:
    return isinstance(node.children[0], Token) and node.children[0].type == "PHASE"


def participle(node: object) -> str | None:
    if not isinstance(node, Tree):
        return None
    return " ".join(str(t) for t in node.children)


def phase(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    """Names and parameters of phases."""
    if not is_phase(node):
        return
    _, word, forms, obj, *rest = node.children
    assert isinstance(word, Token)
    new(desk, str(word), desk.span(word), vocabulary.phases, "phase")
    if forms is not None:
        desk.report("misplaced-word", "a phase has no participle, its steps have", desk.span(forms))
    param: ir.Param | None = None
    if isinstance(obj, Tree):
        binder, sort_node = obj.children[0], obj.children[1]
        if not isinstance(binder, Tree) or binder.data != "binder" or len(obj.children) != 2:
            fail("missing-word", "this needs a name, to be spoken of", desk.span(obj), "write `of NAME: a …`")
        assert isinstance(sort_node, Tree)
        param = ir.Param(name=str(binder.children[0]), type=sort(desk, sort_node, vocabulary), prep="of")
    for child in rest:
        if isinstance(child, Tree) and child.data in ("vrole", "doer"):
            desk.report("misplaced-word", "a phase has one parameter, after `of`", desk.span(child))
    found = tuple(step_head(desk, c) for c in rest if isinstance(c, Tree) and c.data == "step")
    source = next((str(c.children[0])[1:-1] for c in rest if isinstance(c, Tree) and c.data == "source"), None)
    vocabulary.phases[str(word)] = ir.Phase(
        name=str(word), param=param, steps=found, source=source, span=desk.span(word)
    )
    vocabulary.learn("phase", str(word))


def step_head(desk: Desk, node: Node) -> ir.Step:
    word, forms = node.children[0], node.children[1]
    return ir.Step(name=str(word), participle=participle(forms), body=(), span=desk.span(node))


def verb(desk: Desk, node: Node, vocabulary: Vocabulary) -> None:
    if is_phase(node):
        return
    _, word, forms, obj, *rest = node.children
    assert isinstance(word, Token)
    found: list[ir.Param] = []
    fixed: tuple[str, ...] | None = ()
    written = ""
    if isinstance(obj, Tree):
        binder, sort_node, *of = obj.children
        assert isinstance(sort_node, Tree)
        if isinstance(binder, Tree):
            fixed = None
            t = sort(desk, sort_node, vocabulary)
            if of and isinstance(of[0], Tree):
                t = number_of(desk, t, of[0], vocabulary)
            found.append(ir.Param(name=str(binder.children[0]), type=t))
        else:
            said = [str(t) for t in sort_node.scan_values(lambda t: isinstance(t, Token))]
            written = " ".join(said)
            fixed = tuple(said)
    doer = PLAYER
    for child in rest:
        if not isinstance(child, Tree):
            continue
        if child.data == "vrole":
            prep, binder, *sorts = child.children
            assert isinstance(prep, Tree) and isinstance(binder, Tree)
            t = union(desk, [s for s in sorts if isinstance(s, Tree)], vocabulary)
            found.append(ir.Param(name=str(binder.children[0]), type=t, prep=str(prep.children[0])))
        elif child.data == "doer":
            doer = union(desk, [s for s in child.children[1:] if isinstance(s, Tree)], vocabulary)
    key = str(word) if not written else f"{word} {written}"
    span = desk.span(word)
    heads = vocabulary.by_word.setdefault(str(word), [])
    for other in heads:
        if other.words == fixed and (fixed is not None or other.params[0].type == found[0].type):
            fail("duplicate-name", f"there is another verb `{key}`", span)
    if fixed is None and any(h.words is None for h in heads):
        key = f"{word} {found[0].type.name or found[0].type.sort}"
    you = any(str(t) in ("you", "your") for t in node.scan_values(lambda t: isinstance(t, Token)))
    head = VerbHead(key, str(word), fixed, tuple(found), doer, span, you)
    vocabulary.verbs[key] = head
    heads.append(head)
    object_type = found[0].type if fixed is None else None
    roles = tuple(found[1:] if fixed is None else found)
    form = participle(forms)
    if form is not None:
        vocabulary.events.setdefault(form, []).append(Event(key, fixed, object_type, roles, True))
    texts = [
        str(c.children[0])[1:-1]
        for c in rest
        if isinstance(c, Tree) and c.data == "refused" and c.children[0] is not None
    ]
    vocabulary.refusals[key] = texts
    named: set[str] = set()
    for child in rest:
        if isinstance(child, Tree) and child.data == "step":
            step = step_head(desk, child)
            if step.name in named:
                desk.report("duplicate-name", f"there is another step `{step.name}`", desk.span(child))
            named.add(step.name)
            full = f"{key}/{step.name}"
            if step.participle is not None:
                vocabulary.events.setdefault(step.participle, []).append(Event(full, fixed, object_type, roles, True))
            vocabulary.step_heads.append(VerbHead(full, step.name, fixed, tuple(found), doer, span, you))


def steps(vocabulary: Vocabulary) -> None:
    """Steps can be done by themselves, and spoken of; whole verbs come first where a word is both."""
    for found in vocabulary.phases.values():
        for step in found.steps:
            full = f"{found.name}/{step.name}"
            if step.participle is not None:
                words = None if found.param is not None else ("the", found.name)
                t = found.param.type if found.param is not None else None
                vocabulary.events.setdefault(step.participle, []).append(
                    Event(full, words, t, (), found.param is not None)
                )
            if found.param is not None:
                head = VerbHead(full, step.name, None, (found.param,), PLAYER, step.span, False)
                vocabulary.step_heads.append(head)
    for head in vocabulary.step_heads:
        vocabulary.by_word.setdefault(head.word, []).append(head)


def built_in(vocabulary: Vocabulary) -> None:
    """An ability is used: the one verb the language itself declares."""
    param = ir.Param(name="ability", type=ABILITY)
    head = VerbHead("use", "use", None, (param,), PLAYER, Span("", 0, 0), False)
    vocabulary.by_word["use"] = [head]
    vocabulary.events["used"] = [Event("use", None, ABILITY, (), True)]
