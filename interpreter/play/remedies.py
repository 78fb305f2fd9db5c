"""Think of changes of a position that might make a condition come out as wanted.

A change is one place that holds other cards, one counter with another number, one marker laid or taken away, or one
deed that was done. They follow from what the condition reads: nothing here is certain, and whoever wants to know tries
each. A value that cards have changed can also be had by taking those cards away.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from moot.dsl.notation import Vocabulary

from ..kernel.evaluate import as_set, evaluate
from ..kernel.index import index_of
from ..kernel.knowing import Eyes, modifiers, possibly
from ..kernel.names import player_name, zone_name
from ..kernel.program import E, Function, Library, Modifier
from ..kernel.state import State
from ..kernel.wording import COMPARED, ORDERED, Words
from .alternatives import unfiltered
from .deciding import DENIED, Deciding, Place, lacking, nearest
from .finding import Cause

DEEPEST = 14
"""How far a condition is followed."""
MOST_CARDS = 8
"""Cards of a place of which each is taken away by itself."""


@dataclass(frozen=True)
class Change:
    """One change: what it is about (a zone, a cell or a deed), and the line of the notation that makes it."""

    about: tuple[str, int]
    said: str


def turn(player: int) -> Change:
    """Return the change after which the turn of a player begins, if need be once more: nothing is used in it yet."""
    return Change(("turn", 0), f"{player_name(player)} acts")


class Remedies:
    """Thinks of changes of a present position (`state`)."""

    def __init__(self, lib: Library, words: Vocabulary, state: State) -> None:
        self.lib, self.words, self.state = lib, words, state

    def of(self, cause: Cause) -> Iterator[Change]:
        """Yield changes after which the condition of a reason may hold."""
        yield from _Follow(self, Eyes(self.lib, cause.state, None)).wanted(cause.cond, cause.at, True, 0)

    # ---- the lines of changes

    def counter(self, cell: int, delta: int) -> Iterator[Change]:
        """Yield the change of a counter by an amount."""
        entry = index_of(self.lib).cell.get(cell)
        number = self.state.m[cell] + delta
        if entry is not None and entry[0].counted and number >= 0:
            yield Change(("cell", cell), f"{self._bearer(cell)} {entry[0].name} {number}")

    def marker(self, cell: int, there: bool) -> Iterator[Change]:
        """Yield the change that lays a marker on its bearer, or takes it away; one of which there is only one goes to
        somebody else."""
        entry = index_of(self.lib).cell.get(cell)
        if entry is None or entry[0].holds:
            return
        mark, bearer = entry
        if mark.counted:
            yield from self.counter(cell, int(there) - self.state.m[cell])
        elif mark.single and mark.bearer == "player":
            others = range(self.state.m[self.lib.players_cell])
            for player in (bearer,) if there else (p for p in others if p != bearer):
                yield Change(("cell", mark.base), f"{mark.name} {player_name(player)}")
        else:
            yield Change(("cell", cell), f"{self._bearer(cell)} is {'' if there else 'not '}{mark.name}")

    def _bearer(self, cell: int) -> str:
        mark, bearer = index_of(self.lib).cell[cell]
        return player_name(bearer) if mark.bearer == "player" else self.lib.cards[bearer]

    def cards(self, zone: int, cards: tuple[int, ...]) -> Iterator[Change]:
        """Yield the change after which exactly these cards lie in a zone. What a player *is* is said so."""
        entry = index_of(self.lib).zone.get(zone)
        if entry is None or entry[0].owner == "table":
            return
        titles = ", ".join(self.lib.cards[c] for c in cards) or "nothing"
        if self._dealt(zone):
            said = f"{player_name(self.lib.zone_owner[zone])} is {' and '.join(titles.split(', '))}"
            if cards:
                yield Change(("zone", zone), said)
            return
        name, _, bearer = zone_name(self.lib, zone).partition(" of ")
        yield Change(("zone", zone), f"{bearer} {name} {titles}" if bearer else f"{name} {titles}")

    def without(self, zone: int, card: int) -> Iterator[Change]:
        """Yield the change that takes a card out of a zone."""
        there = self.state.z[zone]
        if card in there:
            yield from self.cards(zone, tuple(c for c in there if c != card))

    def having(self, zone: int, card: int) -> Iterator[Change]:
        """Yield the change that puts a card into a zone. Where a player has it, it is said what he has then; a player
        who *is* that card gets what the other was."""
        there, here = self.state.z[zone], self.state.w[card]
        if card in there or here < 0:
            return
        rest, swapped = tuple(c for c in self.state.z[here] if c != card), self._dealt(zone) and self._dealt(here)
        for change in self.cards(zone, (card,) if swapped else (*there, card)):
            if self.lib.zone_owner[here] < 0:
                yield change
            for other in self.cards(here, (*rest, *there) if swapped else rest):
                yield Change(change.about, f"{change.said}; {other.said}")

    def somewhere(self, base: int, card: int, player: int) -> Iterator[Change]:
        """Yield the change that puts a card into a player's zone of some sort."""
        entry = index_of(self.lib).zone.get(base + player)
        if entry is not None and entry[0].owner == "player" and self.state.w[card] >= 0:
            yield from self.having(base + player, card)

    def _dealt(self, zone: int) -> bool:
        """Whether a player *is* the cards in a zone."""
        dealt = {base for _, base in self.lib.position.dealt} if self.lib.position is not None else set()
        decl = index_of(self.lib).zone[zone][0]
        return decl.base in dealt and decl.owner == "player"

    def deed(self, cell: int, player: int) -> Iterator[Change]:
        """Yield the change that says that a deed was done by the player who is asked."""
        for (event, keyed, measure, _), base in self.lib.history.items():
            if base == cell and measure is None and keyed in ("", "by"):
                verb = event.partition("/")[0]
                said = [" ".join(phrase) for phrase, verbs in self.words.deeds.items() if verbs == (verb,)]
                if said:
                    yield Change(("deed", cell), f"{player_name(player)} has {max(said, key=len)}")


