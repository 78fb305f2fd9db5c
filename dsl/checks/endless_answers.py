"""Finds clauses that answer each other without end: each must act, and each surely causes the event of the next, in a
circle.

The check reports only what is certain once the cards work for one player: clauses that must be carried out whenever
their event happens, whatever it is about, and what they do without a condition. One clause alone is no circle, because
it never answers what it has caused itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir
from ..diagnostic import Diagnostic
from ..source import Source, Span

Place = tuple[str, int]
"""A clause: the title of its card and its number."""


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each circle of clauses once."""
    clauses = {
        (card.title, i): clause
        for card in game.cards.values()
        for i, clause in enumerate(card.clauses)
        if _unconditional(game, card, clause)
    }
    causes: dict[Place, dict[Place, Span]] = {}
    for place, clause in clauses.items():
        events = dict(_events(game, clause.body, frozenset()))
        causes[place] = {
            other: events[heard.moment.event]
            for other, heard in clauses.items()
            if other != place and heard.moment.event in events
        }
    found = []
    told: set[frozenset[Place]] = set()
    for place in clauses:
        circle = _circle(causes, place)
        if circle and frozenset(circle) not in told:
            told.add(frozenset(circle))
            found.append(_told(clauses, causes, circle))
    return found


def _told(
    clauses: Mapping[Place, ir.Clause], causes: Mapping[Place, Mapping[Place, Span]], circle: list[Place]
) -> Diagnostic:
    names = " → ".join(f"`{title}`" for title, _ in (*circle, circle[0]))
    first, *others = zip(circle, [*circle[1:], circle[0]], strict=True)
    notes = tuple((causes[place][then], f"this is answered by `{then[0]}`") for place, then in others)
    help = "limit one of them: say once in which phase, or on what condition, it answers"
    message = f"these answer each other without end, once they work for one player: {names}"
    return Diagnostic("endless-answers", message, causes[first[0]][first[1]], help, "warning", notes)


def _unconditional(game: ir.Game, card: ir.Card, clause: ir.Clause) -> bool:
    """Whether a clause is carried out every time, once its card works: it says `must`, its event is a deed, and it asks
    nothing about the doer except that there is one."""
    moment = clause.moment
    return (
        clause.must
        and moment.kind in ("after", "before", "would")
        and moment.event is not None
        and clause.limit is None
        and clause.cond is None
        and clause.where is None
        and _says_nothing(moment.cond)
    )


def _says_nothing(cond: ir.Expr | None) -> bool:
    """Whether a condition only asks for the doer that `by you` names, for any player at all, or for more than none."""
    if cond is None:
        return True
    if isinstance(cond, ir.And):
        return all(_says_nothing(part) for part in cond.parts)
    if isinstance(cond, ir.Among):
        return isinstance(cond.in_, ir.Players | ir.AllOf)
    if isinstance(cond, ir.Is) and isinstance(cond.right, ir.Num):
        return cond.op == ">" and cond.right.value == 0  # `when cards are drawn`: at least one
    if isinstance(cond, ir.Is):
        return cond.op == "==" and {type(cond.left), type(cond.right)} == {ir.Var} and _you(cond.left, cond.right)
    return False


def _you(left: ir.Expr, right: ir.Expr) -> bool:
    return any(isinstance(side, ir.Var) and side.name == "you" for side in (left, right))


def _events(game: ir.Game, block: ir.Block, begun: frozenset[str]) -> Iterator[tuple[str, Span]]:
    """Yields the deeds that a block of a clause surely does, with the words that do them: deeds that nothing refuses,
    done by the clause's own player. `begun` are the verbs whose steps are being looked through."""
    for s in block:
        if isinstance(s, ir.Let):
            continue
        if not isinstance(s, ir.Do):
            if isinstance(s, ir.Choose | ir.PickRandom | ir.Require):
                return
            continue
        verb = game.verbs.get(s.verb)
        if verb is None or verb.refusals or s.verb in begun or _forbidden(game, s.verb):
            return
        if not (isinstance(s.doer, ir.Var) and s.doer.name == "you"):
            continue
        if verb.params and verb.params[0].type.sort == "number" and not _some(s.args[0]):
            continue
        yield s.verb, s.span
        for step in verb.steps:
            yield f"{s.verb}/{step.name}", s.span
            yield from ((event, s.span) for event, _ in _events(game, step.body, begun | {s.verb}))


def _some(e: ir.Expr) -> bool:
    """Whether a number is surely more than 0."""
    return isinstance(e, ir.Num) and e.value > 0


def _forbidden(game: ir.Game, verb: str) -> bool:
    """Whether some card says that a player cannot do this deed, or replaces it."""
    rules = (rule for card in game.cards.values() for rule in card.rules)
    if any(rule.form == "permit" and rule.cannot and rule.name == verb for rule in rules):
        return True
    moments = (clause.moment for card in game.cards.values() for clause in card.clauses)
    return any(m.kind == "instead" and m.event is not None and m.event.partition("/")[0] == verb for m in moments)


def _circle(causes: Mapping[Place, Mapping[Place, Span]], start: Place) -> list[Place]:
    """Finds the shortest way from a clause back to it; empty if there is none."""
    came: dict[Place, Place] = {}
    waiting = [start]
    for place in waiting:
        for then in causes[place]:
            if then == start:
                way = [place]
                while way[0] != start:
                    way.insert(0, came[way[0]])
                return way
            if then not in came:
                came[then] = place
                waiting.append(then)
    return []
