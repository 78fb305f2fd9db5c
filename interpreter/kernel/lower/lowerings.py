"""Lists the function that lowers each operator: as a value, and where only its truth matters.

An operator in both tables has a shorter form as a condition. For example a search need not count, and the number of
markers serves as the truth whether there are any.
"""

from __future__ import annotations

import operator as of
from collections.abc import Callable, Mapping

from ..bounds import quotient_down, quotient_up, remainder
from ..program import E
from . import looking, membership, sets, truths
from .pieces import negated
from .scope import Lowering, Scope
from .tree import Expr

COMPARISONS = {"==": of.eq, "!=": of.ne, "<": of.lt, "<=": of.le, ">": of.gt, ">=": of.ge}
ARITHMETIC: Mapping[str, Callable[[int, int], int]] = {
    "+": of.add, "-": of.sub, "*": of.mul, "%": remainder, "max": max, "min": min,
    "quotient_up": quotient_up, "quotient_down": quotient_down,
}  # fmt: skip

VALUES: Mapping[str, Lowering] = {
    "num": looking.num, "slot": looking.slot, "set": looking.set_of,
    "players": looking.all_players, "range": looking.numbers, "left": looking.left, "right": looking.right,
    "neighbours": looking.neighbours, "seat": looking.seat, "seats_from": looking.seats_from,
    "inplay": looking.in_play, "owner": looking.owner, "zone": looking.zone, "cards": looking.cards,
    "cards_of": sets.cards_of, "top": looking.top, "zone_of": looking.zone_of, "table": looking.table,
    "mark": looking.mark, "mark_total": sets.mark_total, "has": looking.has, "mark_owner": looking.mark_owner,
    "holder": looking.holder, "cell": looking.cell_of,
    "shelf": looking.shelf, "call": truths.call, "size": sets.size, "some": sets.some,
    "where": sets.where, "image": sets.image, "fold": sets.fold, "without": sets.without, "union": sets.union,
    "first": sets.first, "sort": sets.sort,
    **{word: looking.arithmetic(word, result) for word, result in ARITHMETIC.items()},
    "half_up": looking.half_up, "half_down": looking.half_down,
    **{word: looking.comparison(word, holds) for word, holds in COMPARISONS.items()},
    "in": membership.is_in, "and": truths.and_value, "or": truths.or_value, "not": truths.opposite,
    "pick": looking.pick, "abilities": looking.abilities, "trial": looking.trial, "answering": looking.answering,
    "choose": looking.choice,
}  # fmt: skip


def _comparison(word: str) -> Lowering:
    """Return the function that lowers a comparison as a condition; comparing a size with 0 or 1 may become a search."""
    searched = {(">", 0), (">=", 1), ("!=", 0)}
    missed = {("==", 0), ("<", 1), ("<=", 0)}
    plain = VALUES[word]

    def lowering(at: Scope, a: E, b: E) -> Expr:
        if b.op == "num" and a.op == "size":
            if (word, b.args[0]) in searched:
                return sets.search(at, a.args[0])
            if (word, b.args[0]) in missed:
                return negated(sets.search(at, a.args[0]))
        return plain(at, a, b)

    return lowering


CONDITIONS: Mapping[str, Lowering] = {
    "some": sets.search, "has": looking.mark, "and": truths.conjunction, "or": truths.alternative,
    "call": truths.called, **{word: _comparison(word) for word in COMPARISONS},
}  # fmt: skip
