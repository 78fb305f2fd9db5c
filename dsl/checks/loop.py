"""Finds a `repeat until` that cannot end, because nothing done in it changes what its condition asks about.

The check also follows the verbs and phases that begin in it and the clauses that answer them. Where an ability can be
used, it takes it that anything may happen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .. import ir, possible
from ..diagnostic import Diagnostic
from ..own_verbs import MOVED
from ..source import Source, Span
from .nodes import below, in_bodies

ANYTHING = "*"
CARDS = "cards"


def check(game: ir.Game, sources: Mapping[str, Source]) -> list[Diagnostic]:
    """Warns about each loop that cannot end."""
    found: list[Diagnostic] = []
    told = [finding.span for finding in possible.findings(game, sources)]
    for node in in_bodies(game, ir.Repeat):
        if any(_inside(span, node.until.span) for span in told):
            continue  # it never holds, or always does, or asks for what is never there
        asked = _asked(game, node.until)
        if ANYTHING not in asked and not asked & _changed(game, node.body):
            message = "this never ends: nothing done here changes what `until` asks"
            help = "do something here that can make it true"
            found.append(Diagnostic("loop", message, node.until.span, help, "warning"))
    return found


def _inside(span: Span, whole: Span) -> bool:
    return span.path == whole.path and whole.start <= span.start and span.end <= whole.end


def _asked(game: ir.Game, cond: ir.Expr) -> set[str]:
    """Returns what the answer to a question depends on: markers, where cards lie, what has happened."""
    asked: set[str] = set()
    seen: set[str] = set()
    waiting: list[object] = [cond]
    while waiting:
        for node in below(waiting.pop()):
            match node:
                case ir.Has() | ir.Counted() | ir.Holder() | ir.MarkOwner():
                    asked.add(f"mark:{node.mark}")
                case ir.Kept():
                    asked.add(f"mark:{node.name}")
                case ir.CardsIn() | ir.Owner() | ir.Top() | ir.ZoneOf():
                    asked.add(CARDS)
                case ir.Happened():
                    asked.add(f"event:{node.event}")
                    if node.measure is not None:
                        asked.add(ANYTHING)
                case ir.Can() | ir.Abilities() | ir.Active() | ir.Running():
                    asked.add(ANYTHING)
                case ir.ValueOf():
                    waiting += _once(seen, node.value, game.values[node.value])
                    waiting += _modifying(game, seen, "value", node.value)
                case ir.QualityOf():
                    waiting += _once(seen, node.quality, game.qualities[node.quality])
                    waiting += _modifying(game, seen, "quality", node.quality)
                case ir.CountsAs():
                    waiting += _modifying(game, seen, "counts", node.field)
    return asked


def _once(seen: set[str], name: str, declared: object) -> list[object]:
    if name in seen:
        return []
    seen.add(name)
    return [declared]


def _modifying(game: ir.Game, seen: set[str], form: str, name: str) -> list[object]:
    """Returns the rules of cards about this name, and the conditions under which those cards work."""
    if f"{form} {name}" in seen:
        return []
    seen.add(f"{form} {name}")
    found: list[object] = []
    for card in game.cards.values():
        rules = [r for r in card.rules if r.form == form and r.name == name]
        if rules:
            found += [*rules, game.kinds[card.kind].works, game.kinds[card.kind].you]
    lasting = (node.rule for node in in_bodies(game, ir.Lasting))
    return [*found, *(rule for rule in lasting if (rule.form, rule.name) == (form, name))]


def _changed(game: ir.Game, body: ir.Block) -> set[str]:
    """Returns what may be different after a block has been done."""
    changed: set[str] = set()
    begun: set[str] = set()
    waiting: list[ir.Block] = [body]
    for card in game.cards.values():
        waiting += [c.body for c in card.clauses if c.moment.kind == "state" or c.moment.event == MOVED.key]
    while waiting:
        for node in below(waiting.pop()):
            match node:
                case ir.Put() | ir.Mark() | ir.MoveAmount() | ir.MoveSingle():
                    changed.add(f"mark:{node.mark}")
                    waiting += _begun(game, begun, f"mark:{node.mark}", changed)
                case ir.Remember():
                    changed.add(f"mark:{node.of.name}")
                case ir.UnmarkAll():
                    changed |= {f"mark:{name}" for name in game.markers}
                case ir.Recover():
                    changed.add(f"mark:{node.paid.measure}")
                case ir.MoveCards() | ir.Shuffle() | ir.Swap():
                    changed.add(CARDS)
                case ir.Do():
                    waiting += _begun(game, begun, node.verb, changed)
                case ir.RunPhase():
                    waiting += _begun(game, begun, node.phase, changed)
                case ir.UseAbility() | ir.Leave() | ir.Suspend() | ir.Resume() | ir.Win() | ir.Lasting():
                    return {*changed, *_everything(game)}
    return changed


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
        changed |= {f"mark:{m.name}" for m in game.markers.values() if m.until == name}
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
    return {CARDS, *marks, *(f"event:mark:{name}" for name in game.markers), *events, *verbs, *steps}
