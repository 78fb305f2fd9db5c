"""Works out what can happen at all in a game, from its text alone: one base of facts for every check that needs it.

    deeds     a declaration  → what it does, by itself            remembered with the declaration
    world     all of them    → what can happen in the whole game  a least fixed point
    questions a declaration  → what it asks of which things       remembered with the declaration
    asking    a phrase       → what its answer can be             a range, and which things it may stand for
    onward    a deed         → what its answers may do            by which a card lies elsewhere, or an amount is there
    leaving   a statement    → what is nothing after it           all of it has been taken away
    beginning a clause       → what is known when it begins       None: it never does
    reading   a declaration  → what in it can never be            with the reason (`why`)

Everything is seen as wider than it is: what is called impossible here is impossible in every game of the set, with any
cast and number of players. Positions that examples and rulings pose do not count: they may lay anything anywhere.

What another card could bring about, such as a marker that nothing puts, is an error on a card. In the file of the game
it is a warning: cards that are written later may do it. Where a kind says that its cards work, they may lie, although
the game never lays them there: then it is not done yet.

Under amendments, a declaration that they do not touch is not read: they may leave idle what it says.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..amend.edits import Amended
from ..checks.nodes import Declared, declared
from ..diagnostic import Diagnostic
from ..recent import Recent
from ..source import Source
from .asking import Asking
from .facts import Question
from .phrases import Finding, Sort
from .reading import read

MOST = 8  # readings of one declaration that are remembered

Noted = list[tuple[Declared, dict[Question, object], list[Finding]]]

_GAMES: Recent[int, tuple[ir.Game, list[Finding]]] = Recent(2)
_ASKED: Recent[int, tuple[ir.Game, Asking]] = Recent(2)
_READ: Recent[object, Noted] = Recent(1_000)
"""What was found in each declaration: the declaration, the answers to what was asked, and what can never be."""


def findings(game: ir.Game, sources: Mapping[str, Source]) -> list[Finding]:
    """Returns everything that can never be in those texts of a game that are among `sources`."""
    return _GAMES.get(id(game), lambda: (game, _findings(game, sources)))[1]


def asked(game: ir.Game) -> Asking:
    """Returns the facts about a game."""
    return _ASKED.get(id(game), lambda: (game, Asking(game)))[1]


def _findings(game: ir.Game, sources: Mapping[str, Source]) -> list[Finding]:
    asking = asked(game)
    if asking.world.unknown:
        return []
    about = (asking.players, tuple(game.cards))
    return [found for one in _counting(game, sources) for found in _in_one(asking, one, about)]


def _counting(game: ir.Game, sources: Mapping[str, Source]) -> Iterator[Declared]:
    """Yields the declarations that are read: those in `sources`, and of a text that amendments have changed, those that
    they touch."""
    changed = {path: source for path, source in sources.items() if isinstance(source, Amended)}
    inside: dict[str, list[Declared]] = {path: [] for path in changed}
    for one in declared(game):
        if one.span.path in changed:
            inside[one.span.path].append(one)
        elif one.span.path in sources:
            yield one
    for path, source in changed.items():
        several = sorted(inside[path], key=lambda one: one.span.start)
        ends = [*(one.span.start for one in several), len(source.text)][1:]
        yield from (one for one, end in zip(several, ends, strict=True) if source.touches(one.span.start, end))


def _in_one(asking: Asking, one: Declared, about: object) -> list[Finding]:
    """Returns what can never be in a declaration. `about`: what all answers depend on."""
    known = _READ.get((type(one), one.span, about), list)
    for same, noted, said in known:
        if same is one or same == one:
            if all(asking.answer(question) == answer for question, answer in noted.items()):
                return said
    asking.noted = noted = {}
    said = read(asking, one).found
    asking.noted = None
    known.insert(0, (one, noted, said))
    del known[MOST:]
    return said


def idle(game: ir.Game) -> frozenset[tuple[str, int]]:
    """Returns the clauses that never begin: the title of the card, and the number of the clause."""
    asking = asked(game)
    if asking.world.unknown:
        return frozenset()
    return frozenset((card.title, number) for card in game.cards.values() for number in read(asking, card).idle)


def told(game: ir.Game, sources: Mapping[str, Source], sort: Sort, code: str) -> list[Diagnostic]:
    """Returns what is said of one sort of findings."""
    return [
        Diagnostic(code, found.why, found.span, found.help, found.severity)
        for found in findings(game, sources)
        if found.sort == sort
    ]
