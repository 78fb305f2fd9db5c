"""Provides the deeds of the language itself. Each has a file that reads it and holds the sentence that says what it
does."""

from __future__ import annotations

from typing import Any

from ... import ir, syntax
from .. import deeds
from ..scope import Scope
from . import leave, look, mark, move, put, recover, reveal, run, show, shuffle, swap, use, win
from .deed import Deed, Words

PLAIN: dict[str, Deed[Words]] = {
    deed.word: deed
    for deed in (
        move.move,
        recover.recover,
        put.put,
        mark.mark,
        mark.unmark,
        shuffle.shuffle,
        show.show,
        look.look,
        swap.swap,
        run.run,
        leave.leave,
        win.win,
    )
}
"""The deeds that have the usual shape: a word, what it is done to, and roles."""
DEEDS: tuple[Deed[Any], ...] = (*PLAIN.values(), reveal.reveal, use.use)


def read(scope: Scope, node: syntax.Action) -> ir.Stmt:
    """Reads one of the deeds the language provides."""
    words = Words(scope, node)
    found = PLAIN.get(words.verb.text)
    if found is None:
        deeds.unknown_verb(scope, words.verb, [deed.word for deed in DEEDS])
    return found.read(scope, words)
