"""Finds `its owner` and `its city` after the deed that has taken the thing away: it is nobody's then, or whoever took
it has it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source
from .nodes import below, is_you

Whose = Literal["nobody", "doer"]
"""Who has a thing that was moved: nobody, or the player who did so."""
Gone = dict[str, tuple[Whose, bool]]
"""What has been taken away, by its local name: who has it now, and whether the event of the clause has done it."""


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each such question."""
    found: list[Diagnostic] = []
    for card in game.cards.values():
        for clause in card.clauses:
            moment, gone = clause.moment, Gone()
            if moment.kind == "after" and moment.subject is not None:
                if _taken_by(game, moment.event or "", frozenset()) == "nobody":
                    gone[moment.subject] = "nobody", True
            told = [*_asked(game, (clause.doer, clause.cond), gone), *_in(game, clause.body, gone)]
            found += dict.fromkeys(told)
    return found


def _in(game: ir.Game, block: ir.Block, gone: Gone) -> Iterator[Diagnostic]:
    """Yields what is told of statements in order. Adds to `gone` what they take away."""
    for stmt in block:
        inner = [part for part in _blocks(stmt) if part]
        if inner:
            heads = tuple(n for n in (getattr(stmt, name, None) for name in ("of", "cond", "doer")) if n is not None)
            yield from _asked(game, heads, gone)
            for part in inner:
                yield from _in(game, part, dict(gone))
            continue
        yield from _asked(game, stmt, gone)
        match stmt:
            case ir.MoveCards(cards=ir.Var(name=name)):
                _note(gone, name, _lies(game, stmt.to))
            case ir.Do(args=(ir.Var(name=name), *_)) if is_you(stmt.doer):
                _note(gone, name, _taken_by(game, stmt.verb, frozenset()))


def _blocks(stmt: ir.Stmt) -> tuple[ir.Block, ...]:
    """Returns the blocks inside a statement."""
    match stmt:
        case ir.If():
            return stmt.then, stmt.otherwise
        case ir.ForEach() | ir.Repeat() | ir.May():
            return (stmt.body,)
        case ir.Either():
            return (*(branch.body for branch in stmt.branches), stmt.otherwise or ())
    return ()


def _note(gone: Gone, name: str, whose: Whose | None) -> None:
    if whose is None:
        gone.pop(name, None)
    else:
        gone[name] = whose, False


def _asked(game: ir.Game, part: object, gone: Gone) -> Iterator[Diagnostic]:
    """Yields what is told of questions whose a thing is that was taken away."""
    for node in below(part) if gone else ():
        name = _whose(game, node)
        if name in gone and isinstance(node, ir.Expr):
            whose, by_event = gone[name]
            if whose == "doer" and isinstance(node, ir.ZoneOf):
                continue  # `city of plan`, after it was built there
            message = "nobody has it any more then, so nothing happens"
            if whose == "doer":
                message = "you have it yourself by then"
            help = "write this above the line that takes it away, or give a name to it there: `let … be`"
            if by_event:
                help = "write `before` in place of `when`: its owner still has it then"
            yield Diagnostic("gone", message, node.span, help, "warning")


def _whose(game: ir.Game, node: object) -> str | None:
    """Returns the name of the thing of which a phrase asks whose it is; None if it does not ask so."""
    match node:
        case ir.Owner(of=ir.Var(name=name)):
            return name
        case ir.ZoneOf(bearer=ir.Var() as bearer) if bearer.type.sort == "card":
            return bearer.name if game.zones[node.zone].owner == "player" else None
        case ir.ValueOf(args=(ir.Var(name=name),)):
            value = game.values[node.value]
            owner = value.params and _whose(game, value.base) == value.params[0].name
            return name if owner and value.type.sort == "player" else None
    return None


def _lies(game: ir.Game, to: ir.Expr) -> Whose | None:
    """Returns whose a thing is in a place, if the text tells: nobody's, or the doer's."""
    if not isinstance(to, ir.ZoneOf):
        return None
    if game.zones[to.zone].owner is None:
        return "nobody"
    return "doer" if is_you(to.bearer) else None


def _taken_by(game: ir.Game, event: str, seen: frozenset[str]) -> Whose | None:
    """Returns who has at last what a deed, or a step of it, is done to; None if it stays, or if that is not told."""
    name, _, only = event.partition("/")
    verb = game.verbs.get(name)
    if verb is None or not verb.params or event in seen:
        return None
    steps = [step.body for step in verb.steps if not only or step.name == only]
    ends = [end for body in steps for end in _ends(game, body, verb.params[0].name, seen | {event})]
    return ends[-1] if ends else None


def _ends(game: ir.Game, body: ir.Block, name: str, seen: frozenset[str]) -> Iterator[Whose | None]:
    for stmt in body:
        match stmt:
            case ir.MoveCards(cards=ir.Var(name=moved)) if moved == name:
                yield _lies(game, stmt.to)
            case ir.Do(args=(ir.Var(name=first), *_)) if first == name and stmt.verb.partition("/")[0] in game.verbs:
                whose = _taken_by(game, stmt.verb, seen)
                if whose is not None:
                    yield whose if is_you(stmt.doer) or whose == "nobody" else None
