"""Instructions that change a game, or hand over to another frame, into Python."""

from __future__ import annotations

from ..analysis.facts import INTEGER, NEGATIVE, SETS, Facts
from ..bounds import DEPTH, MOST, TICKS
from ..index import index_of
from ..known import shows
from ..program import GAME_OWNER, E, Library, Program
from .code import Code, bare, kept, plus
from .truths import Emitter


class Doing(Emitter):
    """Prints instructions in a row. `seen`: for each instruction, the slots whose entry in the frame can still be seen
    when it is about to be carried out (see `flow.wanted`)."""

    def __init__(self, lib: Library, facts: Facts, p: Program, seen: list[set[int]]) -> None:
        super().__init__(lib, facts, facts.program[p.id])
        self.p = p
        self.seen = seen
        self.bounds = index_of(lib).bounds
        self.heads = self.bounds.heads[p.id]
        self.shows = shows(lib)

    def bind(self, slot: int, code: Code, then: int) -> None:
        """Give a slot a value; the frame too, if anybody can see it there before it is overwritten."""
        text = bare(kept(code))
        self.line(f"f[{slot + 2}] = a{slot} = {text}" if slot in self.seen[then] else f"a{slot} = {text}")

    def tick(self) -> None:
        """Count a tick (see `bounds`)."""
        self.line("s.work += 1")
        self.line(f"if s.work > {TICKS}:")
        self.line("    endless(s)")

    def begin(self, n: int) -> None:
        """Another program is about to begin, which may be under way already; what cannot is counted, and judged at the
        next tick."""
        if (self.p.id, n) not in self.bounds.inner:
            self.line("s.work += 1")
        else:
            self.tick()
            self.line(f"if len(s.frames) >= {DEPTH}:")
            self.line("    deep(s)")

    def end(self, n: int) -> None:
        """Instructions after which another frame, or nobody, goes on."""
        ins = self.p.code[n]
        args = ins.args
        if ins.op == "ret":
            self.line("g = s.frames")
            self.line("g.pop()")
            self.line("if g:")
            self.line("    h = g[-1]")
            self.line("    return B[h[0]][h[1]]")
            self.line("return finish(s)")
        elif ins.op == "call":
            p = self.lib.programs[args[0]]
            values = [self.kept(e) for e in args[1:]][: p.params]
            values += ["-1"] * (p.slots - len(values))
            self.line(f"f[1] = {n + 1}")
            self.begin(n)
            self.line(f"s.frames.append([{', '.join([str(p.id), '0', *values])}])")
            self.line(f"return b{p.id}_0")
        elif ins.op == "use":
            self.line(f"f[1] = {n + 1}")
            self.begin(n)
            self.line(f"return use(s, {self.slot(args[0]).text})")
        elif ins.op == "leave":
            self.line(f"return b{args[0]}_{args[1]} if leave(s, {args[0]}) else None")
        elif ins.op == "win":
            if args[0] is not None:
                who = kept(self.members(args[0]))
            else:
                who = f"winners(s, {self.players()}, ({''.join(f'f{i}, ' for i in args[1:] if i is not None)}))"
            self.line(f"s.over = {who}")
            self.line("s.frames.clear()")
            self.line("return None")
        else:
            raise ValueError(f"not the end of anything: {ins.op}")

    def plain(self, n: int) -> None:
        ins = self.p.code[n]
        if ins.op == "note":
            return
        getattr(self, "_do_" + ins.op)(n, *ins.args)

    def _do_goal(self, n: int) -> None:
        self.line(f"if trial.busy and s.frames[-2][0] == {len(self.lib.programs)}:")
        self.line("    return None")

    def _do_hopeless(self, n: int) -> None:
        self.line("if trial.busy:")
        self.line("    raise Stuck('this cannot be done wholly')")

    def _do_let(self, n: int, slot: int, e: E) -> None:
        self.bind(slot, self.value(e), n + 1)

    def _do_move(self, n: int, what: E, to: E, place: str) -> None:
        cards, zone = self.value(what), self.value(to)
        if self.shows:
            cards, zone = self.named(cards), self.named(zone)
            self.line(f"if s.known and {zone.text} >= 0:" if zone.kind & NEGATIVE else "if s.known:")
            self.line(f"    moving(s, {cards.text}, {zone.text})")
        top = ", True" if place == "top" else ""
        if cards.kind & SETS:
            self.line(f"move_all(z, w, {kept(self.as_set(cards))}, {zone.text}{top})")
        elif cards.kind & NEGATIVE:
            cards = self.named(cards)
            self.line(f"if {cards.text} >= 0:")
            self.line(f"    move(z, w, {cards.text}, {zone.text}{top})")
        else:
            self.line(f"move(z, w, {cards.text}, {zone.text}{top})")

    def _do_amount(
        self, n: int, mark: int, e: E, source: tuple[int, E] | None, to: tuple[int, E] | None, upto: int
    ) -> None:  # fmt: skip
        wanted = self.value(e)
        giver = None if source is None else self.value(source[1])
        taker = None if to is None else self.value(to[1])
        risky = any(c is not None and c.kind & NEGATIVE for c in (giver, taker))
        if risky or (taker is not None and taker.kind & SETS):
            left = "-1" if giver is None or source is None else plus(source[0], giver.text)
            right = "None" if taker is None else kept(taker)
            base = 0 if to is None else to[0]
            if source is not None and giver is not None and giver.kind & NEGATIVE:
                giver = self.named(giver)
                self.line(f"if {giver.text} >= 0:")
                self.line(f"    amount(m, {wanted.text}, {plus(source[0], giver.text)}, {base}, {right})")
            else:
                self.line(f"amount(m, {wanted.text}, {left}, {base}, {right})")
            return
        depth = self.depth
        if source is not None and giver is not None:
            cell = self.named(giver)
            wanted = self.named(wanted)
            have = self.temp()
            self.line(f"{have} = m[{plus(source[0], cell.text)}]")
            self.line(f"if {have} > {wanted.text}:")
            self.line(f"    {have} = {wanted.text}")
            wanted = Code(have, INTEGER)
            self.line(f"if {have} > 0:")
            self.depth += 1
            self.line(f"m[{plus(source[0], cell.text)}] -= {have}")
        elif wanted.number is None:
            wanted = self.named(wanted)
            self.line(f"if {wanted.text} > 0:")
            self.depth += 1
        elif wanted.number <= 0:
            return
        if to is not None and taker is not None:
            self.more(plus(to[0], taker.text), wanted.text)
        elif source is None:
            self.line("pass")
        self.depth = depth

    def _do_single(self, n: int, base: int, count: int, e: E) -> None:
        self.line(f"single(m, {base}, {base + count}, {self.value(e).text})")

    def _do_put(self, n: int, base: int, e: E, amount: E) -> None:
        bearer, by = self.value(e), self.value(amount)
        if bearer.kind & NEGATIVE:
            bearer = self.named(bearer)
            self.line(f"if {bearer.text} >= 0:")
            self.depth += 1
            self._put(plus(base, bearer.text), by)
            self.depth -= 1
        else:
            self._put(plus(base, bearer.text), by)

    def _put(self, cell: str, by: Code) -> None:
        """More or less on one cell, never less than nothing."""
        if not by.kind & NEGATIVE:
            self.more(cell, by.text)
            return
        after = self.temp()
        self.line(f"{after} = m[{cell}] + {by.text}")
        self.line(f"m[{cell}] = {after} if {after} > 0 else 0")
        self.line(f"if {after} > {MOST}:")
        self.line(f"    excess({cell})")

    def more(self, cell: str, by: str) -> None:
        """More on one cell, as much as there may be."""
        after = self.temp()
        self.line(f"{after} = m[{cell}] + {by}")
        self.line(f"if {after} > {MOST}:")
        self.line(f"    excess({cell})")
        self.line(f"m[{cell}] = {after}")

    def _do_mark(self, n: int, base: int, over: E, by: E) -> None:
        owner = self.named(self.value(by))
        if owner.number is not None:
            value = str(GAME_OWNER if owner.number < 0 else owner.number + 1)
        elif owner.kind & NEGATIVE:
            value = f"{owner.text} + 1 if {owner.text} >= 0 else {GAME_OWNER}"
        else:
            value = f"{owner.text} + 1"
        with self.each(over) as x:
            self.line(f"m[{plus(base, x.text)}] = {value}")

    def _do_unmark(self, n: int, base: int, over: E) -> None:
        with self.each(over) as x:
            self.line(f"m[{plus(base, x.text)}] = 0")

    def _do_poke(self, n: int, cell: int | E, e: E) -> None:
        where = self.value(cell).text if isinstance(cell, E) else str(cell)
        self.line(f"m[{where}] = {bare(self.kept(e))}")

    def _do_add(self, n: int, cell: int | E, e: E) -> None:
        where = self.value(cell).text if isinstance(cell, E) else str(cell)
        self.line(f"m[{where}] += {bare(self.kept(e))}")

    def _do_used(self, n: int, slot: int, value: int) -> None:
        cell = self.temp()
        self.line(f"{cell} = USED[{self.slot(slot).text}]")
        self.line(f"if {cell} >= 0:")
        self.line(f"    m[{cell}] = {int(value)}")

    def _do_clear(self, n: int, ranges: tuple[tuple[int, int], ...], until: int) -> None:
        for a, b in joined(ranges):
            self.line(f"m[{a}:{b}] = (0,) * {b - a}" if b - a > 1 else f"m[{a}] = 0")
        self.line("if s.lasting:")
        self.line(f"    s.lasting = tuple([x for x in s.lasting if x[1] != {int(until)}])")

    def _do_shuffle(self, n: int, e: E) -> None:
        zone = self.named(self.value(e))
        self.line(f"s.rng, z[{zone.text}] = shuffled(s.rng, z[{zone.text}])")

        if self.shows:
            self.line("if s.known:")
            self.line(f"    mixed(s, {zone.text})")

    def _do_show(self, n: int, what: E, to: E | None, truth: int) -> None:
        if truth:
            return
        player = Code("-1", NEGATIVE) if to is None else self.named(self.value(to))
        depth = self.depth
        if to is not None and player.kind & NEGATIVE:
            self.line(f"if {player.text} >= 0:")
            self.depth += 1
        self.line(f"show(s, {kept(self.as_set(self.value(what)))}, {player.text})")
        self.depth = depth

    def _do_random(self, n: int, slot: int, over: E, count: E, single: int) -> None:
        things = self.members(over)
        many = "1" if single else self.value(count).text
        got = self.temp()
        self.line(f"s.rng, {got} = drawn(s.rng, {bare(things.text)}, {many})")
        if single:
            self.bind(slot, Code(f"{got}[0] if {got} else -1", INTEGER), n + 1)
        else:
            self.bind(slot, Code(got, SETS), n + 1)

    def _do_swap(self, n: int, what: str, a: E, b: E) -> None:
        kind = ("cards", "zones", "seats").index(what)
        self.line(f"swap(s, {kind}, {self.value(a).text}, {self.value(b).text})")

    def _do_lasting(self, n: int, rule: int, until: int, slots: tuple[int, ...]) -> None:
        held = "".join(f"{self.slot(i).text}, " for i in slots)
        self.line(f"s.lasting = (*s.lasting, ({int(rule)}, {int(until)}, ({held})))")


def joined(ranges: tuple[tuple[int, int], ...]) -> list[tuple[int, int]]:
    """Ranges of cells with neighbours put together."""
    out: list[tuple[int, int]] = []
    for a, b in sorted(ranges):
        if a >= b:
            continue
        if out and a <= out[-1][1]:
            out[-1] = (out[-1][0], max(b, out[-1][1]))
        else:
            out.append((a, b))
    return out
