"""Say what is true of a card although it does not say so: when its clauses count, who is asked, when a chance is used
up, where payments go, and which examples and rulings are about it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from moot.dsl import ir
from moot.dsl.source import Span
from moot.dsl.voice import English, notes
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.naming import Names

MOST = 12  # rulings named in full


def silent(set_: CardSet, card: ir.Card, names: Names) -> list[str]:
    """Return lines of text, each beginning with the thing that it is about."""
    assert set_.game is not None
    found = [*_names(set_, card), ("copies", f"{card.copies} in the box" if card.copies != 1 else "one in the box")]
    kind = set_.game.kinds.get(card.kind)
    empty = [name for name, value in card.fields if value is None]
    found += [(name, "none") for name in empty]
    if kind is not None:
        found += _of_kind(set_, kind)
    found += [(f"line {_line(set_, span)}", text) for span, text in _sentences(card)]
    found += _bank(set_, card)
    found += _examples(set_, card)
    played = [s.id for s in set_.scenarios if card.title in _titles(s)]
    if played or card.title in set_.always:
        found.append(("in", ", ".join(map(names.scenario, played)) if played else "every game"))
    return [f"{what:<9} {text}" for what, text in found]


def _names(set_: CardSet, card: ir.Card) -> Iterator[tuple[str, str]]:
    names = [(language, names[card.title]) for language, names in set_.called.items() if card.title in names]
    if names:
        yield "called", ", ".join(f"{name} ({language})" for language, name in names)


def _of_kind(set_: CardSet, kind: ir.Kind) -> Iterator[tuple[str, str]]:
    """Say who `you` is and when the card works, in the words of the kind."""
    for what, expr in (("you are", kind.you), ("works", kind.works)):
        source = set_.sources.get(expr.span.path) if expr is not None else None
        if source is not None and expr is not None:
            words = source.line(source.place(expr.span.start)[0]).split(" #", 1)[0].strip()
            yield what, words.removeprefix(what).strip()
    if kind.you is None:
        yield "you are", "nobody: no player holds this card"
    if kind.works is None:
        yield "works", "always"


def _sentences(card: ir.Card) -> Iterator[tuple[Span, str]]:
    """Return each clause and each rule, from the top, with what its words leave unsaid."""
    parts: list[ir.Clause | ir.Rule] = sorted([*card.clauses, *card.rules], key=lambda p: p.span.start)
    for part in parts:
        for key in notes(part):
            yield part.span, English.NOTES[key]


def _bank(set_: CardSet, card: ir.Card) -> Iterator[tuple[str, str]]:
    """Find payments that name nobody as their receiver."""
    assert set_.game is not None
    for deed in _walk(card.clauses):
        if isinstance(deed, ir.Do):
            verb = set_.game.verbs[deed.verb]
            for param, arg in zip(verb.params, deed.args, strict=False):
                if param.prep and arg.type.sort == "bank" and "bank" not in _words(set_, deed.span):
                    to = f"{verb.words[0]} {param.prep} the bank"
                    yield f"line {_line(set_, deed.span)}", f"{to}: nobody else is named"


def _examples(set_: CardSet, card: ir.Card) -> Iterator[tuple[str, str]]:
    """Name the card's own examples, and the rulings whose title or source names the card."""
    own: list[str] = []
    others: list[str] = []
    title = re.compile(rf"(?<![\w-]){re.escape(card.title)}(?![\w'-])")
    for one in set_.examples:
        if one.owner == card.title:
            own.append(one.title)
        elif one.owner is None and any(title.search(words) for words in (one.title, *one.sources)):
            others.append(one.id)
    if own:
        yield "examples", "; ".join(own)
    if others:
        more = f" and {len(others) - MOST} more" if len(others) > MOST else ""
        yield "rulings", ", ".join(others[:MOST]) + more


def _titles(scenario: Any) -> set[str]:
    fixed = {t for place in (*scenario.cast, *scenario.optional) for t in place} | set(scenario.cards)
    return fixed | {t for s in scenario.substitutes for t in s.by}


def _words(set_: CardSet, span: Span) -> str:
    source = set_.sources.get(span.path)
    return source.text[span.start : span.end] if source else ""


def _line(set_: CardSet, span: Span) -> int:
    return set_.written_at(span).line


def _walk(value: Any) -> Iterator[Any]:
    if isinstance(value, tuple):
        for one in value:
            yield from _walk(one)
    elif is_dataclass(value) and not isinstance(value, type):
        yield value
        for f in fields(value):
            if f.name not in ("span", "type"):
                yield from _walk(getattr(value, f.name))
