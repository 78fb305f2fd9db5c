"""Provides the deeds of the language itself. Each has a file that reads it and holds the sentence that says what it
does."""

from __future__ import annotations

from typing import Any, get_args

from ... import ir, language, syntax
from ...vocabulary import Sort, Vocabulary
from .. import deeds
from ..nouns import PLAIN_DETS
from ..scope import Scope
from . import leave, look, mark, move, put, recover, reveal, run, set, show, shuffle, suspend, swap, turn, use, win
from .deed import Deed, Words

PLAIN: dict[str, Deed[Words]] = {
    deed.word: deed
    for deed in (
        move.move,
        recover.recover,
        put.put,
        set.set_,
        mark.mark,
        mark.unmark,
        shuffle.shuffle,
        turn.turn,
        show.show,
        look.look,
        swap.swap,
        run.run,
        leave.leave,
        suspend.suspend,
        suspend.resume,
        win.win,
    )
}
"""The deeds that have the usual shape: a word, what it is done to, and roles."""
DEEDS: tuple[Deed[Any], ...] = (*PLAIN.values(), reveal.reveal, use.use)


def like_one(word: str, fixed: tuple[str, ...] | None, vocabulary: Vocabulary) -> bool:
    """Returns whether a verb, or a step, could be taken for a deed of the language.

    `fixed` are the certain words that follow `word`; None if a phrase follows. `win the trick` cannot be taken for
    `win by score`, nor `show off` for `show your hand`, unless `off` is a thing of the game."""
    found = PLAIN.get(word)
    if found is None:
        return False
    if not fixed:
        return found.alone == (fixed is not None)
    rest = [word for word in fixed if word not in PLAIN_DETS]
    known = bool(rest) and (rest[0] in language.OWN or vocabulary.match(rest, 0, get_args(Sort))[0] > 0)
    return known and not found.alone


def means_own(scope: Scope, node: syntax.Action) -> bool:
    """Returns whether an action is a deed of the language, and not one of a verb that begins with the same word."""
    heads = scope.vocabulary.by_word.get(node.verb.text)
    if not heads or node.verb.text not in PLAIN:
        return not heads
    words = node.operand.atoms if isinstance(node.operand, syntax.Chain) else None
    if deeds.fixed(heads, words, node.operand) is not None:
        return False
    return node.operand is None or all(head.words is not None for head in heads)


def read(scope: Scope, node: syntax.Action) -> ir.Stmt:
    """Reads one of the deeds the language provides."""
    words = Words(scope, node)
    found = PLAIN.get(words.verb.text)
    if found is None:
        deeds.unknown_verb(scope, words.verb, [deed.word for deed in DEEDS])
    return found.read(scope, words)
