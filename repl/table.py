"""The table as a card player looks at it: who has what, one line for each player; what lies in common.

Everything comes from the view of a player (`interpreter.kernel.view`), which holds nothing that this player may not
know, and from what the game declares: its places, its markers, its phases. No word of any game stands here.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from moot.interpreter.kernel.events import Event
from moot.interpreter.kernel.names import player_name
from moot.interpreter.kernel.program import Library, ZoneDecl
from moot.interpreter.play.session import Session

WIDTH = 100
UNSEEN = "?"
ASKED = "▸ "
TOP = 4  # so many cards of a long pile are named to somebody who sees it from above


def table(session: Session, viewer: int | None, width: int = WIDTH) -> list[str]:
    """The lines, without the question."""
    return _Table(session, viewer, width).lines()


def counted(titles: Sequence[str]) -> list[str]:
    """`Tavern`, `2 Docks`: each title once."""
    each = {t: titles.count(t) for t in titles}
    return [t if n == 1 else f"{n} {t}" for t, n in each.items()]


class _Notes:
    """What lies on cards, by the names that a view gives them; each is told once, beside its card if that is seen."""

    def __init__(self, lib: Library, seen: Mapping[str, Any]) -> None:
        self.left: dict[str, list[str]] = {}
        players = {player_name(p) for p in range(seen["players"])}
        for mark, bearers in seen["marks"].items():
            for bearer, value in bearers.items():
                if bearer not in players:
                    self.left.setdefault(bearer, []).append(_note(mark, value))
        own = tuple(f"{decl.name} of " for decl in lib.zones if decl.owner == "card")
        for name, held in seen["zones"].items():
            place = next((o for o in own if name.startswith(o)), None)
            if place is not None:
                what = f"{held} in" if isinstance(held, int) else f"{', '.join(counted(held))} in"
                self.left.setdefault(name.removeprefix(place), []).append(f"{what} {place.removesuffix(' of ')}")

    def beside(self, title: str, zone: str) -> str:
        """A card in a place, with what lies on it."""
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


class _Table:
    def __init__(self, session: Session, viewer: int | None, width: int) -> None:
        self.session, self.viewer, self.width = session, viewer, width
        self.lib = session.machine.lib
        self.seen = session.view(viewer)
        self.notes = _Notes(self.lib, self.seen)
        self.say = session.names.say

    def lines(self) -> list[str]:
        players = self._players()
        return [self.say(self._heading()), *players, *self._common(), *map(self.say, self._elsewhere())]

    def _heading(self) -> str:
        cast = self.session.cast
        options = [f"{n} {self.seen['options'][n]}" for n, _, s in self.lib.options if self.seen["options"][n] != s[0]]
        scenario = self.session.names.scenario(cast.scenario)
        right = " · ".join(x for x in (scenario, *options, f"seed {cast.seed}") if x)
        return f"{where(self.session)}{' ' * 4}[{right}]"

    # ---- players

    def _players(self) -> list[str]:
        lib = self.lib
        dealt = {base for _, base in lib.position.dealt} if lib.position is not None else set()
        own = [d for d in lib.zones if d.owner == "player"]
        hidden = [d for d in own if d.base not in dealt and d.seen != "everyone"]
        public = [d for d in own if d.base not in dealt and d.seen == "everyone"]
        rows, below = [], []
        asked = self.session.asked if self.session.within is None else None
        for p in range(self.seen["players"]):
            who = (ASKED if p == asked else "  ") + player_name(p)
            is_ = ", ".join(self._cards(d, p) for d in own if d.base in dealt)
            rows.append([self.say(x) for x in (who, is_, *self._marks(p), *[self._hidden(d, p) for d in hidden])])
            lie = [(d.name, self._cards(d, p)) for d in public]
            below.append([f"{name}: {cards}" for name, cards in lie if cards])
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = []
        for row, public_lines in zip(rows, below, strict=True):
            line = "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True) if w).rstrip()
            lines += self._wrapped(line, "      ")
            for one in public_lines:
                lines += self._wrapped(f"      {one}", "        ")
        return lines

    def _marks(self, p: int) -> list[str]:
        """Single markers and such that are there or not, together; then each counter in a column of its own."""
        marks, name = self.seen["marks"], player_name(p)
        plain, columns = [], []
        for decl in self.lib.marks:
            if decl.bearer != "player" or decl.name not in marks:
                continue
            here = marks[decl.name]
            if not decl.counted:
                plain += [_note(decl.name, here[name] == name or here[name])] if name in here else []
            elif any(player_name(q) in here for q in range(self.seen["players"])):
                columns.append(f"{decl.name} {here.get(name, 0)}")
        return [", ".join(plain), *columns]

    def _hidden(self, decl: ZoneDecl, p: int) -> str:
        name = f"{decl.name} of {player_name(p)}"
        held = self.seen["zones"].get(name)
        cards = self._cards(decl, p)
        if held is None:
            return ""
        if not decl.counted and self.viewer not in (None, p):
            return f"{decl.name}: {cards}, …"
        count = held if isinstance(held, int) else len(held)
        return f"{decl.name} {count}" + (f": {cards}" if cards and isinstance(held, list) else "")

    def _cards(self, decl: ZoneDecl, p: int) -> str:
        """The cards of a place of a player: titles; those that were shown, and how many besides; or only how many."""
        name = f"{decl.name} of {player_name(p)}"
        held = self.seen["zones"].get(name, [])
        if isinstance(held, int):
            return UNSEEN * held if held < 4 else f"{held} cards"
        told = counted([self.notes.beside(t, name) for t in held if t != UNSEEN])
        others = held.count(UNSEEN)
        return ", ".join([*told, *([f"{others} more"] if others else [])])

    # ---- what is nobody's

    def _common(self) -> list[str]:
        lines = []
        for decl in self.lib.zones:
            if decl.owner != "table":
                continue
            held = self.seen["zones"].get(f"the {decl.name}")
            if held is None or (not held and not decl.counted):
                continue
            if isinstance(held, int):
                lines.append(f"  {decl.name} {held}")
                continue
            pile = decl.seen != "everyone"
            known = [t for t in held if t != UNSEEN]
            titles = [self.notes.beside(t, f"the {decl.name}") for t in (known[:TOP] if pile else known)]
            sure = decl.counted or self.viewer is None
            more = ", …" if pile and (len(held) > len(titles) or not sure) else ""
            count = f" {len(held)}" if pile and sure else ""
            said = ", ".join(titles if pile else counted(titles))
            lines += self._wrapped(f"  {decl.name}{count}" + (f": {said}{more}" if said else ""), "    ")
        return lines

    def _elsewhere(self) -> list[str]:
        lines = [f"  {name}: {', '.join(notes)}" for name, notes in self.notes.left.items()]
        lines += [f"  from now on: {name}" for name in self.seen["lasting"]]
        return lines

    def _wrapped(self, line: str, indent: str) -> list[str]:
        line = self.say(line)
        if len(line) <= self.width:
            return [line]
        keep = len(line) - len(line.lstrip())
        parts = textwrap.wrap(line.strip(), self.width - len(indent), break_long_words=False, break_on_hyphens=False)
        return [" " * keep + parts[0], *[f"{indent}  {part}" for part in parts[1:]]]


def where(session: Session) -> str:
    """`round 3 · turn of King`: the phases under way; one that has nothing it is about is counted."""
    lib = session.machine.lib
    main = next((name for name, (program, _) in lib.phases.items() if program == lib.main), "")
    phases = [p for p in session.view()["phases"] if p != main]
    path = session.path()
    events = [event for moment in path[:-1] for event in moment.events] + list(path[-1].events[: session.within])
    return " · ".join(_numbered(p, events) for p in phases) or (main if session.asked is not None else "the end")


def _numbered(phase: str, events: Iterable[Event]) -> str:
    starts = sum(1 for e in events if e.kind == "note" and e.data[:2] == ("start", phase) and len(e.data) == 2)
    return f"{phase} {starts}" if starts > 1 else phase
