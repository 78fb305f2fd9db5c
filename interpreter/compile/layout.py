"""Where everything lies: numbers for cards, zones, markers, history and the phases under way.

Cards of one kind are contiguous, copies of one card too. Cells with one lifetime are contiguous, so that the end of a
phase clears one range. After this pass every declared word is a number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from typing import Any

from moot.dsl import ir

from ..kernel.program import MarkDecl, ZoneDecl

HistoryKey = tuple[str, str, str | None, str | None]  # event, keyed by ('', 'by', 'subject', 'both'), measure, span


def walk(node: Any) -> Iterator[Any]:
    """Every IR node under a node, itself included, depth first."""
    if isinstance(node, (tuple, list)):
        for item in node:
            yield from walk(item)
    elif isinstance(node, dict):
        for item in node.values():
            yield from walk(item)
    elif is_dataclass(node) and not isinstance(node, type):
        yield node
        for f in fields(node):
            if f.name not in ("span", "type"):
                value = getattr(node, f.name)
                if value is not None and not isinstance(value, (str, int)):
                    yield from walk(value)


def history_key(node: ir.Happened) -> HistoryKey:
    """Which record a question about the past reads."""
    keyed = "both" if node.by and node.subject else "by" if node.by else "subject" if node.subject else ""
    return node.event, keyed, node.measure, node.span_of


def asked_in(node: Any) -> frozenset[HistoryKey]:
    """Which records are read somewhere in here."""
    return frozenset(history_key(n) for n in walk(node) if isinstance(n, ir.Happened))


class Layout:
    """Numbers for a game. `zone_base[z]` and `mark_base[mark, sort]` are such that adding a player or card index gives
    the zone or cell; `sort` is `player` or a kind."""

    def __init__(self, game: ir.Game) -> None:
        self.game = game
        self.players = game.most_players
        self.kind_index = {name: i for i, name in enumerate(game.kinds)}
        self.titles: list[str] = []
        self.card_kind: list[int] = []
        self.definition: list[int] = []
        self.index: dict[str, int] = {}
        self.kind_range: dict[str, tuple[int, int]] = {}
        for kind in game.kinds:
            start = len(self.titles)
            for card in game.cards.values():
                if card.kind == kind:
                    self.index[card.title] = len(self.titles)
                    for _ in range(card.copies):
                        self.titles.append(card.title)
                        self.card_kind.append(self.kind_index[kind])
                        self.definition.append(self.index[card.title])
            self.kind_range[kind] = (start, len(self.titles))
        self._zones()
        self._cells()

    def copies(self, title: str) -> range:
        """The card indices with this title."""
        first = self.index[title]
        return range(first, first + self.game.cards[title].copies)

    def _zones(self) -> None:
        self.all_zone = {i: i for i in self.kind_index.values()}
        self.zone_owner: list[int] = [-1] * len(self.all_zone)
        self.zone_base: dict[str, int] = {}
        self.zone_decls: list[ZoneDecl] = []
        for zone in self.game.zones.values():
            start = len(self.zone_owner)
            if zone.owner is None:
                owner, span, first = "table", 1, 0
                self.zone_owner.append(-1)
            elif zone.owner == "player":
                owner, span, first = "player", self.players, 0
                self.zone_owner.extend(range(self.players))
            else:
                first, last = self.kind_range[zone.owner]
                owner, span = "card", last - first
                self.zone_owner.extend(-2 - c for c in range(first, last))
            self.zone_base[zone.name] = start - first
            self.zone_decls.append(ZoneDecl(zone.name, start, span, owner, zone.seen, zone.counted))

    def _bearers(self, on: str) -> tuple[str, int, int]:
        if on == "player":
            return "player", 0, self.players
        if on == "card":
            return "card", 0, len(self.titles)
        first, last = self.kind_range[on]
        return "card", first, last - first

    def _cells(self) -> None:
        game = self.game
        self.cells = 1
        self.players_cell = 0
        self.undone_cell = self._take(1)  # whether the deed just ended was not done, or not wholly
        self.option_cell: dict[str, int] = {}
        for option in game.options:
            self.option_cell[option] = self._take(1)
        self.phase_cell = {phase: self._take(1) for phase in game.phases}
        deeds = (n for n in walk((game.verbs, game.phases, game.cards)) if isinstance(n, ir.Do))
        self.as_cell = {q: self._take(1) for q in dict.fromkeys(d.as_quality for d in deeds) if q}
        self.mark_base: dict[tuple[str, str], int] = {}
        self.mark_decls: list[MarkDecl] = []
        self.used_cell: dict[tuple[int, int], int] = {}  # (card index, clause number)
        self.history: dict[HistoryKey, int] = {}
        self.clears: dict[str | None, tuple[int, int]] = {}
        self.records: dict[str | None, tuple[int, int]] = {}  # the history that a phase begins without
        # in the order in which they are first asked: the words of a game decide nothing
        keys = tuple(dict.fromkeys(history_key(n) for n in walk(game) if isinstance(n, ir.Happened)))
        shown = {
            n.what.mark for n in walk((game.verbs, game.phases, game.cards))
            if isinstance(n, ir.Show) and n.to is None and isinstance(n.what, ir.Has)
        }  # fmt: skip
        self.known_base: dict[tuple[str, str], int] = {}
        for until in (None, *game.phases):
            start = self.cells
            for marker in game.markers.values():
                if self._lifetime(marker.until) == until:
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
                                marker.name, base, span, bearer, first,
                                marker.seen, marker.counted, marker.single, marker.face_up, known,
                            )  # fmt: skip
                        )
            since = self.cells
            self._told = max(self.players + len(self.titles), *(len(enum.words) for enum in game.enums.values()), 1)
            for key in keys:
                if self._lifetime(key[3]) == until:
                    wide = {"": 1, "by": self.players, "subject": self._told}
                    wide["both"] = wide["by"] * wide["subject"]
                    self.history[key] = self._take(wide[key[1]])
            self.records[until] = (since, self.cells)
            for card in game.cards.values():
                for number, clause in enumerate(card.clauses):
                    if clause.limit is not None and self._lifetime(clause.limit) == until:
                        for copy in self.copies(card.title):
                            self.used_cell[copy, number] = self._take(1)
            self.clears[until] = (start, self.cells)

    def _lifetime(self, until: str | None) -> str | None:
        return None if until is None or until == MAIN else until

    def _take(self, n: int) -> int:
        start = self.cells
        self.cells += n
        return start


MAIN = "game"
"""The phase that is the whole game."""
