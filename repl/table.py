"""Draw the table as a card player sees it: a line for each player with what is theirs, and the common cards.

Everything comes from what a player knows (`Session.view`), which never holds more than that player may know, and from
what the game declares (`Session.board`). No word of any game is written here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from moot.interpreter.play.session import Board, BoardZone, Session

WIDTH = 100
UNSEEN = "?"
ASKED = "▸ "
TOP = 4  # cards of a long pile that are named to somebody who sees everything


def table(session: Session, viewer: int | None, width: int = WIDTH) -> list[str]:
    """Return the lines of the table, without the question."""
    return Table(session, viewer, width).lines()


def counted(titles: Sequence[str]) -> list[str]:
    """Return `Tavern`, `2 Docks`: each title once."""
    each = {t: titles.count(t) for t in titles}
    return [t if n == 1 else f"{n} {t}" for t, n in each.items()]


class _Notes:
    """The things that lie on cards, by the names that a view gives the cards. Each note is printed once: beside its
    card if the card is visible, else in a line of its own."""

    def __init__(self, board: Board, seen: Mapping[str, Any], seats: Sequence[str]) -> None:
        self.left: dict[str, list[str]] = {}
        kept = {decl.name for decl in board.marks if decl.kept}
        for mark, bearers in seen["marks"].items():
            for bearer, value in bearers.items() if isinstance(bearers, dict) else ():
                if bearer not in seats:
                    said = f"{mark} {value}" if mark in kept else _note(mark, value)
                    self.left.setdefault(bearer, []).append(said)
        own = tuple(f"{decl.name} of " for decl in board.zones if decl.owner == "card")
        for name, held in seen["zones"].items():
            place = next((o for o in own if name.startswith(o)), None)
            if place is not None:
                what = f"{held} in" if isinstance(held, int) else f"{', '.join(counted(held))} in"
                self.left.setdefault(name.removeprefix(place), []).append(f"{what} {place.removesuffix(' of ')}")

    def beside(self, title: str, zone: str) -> str:
        """Return a card in a place, with what lies on it."""
        for name in (title, f"{title} in {zone}"):
            notes = [n for key in [k for k in self.left if _same(k, name)][:1] for n in self.left.pop(key)]
            if notes:
                return f"{title} ({', '.join(notes)})"
        return title


def _same(key: str, name: str) -> bool:
    return key.partition(", another")[0] == name


def _note(mark: str, value: Any) -> str:
    if value is True or value == "the game":
        return mark
    return f"{mark} by {value}" if isinstance(value, str) else f"{value} {mark}"


@dataclass(frozen=True, slots=True)
class Seat:
    """What lies before one player, in words. `asked`: whether he must answer. `dealt`: the cards that he is. `marks`:
    his plain markers together, then a column for each counter. `hidden`: each zone that not everybody sees. `lie`: the
    zones that everybody sees and that are not empty, each with its cards."""

    name: str
    asked: bool
    dealt: str
    marks: tuple[str, ...]
    hidden: tuple[str, ...]
    lie: tuple[tuple[str, str], ...]


class Table:
    """The table of one session, for one viewer and one width."""

    def __init__(self, session: Session, viewer: int | None, width: int) -> None:
        self.session, self.viewer, self.width = session, viewer, width
        self.board, self.players = session.board, session.seats
        self.seen = session.view(viewer)
        self.notes = _Notes(self.board, self.seen, self.players)
        self.say = session.names.say

    def lines(self) -> list[str]:
        """Return the lines of the table: heading, players, common cards, and everything else."""
        players = self._players()
        return [self.heading(), *players, *self.common(), *self.elsewhere()]

    def heading(self) -> str:
        """Return where the game is, and what is played: `round 3 · turn of King    [first-game · seed 1]`."""
        cast = self.session.cast
        scenario = self.session.names.scenario(cast.scenario)
        right = " · ".join(x for x in (scenario, self._under(), f"seed {cast.seed}") if x)
        return self.say(f"{where(self.session)}    [{right}]")

    def _under(self) -> str:
        """Say which amendments are in force, as far as there is room."""
        chosen = self.session.card_set.chosen
        if len(str(chosen)) <= self.width // 2:
            return str(chosen)
        edition = f"edition {chosen.edition}, " if chosen.edition else ""
        return f"{edition}{len(chosen.rules)} house rules"

    def _teams(self) -> list[str]:
        """Name the teams, with the players of each that the viewer knows."""
        sides = self.seen.get("teams", [])
        return [f"teams: {', '.join(' and '.join(side) for side in sides)}"] if sides else []

    # ---- players

    def seats(self) -> list[Seat]:
        """Return what lies before each player."""
        own = [d for d in self.board.zones if d.owner == "player"]
        hidden = [d for d in own if not d.dealt and not d.open]
        public = [d for d in own if not d.dealt and d.open]
        asked = None if self.session.stepping else self.session.asked
        found = []
        for p, name in enumerate(self.players):
            dealt = self.say(", ".join(self._cards(d, p) for d in own if d.dealt))
            marks = tuple(map(self.say, self._marks(p)))
            kept = tuple(self.say(self._hidden(d, p)) for d in hidden)
            lie = [(d.name, self._cards(d, p)) for d in public]
            shown = tuple((self.say(zone), self.say(cards)) for zone, cards in lie if cards)
            found.append(Seat(name, p == asked, dealt, marks, kept, shown))
        return found

    def _players(self) -> list[str]:
        seats = self.seats()
        rows = [((ASKED if s.asked else "  ") + s.name, s.dealt, *s.marks, *s.hidden) for s in seats]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row, seat in zip(rows, seats, strict=True):
            line = "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True) if w).rstrip()
            lines += self._wrapped(line, "      ")
            for zone, cards in seat.lie:
                lines += self._wrapped(f"      {zone}: {cards}", "        ")
        return lines

    def _marks(self, p: int) -> list[str]:
        """Return a player's marks: single markers and yes-or-no ones together, then each counter in a column of its
        own."""
        marks, name = self.seen["marks"], self.players[p]
        plain, columns = [], []
        for decl in self.board.marks:
            if decl.bearer != "player" or decl.name not in marks:
                continue
            here = marks[decl.name]
            if decl.kept:
                columns.append(f"{decl.name} {here[name]}" if name in here else "")
            elif not decl.counted:
                plain += [_note(decl.name, here[name] == name or here[name])] if name in here else []
            elif any(seat in here for seat in self.players):
                columns.append(f"{decl.name} {here.get(name, 0)}")
        return [", ".join(plain), *columns]

    def _hidden(self, decl: BoardZone, p: int) -> str:
        name = f"{decl.name} of {self.players[p]}"
        held = self.seen["zones"].get(name)
        cards = self._cards(decl, p)
        if held is None:
            return ""
        if not decl.counted and self.viewer not in (None, p):
            return f"{decl.name}: {cards}, …"
        count = held if isinstance(held, int) else len(held)
        return f"{decl.name} {count}" + (f": {cards}" if cards and isinstance(held, list) else "")

    def _cards(self, decl: BoardZone, p: int) -> str:
        """Return the cards in a player's zone: their titles; or the cards that were shown and the number of others; or
        only the number."""
        name = f"{decl.name} of {self.players[p]}"
        held = self.seen["zones"].get(name, [])
        if isinstance(held, int):
            return UNSEEN * held if held < 4 else f"{held} cards"
        told = counted([self.notes.beside(t, name) for t in held if t != UNSEEN])
        others = held.count(UNSEEN)
        return ", ".join([*told, *([f"{others} more"] if others else [])])

    # ---- what belongs to nobody

    def common(self) -> list[str]:
        """Return the lines of what belongs to nobody."""
        kept = (decl.name for decl in self.board.marks if decl.bearer == "game" and decl.name in self.seen["marks"])
        lines = [self.say(f"  {name} {self.seen['marks'][name]}") for name in kept]
        for decl in self.board.zones:
            if decl.owner != "table":
                continue
            held = self.seen["zones"].get(f"the {decl.name}")
            if held is None or (not held and not decl.counted):
                continue
            if isinstance(held, int):
                lines.append(self.say(f"  {decl.name} {held}"))
                continue
            pile = not decl.open
            known = [t for t in held if t != UNSEEN]
            titles = [self.notes.beside(t, f"the {decl.name}") for t in (known[:TOP] if pile else known)]
            sure = decl.counted or self.viewer is None
            more = ", …" if pile and (len(held) > len(titles) or not sure) else ""
            count = f" {len(held)}" if pile and sure else ""
            said = ", ".join(titles if pile else counted(titles))
            line = f"  {decl.name}{count}" + (f": {said}{more}" if said else "")
            lines += self._wrapped(self.say(line), "    ")
        return lines

    def elsewhere(self) -> list[str]:
        """Return the teams, what lies on cards that are nowhere above, and what holds from now on. Call it last."""
        lines = [f"  {name}: {', '.join(notes)}" for name, notes in self.notes.left.items()]
        lines += [f"  {name}" for name in self.seen["lasting"]]
        return [self.say(line) for line in (*self._teams(), *lines)]

    def _wrapped(self, line: str, indent: str) -> list[str]:
        if len(line) <= self.width:
            return [line]
        keep = len(line) - len(line.lstrip())
        wide = self.width - len(indent) - 2
        parts = textwrap.wrap(line.strip(), wide, break_long_words=False, break_on_hyphens=False)
        return [" " * keep + parts[0], *[f"{indent}  {part}" for part in parts[1:]]]


def where(session: Session) -> str:
    """Return the running phases: `round 3 · turn of King`."""
    return " · ".join(session.under_way()) or (session.board.main if session.asked is not None else "the end")
