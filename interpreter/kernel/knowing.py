"""What a player may know of a value: expressions worked out from what that player sees, and from nothing else.

`Eyes.value` goes the way of `evaluate`, but whatever the player does not see comes out as `Unknown` (one thing of which
only the possibilities are known) or `Partly` (a set of which only some members are known for certain). So the result is
the same in every state that looks the same to the player, and never says of the real state what is not so. What is
known in spite of hidden parts stays known: a sum that no hidden card can change, a card that cannot lie with oneself,
the number of cards in a hand that everybody may count.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product
from typing import Any

from .changes import Run
from .evaluate import Frame, apply, evaluate, frame, owner_of
from .index import index_of
from .machine import Machine
from .names import cell_name, listed, player_name, sees_card, sees_mark, sees_zone, turned_up, zone_name
from .partly import MOST, NOTHING, Hidden, Partly, Unknown, depends, joined, possibly, unknown, ways
from .program import E, Library, MarkDecl
from .redeal import canonical, redeal
from .state import State
from .supposing import FORMS, KNOWN, lifted, modifiers

__all__ = ["Eyes", "Hidden", "Partly", "Unknown", "modifiers", "possibly", "unknown"]

WORLDS = 6
"""Deals in which a deed is tried out to see whether the hidden cards decide about it."""
EFFORT = 100_000
"""Expressions that are worked out for one value before it is given up as unknown."""


class Eyes:
    """A state through the eyes of a player (None: somebody who sees everything)."""

    def __init__(self, lib: Library, s: State, viewer: int | None) -> None:
        self.lib, self.s, self.viewer = lib, s, viewer
        self.c: Run = Machine(lib).context(s)
        self.left = EFFORT

    # ---- what is seen

    def sees_zone(self, zone: int) -> bool:
        """Whether the player sees every card that lies there."""
        if zone < 0 or sees_zone(self.lib, zone, self.viewer, self.s):
            return True
        return self.counts(zone) and all(map(self.sees_card, self.s.z[zone]))

    def counts(self, zone: int) -> bool:
        """Whether the player knows how many cards lie there."""
        return self.viewer is None or sees_zone(self.lib, zone, self.viewer, self.s) or self._decl(zone).counted

    def _decl(self, zone: int) -> Any:
        return index_of(self.lib).zone[zone][0]

    def sees_card(self, card: int) -> bool:
        """Whether the player knows where a card lies (one that is not in this game lies nowhere)."""
        return self.viewer is None or self.s.w[card] == -1 or sees_card(self.lib, self.s, card, self.viewer)

    def sees_cell(self, cell: int) -> bool:
        """Whether the player knows what a cell holds: markers he sees; of the machine's own notes those that are not
        about a card he does not see."""
        if self.viewer is None:
            return True
        entry = index_of(self.lib).cell.get(cell)
        if entry is not None:
            return self._sees_mark(cell) or (entry[0].single and self._sees_holder(entry[0]))
        card = self._recorded.get(cell)
        return card is None or self.sees_card(card)

    def _sees_mark(self, cell: int) -> bool:
        mark, bearer = index_of(self.lib).cell[cell]
        return turned_up(self.s, mark, bearer) or sees_mark(self.lib, self.s, mark, bearer, self.s.m[cell], self.viewer)

    def _sees_holder(self, mark: MarkDecl) -> bool:
        """Whether the player sees who has a marker there is one of: then nobody else has it."""
        cells = range(mark.base, mark.base + mark.span)
        return any(self.s.m[cell] and self._sees_mark(cell) for cell in cells)

    @cached_property
    def _recorded(self) -> dict[int, int]:
        """The cells that record what was done to a card, and to which."""
        found = {}
        for base, wide in self.lib.records:
            for card in range(len(self.lib.cards)):
                for k in range(wide):
                    found[base + card * wide + k] = card
        found.update({ability.used: ability.card for ability in self.lib.abilities if ability.used is not None})
        return found

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """The cards of this game of which the player does not know where they lie."""
        return tuple(c for c, zone in enumerate(self.s.w) if zone != -1 and not self.sees_card(c))

    @cached_property
    def _kinds(self) -> dict[int, frozenset[int]]:
        """Place -> the kinds of the hidden cards in it."""
        found: dict[int, set[int]] = {}
        for card in self.hidden:
            found.setdefault(self.s.w[card], set()).add(self.lib.card_kind[card])
        return {zone: frozenset(found[zone]) for zone in sorted(found)}

    def places(self, card: int) -> tuple[int, ...]:
        """Where a card may lie."""
        if self.sees_card(card):
            return (self.s.w[card],)
        kind = self.lib.card_kind[card]
        return tuple(zone for zone, kinds in self._kinds.items() if kind in kinds)

    def owner(self, card: int) -> Any:
        """The player with whom a card lies, -1 if with none; what is known of it."""
        if card == -1 or self.s.w[card] == -1:
            return -1
        return joined([self._with(zone) for zone in self.places(card)], frozenset({("card", card)}))

    def _with(self, zone: int) -> Any:
        """The player whose a place is."""
        owner = self.lib.zone_owner[zone]
        if owner >= -1:
            return owner
        bearer = -2 - owner
        return owner_of(self.lib, self.s, bearer) if self.sees_card(bearer) else self.owner(bearer)

    def cards(self, zone: int) -> Any:
        """What lies in a place: a set, or what is known of it."""
        if zone == -1:
            return ()
        there = self.s.z[zone]
        if self.sees_zone(zone):
            return there
        kinds = self._kinds.get(zone, NOTHING)
        sure = tuple(c for c in there if self.sees_card(c))
        counted = self.counts(zone)
        maybe = tuple(c for c in self.hidden if not counted or self.lib.card_kind[c] in kinds)
        return Partly(sure, maybe, len(there) if counted else None, frozenset({("zone", zone)}))

    def worlds(self) -> Iterable[State]:
        """Some states that look like this one to the player: the same for all states that do."""
        assert self.viewer is not None
        first = canonical(self.lib, self.s, self.viewer)
        yield first
        for seed in range(1, WORLDS):
            yield redeal(self.lib, first, self.viewer, seed)

    # ---- values

    def value(self, e: E, f: Frame) -> Any:
        """The value of an expression as the player may know it; `f` may hold values that are not known either."""
        if self.viewer is None:
            return evaluate(self.c, e, f)
        self.left -= 1
        if self.left < 0:
            return Unknown(None, NOTHING)
        return KNOWN.get(e.op, lifted)(self, e.args, f, e)

    def apply(self, function: int, args: tuple[Any, ...]) -> Any:
        """A named function of these arguments, as the player may know it."""
        if self.viewer is None:
            return apply(self.c, function, args)
        fn = self.lib.functions[function]
        return self.branch(args, lambda these: FORMS[fn.form](self, fn, frame(-1, fn.slots, these)))

    def branch(self, args: tuple[Any, ...], of: Callable[[tuple[Any, ...]], Any]) -> Any:
        """What comes of arguments of which several are possible, where there are few enough to look at each."""
        if ways(args) > MOST:
            return of(args)
        possible = [a.of if isinstance(a, Unknown) and a.of is not None else (a,) for a in args]
        on = depends(*(a for a in args if isinstance(a, Unknown) and a.of is not None))
        return joined([of(these) for these in product(*possible)], on)

    # ---- words

    def lacks(self, on: Iterable[Hidden]) -> str:
        """What it is that the player does not see: `hand of p3 and where King lies`."""
        said = [_lacking(self.lib, one) for one in sorted(set(on))]
        most = 3
        shown = said if len(said) <= most else [*said[: most - 1], f"{len(said) - most + 1} other things"]
        return listed(shown) if said else "what is hidden"

    def name(self) -> str:
        """The player."""
        return player_name(-1 if self.viewer is None else self.viewer)


def _lacking(lib: Library, hidden: Hidden) -> str:
    what, which = hidden
    if what == "zone":
        return zone_name(lib, which)
    if what == "card":
        return f"where {lib.cards[which]} lies"
    if what == "cell":
        mark, bearer = cell_name(lib, which)
        return f"{mark} of {bearer}" if mark else "what was done"
    return "what others would do"
