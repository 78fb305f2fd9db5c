"""Finds out what a question depends on, and what may be different after something was done: for those who want to know
whether doing the one can change the other.

What is done begins verbs and phases, and clauses answer them; all of that counts. Where an ability can be used,
anything may happen.
"""

from __future__ import annotations

from collections.abc import Iterator

from .. import ir
from ..own_verbs import MOVED
from .nodes import below, in_bodies

ANYTHING = "*"
CARDS = "cards"
SEATS = "seats"
RULES = "rules"


def asked(game: ir.Game, cond: ir.Expr) -> set[str]:
    """Returns what the answer to a question depends on: markers, where cards lie, who sits where, what has happened,
    and whether a rule about it begins in play."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting: list[object] = [cond]
    while waiting:
        for node in below(waiting.pop()):
            match node:
                case ir.Has() | ir.Counted() | ir.Holder() | ir.MarkOwner():
                    found.add(f"mark:{node.mark}")
                case ir.Kept():
                    found.add(f"mark:{node.name}")
                case ir.CardsIn() | ir.Owner() | ir.Top() | ir.ZoneOf():
                    found.add(CARDS)
                case ir.Seat() | ir.Neighbour():
                    found.add(SEATS)
                case ir.Happened():
                    found.add(f"event:{node.event}")
                    if node.measure is not None:
                        found.add(ANYTHING)
                case ir.Can() | ir.Abilities() | ir.Active() | ir.Running():
                    found.add(ANYTHING)
                case ir.ValueOf():
                    waiting += _once(seen, node.value, game.values[node.value])
                    waiting += _modifying(game, seen, found, "value", node.value)
                case ir.QualityOf():
                    waiting += _once(seen, node.quality, game.qualities[node.quality])
                    waiting += _modifying(game, seen, found, "quality", node.quality)
                case ir.CountsAs():
                    waiting += _modifying(game, seen, found, "counts", node.field)
    return found


def _once(seen: set[str], name: str, declared: object) -> list[object]:
    if name in seen:
        return []
    seen.add(name)
    return [declared]


def _modifying(game: ir.Game, seen: set[str], asked_for: set[str], form: str, name: str) -> list[object]:
    """Returns the rules of cards about this name, and the conditions under which those cards work. Adds to
    `asked_for` whether such a rule begins in play."""
    if f"{form} {name}" in seen:
        return []
    seen.add(f"{form} {name}")
    found: list[object] = []
    for card in game.cards.values():
        rules = [r for r in card.rules if r.form == form and r.name == name]
        if rules:
            found += [*rules, game.kinds[card.kind].works, game.kinds[card.kind].you]
    every = (node.rule for node in in_bodies(game, ir.Lasting))
    lasting = [rule for rule in every if (rule.form, rule.name) == (form, name)]
    if lasting:
        asked_for.add(RULES)
    return [*found, *lasting]


def changed(game: ir.Game, body: ir.Block) -> set[str]:
    """Returns what may be different after a block has been done."""
    found: set[str] = set()
    begun: set[str] = set()
    waiting: list[ir.Block] = [body]
    for card in game.cards.values():
        waiting += [c.body for c in card.clauses if c.moment.kind == "state" or c.moment.event == MOVED.key]
    while waiting:
        for node in below(waiting.pop()):
            match node:
                case ir.Put() | ir.Mark() | ir.MoveAmount() | ir.MoveSingle():
                    found.add(f"mark:{node.mark}")
                    waiting += _begun(game, begun, f"mark:{node.mark}", found)
                case ir.Remember():
                    found.add(f"mark:{node.of.name}")
                case ir.UnmarkAll():
                    found |= {f"mark:{name}" for name in game.markers}
                case ir.Recover():
                    found.add(f"mark:{node.paid.measure}")
                case ir.Swap(what="seats"):
                    found.add(SEATS)
                case ir.MoveCards() | ir.Shuffle() | ir.Swap():
                    found.add(CARDS)
                case ir.Do():
                    waiting += _begun(game, begun, node.verb, found)
                case ir.RunPhase():
                    waiting += _begun(game, begun, node.phase, found)
                case ir.UseAbility() | ir.Leave() | ir.Suspend() | ir.Resume() | ir.Win() | ir.Lasting():
                    return {*found, *_everything(game)}
    return found


def _begun(game: ir.Game, begun: set[str], key: str, changed: set[str]) -> Iterator[ir.Block]:
    """Yields the blocks of a verb or phase, and of the clauses that answer it or one of its steps. Adds what they
    change to `changed`."""
    if key in begun:
        return
    begun.add(key)
    changed.add(f"event:{key}")
    name, _, only = key.partition("/")
    declared = game.verbs.get(name) or game.phases.get(name)
    keys = {key}
    for step in declared.steps if declared is not None else ():
        if not only or step.name == only:
            keys.add(f"{name}/{step.name}")
            changed.add(f"event:{name}/{step.name}")
            yield step.body
    if name in game.phases:
        changed |= {f"mark:{m.name}" for m in game.markers.values() if _ends_with(m, name)}
        changed |= {f"mark:{v.name}" for v in game.values.values() if v.memory is not None and v.memory.until == name}
    for card in game.cards.values():
        for clause in card.clauses:
            if clause.moment.event in keys or clause.moment.phase == name:
                yield clause.body


def _everything(game: ir.Game) -> set[str]:
    events = {f"event:{node.event}" for node in in_bodies(game, ir.Happened)}
    verbs = {f"event:{key}" for key in game.verbs}
    steps = {f"event:{v.key}/{s.name}" for v in game.verbs.values() for s in v.steps}
    steps |= {f"event:{p.name}/{s.name}" for p in game.phases.values() for s in p.steps}
    kept = (v.name for v in game.values.values() if v.memory is not None)
    marks = {f"mark:{name}" for name in (*game.markers, *kept)}
    return {CARDS, SEATS, RULES, *marks, *(f"event:mark:{name}" for name in game.markers), *events, *verbs, *steps}


def _ends_with(marker: ir.Marker, phase: str) -> bool:
    """Returns whether a marker may be taken off when a phase begins or ends."""
    return marker.until == phase or (marker.later is not None and marker.later.phase == phase)
