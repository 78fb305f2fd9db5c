"""Reads questions to the record of events: what happened, to what, by whom, within which phase."""

from __future__ import annotations

from typing import NoReturn

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..source import Span
from ..vocabulary import Event
from . import phrases
from .atoms import atoms, exact
from .nouns import Reader, matched_event
from .scope import TRUTH, Atom, Node, Noun, Scope, fail, negated, says, tree, uncounted


def has_done(scope: Scope, me: ir.Expr, words: list[Atom], span: Span) -> ir.Expr | None:
    """`built nothing this turn`, `gathered resources this turn`."""
    if words[0].kind != "word" or words[0].text not in scope.vocabulary.events or len(words) < 2:
        return None
    if me.type.sort != "player":
        return None
    events = scope.vocabulary.events[words[0].text]
    reader = Reader(scope, words)
    reader.take()
    rest_end = len(words) - 2 if len(words) > 3 and words[-2].text == "this" else len(words)
    what = words[1:rest_end]
    if len(what) == 1 and what[0].text == "nothing":
        event = next((e for e in events if e.object is not None), events[0])
        reader.i = rest_end
        phase = reader.take_span()
        reader.finish()
        done = ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, by=me)
        return negated(done)
    found = matched_event(events, exact(what), None)
    if found is None:
        return None
    reader.i = rest_end
    phase = reader.take_span()
    reader.finish()
    return ir.Happened(type=TRUTH, span=span, event=found.key, span_of=phase, by=me)


def was(scope: Scope, subject: Node, passive: Node, span: Span) -> ir.Expr:
    """`resources were gathered this turn`, `the crown was not moved this round`, `a district was built by you`."""
    participle, at, chain, roles = participle_of(scope, passive)
    events = events_of(scope, participle, at)
    phase = None
    by: ir.Expr | None = None
    if chain is not None:
        phase = only_span(scope, chain)
    for role in roles:
        prep, binder, words = role
        if binder is not None:
            fail("misplaced-word", "a name cannot be given here", scope.desk.span(binder))
        if prep != "by":
            fail("misplaced-word", f"the record does not tell `{prep}` what", words[0].span)
        reader = Reader(scope, words)
        noun = reader.noun()
        if noun.many and noun.det not in ("a", "an", "any", "another", "one"):
            fail("wrong-article", "one does it", noun.span, "write `a` or `any`")
        phase = phase or reader.take_span()
        reader.finish()
        if noun.item.sort != "player":
            fail("wrong-type", f"{says(noun.item)} does nothing", noun.span, "say which player")
        by = None if noun.everything and not noun.conds and noun.many else noun.set()
    event, about = about_what(scope, events, subject, participle)
    return ir.Happened(type=TRUTH, span=span, event=event.key, span_of=phase, by=by, subject=about)


def about_what(scope: Scope, events: list[Event], subject: Node, participle: str) -> tuple[Event, ir.Expr | None]:
    """Which event, and what it must have been about: None for just any."""
    words = atoms(scope.desk, tree(subject.children[1]))
    fixed = matched_event(events, exact(words), None)
    if fixed is not None and len(subject.children) == 2:
        return fixed, None
    noun = phrases.noun_phrase(scope, subject)
    uncounted(noun, "the record does not tell how many", "write `a`")
    event = matched_event(events, (), noun.item)
    if event is None or event.object is None:
        cannot_be(events, noun, participle)
    if noun.all_of or (noun.many and noun.everything and not noun.conds):
        return event, None
    if event.object.sort not in ("player", "card", "bearer", "enum"):
        fail("wrong-number", "the record does not tell how many, or which", noun.span, "leave the number out")
    return event, noun.set()


def cannot_be(events: list[Event], noun: Noun, participle: str) -> NoReturn:
    what = [says(e.object) if e.object is not None else " ".join(e.words or ()) for e in events]
    fail(
        "wrong-type",
        f"{says(noun.item)} cannot be `{participle}`",
        noun.span,
        "it is said of " + ", ".join(dict.fromkeys(what)),
    )


def participle_of(
    scope: Scope, node: Node
) -> tuple[str, Span, Node | None, list[tuple[str, Token | None, list[Atom]]]]:
    """The parts of a `passive` or `done`: participle, its place, what follows, roles (preposition, name, words)."""
    first = node.children[0]
    assert isinstance(first, Token)
    participle, span = str(first), scope.desk.span(first)
    chain: Node | None = None
    roles: list[tuple[str, Token | None, list[Atom]]] = []
    for child in node.children[1:]:
        if isinstance(child, Token):
            participle += f" {child}"
            span = span.to(scope.desk.span(child))
        elif isinstance(child, Tree) and child.data == "prole":
            prep, binder, words = child.children
            token = binder.children[0] if isinstance(binder, Tree) else None
            roles.append((str(tree(prep).children[0]), token, atoms(scope.desk, tree(words))))  # type: ignore[arg-type]
        elif isinstance(child, Tree):
            chain = child
    return participle, span, chain, roles


def events_of(scope: Scope, participle: str, span: Span) -> list[Event]:
    events = scope.vocabulary.events.get(participle)
    if not events:
        near = nearest(participle, scope.vocabulary.events)
        help = f"did you mean `{near}`?" if near else "it is the word in parentheses after a verb or a step"
        fail("unknown-word", f"nothing can be `{participle}`", span, help, near)
    return events


def only_span(scope: Scope, chain: Node) -> str:
    """`this turn`, and nothing else."""
    reader = Reader(scope, atoms(scope.desk, chain))
    phase = reader.take_span()
    if phase is None:
        a = reader.take()
        fail("misplaced-word", f"`{a.text}` does not belong here", a.span, "here may stand `this` and a phase")
    reader.finish()
    return phase
