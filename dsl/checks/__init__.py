"""Finds what is suspicious or impossible in a game in which every single phrase has a meaning.

Each check is a file of its own with a function `check(game, sources)`. The kind of mistake it finds has the name of the
file, and the page of that name in `dsl.explain` explains it. The checks look through the typed game and change nothing.
They run only on a game that could be read whole; afterwards, a game without an error can be compiled.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping

from .. import ir
from ..amend.edits import Amended
from ..diagnostic import Diagnostic
from ..source import Source
from . import (
    always_refused,
    as_often,
    base_conflict,
    circle,
    duplicate_clause,
    either_without_otherwise,
    endless_answers,
    gone,
    idle_rule,
    kept_in_vain,
    kind_without_works,
    loop,
    marker_never_asked,
    marker_never_put,
    never_chosen,
    never_done,
    never_happens,
    never_laid,
    never_paid,
    never_spent,
    never_suspended,
    never_there,
    never_true,
    never_works,
    no_main_phase,
    not_running,
    nothing_at_all,
    poor_name,
    position,
    seats_swapped,
    settled,
    too_heavy,
    too_many_cards,
    unused_parameter,
    which_copy,
    whose,
)

Check = Callable[[ir.Game, Mapping[str, Source]], list[Diagnostic]]

IMPOSSIBLE: tuple[Check, ...] = (
    settled.check,
    loop.check,
    never_happens.check,
    never_works.check,
    never_true.check,
    never_there.check,
    never_chosen.check,
    never_laid.check,
    always_refused.check,
    not_running.check,
    nothing_at_all.check,
)
"""The checks of what can never be (`dsl.possible`)."""

CHECKS: tuple[Check, ...] = (
    no_main_phase.check,
    position.check,
    circle.check,
    too_heavy.check,
    too_many_cards.check,
    kind_without_works.check,
    base_conflict.check,
    duplicate_clause.check,
    whose.check,
    either_without_otherwise.check,
    endless_answers.check,
    gone.check,
    idle_rule.check,
    never_done.check,
    as_often.check,
    never_spent.check,
    never_paid.check,
    never_suspended.check,
    which_copy.check,
    seats_swapped.check,
    marker_never_put.check,
    marker_never_asked.check,
    kept_in_vain.check,
    unused_parameter.check,
    poor_name.check,
    *IMPOSSIBLE,
)


def run(game: ir.Game, sources: Mapping[str, Source], own: Collection[str] | None = None) -> list[Diagnostic]:
    """Returns everything that the checks find, in their order. `own`: under amendments, the files that are theirs; an
    amendment may leave idle what it does not touch."""
    read = {p: s for p, s in sources.items() if own is None or p in own or isinstance(s, Amended)}
    return [found for check in CHECKS for found in check(game, read if check in IMPOSSIBLE else sources)]
