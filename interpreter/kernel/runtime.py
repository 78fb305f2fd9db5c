"""Provides what generated programs call: the larger changes of a state, and trials.

Each function does exactly what the instruction or operator of the reference machine does (`changes.py`, `machine.py`),
but keeps no record of events.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any, NoReturn

from . import known
from .bounds import (
    LOOKED_AHEAD,
    MOST,
    TICKS,
    TRIES,
    bounded,
    never_ends,
    quotient_down,
    quotient_up,
    remainder,
    round_and_round,
    times,
    too_deep,
    too_many,
)
from .faults import ENDLESS, Fault, Stuck
from .index import index_of
from .names import lies_apart
from .program import GAME_OWNER, Ask, Library
from .state import GROUP, State, expired, older, shelf

Step = Callable[[State], Any]
"""A stretch of generated code: it returns the next one, or None when a player must decide or the game is over."""


def copied(s: State) -> State:
    """Return an independent copy of a state."""
    frames = list(map(list.copy, s.frames))
    return State(s.z[:], s.w[:], s.m[:], frames, s.ask, s.lasting, s.over, s.rng, s.known)


def as_set(value: Any) -> tuple[int, ...]:
    """Return a set as it is, a single thing as the set of that thing, and nobody as the empty set."""
    if type(value) is tuple or type(value) is list:
        return value  # type: ignore[return-value]
    return () if value == -1 else (int(value),)


def union(*things: Any) -> tuple[int, ...]:
    """Return the set of these things and of the members of these sets, without nobody."""
    members: dict[int, None] = {}
    for thing in things:
        if type(thing) is tuple or type(thing) is list:
            members.update(dict.fromkeys(thing))
        else:
            members[thing] = None
    members.pop(-1, None)
    return tuple(members)


def merged(*things: Any) -> tuple[int, ...]:
    """Return the members of the sets, one set after the other, without repetition."""
    members: dict[int, None] = {}
    for thing in things:
        members.update(dict.fromkeys(as_set(thing)))
    return tuple(members)


def neighbours(player: int, n: int) -> tuple[int, ...]:
    """Return the players who sit left and right of `player`; `n` is how many play."""
    if player == -1 or n < 2:
        return ()
    left, right = (player + 1) % n, (player - 1) % n
    return (left,) if left == right else (left, right)


def restore(s: State, held: tuple[int, ...], start: int, end: int, until: int) -> None:
    """Give the cells from `start` to `end` back what they held on the shelf, and end the lasting rules with this
    `until` that have begun since."""
    s.m[start:end] = held[1:]
    s.lasting = older(s.lasting, until, held[0])


def mark_owner(mark: int, n: int) -> int:
    """Return the player who put a marker, given what its cell holds; nobody if the game put it."""
    return mark - 1 if 0 < mark <= n else -1


def holder(m: list[int], start: int, end: int) -> int:
    """Return which of these cells holds something, counted from the first; -1 if none does."""
    for i in range(start, end):
        if m[i] > 0:
            return i - start
    return -1


def move(z: list[tuple[int, ...]], w: list[int], card: int, zone: int, top: bool = False) -> None:
    """Move one card into a zone. Raises `Fault` if there is no such zone."""
    if zone < 0:
        raise Fault("cards are moved to a place that does not exist")
    source = w[card]
    if source >= 0:
        held = z[source]
        i = held.index(card)
        z[source] = held[:i] + held[i + 1 :]
    z[zone] = (card, *z[zone]) if top else (*z[zone], card)
    w[card] = zone


def move_all(z: list[tuple[int, ...]], w: list[int], cards: tuple[int, ...], zone: int, top: bool = False) -> None:
    """Move cards into a zone as a block, the first one uppermost. Raises `Fault` if there is no such zone."""
    if len(cards) < 2:
        if cards:
            move(z, w, cards[0], zone, top)
        return
    if zone < 0:
        raise Fault("cards are moved to a place that does not exist")
    source = w[cards[0]]
    held = z[source] if source >= 0 else ()
    if held[: len(cards)] == cards:
        z[source] = held[len(cards) :]
    else:
        moved = set(cards)
        for source in dict.fromkeys([w[card] for card in cards]):
            if source >= 0:
                z[source] = tuple([x for x in z[source] if x not in moved])
    z[zone] = cards + z[zone] if top else z[zone] + cards
    for card in cards:
        w[card] = zone


def amount(m: list[int], wanted: int, source: int, base: int, to: Any) -> int:
    """Move counters: at most what cell `source` (-1: the bank) holds, to one bearer, or one each to several. Return a
    cell that holds too much afterwards, or -1."""
    if source >= 0 and wanted > m[source]:
        wanted = m[source]
    if type(to) is int:  # one bearer, as nearly always
        if to < 0 or wanted <= 0:
            return -1
        if source >= 0:
            m[source] -= wanted
        cell = base + to
        m[cell] += wanted
        return cell if m[cell] > MOST else -1
    targets: tuple[int, ...] = ()
    each = type(to) is tuple
    if to is not None:
        targets = as_set(to)
        if not targets:
            return -1
        if each:
            targets = targets[: max(wanted, 0)]
            wanted = min(wanted, len(targets))
    if wanted <= 0:
        return -1
    if source >= 0:
        m[source] -= wanted
    for x in targets:
        m[base + x] += 1 if each else wanted
        if m[base + x] > MOST:
            return base + x
    return -1


def single(m: list[int], start: int, end: int, bearer: int) -> None:
    """Give a single marker to this bearer (-1: take it away)."""
    for i in range(start, end):
        if m[i]:
            m[i] = 0
            break
    if bearer != -1:
        m[start + bearer] = 1


def winners(s: State, n: int, functions: Sequence[Callable[..., int]]) -> tuple[int, ...]:
    """Return the players with the highest first value and, among equals, the highest next. `functions`: the values."""
    left = tuple(range(n))
    for function in functions:
        values = [function(s, p) for p in left]
        best = max(values)
        left = tuple([p for p, value in zip(left, values, strict=True) if value == best])
    return left


def finish(s: State) -> None:
    """End a game in which nothing is left to do, without a winner."""
    if s.over is None:
        s.over = ()


class Runtime:
    """The helpers that need to know the library. Generated code finds them under the names in `names`."""

    def __init__(self, lib: Library) -> None:
        self.lib = lib
        self.index = index_of(lib)
        self.clauses = self.index.bounds.clauses
        self.hides = bool(self.index.apart) or any(self.index.face_down)  # whether some card may ever lie apart
        self.look: list[Callable[[list[int]], Any]] = [
            itemgetter(*cells) if cells else len
            for cells in self.index.card_cells  # the markers on each card
        ]
        self.busy = 0
        self.entry: list[dict[int, Step]] = []
        self.you: dict[int, Callable[[State, int], int]] = {}
        self.starts = [(p.id, p.slots, p.params) for p in lib.programs]
        self.taken: dict[tuple[int, int], list[tuple[int, int]]] = {}
        self.chains: set[tuple[int, int]] = set()
        for p in lib.programs:
            for pc, ins in enumerate(p.code):
                if ins.op == "ask":
                    ask: Ask = ins.args[0]
                    self.taken[p.id, pc] = [(0 if o.slot is None else o.slot + 2, o.goto) for o in ask.options]
                    if ask.chain:
                        self.chains.add((p.id, pc))

    # ---- running

    def run(self, s: State) -> None:
        """Go on with the innermost frame until a player must decide or nothing is left to do."""
        frames = s.frames
        if not frames:
            finish(s)
            return
        f = frames[-1]
        self.go(s, self.entry[f[0]][f[1]])  # type: ignore[call-overload]

    def go(self, s: State, step: Step | None) -> None:
        """Go on with a stretch of code until a player must decide or nothing is left to do. Raises `Fault` if a value
        depends on itself without end."""
        try:
            while step is not None:
                step = step(s)
        except RecursionError:
            raise Fault(ENDLESS) from None

    def answer(self, s: State, code: int) -> None:
        """Take an answer, without running on."""
        _, program, pc, _ = s.ask  # type: ignore[misc]
        offset, goto = self.taken[program, pc][code // GROUP]
        f = s.frames[-1]
        if offset:
            f[offset] = code % GROUP - 1
        f[1] = goto
        s.ask = None
        s.work = 0

    # ---- trials

    def __call__(self, s: State, program: int, args: tuple[Any, ...]) -> bool:
        """Return whether a program can reach its end from here. It is tried on a copy."""
        copy = copied(s)
        copy.ask = None
        _, slots, _ = self.starts[program]
        copy.frames.append([len(self.starts), 0])
        copy.frames.append([program, 0, *args, *((-1,) * (slots - len(args)))])
        return self._reachable(copy, [TRIES])

    def ahead(self, s: State, program: int, pc: int, answers: list[int], chain: bool) -> list[int]:
        """Return those answers after which a program under way can still reach its end; in a chain of picks the first
        answer stands for all."""
        frames = s.frames
        depth = next((d for d in range(len(frames) - 1, -1, -1) if frames[d][0] == program), None)
        if depth is None:
            return answers
        kept: list[int] = []
        left = [LOOKED_AHEAD]
        first = answers[0]
        for code in answers:
            if chain and code != first and code < GROUP and first < GROUP:
                if first in kept:
                    kept.append(code)
                continue
            copy = copied(s)
            f = copy.frames[-1]
            offset, goto = self.taken[f[0], pc][code // GROUP]  # type: ignore[index]
            if offset:
                f[offset] = code % GROUP - 1
            f[1] = goto
            copy.frames.insert(depth, [len(self.starts), 0])
            if self._reachable(copy, left):
                kept.append(code)
        return kept

    def _reachable(self, s: State, shared: list[int]) -> bool:
        self.busy += 1
        try:
            return self._search(s, shared)
        finally:
            self.busy -= 1

    def _search(self, s: State, shared: list[int]) -> bool:
        """Search depth first, in the order of the answers; succeed at the mark below the frame, or at the end of the
        game."""
        left = min(TRIES, shared[0])
        open_: list[tuple[State, list[int]]] = []
        while True:
            try:
                self.run(s)
                if s.ask is None:
                    return True
                answers = s.ask.answers
                if (s.ask.program, s.ask.pc) in self.chains:
                    answers = answers[:1] + tuple([x for x in answers[1:] if x >= GROUP])
                open_.append((s, [*reversed(answers)]))
            except Stuck:
                pass
            while open_ and not open_[-1][1]:
                open_.pop()
            if not open_ or left == 0:
                return False
            left -= 1
            shared[0] -= 1
            s, rest = open_[-1]
            code = rest.pop()
            if rest:  # the last answer needs no copy of the state
                s = copied(s)
            self.answer(s, code)

    # ---- helpers that know the library

    def endless(self, s: State) -> NoReturn:
        """Raise the fault that a resolution does not end."""
        raise never_ends(self.lib, s)

    def amount(self, m: list[int], wanted: int, source: int, base: int, to: Any) -> None:
        """Move counters. Raises `Fault` if a cell would hold too much."""
        full = amount(m, wanted, source, base, to)
        if full >= 0:
            self.excess(full)

    def excess(self, cell: int) -> NoReturn:
        """Raise the fault that a cell holds more than one bearer can have."""
        raise too_many(self.index.cell[cell][0].name)

    def deep(self, s: State) -> None:
        """Check that a program that may already be running is not nested in itself too often. Raises `Fault` if it
        is."""
        if too_deep(self.lib, s):
            raise round_and_round(self.lib, s, self.clauses)

    def answering(self, s: State, program: int, card: int) -> bool:
        """Return whether the innermost clause under way is this clause of this card."""
        for f in reversed(s.frames):
            if f[0] in self.clauses:
                return f[0] == program and f[2] == card
        return False

    def leave(self, s: State, program: int) -> bool:
        """Unwind to the innermost frame of a program; return False if that ended a trial. Raises `Fault` if there is no
        such frame."""
        s.work += 1
        if s.work > TICKS:
            self.endless(s)
        frames = s.frames
        mark = len(self.starts)
        tried = False
        for depth in range(len(frames) - 1, -1, -1):
            if frames[depth][0] == program:
                del frames[depth + 1 :]
                return not tried
            tried = tried or frames[depth][0] == mark
        raise Fault("what should be left is not under way")

    def use(self, s: State, ability: int) -> Step:
        """Push the frame of an ability's program."""
        found = self.lib.abilities[ability]
        user = -1 if found.you is None else self.you[ability](s, -1)
        program, slots, params = self.starts[found.program]
        args = (found.card, user)[:params]
        s.frames.append([program, 0, *args, *((-1,) * (slots - len(args)))])
        return self.entry[program][0]

    def distinct(self, s: State, cards: tuple[int, ...]) -> Sequence[int]:
        """Return the cards without those that look like an earlier one."""
        definition = self.lib.definition
        if len(set(map(definition.__getitem__, cards))) == len(cards):
            return cards
        z, w, m, look, beset = s.z, s.w, s.m, self.look, self.index.card_zones
        kept: list[int] = []
        earlier: dict[int, list[int]] = {}
        for card in cards:
            like = earlier.get(definition[card])
            if like is None:
                earlier[definition[card]] = [card]
            elif not ((beset[card] and self._beset(z, card)) or (self.hides and lies_apart(self.lib, s, card))):
                where, marks = w[card], look[card](m)
                for other in like:
                    if w[other] == where and marks == look[other](m) and not (beset[other] and self._beset(z, other)):
                        break
                else:
                    like.append(card)
                    kept.append(card)
                continue
            kept.append(card)
        return kept

    def apart(self, s: State, abilities: tuple[int, ...]) -> Sequence[int]:
        """Return the abilities without those whose card looks like an earlier card with the same ability."""
        return known.apart(self.lib, abilities, lambda cards: self.distinct(s, cards))

    def _beset(self, z: list[tuple[int, ...]], card: int) -> bool:
        """Return whether something lies on a card."""
        return any(z[zone] for zone in self.index.card_zones[card])

    def owner_of(self, w: list[int], card: int) -> int:
        """Return the player in whose zone a card lies (-1: none); a card on a card has the owner of that card."""
        owners = self.lib.zone_owner
        while card >= 0:
            zone = w[card]
            if zone < 0:
                return -1
            owner = owners[zone]
            if owner >= -1:
                return owner
            card = -2 - owner
        return -1

    def show(self, s: State, cards: Any, to: int) -> None:
        """Show cards to a player (-1: to everybody). A card that lies face up, as most shown cards do, is seen
        already."""
        m, face_up = s.m, self.index.face_up
        cards = as_set(cards)
        for card in cards:
            for cell in face_up[card]:
                if m[cell]:
                    break
            else:
                s.known = known.shown(self.lib, s, cards, to)
                return

    def turn(self, s: State, base: int, cards: Any, down: int) -> None:
        """Turn cards face down or up where they lie; those that lie so already are left."""
        turned = [card for card in as_set(cards) if (s.m[base + card] > 0) != down]
        if turned:
            s.known = known.turned(self.lib, s, turned, bool(down))
            for card in turned:
                s.m[base + card] = GAME_OWNER if down else 0

    def named(self, s: State, cards: Any, player: int) -> Sequence[int]:
        """Return those of the cards that may be named which this player can tell apart."""
        return known.named(self.lib, s, cards, player)

    def moving(self, s: State, cards: Any, zone: int) -> None:
        """Update what is known before cards move. Nothing changes where no known card lies."""
        w = s.w
        if type(cards) is int:
            cards = (cards,)
        last = -1
        for moved in cards:
            source = w[moved]
            if source != last:
                last = source
                for card in s.known:
                    if w[card] == source:
                        s.known = known.moved(self.lib, s, cards, zone)
                        return

    def laying(self, s: State, cards: Any, zone: int, player: int) -> None:
        """Update what is known before a player puts cards into a place in an order of his."""
        if type(cards) is int:
            cards = (cards,) if cards >= 0 else ()
        s.known = known.laid(self.lib, s, cards, zone, player)

    def mixed(self, s: State, zone: int) -> None:
        """Update what is known after a zone was shuffled."""
        s.known = known.mixed(self.lib, s, zone)

    def swap(self, s: State, what: int, left: int, right: int) -> None:
        """Exchange two cards, two zones or two seats."""
        if left == right or left < 0 or right < 0:
            return
        z, w, m = s.z, s.w, s.m
        if what == 0:
            if s.known:
                s.known = known.exchanged(self.lib, s, left, right)
            other = {left: right, right: left}
            for zone in {w[left], w[right]} - {-1}:
                z[zone] = tuple([other.get(x, x) for x in z[zone]])
            w[left], w[right] = w[right], w[left]
        elif what == 1:
            self._swap_zones(z, w, left, right)
        else:
            for decl in self.lib.zones:
                if decl.owner == "player":
                    self._swap_zones(z, w, decl.base + left, decl.base + right)
            s.known = known.reseated(s.known, left, right)
            renamed = {left + 1: right + 1, right + 1: left + 1}
            for mark in self.lib.marks:
                a, b = mark.base + left, mark.base + right
                if mark.bearer == "player":
                    m[a], m[b] = m[b], m[a]
                if mark.tells_owner or mark.holds == "player":
                    end = mark.base + mark.span
                    m[mark.base : end] = [renamed.get(x, x) for x in m[mark.base : end]]

    def _swap_zones(self, z: list[tuple[int, ...]], w: list[int], left: int, right: int) -> None:
        for zone, new in ((left, right), (right, left)):
            for card in z[zone]:
                w[card] = new
        z[left], z[right] = z[right], z[left]

    @property
    def names(self) -> dict[str, Any]:
        """Return the names to which generated code refers, and what they stand for."""
        return {
            "as_set": as_set, "union": union, "merged": merged, "neighbours": neighbours, "mark_owner": mark_owner,
            "holder": holder, "move": move, "move_all": move_all, "single": single,
            "amount": self.amount, "excess": self.excess, "bounded": bounded, "times": times, "remainder": remainder,
            "quotient_up": quotient_up, "quotient_down": quotient_down,
            "winners": winners, "finish": finish, "endless": self.endless, "deep": self.deep, "trial": self,
            "Fault": Fault, "Stuck": Stuck, "leave": self.leave, "use": self.use, "distinct": self.distinct,
            "apart": self.apart, "owner_of": self.owner_of, "swap": self.swap, "answering": self.answering,
            "named": self.named, "show": self.show, "moving": self.moving, "laying": self.laying,
            "mixed": self.mixed, "turn": self.turn,
            "shelf": shelf, "restore": restore, "expired": expired,
        }  # fmt: skip
