"""Explain a word of this game: what it means, and a line that uses it. Without a word: list all of them.

A word that this game does not declare may be one of the language of the cards (`glossary shuffle`)."""

from __future__ import annotations

from moot.interpreter.sets.nearest import meant

from ..cli import glossary as glossary_
from ..console import Console
from ..output import REFUSED, Output, said
from .command import Command


def run(console: Console, rest: str) -> Output:
    """Explain a word, or list all words."""
    set_ = console.session.card_set
    entries = glossary_.entries(set_)
    if not rest:
        return said(", ".join(dict.fromkeys(e.word for e in entries)))
    found = [e for e in entries if e.word.casefold() == rest.casefold()]
    found = found or [e for e in glossary_.own([set_]) if glossary_.names(e, {rest.casefold()})]
    if not found:
        hint = meant(rest, [e.word for e in entries])
        return said(f"this game has no word `{rest}`" + (f": {hint}" if hint else ""), REFUSED)
    lines = []
    for e in found:
        lines += [f"{e.word} ({e.sort}): {e.meaning}", *[f"  {x}" for x in (e.remark, e.example) if x]]
        lines += [f"  declared in {e.file}:{e.line}"] if e.file else []
    return said(lines)


COMMAND = Command("glossary", "[WORD]", "explain a word of this game", run, "look", "words")