class _Follow:
    """Follows one condition to what it reads."""

    def __init__(self, remedies: Remedies, c: Eyes) -> None:
        self.to, self.c, self.lib = remedies, c, remedies.lib
        self.decided = Deciding(c)

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
                elif counted or x.args[0] in self.lib.spent:
                    yield turn(self._player(at))
                return
        if e.op == "in" or Words(self.c, at.f, at.names).sort(left) in ("zone", "card", "player"):
            yield from self._where(e, at, wanted, depth)
        elif op in ORDERED or (op == "==" and wanted):
            yield from self._number(left, op, right, at, depth)

    def _player(self, at: Place) -> int:
        asked = self.to.state.ask
        return 0 if asked is None else asked.player

    def _number(self, left: E, op: str, right: E, at: Place, depth: int) -> Iterator[Change]:
        short = self.value(right, at) - self.value(left, at)
        delta = {"<": short - 1, ">": short + 1}.get(op, short)  # by so much the left side must grow
        yield from self._grow(left, at, delta, depth)
        yield from self._grow(right, at, -delta, depth)

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
            yield from self.wanted(m.guard, at, not holds, depth + 1)

    def _size(self, e: E, at: Place, delta: int) -> Iterator[Change]:
        """Yield changes after which a set of cards may have more members, or fewer."""
        source, _ = unfiltered(e)
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
                kind = self._held(zone)
                spare = [c for c in self._spare() if self.lib.card_kind[c] == kind][:delta]
                yield from self.to.cards(zone, (*there, *spare))

    def _held(self, zone: int) -> int:
        """Return the kind of cards that lie in zones of this sort."""
        decl = index_of(self.lib).zone[zone][0]
        zones = range(decl.base, decl.base + decl.span)
        return next((self.lib.card_kind[c] for z in zones for c in self.to.state.z[z]), -1)

    def _spare(self) -> list[int]:
        """Return cards that nobody holds."""
        return [c for c, zone in enumerate(self.to.state.w) if zone >= 0 and self.lib.zone_owner[zone] == -1]

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
        if not isinstance(card, int) or card < 0 or self.to.state.w[card] < 0:
            return
        here = self.to.state.w[card]
        if not wanted:
            yield from self.to.without(here, card)
        elif e.op == "owner":
            base = index_of(self.lib).zone[here][0]
            for player in as_set(other) if not isinstance(other, int) or other >= 0 else ():
                if base.owner == "player":
                    yield from self.to.having(base.base + player, card)


def merged(changes: Mapping[tuple[str, int], Change]) -> str:
    """Return the changes as one line that can be pasted after `set`."""
    return "; ".join(change.said for change in changes.values())


