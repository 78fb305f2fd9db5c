"""Think of changes of a position that might make a condition come out as wanted.

A change is one place that holds other cards, one counter with another number, one marker laid or taken away, or one
deed that was done. They follow from what the condition reads: nothing here is certain, and whoever wants to know tries
each. A value that cards have changed can also be had by taking those cards away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.dsl.notation import Vocabulary

from ..kernel.evaluate import as_set, evaluate
from ..kernel.index import index_of
from ..kernel.knowing import Eyes, modifiers, possibly
from ..kernel.program import E, Function, Library, Modifier
from ..kernel.state import State
from ..kernel.wording import COMPARED, ORDERED, Words
from .alternatives import unfiltered
from .changed import Change, Changed
from .deciding import DENIED, Deciding, Place, lacking, nearest, printed
from .finding import Why
from .unchanging import takes_no_part

DEEPEST = 14
"""How far a condition is followed."""
MOST_CARDS = 8
"""Cards of a place of which each is taken away by itself."""
SPARE = 3
"""Cards that nobody holds of which each is put where one is lacking."""


class Remedies:
    """Thinks of changes of a present position (`state`). `missing`: cards whose rules would help, but which are not in
    this game."""

    def __init__(self, lib: Library, words: Vocabulary, state: State) -> None:
        self.lib, self.changed = lib, Changed(lib, words, state)
        self.missing: dict[str, None] = {}

    def of(self, why: Why) -> Iterator[Change]:
        """Yield changes after which a reason may be none; those for other ways to do the same come last."""
        for cause in (why.cause, *why.ways):
            if cause is not None:
                follow = _Follow(self.changed, self.missing, Eyes(self.lib, cause.state, None))
                yield from follow.wanted(cause.cond, cause.at, True, 0)

    def turns(self, player: int) -> Iterator[Change]:
        """Yield the changes after which a turn of a player begins."""
        yield from self.changed.turns(player)


class _Follow:
    """Follows one condition to what it reads."""

    def __init__(self, changed: Changed, missing: dict[str, None], c: Eyes) -> None:
        self.to, self.missing, self.c, self.lib = changed, missing, c, changed.lib
        self.decided = Deciding(c)
        self._phases = {
            cell for program, cell in self.lib.phases.values()
            if self.lib.programs[program].params and self.lib.programs[program].names[0][1] == "card"
        }  # fmt: skip

    def value(self, e: E, at: Place) -> Any:
        return evaluate(self.c.c, e, at.f)

    def wanted(self, e: E, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        """Yield changes after which an expression may be true, or (`wanted` False) false."""
        if depth > DEEPEST or bool(self.value(e, at)) == wanted:
            return
        if e.op == "not":
            yield from self.wanted(e.args[0], at, not wanted, depth + 1)
        elif e.op in ("and", "or"):
            for part in e.args:
                yield from self.wanted(part, at, wanted, depth + 1)
        elif e.op in COMPARED:
            yield from self._compared(e, at, wanted, depth)
        elif e.op == "has":
            yield from self.to.marker(e.args[0] + self.value(e.args[1], at), wanted)
        elif e.op == "some":
            yield from self._some(e, at, wanted, depth)
        elif e.op == "pick":
            yield from self.wanted(e.args[2], self._with(at, e.args[0], self.value(e.args[1], at)), wanted, depth + 1)
        elif e.op == "call":
            yield from self._call(e, at, wanted, depth)

    def _with(self, at: Place, slot: int, value: Any) -> Place:
        inner = Place(list(at.f), at.names, at.given)
        inner.f[slot + 2] = value
        return inner

    # ---- what is called

    def _call(self, e: E, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        fn, inner = self.lib.functions[e.args[0]], self.decided.within(e, at)
        if fn.form == "permission":
            yield from self._permission(fn, inner, wanted, depth)
        elif fn.form == "truth":
            if fn.base is not None:
                yield from self.wanted(fn.base, inner, wanted, depth + 1)
            for m in fn.modifiers:
                yield from self.wanted(m.guard, inner, wanted, depth + 1)

    def _permission(self, fn: Function, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        if not wanted:
            return
        for r in fn.refusals:
            lifts = () if r.ban else r.lifts
            if self.value(r.cond, at) and not any(self.value(lift, at) for lift, _ in lifts):
                yield from self.wanted(r.cond, at, False, depth + 1)
        if fn.needs is not None:
            yield from self.wanted(fn.needs, at, True, depth + 1)

    # ---- sets

    def _some(self, e: E, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        source, conditions = unfiltered(e.args[0])
        values = possibly(self.value(source, at))
        if source.op == "abilities":
            yield from self._abilities(as_set(self.value(e.args[0], at)), wanted)
            return
        if source.op == "top" and wanted:
            yield from self._grow(source.args[0], at, 1, depth + 1)
            return
        if not wanted:
            for value in as_set(self.value(e.args[0], at)):
                yield from self._not_a_member(source, at, value)
                for slot, cond in conditions:
                    yield from self.wanted(cond, self._with(at, slot, value), False, depth + 1)
            return
        inner = Place(list(at.f), at.names, at.given)
        for value in nearest(self.c, conditions, values, inner.f)[:MOST_CARDS]:
            for part in lacking(self.c, conditions, value, inner.f):
                yield from self.wanted(part, inner, True, depth + 1)

    def _abilities(self, values: tuple[int, ...], wanted: bool) -> Iterator[Change]:
        """Yield changes after which abilities cannot be used: each has been used, or is somebody else's."""
        for ability in (self.lib.abilities[value] for value in values if not wanted):
            if ability.used is not None:
                yield from self.to.used(ability.used)

    def _not_a_member(self, source: E, at: Place, value: int) -> Iterator[Change]:
        if Words(self.c, at.f, at.names).sort(source) == "card" and value >= 0 and self.to.state.w[value] >= 0:
            yield from self.to.without(self.to.state.w[value], value)

    # ---- comparisons

    def _compared(self, e: E, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        op, (left, right) = e.op, e.args
        op = op if wanted else DENIED.get(op, op)
        for x, y in ((left, right), (right, left)):
            if x.op == "cell":
                counted = x.args[0] in self.lib.history.values() and self.value(y, at) in (0, 1)
                if counted and e.op in (">", ">=") and wanted:
                    yield from self.to.deed(x.args[0], self._player(at))
                elif x.args[0] in self.lib.spent and op == "!=":
                    yield from self.to.used(x.args[0])
                elif x.args[0] in self._phases and op == "==" and self.value(y, at) > 0:
                    yield from self.to.turn_with(self.value(y, at) - 1)
                elif x.args[0] in self._phases and op == "!=" and self.value(y, at) > 0:
                    card = self.value(y, at) - 1
                    yield from self.to.turn_as_another(card, self._spare(self.to.state.w[card])[:SPARE])
                elif counted or x.args[0] in self.lib.spent:
                    yield from self.to.turns(self._player(at))
                return
        if e.op == "in" or Words(self.c, at.f, at.names).sort(left) in ("zone", "card", "player"):
            yield from self._where(e, at, wanted, depth)
        elif op in ORDERED or op == "==":
            yield from self._number(left, op, right, at, depth)
        elif op == "!=":
            yield from self._apart(left, right, at)

    def _player(self, at: Place) -> int:
        asked = self.to.state.ask
        return 0 if asked is None else asked.player

    def _number(self, left: E, op: str, right: E, at: Place, depth: int) -> Iterator[Change]:
        short = self.value(right, at) - self.value(left, at)
        delta = {"<": short - 1, ">": short + 1}.get(op, short)  # by so much the left side must grow
        yield from self._grow(left, at, delta, depth)
        yield from self._grow(right, at, -delta, depth)

    def _apart(self, left: E, right: E, at: Place) -> Iterator[Change]:
        """Yield changes after which two numbers that are the same may differ: just enough to pass what others have."""
        for side in (left, right):
            x, place = self.decided.given_for(side, at)
            if x.op == "mark":
                cell, now = x.args[0] + self.value(x.args[1], place), self.value(x, place)
                decl = index_of(self.lib).cell[cell][0]
                theirs = self.to.state.m[decl.base : decl.base + decl.span] if decl.counted else []
                near = {number for v in (now, *theirs) for number in (v - 1, v + 1)} - {now}
                for number in sorted((n for n in near if n >= 0), key=lambda n: (abs(n - now), n))[:MOST_CARDS]:
                    yield from self.to.counter(cell, number - now)
            elif x.op == "fold" and x.args[0] in ("highest", "lowest"):
                yield from self._beyond_all(x, place)

    def _beyond_all(self, e: E, at: Place) -> Iterator[Change]:
        """Yield changes after which one of several has more than the most, or less than the least."""
        word, slot, things, body = e.args
        now = self.value(e, at) + (1 if word == "highest" else -1)
        for value in as_set(self.value(things, at))[:MOST_CARDS] if body.op == "mark" and now >= 0 else ():
            inner = self._with(Place([*at.f, *[-1] * (slot + 3 - len(at.f))], at.names, at.given), slot, value)
            cell = body.args[0] + self.value(body.args[1], inner)
            yield from self.to.counter(cell, now - self.to.state.m[cell])

    def _grow(self, e: E, at: Place, delta: int, depth: int) -> Iterator[Change]:
        """Yield changes after which a number may be greater by an amount."""
        if depth > DEEPEST or not delta:
            return
        e, at = self.decided.given_for(e, at)
        if e.op == "mark":
            yield from self.to.counter(e.args[0] + self.value(e.args[1], at), delta)
        elif e.op in ("+", "-", "max", "min"):
            yield from self._grow(e.args[0], at, delta, depth + 1)
            yield from self._grow(e.args[1], at, -delta if e.op == "-" else delta, depth + 1)
        elif e.op == "size":
            yield from self._size(e.args[0], at, delta)
        elif e.op == "fold":
            yield from self._size(e.args[2], at, delta)
        elif e.op == "call":
            fn, inner = self.lib.functions[e.args[0]], self.decided.within(e, at)
            for m in fn.modifiers if fn.form == "value" else ():
                if m.lasting is None:
                    yield from self._without_or_with(m, inner, delta, depth)
            if fn.base is not None:
                yield from self._grow(fn.base, inner, delta, depth + 1)

    def _without_or_with(self, m: Modifier, at: Place, delta: int, depth: int) -> Iterator[Change]:
        """Yield changes after which a rule does not change a value, if it is in the way, or does, if it would help."""
        holds, helps = bool(self.value(m.guard, at)), self.value(m.amount, at)
        if m.op == "is" or holds == (helps * delta < 0):
            if not holds and takes_no_part(self.lib, self.to.state, m.origin.card):
                self.missing[m.origin.card] = None
            yield from self.wanted(m.guard, at, not holds, depth + 1)

    def _size(self, e: E, at: Place, delta: int) -> Iterator[Change]:
        """Yield changes after which a set of cards may have more members, or fewer."""
        source, conditions = unfiltered(e)
        if Words(self.c, at.f, at.names).sort(e) != "card":
            return
        zones = {self.to.state.w[c] for c in as_set(self.value(e, at))}
        if source.op == "cards" and source.args[0].op == "zone":
            zones.add(self.value(source.args[0], at))
        for zone in sorted(zone for zone in zones if zone >= 0):
            there = self.to.state.z[zone]
            members = [c for c in as_set(self.value(e, at)) if c in there]
            if delta < 0 and len(members) >= -delta:
                for first in range(min(len(members), MOST_CARDS)):  # other cards each time: the answer may be about one
                    gone = (members * 2)[first : first - delta]
                    yield from self.to.cards(zone, tuple(c for c in there if c not in gone))
            elif delta > 0:
                spare = self._fitting(self._spare(zone), conditions, at)
                for first in range(min(len(spare) - delta + 1, SPARE)):
                    yield from self.to.cards(zone, (*there, *spare[first : first + delta]))

    def _held(self, zone: int) -> int:
        """Return the kind of cards that lie in zones of this sort."""
        decl = index_of(self.lib).zone[zone][0]
        zones = range(decl.base, decl.base + decl.span)
        return next((self.lib.card_kind[c] for z in zones for c in self.to.state.z[z]), -1)

    def _spare(self, zone: int) -> list[int]:
        """Return cards that nobody holds and that may lie in a zone, of each title one; what lies there already comes
        last."""
        kind, there = self._held(zone), {self.lib.cards[c] for c in self.to.state.z[zone]}
        free = [c for c, at in enumerate(self.to.state.w) if at >= 0 and self.lib.zone_owner[at] == -1]
        titled = {self.lib.cards[c]: c for c in reversed(free) if self.lib.card_kind[c] == kind}
        return sorted(titled.values(), key=lambda c: (self.lib.cards[c] in there, c))

    def _fitting(self, cards: list[int], conditions: list[tuple[int, E]], at: Place) -> list[int]:
        """Return the cards that would be members of a set: those that meet its conditions where they lie, or else those
        that nothing printed on them keeps out."""
        lacks = {c: lacking(self.c, conditions, c, self._wide(at, conditions)) for c in cards}
        return [c for c in cards if not lacks[c]] or [
            c for c in cards if not any(printed(self.c, part) for part in lacks[c])
        ]

    def _wide(self, at: Place, conditions: list[tuple[int, E]]) -> list[Any]:
        """Return the slots of a place, with room for those of the conditions on a set."""
        most = max((slot for slot, _ in conditions), default=-1)
        return [*at.f, *[-1] * (most + 3 - len(at.f))]

    # ---- where things are

    def _where(self, e: E, at: Place, wanted: bool, depth: int) -> Iterator[Change]:
        """Yield changes after which a card may lie elsewhere, or belong to another player."""
        left, right = e.args
        for part, other in ((left, right), (right, left)):
            part, place = self.decided.given_for(part, at)
            if part.op in ("owner", "zone_of", "call"):
                yield from self._owned(part, place, self.value(other, at), wanted, depth)
            elif part.op == "holder":
                cells = range(part.args[0], part.args[0] + part.args[1])
                to = self.value(other, at)
                yield from self.to.marker(cells[to if wanted else self.value(part, place)], wanted)
        card = self.value(left, at)
        source = unfiltered(right)[0]
        if e.op == "in" and wanted and source.op == "cards" and source.args[0].op == "zone":
            yield from self.to.having(self.value(source.args[0], at), card)
        if e.op == "in" and wanted and source.op == "cards_of" and isinstance(card, int) and card >= 0:
            yield from self.to.somewhere(source.args[0], card, self._player(at))
        if e.op == "in" and not wanted and isinstance(card, int) and card >= 0 and self.to.state.w[card] >= 0:
            yield from self.to.without(self.to.state.w[card], card)

    def _owned(self, e: E, at: Place, other: Any, wanted: bool, depth: int) -> Iterator[Change]:
        if e.op == "call":
            fn, inner = self.lib.functions[e.args[0]], self.decided.within(e, at)
            for m, _, _ in modifiers(self.c, fn, inner.f):
                yield from self.wanted(m.guard, inner, False, depth + 1)
            if fn.base is not None and fn.base.op in ("owner", "call"):
                yield from self._owned(fn.base, inner, other, wanted, depth + 1)
            return
        card = self.value(e.args[0], at)
        if not isinstance(card, int) or card < 0:
            return
        if self.to.state.w[card] < 0:
            self.missing[self.lib.cards[card]] = None
            return
        here = self.to.state.w[card]
        if not wanted:
            yield from self.to.without(here, card)
        elif e.op == "owner":
            base = index_of(self.lib).zone[here][0]
            for player in as_set(other) if not isinstance(other, int) or other >= 0 else ():
                if base.owner == "player":
                    yield from self.to.having(base.base + player, card)
