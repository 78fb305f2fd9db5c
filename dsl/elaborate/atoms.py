"""A chain of the syntax tree as a flat list of words, each with its place."""

from __future__ import annotations

from lark import Token, Tree

from ..source import Span
from .scope import Atom, Desk, Node


def atoms(desk: Desk, node: Node) -> list[Atom]:
    """The words of a `chain`, or of the `subject` of a sentence."""
    found: list[Atom] = []
    for child in node.children:
        if not isinstance(child, Tree):
            continue
        if child.data == "core":
            found.extend(_atom(desk, a) for a in child.children if isinstance(a, Tree))
        else:
            found.append(_atom(desk, child))
    return found


def _atom(desk: Desk, tree: Node) -> Atom:
    first = tree.children[0]
    if tree.data == "group":
        assert isinstance(first, Tree)
        span = desk.span(tree)
        return Atom("group", "(", span, first)
    assert isinstance(first, Token)
    return Atom(str(tree.data), str(first), desk.span(first))


def word(token: Token, desk: Desk) -> Atom:
    return Atom("word", str(token), desk.span(token))


def cover(found: list[Atom]) -> Span:
    return found[0].span.to(found[-1].span)


def exact(found: list[Atom]) -> tuple[str, ...]:
    """Just what is written, articles and all."""
    return tuple(a.text for a in found)
