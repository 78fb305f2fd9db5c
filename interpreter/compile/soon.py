"""Finds which changes can make the condition of an `as soon as` clause true, and writes the look after such a change.

What a condition reads, it reads through values, words and the rules that cards make about them; all of that counts. A
change of something that no condition reads costs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from moot.dsl import ir
from moot.dsl.checks.nodes import meaning

from ..kernel.program import E
from .assembler import Code
from .cards import lies
from .hooks import Key
from .keys import CanFunction, CountsFunction, QualityFunction, StateProgram, ValueFunction, Word, abilities_word
from .standing import Hook, Standing
from .terms import either, slot
from .unit import Change, Unit
from .walk import walk

SEATS: Change = ("seats", "")
RULES: Change = ("rules", "")


def anywhere(kind: str) -> Change:
    """Return the change that cards of a kind come to lie somewhere, or no longer lie there."""
    return "kind", kind


def zone(name: str) -> Change:
    """Return the change that cards come to lie in a place, or no longer lie there."""
    return "zone", name


def marker(name: str) -> Change:
    """Return the change that a marker, or an amount of a counter, is put, taken or moved, or a kept value is set."""
    return "marker", name


def event(key: str) -> Change:
    """Return the change that something has happened."""
    return "event", key


def ending(u: Unit, phase: str) -> list[Change]:
    """Return the changes that the end of a phase makes: its markers, its rules and what was kept for it are gone."""
    gone = [marker(m.name) for m in u.game.markers.values() if m.until == phase]
    memories = ((v.name, v.memory) for v in u.game.values.values())
    return [*gone, *(marker(name) for name, m in memories if m is not None and m.until == phase), RULES]


def look(u: Unit, code: Code, changes: Iterable[Change], left: Mapping[Key, E] | None = None) -> None:
    """Look, after changes, whether an `as soon as` condition has become true. `left`: see `leaving`."""
    changed = frozenset(changes)
    for key, first in together(u).items():
        skip = code.label()
        if not _touched(u, first, changed):
            if left is None or key not in left:
                continue
            code.unless(left[key], skip)
        code.emit("call", u.program(StateProgram(first[0].card, first[0].number)))
        code.place(skip)


def leaving(u: Unit, code: Code, changes: Iterable[Change], cards: E, t: ir.Type) -> dict[Key, E]:
    """Note, before cards are moved from wherever they lie, which `as soon as` conditions ask about a place that they
    leave. `changes`: what the move changes anyway."""
    changed, of_kinds = frozenset(changes), kinds(u, t)
    found: dict[Key, E] = {}
    for key, first in together(u).items():
        places = {name for hook in first for sort, name in reads(u, hook) if sort == "zone"}
        places = {name for name in places if u.game.zones[name].holds in of_kinds}
        if places and not _touched(u, first, changed):
            found[key] = code.new_slot(_some_lie(u, code, cards, t, sorted(places)))
    return found


def _some_lie(u: Unit, code: Code, cards: E, t: ir.Type, places: Sequence[str]) -> E:
    """Ask whether a card, or one of several, lies in one of some places."""
    if not t.many:
        return either(*(lies(u, cards, place) for place in places))
    one = slot(code.scope.slot("", "card"))
    return E("some", (E("where", (one.args[0], cards, either(*(lies(u, one, place) for place in places)))),))


def together(u: Unit) -> dict[tuple[int, int], list[Hook]]:
    """Return the `as soon as` clauses, those that follow each other on one card and ask the same together, by the card
    and number of the first. The same look is for all of them."""
    if u.memo.together is None:
        groups: list[list[Hook]] = []
        for hook in u.book.at("", "state"):
            if groups and groups[-1][0].card == hook.card and _asked(groups[-1][0]) == _asked(hook):
                groups[-1].append(hook)
            else:
                groups.append([hook])
        u.memo.together = {(group[0].card, group[0].number): group for group in groups}
    return u.memo.together


def _asked(hook: Hook) -> object:
    return meaning((hook.clause.moment, hook.clause.where, hook.clause.seat))


def _touched(u: Unit, first: Sequence[Hook], changed: frozenset[Change]) -> bool:
    return any(_touch(u, reads(u, hook), changed) for hook in first)


def _touch(u: Unit, read: frozenset[Change], changed: frozenset[Change]) -> bool:
    return bool(read & changed or _spread(u, read) & changed or read & _spread(u, changed))


def _spread(u: Unit, changes: frozenset[Change]) -> frozenset[Change]:
    """Return the kinds of the cards in the places of some changes: each place of such a kind may be meant."""
    holds = {u.game.zones[name].holds for sort, name in changes if sort == "zone"}
    return frozenset(map(anywhere, holds))


def kinds(u: Unit, t: ir.Type) -> list[str]:
    """Return the kinds of cards that things of a type can be."""
    return [t.name] if t.name in u.game.kinds else list(u.game.kinds)


def asked_of(u: Unit, hook: Hook) -> frozenset[str]:
    """Return the kinds of cards whose places decide whether a clause speaks of its event, and who acts for its card."""
    key = (hook.card, hook.number)
    if key not in u.memo.asked_of:
        kind = u.game.kinds[u.kind(hook.card)]
        found = set(_reads(u, (hook.clause.moment.cond, kind.works, kind.you), set()))
        if hook.clause.where is not None:
            found |= {zone(name) for name in hook.clause.where.zones}
            found |= set(_states(u, hook.clause.where.states, set()))
        places = frozenset(found)
        u.memo.asked_of[key] = frozenset(name for sort, name in places | _spread(u, places) if sort == "kind")
    return u.memo.asked_of[key]


def reads(u: Unit, hook: Hook) -> frozenset[Change]:
    """Return what may change the answer whether a clause begins."""
    key = (hook.card, hook.number)
    if key not in u.memo.reads:
        works = u.game.kinds[u.kind(hook.card)].works
        where = hook.clause.where
        found = set(_reads(u, (hook.clause.moment.cond, hook.clause.cond, works), set()))
        if where is not None:
            found |= {zone(name) for name in where.zones} | set(_states(u, where.states, set()))
        u.memo.reads[key] = frozenset(found)
    return u.memo.reads[key]


def _reads(u: Unit, node: Any, seen: set[Word]) -> Iterator[Change]:
    for n in walk(node):
        match n:
            case ir.ZoneOf():
                yield zone(n.zone)
            case ir.Owner():
                yield from map(anywhere, kinds(u, n.of.type))
            case ir.Has() | ir.Counted() | ir.Holder() | ir.MarkOwner():
                yield marker(n.mark)
            case ir.Kept():
                yield marker(n.name)
            case ir.Seat() | ir.Neighbour() | ir.Side():
                yield SEATS
            case ir.Happened():
                yield event(n.event)
            case ir.ValueOf():
                yield from _word(u, ValueFunction(n.value), seen)
            case ir.QualityOf():
                yield from _word(u, QualityFunction(n.quality), seen)
            case ir.CountsAs():
                yield from _word(u, ValueFunction(n.field), seen)
                yield from _word(u, CountsFunction(n.field), seen)
            case ir.HasAbilities():
                yield from _word(u, abilities_word(n), seen)
            case ir.Can():
                yield from _word(u, CanFunction(n.verb), seen)


def _word(u: Unit, word: Word, seen: set[Word]) -> Iterator[Change]:
    """Go through what a word reads: its base, and the rules about it with all that decides whether they hold."""
    if word in seen:
        return
    seen.add(word)
    match word:
        case ValueFunction(name):
            yield from _reads(u, u.game.values[name].base, seen)
        case QualityFunction(name):
            yield from _reads(u, u.game.qualities[name].cond, seen)
        case CanFunction(verb) if verb in u.game.verbs:
            yield from _reads(u, tuple(r.cond for r in u.game.verbs[verb].refusals), seen)
        case _:
            pass
    for one in u.book.on(word):
        yield from _rule(u, one, seen)


def _rule(u: Unit, one: Standing, seen: set[Word]) -> Iterator[Change]:
    rule = one.rule
    yield from _reads(u, (rule.match, rule.amount, rule.cond, rule.during), seen)
    if one.lasting is not None:
        yield RULES
    if one.card is not None:
        yield from _reads(u, u.game.kinds[u.kind(one.card)].works, seen)
        if rule.where is not None:
            yield from map(zone, rule.where.zones)
            yield from _states(u, rule.where.states, seen)
        if u.book.on(QualityFunction("blank")):
            yield from _word(u, QualityFunction("blank"), seen)


def _states(u: Unit, states: Iterable[str], seen: set[Word]) -> Iterator[Change]:
    for state in states:
        if state in u.game.qualities:
            yield from _word(u, QualityFunction(state), seen)
        else:
            yield marker(state)
