"""Evaluates expressions from what one player sees, and from nothing else.

`Eyes.value` works like `evaluate`, but what the player does not see comes out as `Unknown` (one thing of which only the
possibilities are known) or `Partly` (a set of which only some members are certain). So the result is the same in every
state that looks the same to the player, and it is never false of the real state. Some values stay known although parts
are hidden: a sum that no hidden card can change, the fact that a hidden card does not lie with the player himself, the
number of cards in a hand whose size is public.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import product
from typing import Any

from .changes import Run
from .dealing import worlds
from .evaluate import Frame, apply, evaluate, frame, owner_of
from .index import index_of
from .machine import Machine
from .memory import Memory
from .names import (
    by_place,
    cell_name,
    listed,
    player_name,
    sees_card,
    sees_mark,
    tells_apart,
    turned_up,
    zone_name,
)
from .partly import MOST, NOTHING, Hidden, Partly, Unknown, depends, joined, possibly, unknown, ways
from .program import E, Library, MarkDecl
from .redeal import canonical, redeal
from .state import State
from .supposing import FORMS, KNOWN, lifted, modifiers

__all__ = ["Eyes", "Hidden", "Partly", "Unknown", "modifiers", "possibly", "unknown"]

WORLDS = 6
"""How many deals of the hidden cards are tried, to see whether a deed depends on them."""
EFFORT = 100_000
"""How many expressions are evaluated for one value before it counts as unknown."""


class Eyes:
    """A state as one player sees it (`viewer` None: somebody who sees everything). `memory`: what he remembers of the
    way there; None if he looks only at the state."""

    def __init__(self, lib: Library, s: State, viewer: int | None, memory: Memory | None = None) -> None:
        self.lib, self.s, self.viewer, self.memory = lib, s, viewer, memory
        self.c: Run = Machine(lib).context(s)
        self.left = EFFORT

    # ---- what is seen

    def sees_zone(self, zone: int) -> bool:
        """Return whether the player sees every card in this zone."""
        if zone < 0 or zone in self._everything:
            return True
        return self.counts(zone) and all(map(self.sees_card, self.s.z[zone]))

    def counts(self, zone: int) -> bool:
        """Return whether the player knows how many cards lie in this zone."""
        return self.viewer is None or tells_apart(self.lib, zone, self.viewer, self.s) or self._decl(zone).counted

    @cached_property
    def _everything(self) -> frozenset[int]:
        """The zones that stand for all cards of a kind in this game. Everybody knows which they are."""
        return frozenset(self.lib.all_zone.values())

    def _decl(self, zone: int) -> Any:
        return index_of(self.lib).zone[zone][0]

    def sees_card(self, card: int) -> bool:
        """Return whether the player knows where a card lies. A card that takes no part in this game lies nowhere."""
        return self.viewer is None or self.s.w[card] == -1 or sees_card(self.lib, self.s, card, self.viewer)

    def sees_cell(self, cell: int) -> bool:
        """Return whether the player knows what a cell holds: markers that he sees, and those of the machine's own notes
        that are not about a card he does not see."""
        if self.viewer is None:
            return True
        entry = index_of(self.lib).cell.get(cell)
        if entry is not None:
            if entry[0].bearer == "card" and self.may_lie_apart(entry[1]):
                return False  # it may be another card that lies there and bears it
            return self._sees_mark(cell) or (entry[0].single and self._sees_holder(entry[0]))
        card = self._recorded.get(cell)
        return card is None or self.sees_card(card)

    def _sees_mark(self, cell: int) -> bool:
        mark, bearer = index_of(self.lib).cell[cell]
        return turned_up(self.s, mark, bearer) or sees_mark(self.lib, self.s, mark, bearer, self.s.m[cell], self.viewer)

    def _sees_holder(self, mark: MarkDecl) -> bool:
        """Return whether the player sees who has this single marker; then he knows that nobody else has it."""
        cells = range(mark.base, mark.base + mark.span)
        return any(self.s.m[cell] and self._sees_mark(cell) for cell in cells)

    @cached_property
    def _recorded(self) -> dict[int, int]:
        """Return the cells that record what was done to a card, or by it, each with its card."""
        found = dict(self.lib.spent)
        for base, wide in self.lib.records:
            for card in range(len(self.lib.cards)):
                for k in range(wide):
                    found[base + card * wide + k] = card
        return found

    @cached_property
    def hidden(self) -> tuple[int, ...]:
        """Return the cards of this game whose place the player does not know."""
        return tuple(c for c, zone in enumerate(self.s.w) if zone != -1 and not self.sees_card(c))

    @cached_property
    def _kinds(self) -> dict[int, frozenset[int]]:
        """Return for each zone the kinds of the hidden cards in it."""
        found: dict[int, set[int]] = {}
        for card in self.hidden:
            found.setdefault(self.s.w[card], set()).add(self.lib.card_kind[card])
        return {zone: frozenset(found[zone]) for zone in sorted(found)}

    def may_lie_apart(self, card: int) -> bool:
        """Return whether the player cannot say if a card is one of those that he knows by their places alone."""
        return card in self.hidden and self.lib.card_kind[card] in self.by_place_kinds

    @cached_property
    def by_place_kinds(self) -> frozenset[int]:
        """Return the kinds of cards of which one is known to the player by its place alone."""
        lib, s = self.lib, self.s
        return frozenset(lib.card_kind[c] for c in self.hidden if by_place(lib, s, c, self.viewer))

    def places(self, card: int) -> tuple[int, ...]:
        """Return the zones where a card may lie."""
        if self.sees_card(card):
            return (self.s.w[card],)
        if self.memory is not None and card in self.memory.may:
            return tuple(sorted(self.memory.may[card]))
        kind = self.lib.card_kind[card]
        return tuple(zone for zone, kinds in self._kinds.items() if kind in kinds)

    def owner(self, card: int) -> Any:
        """Return the player with whom a card lies (-1: none), or what is known of it."""
        if card == -1 or self.s.w[card] == -1:
            return -1
        return joined([self._with(zone) for zone in self.places(card)], frozenset({("card", card)}))

    def _with(self, zone: int) -> Any:
        """Return the player to whom a zone belongs."""
        owner = self.lib.zone_owner[zone]
        if owner >= -1:
            return owner
        bearer = -2 - owner
        return owner_of(self.lib, self.s, bearer) if self.sees_card(bearer) else self.owner(bearer)

    def cards(self, zone: int) -> Any:
        """Return the cards in a zone: a set, or what is known of it."""
        if zone == -1:
            return ()
        there = self.s.z[zone]
        if self.sees_zone(zone):
            everything = self.viewer is None or zone in self._everything
            return there if everything or tells_apart(self.lib, zone, self.viewer, self.s) else tuple(sorted(there))
        kinds = self._kinds.get(zone, NOTHING)
        sure = tuple(c for c in sorted(there) if self.sees_card(c))
        counted = self.counts(zone)
        maybe = tuple(c for c in self.hidden if not counted or self.lib.card_kind[c] in kinds)
        if self.memory is not None:
            maybe = tuple(c for c in maybe if zone in self.places(c))
            sure = tuple(sorted((*sure, *(c for c in maybe if len(self.places(c)) == 1))))
            if counted and len(sure) == len(there):
                return sure
            maybe = tuple(c for c in maybe if c not in sure)
        return Partly(sure, maybe, len(there) if counted else None, frozenset({("zone", zone)}))

    def worlds(self) -> Iterable[State]:
        """Return some states that look like this one to the player; they are the same for all states that do."""
        assert self.viewer is not None
        if self.memory is not None:
            yield from worlds(self.lib, self.s, self.memory, self.viewer, WORLDS)
            return
        first = canonical(self.lib, self.s, self.viewer)
        yield first
        for seed in range(1, WORLDS):
            yield redeal(self.lib, first, self.viewer, seed)

    # ---- values

    def value(self, e: E, f: Frame) -> Any:
        """Return the value of an expression as far as the player may know it. `f` may hold unknown values too."""
        if self.viewer is None:
            return evaluate(self.c, e, f)
        self.left -= 1
        if self.left < 0:
            return Unknown(None, NOTHING)
        return KNOWN.get(e.op, lifted)(self, e.args, f, e)

    def apply(self, function: int, args: tuple[Any, ...]) -> Any:
        """Return the value of a named function for these arguments, as far as the player may know it."""
        if self.viewer is None:
            return apply(self.c, function, args)
        fn = self.lib.functions[function]
        return self.branch(args, lambda these: FORMS[fn.form](self, fn, frame(-1, fn.slots, these)))

    def branch(self, args: tuple[Any, ...], of: Callable[[tuple[Any, ...]], Any]) -> Any:
        """Return the joined result of `of` for all that `args` may be. If there are too many possibilities to try each,
        `of` gets the unknown arguments themselves."""
        if ways(args) > MOST:
            return of(args)
        possible = [a.of if isinstance(a, Unknown) and a.of is not None else (a,) for a in args]
        on = depends(*(a for a in args if isinstance(a, Unknown) and a.of is not None))
        return joined([of(these) for these in product(*possible)], on)

    # ---- words

    def lacks(self, on: Iterable[Hidden]) -> str:
        """Return what the player does not see: `hand of p3 and where King lies`."""
        said = list(dict.fromkeys(self._lacking(one) for one in sorted(set(on))))
        most = 3
        shown = said if len(said) <= most else [*said[: most - 1], f"{len(said) - most + 1} other things"]
        return listed(shown) if said else "what is hidden"

    def _lacking(self, hidden: Hidden) -> str:
        what, which = hidden
        mark, bearer = index_of(self.lib).cell.get(which, (None, -1)) if what == "cell" else (None, which)
        if what == "card" or (mark is not None and mark.bearer == "card"):
            if self.may_lie_apart(bearer):
                return "which card lies where"
        return _lacking(self.lib, hidden)

    def name(self) -> str:
        """Return the name of the player."""
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
