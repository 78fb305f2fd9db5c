"""Finds a choice between branches that may all be impossible, where nothing says what happens then.

A branch is surely possible if nothing in it can be refused or lack something to choose. A branch that uses an ability
belongs to a menu, such as a turn, which another branch ends. If a deed begins with the choice, the deed as a whole is
refused instead. So the check looks only at phases and at clauses with `must`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below
from .weight import CHAIN


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each forced `either` without `otherwise` of which no branch is surely possible."""
    found: list[Diagnostic] = []
    sure = _Sure(game)
    for body in _forced(game):
        for either in _eithers(body):
            if either.otherwise is not None or any(sure.branch(b) for b in either.branches):
                continue
            if any(isinstance(node, ir.UseAbility) for b in either.branches for node in below(b.body)):
                continue
            message = "it is possible that none of these can be done"
            help = "add `otherwise nothing`, or say what else happens"
            found.append(Diagnostic("either-without-otherwise", message, either.span, help, "warning"))
    return found


def _forced(game: ir.Game) -> Iterator[ir.Block]:
    """Yields the blocks that are done whether a player wants it or not."""
    for phase in game.phases.values():
        for step in phase.steps:
            yield step.body
    for card in game.cards.values():
        for clause in card.clauses:
            if clause.must:
                yield clause.body


def _eithers(block: ir.Block) -> Iterator[ir.Either]:
    """Yields every `either` of a block that no player is free to leave out."""
    for s in block:
        match s:
            case ir.Either():
                yield s
                yield from (inner for b in s.branches for inner in _eithers(b.body[1:]))
            case ir.If():
                yield from _eithers(s.then)
                yield from _eithers(s.otherwise)
            case ir.ForEach() | ir.Repeat():
                yield from _eithers(s.body)


class _Sure:
    """Works out which deeds nothing can prevent."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.verbs: dict[str, bool] = {}
        self.deep = 0  # deeds within deeds; more than `CHAIN` are refused anyway
        self.banned = {r.name for c in game.cards.values() for r in c.rules if r.form == "permit" and r.cannot}

    def branch(self, branch: ir.Branch) -> bool:
        """Whether nothing can prevent a branch."""
        return branch.choose is None and self.block(branch.body)

    def block(self, block: ir.Block) -> bool:
        """Whether nothing can prevent any statement of a block."""
        return all(self.statement(s) for s in block)

    def statement(self, s: ir.Stmt) -> bool:
        """Whether nothing can prevent a statement."""
        match s:
            case ir.Require():
                return False
            case ir.Choose():
                least = s.least.value if isinstance(s.least, ir.Num) else None
                return s.otherwise is not None or (not s.single and least == 0)
            case ir.Either():
                return s.otherwise is not None or any(self.branch(b) for b in s.branches)
            case ir.If():
                return self.block(s.then) and self.block(s.otherwise)
            case ir.ForEach() | ir.Repeat():
                return self.block(s.body)
            case ir.Do():
                return self.verb(s.verb)
            case ir.UseAbility():
                return False
        return True

    def verb(self, key: str) -> bool:
        """Whether nothing can prevent a verb, or one step of it. `key` is a verb key or `verb/step`."""
        if key not in self.verbs:
            self.verbs[key] = False  # for one that does itself
            name, _, step = key.partition("/")
            verb = self.game.verbs.get(name)
            if verb is not None and self.deep < CHAIN:
                self.deep += 1
                steps = [s for s in verb.steps if not step or s.name == step]
                free = key not in self.banned and (bool(step) or not verb.refusals)
                self.verbs[key] = free and all(self.block(s.body) for s in steps)
                self.deep -= 1
        return self.verbs[key]
