"""Finds where compiled code comes from: the place and the words of the author."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.source import NOWHERE, Span

from ..kernel.program import Origin, RuleName
from .sorts import answer_sort
from .standing import Hook, Standing
from .unit import Unit
from .walk import walk

PERSONS = ("you", "your", "they", "them", "their")
"""The words of the language for a player, and for what is his."""
KEPT = "\0"
"""What parts the name of a kept card from the words around it."""


def words(u: Unit, span: Span) -> str:
    """Quote the author's words on one line, without comments."""
    source = u.sources.get(span.path)
    if source is None or span is NOWHERE:
        return ""
    return _one_line(source.text[span.start : span.end])


def _one_line(text: str) -> str:
    lines = (re.sub(r"\s*#.*", "", line) for line in text.splitlines())
    return " ".join(" ".join(lines).split())


def with_names(
    u: Unit, node: ir.Expr | ir.Stmt | ir.Rule, say: Callable[[ir.Var, str], str | None], span: Span | None = None,
    beside: object = (),
) -> str:  # fmt: skip
    """Quote the author's words on one line, with what `say` makes of a name, or of a word such as `their`, in its place
    (None: the word itself). `span`: quote this place, in which the node stands. `beside`: what else stands there."""
    span = node.span if span is None else span
    source = u.sources.get(span.path)
    if source is None or span is NOWHERE:
        return ""
    written, text, end = source.text.replace(KEPT, " "), "", span.start
    for var in sorted((n for n in walk((node, beside)) if isinstance(n, ir.Var)), key=lambda n: n.span.start):
        at = var.span
        inside = at.path == span.path and end <= at.start < at.end <= span.end
        word = written[at.start : at.end] if inside else ""
        said = say(var, word) if word in (var.name.partition("#")[0], *PERSONS) else None
        if said is not None:
            text += written[end : at.start] + said
            end = at.end
    return _one_line(text + written[end : span.end])


def rule_name(u: Unit, one: Standing) -> RuleName:
    """Return the words of a lasting rule, with the place of each thing that they name among what the rule keeps. What
    was chosen in secret is not named."""
    told = u.memo.told.get(one.lasting, frozenset())

    def say(var: ir.Var, word: str) -> str | None:
        name, sort = var.name.partition("#")[0], answer_sort(var.type)
        if var.name not in one.captured:
            return None
        if var.type.many:
            return f"those {sort}s" if sort in ("card", "player") and word not in PERSONS else None
        if word in PERSONS:
            sort = "owner" if word in ("your", "their") and sort == "player" else ""
        known = sort == "card" or (sort != "" and var.name in told)
        said = word if sort == "owner" else name
        return f"{KEPT}{one.captured.index(var.name)}/{sort}/{said}{KEPT}" if known else None

    pieces = with_names(u, one.rule, say).split(KEPT)
    return tuple(piece if i % 2 == 0 else _kept(piece) for i, piece in enumerate(pieces))


def _kept(piece: str) -> tuple[int, str, str]:
    at, sort, name = piece.split("/", 2)
    return int(at), name, sort


def origin(u: Unit, span: Span, card: str = "", source: str | None = None) -> Origin | None:
    """Return where something comes from; None if its text is not available. `card`: the card on which it is written."""
    text = u.sources.get(span.path)
    if text is None:
        return None
    at = text.written(span)
    return Origin(card, words(u, span), at.path, at.line, at.column, source, at.by)


def known_origin(u: Unit, span: Span, card: str = "", source: str | None = None) -> Origin:
    """Return where something comes from, as far as it is known."""
    return origin(u, span, card, source) or Origin(card, "", "", 1, 1)


def printed_origin(u: Unit, card: ir.Card, one: ir.Printing) -> Origin | None:
    """Return where a field is printed on a card. An amendment that prints it anew has amended the line of the card in
    which it stands."""
    words_ = origin(u, one.span, card.title, card.source)
    line = origin(u, one.line, card.title, card.source)
    if words_ is None or line is None:
        return None
    text = words_.text if words_.text.startswith(f"{one.field} ") else f"{one.field} {words_.text}"
    if words_.path == line.path:
        return replace(words_, text=text)
    return replace(line, text=text, by=(f"{words_.path}:{words_.line}", *words_.by))


def clause_origin(u: Unit, hook: Hook) -> Origin | None:
    """Return where a clause comes from."""
    title = hook.clause.of or u.layout.titles[hook.card]
    return origin(u, hook.clause.span, title, u.game.cards[title].source)


def rule_origin(u: Unit, s: Standing) -> Origin:
    """Return where a standing rule comes from."""
    card = s.begun_by if s.card is None else s.rule.of or u.layout.titles[s.card]
    return known_origin(u, s.rule.span, card, u.game.cards[card].source if card else None)


def said_at(u: Unit, span: Span, card: str, outer: Origin | None) -> Origin | None:
    """Return where a statement comes from that is part of what comes from `outer`."""
    source = u.game.cards[card].source if card else (outer.source if outer else None)
    return origin(u, span, card, source) or outer
