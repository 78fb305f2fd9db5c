"""Compiles one phrase by itself, against a library that exists.

A phrase becomes a function at the end of an extended copy of the library, together with everything that it asks for and
nothing asked for before. All numbers of the library stay the same, so the copy can look at any state of a game that is
being played.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.program import E, Function, Library
from .abilities import all_listed
from .expressions import expr
from .library import finish
from .origins import origin, words
from .sorts import answer_sort
from .unit import Numbers, Unit, rows, unit
from .values import root
from .walk import asked_in


@dataclass(frozen=True)
class Phrase:
    """A phrase that can be evaluated. It is function `function` of `library`; the arguments of that function are what
    the names of the phrase stand for (`Executor.value(function, state, *arguments)`). `e`: its expression over the
    slots of that function."""

    library: Library
    function: int
    e: E


def expression(
    game: ir.Game,
    sources: Mapping[str, Source],
    library: Library,
    node: ir.Expr,
    names: Sequence[tuple[str, str]] = (),
) -> Phrase | None:
    """Compile a phrase. `library`: the compiled game. `names`: the variables in the phrase, and their sorts (as in
    `Function.names`). Return None if the phrase asks about something past that this game does not record."""
    u = _unit(game, sources, library)
    if not asked_in(node) <= u.layout.history.keys():
        return None
    s = root(tuple(name for name, _ in names), tuple(sort for _, sort in names))
    e = expr(u, node, s)
    finish(u)
    made = tuple(f for f in u.numbers.functions.made if f is not None)
    number = len(library.functions) + len(made)
    form = "truth" if node.type.sort == "truth" else "value"
    one = Function(
        number, words(u, node.span), form, len(names), s.slots.count, e, names=tuple(s.slots.names),
        origin=origin(u, node.span), sort=answer_sort(node.type),
    )  # fmt: skip
    return Phrase(_extended(u, library, (*made, one)), number, e)


_KNOWN: list[tuple[ir.Game, Unit]] = []
FEW = 4
"""How many games are remembered. A process asks about one as a rule, and collecting what is known of it takes time."""


def _unit(game: ir.Game, sources: Mapping[str, Source], library: Library) -> Unit:
    """Return what is known of a game, ready to number what is added to a library."""
    known = next((u for of, u in _KNOWN if of is game), None)
    if known is None:
        known = unit(game, {}, library)
        _KNOWN[:] = [*_KNOWN[1 - FEW :], (game, known)]
    return replace(known, sources=sources, numbers=Numbers(library))


def _extended(u: Unit, library: Library, functions: tuple[Function, ...]) -> Library:
    """Return a library with everything added that was asked for beyond it. A phrase begins nothing, so no program is
    added."""
    assert not u.numbers.programs.ids
    listed = all_listed(u, library.abilities)
    tables = tuple(rows(u, key, listed) for key in u.numbers.tables.ids)
    return replace(library, functions=(*library.functions, *functions), tables=(*library.tables, *tables))
