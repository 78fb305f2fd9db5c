"""What a player remembers of the line of play: which card lies where, although he no longer sees it there.

The state keeps only what was shown where it lies (`kernel.known`). A person at a table remembers more: a card that left
his hand or the table before his eyes, one that he was asked about, one that he put under a pile. He remembers it until
it moves, or may have moved, without his seeing which card it was. What is drawn from the top of a pile is no secret, so
what is known to lie deeper stays known. The memory depends on nothing that the player did not see.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..kernel.events import Event
from ..kernel.index import index_of
from ..kernel.program import Library
from ..kernel.redeal import fixed
from ..kernel.state import State
from ..kernel.telling import Witness
from .history import History
from .moment import Moment
from .piles import Piles

Kept = frozenset[int]


class Memory:
    """What one player remembers at each moment of a history; each is worked out once."""

    def __init__(self, lib: Library, history: History, viewer: int) -> None:
        self.lib, self.history, self.viewer = lib, history, viewer
        self.at: dict[int, tuple[Moment, Kept]] = history.remembered.setdefault(viewer, {})
        if history.piles is None:
            history.piles = Piles(lib)
        self.piles = history.piles

    def state(self) -> State:
        """Return the shown state with everything that the player remembers of it."""
        state = self.history.state
        now = self.history.now
        if self.history.within is None or now.parent is None:
            kept = self.moment(now)
        else:
            kept = self.after(now, self.moment(self.history.moments[now.parent]), self.history.within)
        return remembering(state, self.viewer, kept)

    def moment(self, moment: Moment) -> Kept:
        """Return the cards of which the player remembers at a moment where they lie."""
        todo = []
        at: Moment | None = moment
        while at is not None and (at.id not in self.at or self.at[at.id][0] is not at):
            todo.append(at)
            at = None if at.parent is None else self.history.moments[at.parent]
        for one in reversed(todo):
            before = frozenset() if one.parent is None else self.at[one.parent][1]
            self.at[one.id] = one, self.after(one, before)
        return self.at[moment.id][1]

    def after(self, moment: Moment, kept: Kept, until: int | None = None) -> Kept:
        """Return what he remembers after the events (with `until`, the first so many) that led to a moment. `kept`:
        what he remembered before them."""
        before = self.history.before(moment)
        if before is None:
            return frozenset()
        if moment.code is None:  # the position was changed
            return frozenset(card for card in kept if before.w[card] == moment.state.w[card])
        his = before.ask is not None and before.ask.player == self.viewer
        asked = set(fixed(self.lib, before, self.viewer)) if his else set()
        witness = Witness(self.lib, before, self.viewer)
        witness.followed |= kept
        drawn = self.piles.drawn(before)
        left: set[int] = set()  # chance has taken one of them: nobody saw which
        for event in moment.events[:until]:
            self.happen(witness, event, drawn, asked - left)
            if event.kind == "random" and event.data[2] == "card":
                left |= set(event.data[1])
        return frozenset(c for c in witness.followed if witness.s.w[c] != -1 and not witness.sees(c))

    def happen(self, witness: Witness, event: Event, drawn: int, his: Iterable[int]) -> None:
        """Let an event happen before the player. `his`: the cards that he was asked about, which he moves himself."""
        if event.kind != "move":
            witness.happen(event)
            return
        cards, sources, zone, _ = event.data
        kept, s = set(witness.followed), witness.s
        held = {source: s.z[source] for source in sources if source != -1}
        handled = set(cards) <= set(his) and set(cards) <= kept
        deep = 0
        if len(held) == 1 and _counted(witness.lib, sources[0]) and not handled:
            deep = self.piles.depth(event, len(cards), drawn)
        seen = {card for card in cards if witness.sees(card)}
        witness.happen(event)
        seen |= {card for card in cards if witness.sees(card)}
        if set(cards) <= seen:
            return
        if handled:
            witness.followed |= kept
        elif deep:
            source = sources[0]
            below = {card for i, card in enumerate(held[source]) if i >= deep and s.w[card] == source}
            witness.followed |= kept & below


def remembering(state: State, viewer: int, kept: Iterable[int]) -> State:
    """Return a state in which the player knows where these cards lie."""
    cards = [card for card in kept if not state.known.get(card, 0) >> viewer & 1]
    if not cards:
        return state
    there = state.clone()
    there.known = {**state.known, **{card: state.known.get(card, 0) | 1 << viewer for card in cards}}
    return there


def _counted(lib: Library, zone: int) -> bool:
    entry = index_of(lib).zone.get(zone)
    return entry is not None and entry[0].counted
