"""Implements the instructions that change a game, each the smallest change a state can undergo.

Each instruction works out its changes as a list of writes. `commit` makes them and, when a record is kept, files them
with their cause. So an event is complete by construction: no other code changes a zone or a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from . import known
from .bounds import MOST, too_many
from .chance import drawn, shuffled
from .evaluate import Context, Frame, Trial, apply, as_set, evaluate
from .events import Cause, Event, Trail, Write, write
from .faults import Fault
from .program import GAME_OWNER, E, Library
from .state import State, expired, older


class Run(Context):
    """One stretch of play on one state, from an answer to the next question. `events`: the record, if one is kept.
    `trying`: whether this is a trial on a copy, in which no player is really asked."""

    __slots__ = ("events", "trying", "trails", "floor")

    def __init__(self, lib: Library, s: State, trial: Trial, events: list[Event] | None, trying: bool) -> None:
        super().__init__(lib, s, trial)
        self.events = events
        self.trying = trying
        self.floor = 0
        self.trails: list[tuple[Frame, Any, Trail]] = []

    def cause(self) -> Trail | tuple[()]:
        """Return what is half done, innermost first, with the words that each program has reached. Only the innermost
        frame runs on: as long as an outer frame waits at the same place, its trail is reused."""
        frames: list[Frame] = self.s.frames
        if not frames:
            return ()
        trails = self.trails
        known = min(len(trails), len(frames) - 1)
        while known and (trails[known - 1][0] is not frames[known - 1] or trails[known - 1][1] != frames[known - 1][1]):
            known -= 1
        del trails[known:]
        outer = trails[-1][2] if trails else None
        for f in frames[known:-1]:
            outer = Trail(self._at(f, 1), outer)
            trails.append((f, f[1], outer))
        return Trail(self._at(frames[-1], 0), outer)

    def _at(self, f: Frame, back: int) -> Cause:
        """Return the words that a frame has reached. A frame that waits (`back` 1) already points to its next
        instruction."""
        program, pc = self.lib.programs[f[0]], f[1] - back
        ins = program.code[pc] if 0 <= pc < len(program.code) else None
        origin, within = (None, ()) if ins is None else (ins.origin, ins.within)
        on_card = program.origin is not None and program.origin.card != ""
        sentence = program.origin if on_card else None
        return Cause(program.name, origin or program.origin, sentence, within, f[0], pc, tuple(f[2:]))

    def commit(self, kind: str, data: tuple[Any, ...], writes: list[Write]) -> None:
        """Make these changes and record them as one event."""
        write(self.s, writes)
        if self.events is not None:
            public = kind == "win" or (kind == "show" and data[0] == -1)
            secret = None if public else self.secret()
            self.events.append(Event(kind, data, tuple(writes), self.cause(), secret))

    def secret(self) -> tuple[int, ...] | None:
        """Return the players who alone may know what is being done (None: everybody may)."""
        frames: list[Frame] = self.s.frames
        for back, f in enumerate(reversed(frames)):
            at = f[1] - (back > 0)
            for start, end, owner in self.lib.programs[f[0]].secret:
                if start <= at < end:
                    return (evaluate(self, owner, f),)
        return None

    def knowing(self, now: known.Known) -> list[Write]:
        """Return the write that replaces what is known by `now`; none if it is the same."""
        return [] if now == self.s.known else [("known", 0, self.s.known, now)]

    def cells(self, changes: dict[int, int]) -> list[Write]:
        """Return the writes that give cells these values; cells that already have their value are left out."""
        m = self.s.m
        return [("m", cell, m[cell], value) for cell, value in changes.items() if m[cell] != value]


Change = Callable[[Run, tuple[Any, ...], Frame], None]


def relocate(r: Run, cards: tuple[int, ...], zone: int, top: bool) -> tuple[list[int], list[Write]]:
    """Return the zones where the cards lay, and the writes that put the cards into a zone. The cards move as a block,
    with the first one uppermost."""
    z, w = r.s.z, r.s.w
    after: dict[int, tuple[int, ...]] = {}
    sources = []
    for card in cards:
        source = w[card]
        sources.append(source)
        if source != -1:
            after[source] = tuple(x for x in after.get(source, z[source]) if x != card)
    there = after.get(zone, z[zone])
    after[zone] = cards + there if top else there + cards
    writes: list[Write] = [("z", i, z[i], held) for i, held in after.items() if z[i] != held]
    writes += [("w", card, w[card], zone) for card in cards if w[card] != zone]
    return sources, writes


def _move(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cards = as_set(evaluate(r, a[0], f))
    zone = evaluate(r, a[1], f)
    if cards:
        _put_there(r, a[2], cards, zone, known.moved(r.lib, r.s, cards, zone) if r.s.known else r.s.known)


def _lay(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cards = as_set(evaluate(r, a[0], f))
    zone, player = evaluate(r, a[1], f), evaluate(r, a[3], f)
    if cards:
        _put_there(r, a[2], cards, zone, known.laid(r.lib, r.s, cards, zone, player))


def _put_there(r: Run, place: str, cards: tuple[int, ...], zone: int, now: known.Known) -> None:
    """Move cards. `now`: what is known after that."""
    if zone == -1:
        raise Fault("cards are moved to a place that does not exist", origins(r))
    sources, writes = relocate(r, cards, zone, place == "top")
    r.commit("move", (cards, tuple(sources), zone, place), writes + r.knowing(now))


def origins(r: Run) -> tuple[Any, ...]:
    """Return the lines of the programs under way, innermost first."""
    return tuple(cause.origin for cause in r.cause() if cause.origin is not None)


def _amount(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    m = r.s.m
    wanted = evaluate(r, a[1], f)
    source = -1
    if a[2] is not None:
        bearer = evaluate(r, a[2][1], f)
        if bearer == -1:
            return
        source = a[2][0] + bearer
        wanted = min(wanted, m[source])
    targets: tuple[int, ...] = ()
    if a[3] is not None:
        to = evaluate(r, a[3][1], f)
        targets = tuple(a[3][0] + x for x in as_set(to))
        if not targets:
            return
        if type(to) is tuple:
            targets = targets[: max(wanted, 0)]
            wanted = min(wanted, len(targets))
    if wanted <= 0:
        return
    changes: dict[int, int] = {}
    if source != -1:
        changes[source] = m[source] - wanted
    for target in targets:
        changes[target] = holding(r, target, changes.get(target, m[target]) + (wanted if type(to) is not tuple else 1))
    r.commit("amount", (a[0], wanted, source, targets), r.cells(changes))


def holding(r: Run, cell: int, amount: int) -> int:
    """Return the amount that a cell is to hold; raises `Fault` if it cannot hold so much."""
    if amount > MOST:
        fault = too_many(r.index.cell[cell][0].name)
        raise Fault(fault.message, origins(r))
    return amount


def _single(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    base, count = a[0], a[1]
    bearer = evaluate(r, a[2], f)
    held = next((base + x for x in range(count) if r.s.m[base + x]), -1)
    to = -1 if bearer == -1 else base + bearer
    if held == to:
        return
    changes = {held: 0} if held != -1 else {}
    if to != -1:
        changes[to] = 1
    r.commit("single", (held, to), r.cells(changes))


def _put(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    bearer, amount = evaluate(r, a[1], f), evaluate(r, a[2], f)
    if bearer == -1:
        return
    cell = a[0] + bearer
    held = r.s.m[cell]
    after = holding(r, cell, max(held + amount, 0))
    if after != held:
        r.commit("put", (cell, after - held), r.cells({cell: after}))


def _mark(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cells = tuple(a[0] + x for x in as_set(evaluate(r, a[1], f)))
    owner = evaluate(r, a[2], f)
    if cells:
        value = GAME_OWNER if owner == -1 else owner + 1
        r.commit("mark", (cells, owner), r.cells(dict.fromkeys(cells, value)))


def _unmark(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cells = tuple(a[0] + x for x in as_set(evaluate(r, a[1], f)))
    cells = tuple(cell for cell in cells if r.s.m[cell])
    if cells:
        r.commit("unmark", (cells,), r.cells(dict.fromkeys(cells, 0)))


def _keep(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    bearer, value = evaluate(r, a[1], f), int(evaluate(r, a[2], f))
    if bearer == -1:
        return
    cell = a[0] + bearer
    if holding(r, cell, abs(value)) >= 0 and value != r.s.m[cell]:
        r.commit("keep", (cell, value), r.cells({cell: value}))


def _turn(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    down = bool(a[2])
    cards = tuple(x for x in as_set(evaluate(r, a[1], f)) if (r.s.m[a[0] + x] > 0) != down)
    if cards:
        known_now = r.knowing(known.turned(r.lib, r.s, cards, down))
        writes = r.cells({a[0] + x: GAME_OWNER if down else 0 for x in cards})
        r.commit("turn", (cards, a[2]), writes + known_now)


def _poke(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cell = evaluate(r, a[0], f) if isinstance(a[0], E) else a[0]
    r.commit("poke", (cell,), r.cells({cell: int(evaluate(r, a[1], f))}))


def _add(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cell = evaluate(r, a[0], f) if isinstance(a[0], E) else a[0]
    r.commit("poke", (cell,), r.cells({cell: r.s.m[cell] + int(evaluate(r, a[1], f))}))


def _used(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    cell = r.lib.abilities[f[a[0] + 2]].used
    if cell is not None:
        r.commit("poke", (cell,), r.cells({cell: a[1]}))


def _clear(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    s = r.s
    cells = tuple(cell for start, end in a[0] for cell in range(start, end) if s.m[cell])
    writes = r.cells(dict.fromkeys(cells, 0))
    kept = tuple(rule for rule in s.lasting if rule[1] != a[1])
    if kept != s.lasting:
        writes.append(("lasting", 0, s.lasting, kept))
    if writes:
        r.commit("clear", (cells,), writes)


def _restore(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    s, (had, *held) = r.s, f[a[0] + 2]
    cells = (cell for start, end in a[1] for cell in range(start, end))
    writes = r.cells({cell: x for cell, x in zip(cells, held, strict=True) if s.m[cell] != x})
    rules = older(s.lasting, a[2], had)
    if rules != s.lasting:
        writes.append(("lasting", 0, s.lasting, rules))
    if writes:
        r.commit("clear", (tuple(cell for what, cell, *_ in writes if what == "m"),), writes)


def _expire(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    things = None if a[1] is None else as_set(evaluate(r, a[1], f))
    rules = expired(r.s.lasting, a[0], things, a[2])
    if rules != r.s.lasting:
        r.commit("clear", ((),), [("lasting", 0, r.s.lasting, rules)])


def _shuffle(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    s, zone = r.s, evaluate(r, a[0], f)
    rng, order = shuffled(s.rng, s.z[zone])
    writes: list[Write] = [("z", zone, s.z[zone], order), ("rng", 0, s.rng, rng)]
    if s.known:
        writes += r.knowing(known.mixed(r.lib, s, zone))
    r.commit("shuffle", (zone,), writes)


def _random(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    things = as_set(evaluate(r, a[1], f))
    rng, chosen = drawn(r.s.rng, things, 1 if a[3] else evaluate(r, a[2], f))
    f[a[0] + 2] = (chosen[0] if chosen else -1) if a[3] else chosen
    if chosen:
        names = r.lib.programs[f[0]].names
        sort = names[a[0]][1] if a[0] < len(names) else ""
        r.commit("random", (chosen, things, sort), [("rng", 0, r.s.rng, rng)])


def _show(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    if a[2] and r.events is None:
        return
    seen = evaluate(r, a[0], f)
    to = -1 if a[1] is None else evaluate(r, a[1], f)
    if a[1] is not None and to == -1:
        return
    if a[2]:
        r.commit("show", (to, (), bool(seen)), [])
    else:
        cards = as_set(seen)
        r.commit("show", (to, cards, None), r.knowing(known.shown(r.lib, r.s, cards, to)))


def _swap(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    left, right = evaluate(r, a[1], f), evaluate(r, a[2], f)
    if -1 in (left, right) or left == right:
        return
    r.commit("swap", (a[0], left, right), SWAPS[a[0]](r, left, right))


def _swap_cards(r: Run, left: int, right: int) -> list[Write]:
    z, w = r.s.z, r.s.w
    other = {left: right, right: left}
    zones = dict.fromkeys(zone for zone in (w[left], w[right]) if zone != -1)
    writes: list[Write] = [("z", zone, z[zone], tuple(other.get(x, x) for x in z[zone])) for zone in zones]
    writes += [("w", card, w[card], w[other[card]]) for card in other if w[left] != w[right]]
    return writes + (r.knowing(known.exchanged(r.lib, r.s, left, right)) if r.s.known else [])


def _swap_zones(r: Run, left: int, right: int) -> list[Write]:
    z = r.s.z
    writes: list[Write] = [("z", left, z[left], z[right]), ("z", right, z[right], z[left])]
    return writes + [("w", card, here, there) for here, there in ((left, right), (right, left)) for card in z[here]]


def _swap_seats(r: Run, left: int, right: int) -> list[Write]:
    """Return the writes that exchange two seats: all zones and markers of the two players, and the owners of the
    markers that they put."""
    lib, m = r.lib, r.s.m
    writes: list[Write] = []
    for zone in lib.zones:
        if zone.owner == "player":
            writes += _swap_zones(r, zone.base + left, zone.base + right)
    changes: dict[int, int] = {}
    for mark in lib.marks:
        values = m[mark.base : mark.base + mark.span]
        if mark.bearer == "player":
            values[left], values[right] = values[right], values[left]
        if mark.tells_owner or mark.holds == "player":
            renamed = {left + 1: right + 1, right + 1: left + 1}
            values = [renamed.get(v, v) for v in values]
        changes.update({mark.base + k: v for k, v in enumerate(values)})
    return writes + r.cells(changes) + r.knowing(known.reseated(r.s.known, left, right))


SWAPS: dict[str, Callable[[Run, int, int], list[Write]]] = {
    "cards": _swap_cards,
    "zones": _swap_zones,
    "seats": _swap_seats,
}


def _lasting(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    rule = (a[0], a[1], tuple(f[slot + 2] for slot in a[2]))
    r.commit("lasting", rule, [("lasting", 0, r.s.lasting, (*r.s.lasting, rule))])


def _note(r: Run, a: tuple[Any, ...], f: Frame) -> None:
    if r.events is not None:
        r.commit("note", (a[0], a[1], *(evaluate(r, e, f) for e in a[2:])), [])


def winners(r: Run, a: tuple[Any, ...], f: Frame) -> tuple[int, ...]:
    """Return who has won: the players named, else those with the highest first value and, among equals, the highest
    next."""
    if a[0] is not None:
        return as_set(evaluate(r, a[0], f))
    left = tuple(range(r.n))
    for function in a[1:]:
        values = {p: apply(r, function, (p,)) for p in left}
        best = max(values.values())
        left = tuple(p for p in left if values[p] == best)
    return left


CHANGES: dict[str, Change] = {
    "move": _move, "lay": _lay, "amount": _amount, "single": _single, "put": _put, "mark": _mark, "unmark": _unmark,
    "turn": _turn, "keep": _keep,
    "poke": _poke, "add": _add, "used": _used, "clear": _clear, "restore": _restore, "expire": _expire,
    "shuffle": _shuffle, "random": _random,
    "show": _show, "swap": _swap, "lasting": _lasting, "note": _note,
}  # fmt: skip
