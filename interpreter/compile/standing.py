"""Sorts what cards say: the standing rules about each word, and the clauses that answer each event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from moot.dsl import ir

from ..kernel.program import HistoryKey
from .keys import Word, word_of
from .layout import Layout
from .walk import asked_in, walk

ENDS_WITH = "#until"
"""The name under which a lasting rule keeps the player or the card with whom it ends."""


@dataclass(frozen=True)
class Standing:
    """A rule in its place: on a copy of a card, of the game itself (`card` None), or lasting (`number` set). `level`:
    its rank among rules that contradict each other. `captured`: the local names that a lasting rule keeps; `begun_by`:
    the card that begins it ('': the game does)."""

    rule: ir.Rule
    card: int | None
    level: int
    lasting: int | None = None
    captured: tuple[str, ...] = ()
    begun_by: str = ""


@dataclass(frozen=True)
class Hook:
    """A clause of a copy of a card. `branch`: only that branch of an ability that is one choice (from 1)."""

    clause: ir.Clause
    card: int
    number: int
    branch: int = 0

    @property
    def printed(self) -> int:
        """Return the number of the clause whose program this one runs."""
        return self.number if self.clause.printed is None else self.clause.printed


@dataclass(frozen=True)
class Rulebook:
    """Everything that the cards of a game say. `standing`: the rules about a word. `hooks`: the clauses at an event (or
    phase) and rung. `lasting`: the rules that begin in play; `lasting_ids`: their numbers, by the identity of the
    statement. `asked_by`: what each clause and rule of a copy of a card asks about the past; `asked_by_game`:
    what the rest asks."""

    standing: Mapping[Word, list[Standing]]
    hooks: Mapping[tuple[str, str], list[Hook]]
    lasting: tuple[Standing, ...]
    lasting_ids: Mapping[int, int]
    asked_by: tuple[tuple[int, ir.Clause | ir.Rule, frozenset[HistoryKey]], ...]
    asked_by_game: frozenset[HistoryKey]
    unseen_kinds: frozenset[str]

    def on(self, word: Word) -> list[Standing]:
        """List the standing rules about a word."""
        return self.standing.get(word, [])

    def at(self, event: str, *rungs: str) -> list[Hook]:
        """List the clauses that answer an event on these rungs."""
        return [hook for rung in rungs for hook in self.hooks.get((event, rung), ())]


def collect(game: ir.Game, layout: Layout) -> Rulebook:
    """Sort what the game and its cards say."""
    standing: dict[Word, list[Standing]] = {}
    hooks: dict[tuple[str, str], list[Hook]] = {}

    def stand(one: Standing) -> None:
        standing.setdefault(word_of(one.rule), []).append(one)

    for value in game.values.values():
        for rule in value.rules:
            stand(Standing(rule, None, 0))
    order = {kind: i for i, kind in enumerate(game.order)}
    for card in sorted(game.cards.values(), key=lambda c: order.get(c.kind, len(order))):
        level = 1 if game.kinds[card.kind].you is None else 2
        for copy in layout.copies(card.title):
            for rule in card.rules:
                stand(Standing(rule, copy, level))
            for number, clause in enumerate(card.clauses):
                m = clause.moment
                hooks.setdefault((m.event or m.phase or "", m.kind), []).append(Hook(clause, copy, number))
    deeds = {id(node): (node, title) for node, title in _deeds(game)}  # what several cards have is one rule
    lasting = tuple(_lasting(node, number, title) for number, (node, title) in enumerate(deeds.values()))
    for one in lasting:
        stand(one)
    besides = (
        game.enums, game.kinds, game.zones, game.markers, game.values, game.qualities, game.verbs,
        game.phases, game.refused, game.position,
    )  # fmt: skip
    unseen = {z.holds for z in game.zones.values() if z.seen != "everyone" and z.owner is not None}
    return Rulebook(
        standing=standing,
        hooks=hooks,
        lasting=lasting,
        lasting_ids={key: number for number, key in enumerate(deeds)},
        asked_by=tuple(_asking(game, layout)),
        asked_by_game=asked_in(besides),
        unseen_kinds=frozenset(unseen),
    )


def _asking(game: ir.Game, layout: Layout) -> Iterator[tuple[int, ir.Clause | ir.Rule, frozenset[HistoryKey]]]:
    """Go through the clauses and rules of all copies that ask about the past."""
    for card in game.cards.values():
        parts: tuple[ir.Clause | ir.Rule, ...] = (*card.clauses, *card.rules)
        for said in parts:
            asked = asked_in(said)
            yield from ((copy, said, asked) for copy in layout.copies(card.title) if asked)


def _deeds(game: ir.Game) -> Iterator[tuple[ir.Lasting, str]]:
    """Go through the deeds that begin a lasting rule, with the card on which each stands ('': it is the game's)."""
    yield from ((n, "") for n in walk((game.verbs, game.phases)) if isinstance(n, ir.Lasting))
    for card in game.cards.values():
        for clause in card.clauses:
            title = clause.of or card.title
            yield from ((n, title) for n in walk(clause) if isinstance(n, ir.Lasting))


def _lasting(node: ir.Lasting, number: int, title: str) -> Standing:
    rule = node.rule
    names = [n.name for n in walk(rule) if isinstance(n, ir.Var)]
    bound = {*rule.args, rule.doer} | {n.var for n in walk(rule) if isinstance(n, (ir.Where, ir.Image, ir.Fold))}
    captured = tuple(dict.fromkeys(n for n in names if n not in bound))
    if node.later is not None and node.later.of is not None:
        captured = (ENDS_WITH, *captured)
    return Standing(rule, None, 2, number, captured, title)
