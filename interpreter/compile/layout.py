"""Lays everything out: numbers for cards, zones, markers, history and the phases under way.

Cards of one kind are contiguous, and so are copies of one card. Cells with one lifetime are contiguous, so the end of a
phase clears one range. After this pass every declared word is a number.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from moot.dsl import ir

from ..kernel.program import HistoryKey, MarkDecl, ZoneDecl
from .past_moves import Journey
from .sorts import answer_sort
from .walk import history_key, walk

MAIN = "game"
"""The name of the phase that is the whole game."""


@dataclass(frozen=True)
class Cards:
    """The numbers of cards and kinds. `titles`, `card_kind` and `definition` (the first card with the same title) are
    listed by card. `index`: the first card with a title. `kind_range`: the first card of a kind, and the one after the
    last."""

    kind_index: Mapping[str, int]
    titles: tuple[str, ...]
    card_kind: tuple[int, ...]
    definition: tuple[int, ...]
    index: Mapping[str, int]
    kind_range: Mapping[str, tuple[int, int]]


@dataclass(frozen=True)
class Zones:
    """The numbers of zones. `zone_base[z]` plus the index of a player or card gives the zone."""

    all_zone: dict[int, int]
    zone_owner: tuple[int, ...]
    zone_base: Mapping[str, int]
    zone_decls: tuple[ZoneDecl, ...]


@dataclass(frozen=True)
class Cells:
    """The numbers of cells. `mark_base[mark, sort]` plus the index of a player or card gives the cell; `sort` is
    `player`, `card` or a kind. `known_base`: likewise, for whether a marker was turned up before everybody; `due_base`:
    for whether it ends with the phase under way, although it did not begin there.
    `used_cell`: by card and number of its clause. `clears`: the cells that end with a phase (None: with the game).
    `records`: the history among them, with which a phase does not begin. `undone`: whether the deed that just ended was
    not done, or not wholly. `as_cell`: the thing to which `as` gives a quality."""

    cells: int
    players_cell: int
    undone_cell: int
    phase_cell: Mapping[str, int]
    as_cell: Mapping[str, int]
    mark_base: Mapping[tuple[str, str], int]
    known_base: Mapping[tuple[str, str], int]
    due_base: Mapping[tuple[str, str], int]
    mark_decls: tuple[MarkDecl, ...]
    used_cell: Mapping[tuple[int, int], int]
    history: dict[HistoryKey, int]
    clears: Mapping[str | None, tuple[int, int]]
    records: Mapping[str | None, tuple[int, int]]


@dataclass(frozen=True)
class Layout(Cells, Zones, Cards):
    """All numbers of a game. `players`: the greatest number of players. `until`: for each phase, the number by which
    lasting rules name its end."""

    players: int
    until: dict[str, int]
    copies_of: Mapping[str, int]

    def copies(self, title: str) -> range:
        """Return the card indices with this title."""
        first = self.index[title]
        return range(first, first + self.copies_of[title])


def lay_out(game: ir.Game) -> Layout:
    """Number everything that a game declares."""
    cards = _cards(game)
    zones = _zones(game, cards)
    cells = _Cells(game, cards).laid()
    return Layout(
        **vars(cards),
        **vars(zones),
        **vars(cells),
        players=game.most_players,
        until={phase: i for i, phase in enumerate(game.phases)},
        copies_of={card.title: card.copies for card in game.cards.values()},
    )


def _cards(game: ir.Game) -> Cards:
    kind_index = {name: i for i, name in enumerate(game.kinds)}
    titles: list[str] = []
    index: dict[str, int] = {}
    kind_range: dict[str, tuple[int, int]] = {}
    for kind in game.kinds:
        start = len(titles)
        for card in game.cards.values():
            if card.kind == kind:
                index[card.title] = len(titles)
                titles += [card.title] * card.copies
        kind_range[kind] = (start, len(titles))
    return Cards(
        kind_index=kind_index,
        titles=tuple(titles),
        card_kind=tuple(kind_index[game.cards[title].kind] for title in titles),
        definition=tuple(index[title] for title in titles),
        index=index,
        kind_range=kind_range,
    )


def _zones(game: ir.Game, cards: Cards) -> Zones:
    all_zone = {i: i for i in cards.kind_index.values()}
    zone_owner: list[int] = [-1] * len(all_zone)
    zone_base: dict[str, int] = {}
    decls: list[ZoneDecl] = []
    for zone in game.zones.values():
        start, first = len(zone_owner), 0
        if zone.owner is None:
            owner = "table"
            zone_owner.append(-1)
        elif zone.owner == "player":
            owner = "player"
            zone_owner.extend(range(game.most_players))
        else:
            first, last = cards.kind_range[zone.owner]
            owner = "card"
            zone_owner.extend(-2 - c for c in range(first, last))
        zone_base[zone.name] = start - first
        decls.append(ZoneDecl(zone.name, start, len(zone_owner) - start, owner, zone.seen, zone.counted))
    return Zones(all_zone=all_zone, zone_owner=tuple(zone_owner), zone_base=zone_base, zone_decls=tuple(decls))


@dataclass
class _Cells:
    """Numbers the cells one after another, lifetime by lifetime."""

    game: ir.Game
    cards: Cards
    taken: int = 1
    mark_base: dict[tuple[str, str], int] = field(default_factory=dict)
    known_base: dict[tuple[str, str], int] = field(default_factory=dict)
    due_base: dict[tuple[str, str], int] = field(default_factory=dict)
    mark_decls: list[MarkDecl] = field(default_factory=list)
    used_cell: dict[tuple[int, int], int] = field(default_factory=dict)
    history: dict[HistoryKey, int] = field(default_factory=dict)

    def laid(self) -> Cells:
        """Number all cells of a game."""
        game = self.game
        undone = self._take(1)
        phases = {phase: self._take(1) for phase in game.phases}
        deeds = (n for n in walk((game.verbs, game.phases, game.cards)) if isinstance(n, ir.Do))
        as_cell = {q: self._take(1) for q in dict.fromkeys(d.as_quality for d in deeds) if q}
        # in the order of the first questions, so the words of a game make no difference
        asked = tuple(dict.fromkeys(history_key(n) for n in walk(game) if isinstance(n, ir.Happened)))
        shown = self._shown()
        clears: dict[str | None, tuple[int, int]] = {}
        records: dict[str | None, tuple[int, int]] = {}
        for until in (None, *game.phases):
            start = self.taken
            self._markers(until, shown)
            self._due(until)
            self._kept(until)
            since = self.taken
            self._history(until, asked)
            records[until] = (since, self.taken)
            self._chances(until)
            clears[until] = (start, self.taken)
        return Cells(
            cells=self.taken, players_cell=0, undone_cell=undone, phase_cell=phases,
            as_cell=as_cell, mark_base=self.mark_base, known_base=self.known_base, due_base=self.due_base,
            mark_decls=tuple(self.mark_decls), used_cell=self.used_cell, history=self.history,
            clears=clears, records=records,
        )  # fmt: skip

    def _take(self, n: int) -> int:
        start = self.taken
        self.taken += n
        return start

    def _shown(self) -> set[str]:
        """Return the markers that are turned up before everybody somewhere."""
        return {
            n.what.mark for n in walk((self.game.verbs, self.game.phases, self.game.cards))
            if isinstance(n, ir.Show) and n.to is None and isinstance(n.what, ir.Has)
        }  # fmt: skip

    def _markers(self, until: str | None, shown: set[str]) -> None:
        """Number the cells of the markers that are cleared at this end."""
        for marker in self.game.markers.values():
            if _lifetime(marker.until) != until:
                continue
            for on in marker.on:
                bearer, first, span = self._bearers(on)
                base = self._take(span)
                self.mark_base[marker.name, on] = base - first
                known = -1
                if marker.name in shown and marker.seen != "everyone":
                    known = self._take(span)
                    self.known_base[marker.name, on] = known - first
                self.mark_decls.append(
                    MarkDecl(
                        marker.name,
                        base,
                        span,
                        bearer,
                        first,
                        marker.seen,
                        marker.counted,
                        marker.single,
                        marker.face,
                        known,
                    )  # fmt: skip
                )

    def _due(self, until: str | None) -> None:
        """Number the cells that say which markers end with this phase, of those that last to the end of a next one."""
        for marker in self.game.markers.values():
            if marker.later is not None and marker.later.when == "end" and marker.later.phase == until:
                for on in marker.on:
                    _, first, span = self._bearers(on)
                    self.due_base[marker.name, on] = self._take(span) - first

    def _kept(self, until: str | None) -> None:
        """Number the cells of the kept values that are forgotten at this end."""
        for value in self.game.values.values():
            memory = value.memory
            if memory is None or _lifetime(memory.until) != until:
                continue
            bearer, first, span = ("game", 0, 1) if memory.on is None else self._bearers(memory.on)
            base = self._take(span)
            self.mark_base[value.name, memory.on or "game"] = base - first
            sort = answer_sort(value.type)
            self.mark_decls.append(
                MarkDecl(value.name, base, span, bearer, first, memory.seen, False, False, holds=sort)
            )

    def _bearers(self, on: str) -> tuple[str, int, int]:
        if on == "player":
            return "player", 0, self.game.most_players
        if on == "card":
            return "card", 0, len(self.cards.titles)
        first, last = self.cards.kind_range[on]
        return "card", first, last - first

    def _history(self, until: str | None, asked: Iterable[HistoryKey]) -> None:
        """Number the cells of what is asked about the past since this phase began."""
        players = self.game.most_players
        words = (len(enum.words) for enum in self.game.enums.values())
        told = max(players + len(self.cards.titles), *words, 1)
        wide = {"": 1, "by": players, "subject": told, "both": players * told}
        for key in asked:
            if _lifetime(key[3]) == until:
                journey = Journey.of(key)
                cards = len(self.cards.titles)
                self.history[key] = self._take(wide[key[1]] if journey is None else journey.width(cards, players))

    def _chances(self, until: str | None) -> None:
        """Number the cells of the clauses that work once until this end."""
        for card in self.game.cards.values():
            first = self.cards.index[card.title]
            for number, clause in enumerate(card.clauses):
                if clause.limit is not None and _lifetime(clause.limit) == until:
                    for copy in range(first, first + card.copies):
                        self.used_cell[copy, number] = self._take(1)


def _lifetime(until: str | None) -> str | None:
    return None if until is None or until == MAIN else until
