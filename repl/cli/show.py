"""Show a card: its text, its place, what it need not say, and what the machine makes of it.

`--stage tree` shows its syntax, `--stage ir` its meaning, and `--stage program` what the machine runs. With `--house`
or `--edition` the card is shown as it reads under these: `*` marks a changed line, `-` one that fell away.
"""

from __future__ import annotations

import argparse
import dataclasses
from typing import Any

from moot.dsl import ir, voice
from moot.dsl.source import Source, Span
from moot.interpreter.sets.card_set import CardSet
from moot.interpreter.sets.naming import Names

from ..consolidated import declaration, marked
from ..trouble import Trouble
from .support.choosing import language_argument, language_of, set_argument, sets_of
from .support.law import law_arguments
from .support.saying import card_argument, found, tongue
from .support.silent import silent

DULL = {"span", "origin", "printing"}  # not shown in the outline of a structure


def arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    card_argument(parser)
    parser.add_argument("--stage", choices=tuple(STAGES), default="text")
    set_argument(parser)
    law_arguments(parser)
    language_argument(parser)


def run(args: argparse.Namespace) -> int:
    """Carry out the command and return the exit code."""
    set_, card = found(sets_of(args), " ".join(args.card))
    names = set_.names(language_of(args, set_))
    shown = STAGES[args.stage](set_, card, names).rstrip()
    print(f"{names.name(card.title)}\n\n{shown}" if names.own else shown)
    return 0


# ---- the text, and what there is to know about it ------------------------------------------------------------------


def text(set_: CardSet, card: ir.Card, names: Names) -> str:
    """Return the card's words as in its file, and below them what they leave unsaid. Scenarios have the `names` of a
    language."""
    source = set_.sources.get(card.span.path)
    if source is None:
        return card.title
    whole = declaration(source, card.span)
    at = source.written(whole)
    amended = set_.chosen and (at.by or at.path != source.path)
    words = marked(set_, card.span) if amended else [_words(source, card.span)]
    line = at.line if not _is_row(source, whole) else source.written(card.span).line
    said = [f"line {set_.written_at(one.span).line:<4} {one.text}" for one in _told(set_, card, names)]
    plain = ["in plain words:", "", *said, ""] if said else []
    return "\n".join([f"{at.path}:{line}", "", *words, "", *plain, "not said:", "", *silent(set_, card, names)])


def _told(set_: CardSet, card: ir.Card, names: Names) -> list[voice.Told]:
    assert set_.game is not None
    language = names.language if names.language in voice.TONGUES else set_.manifest.languages[0]
    return voice.read(set_.game, card, tongue(set_, language)) if language in voice.TONGUES else []


def _is_row(source: Source, whole: Span) -> bool:
    return source.text.startswith("table ", whole.start)


def _words(source: Source, span: Span) -> str:
    """Return the whole declaration around a place. A row of a table is shown below the table's first line."""
    whole = declaration(source, span)
    text = source.text[whole.start : whole.end]
    if not _is_row(source, whole):
        return text
    return f"{text.split(chr(10), 1)[0]}\n{source.line(source.place(span.start)[0])}"


# ---- the other stages -----------------------------------------------------------------------------------------------


def tree(set_: CardSet, card: ir.Card, names: Names) -> str:
    """Return the card's syntax tree as the parser reads it."""
    from moot.dsl.parser import parse
    from moot.dsl.syntax import pretty

    source = set_.sources[card.span.path]
    words = _words(source, card.span)
    return "\n".join(map(pretty, parse(Source(source.path, words + "\n")).declarations))


def meaning(set_: CardSet, card: ir.Card, names: Names) -> str:
    """Return the card's typed meaning as elaboration makes it."""
    return outline(card)


def outline(value: Any, depth: int = 0) -> str:
    """Return a structure as indented lines. A part that fits on one line gets one."""
    pad = "  " * depth
    short = _short(value)
    if len(short) + len(pad) <= 96:
        return pad + short
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        lines = [f"{pad}{type(value).__name__}"]
        for f in dataclasses.fields(value):
            inner = getattr(value, f.name)
            if f.name in DULL or inner in (None, (), False):
                continue
            part = _short(inner)
            if len(part) + len(pad) + len(f.name) <= 92:
                lines.append(f"{pad}  {f.name}: {part}")
            else:
                lines += [f"{pad}  {f.name}:", outline(inner, depth + 2)]
        return "\n".join(lines)
    if isinstance(value, (tuple, list)):
        return "\n".join(outline(v, depth) for v in value)
    return pad + short


def _short(value: Any) -> str:
    if isinstance(value, ir.Type):
        name = f" {value.name}" if value.name else ""
        return f"{value.sort}{name}{'s' if value.many else ''}"
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        parts = []
        for f in dataclasses.fields(value):
            inner = getattr(value, f.name)
            if f.name not in DULL and inner not in (None, (), False):
                parts.append(f"{f.name}={_short(inner)}")
        return f"{type(value).__name__}({', '.join(parts)})"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_short, value))}]"
    return repr(value)


def program(set_: CardSet, card: ir.Card, names: Names) -> str:
    """List what the machine runs for a card: its programs, its part in named values and permissions, its abilities."""
    from moot.interpreter.sets.listing import listing

    if set_.library is None:
        raise Trouble("the cards cannot be compiled; `moot check` says why")
    return "\n".join(listing(set_, card.title)) or "nothing: this card has only what is printed on it"


STAGES = {"text": text, "tree": tree, "ir": meaning, "program": program}
