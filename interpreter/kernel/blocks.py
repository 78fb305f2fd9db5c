"""Instructions into Python: one function for every place where a program can be resumed.

A function takes the state and returns the function to go on with, or None when somebody must decide or the game is
over. Slots are kept in Python variables; the frame is written wherever it can still be seen, so that at every question
it equals the frame of the reference machine.
"""

from __future__ import annotations

import re

from .expressions import Code, Emitter, bare, kept, plus
from .facts import INTEGER, NATURAL, NEGATIVE, SETS, Facts, as_sets, element
from .flow import Graph, Shape, exposed, wanted
from .program import GAME_OWNER, Ask, E, Library, Program
from .state import GROUP


class Crooked(Exception):
    """A jump that nesting cannot express: its target must be a function of its own."""

    def __init__(self, place: int) -> None:
        self.place = place


class Loop:
    """The Python loop around the code being printed: `continue` comes to `head`, `break` to `out`."""

    __slots__ = ("head", "out")

    def __init__(self, head: int, out: int | None) -> None:
        self.head = head
        self.out = out


def functions(lib: Library, facts: Facts, p: Program, resumed: set[int]) -> dict[int, list[str]]:
    """The functions of a program as lines of Python, by the places they stand for."""
    apart: set[int] = set()
    while True:
        shape = Shape(p, resumed, apart)
        try:
            graphs = {pc: Graph(shape.succ, pc, shape.span(pc)) for pc in sorted(shape.places)}
            for graph in graphs.values():
                for n in sorted(graph.crooked):
                    raise Crooked(n)
            loaded = {pc: exposed(p, graph) for pc, graph in graphs.items()}
            seen = wanted(p, loaded)
            return {pc: Block(lib, facts, p, g, shape, seen).print(loaded[pc]) for pc, g in graphs.items()}
        except Crooked as crooked:
            apart.add(crooked.place)


class Block(Emitter):
    """Prints one function."""

    def __init__(
        self, lib: Library, facts: Facts, p: Program, graph: Graph, shape: Shape, seen: list[set[int]]
    ) -> None:
        super().__init__(lib, facts, facts.program[p.id])
        self.p = p
        self.graph = graph
        self.shape = shape
        self.succ = shape.succ
        self.seen = seen
        self.open: set[int] = set()

    def print(self, loaded: set[int]) -> list[str]:
        self._tree(self.graph.start, None, None)
        body = self.out
        self.out = [f"def b{self.p.id}_{self.graph.start}(s):"]
        text = "\n".join(body)
        if loaded or re.search(r"\bf\[", text):
            self.line("f = s.frames[-1]")
        for i in sorted(loaded):
            self.line(f"a{i} = f[{i + 2}]")
        prelude(self, text)
        return [*self.out, *body]

    # ---- the nesting

    def _tree(self, n: int, follow: int | None, loop: Loop | None) -> None:
        """The code from an instruction on; falling off its end comes to `follow`."""
        graph = self.graph
        while True:
            if n in graph.headers and (loop is None or loop.head != n):
                self._loop(n, follow, loop)
                return
            merges = sorted((c for c in graph.children[n] if c in graph.merges), key=graph.order.__getitem__)
            if merges or self.p.code[n].op in ("jump", "unless", "next", "ask") or not self.succ[n]:
                self._branch(n, merges, follow, loop)
                return
            self._plain_instruction(n)
            t = self.succ[n][0]
            if self._straight(t, follow, loop):
                n = t
                continue
            self._goto(t, follow, loop)
            return

    def _branch(self, n: int, merges: list[int], follow: int | None, loop: Loop | None) -> None:
        chain = [*merges, follow]
        if not merges and not self.succ[n] and self.p.code[n].op != "ask":
            self._end(n)
            return
        self._control(n, chain[0], loop)
        for i, merge in enumerate(merges):
            self._tree(merge, chain[i + 1], loop)

    def _straight(self, t: int, follow: int | None, loop: Loop | None) -> bool:
        """Whether code may be printed right where it is reached."""
        if t == follow or (loop is not None and t == loop.out) or t in self.open or t == self.graph.start:
            return False
        return not self.shape.cut(t, self.graph.start) and t not in self.graph.merges

    def _goto(self, t: int, follow: int | None, loop: Loop | None) -> None:
        if t == follow:
            return
        if loop is not None and t == loop.head:
            self.line("continue")
        elif loop is not None and t == loop.out:
            self.line("break")
        elif self.shape.cut(t, self.graph.start) or t == self.graph.start:
            self.line(f"return b{self.p.id}_{t}")
        elif t in self.open or (t in self.graph.merges and not self._small(t)):
            if t not in self.shape.places:
                raise Crooked(t)
            self.line(f"return b{self.p.id}_{t}")
        else:
            self._tree(t, follow, loop)

    def _small(self, t: int) -> bool:
        """Whether code may be printed more than once."""
        inside = self.shape.small(t)
        return inside is not None and not any(n in self.graph.headers for n in inside)

    def _loop(self, head: int, follow: int | None, loop: Loop | None) -> None:
        graph, ins = self.graph, self.p.code[head]
        body = graph.headers[head]
        exits = [t for n in body for t in self.succ[n] if t not in body]
        inside = [t for t in exits if t in graph.order]
        out: int | None = None
        if ins.op == "next" and ins.args[3] not in body:
            out = ins.args[3]
        elif inside:
            out = min(inside, key=graph.order.__getitem__)
        merges = sorted((c for c in graph.children[head] if c in graph.merges), key=graph.order.__getitem__)
        within = [c for c in merges if c in body and c != out]
        after = [c for c in merges if c not in body and c != out]
        inner = Loop(head, out)
        self.open.add(head)
        if ins.op == "next" and out == ins.args[3] and not self._rebound(body, ins.args):
            self._for(head, within, inner)
        else:
            spins = self.temp()
            self.line(f"{spins} = 0")
            self.line("while True:")
            self.depth += 1
            self.line(f"{spins} += 1")
            self.line(f"if {spins} > LIMIT:")
            self.line("    endless(s)")
            if ins.op in ("jump", "unless", "next", "ask"):
                self._control(head, within[0] if within else head, inner)
            else:
                self._plain_instruction(head)
                self._goto(self.succ[head][0], within[0] if within else head, inner)
            for i, merge in enumerate(within):
                self._tree(merge, within[i + 1] if i + 1 < len(within) else head, inner)
            self.depth -= 1
        self.open.discard(head)
        if out is not None:
            then = after[0] if after else follow
            if out in graph.idom and graph.dominates(head, out) and out != follow and self._own(out, loop):
                self._tree(out, then, loop)
            else:
                self._goto(out, then, loop)
            for i, merge in enumerate(after):
                self._tree(merge, after[i + 1] if i + 1 < len(after) else follow, loop)

    def _own(self, t: int, loop: Loop | None) -> bool:
        """Whether a place belongs to no loop around and to no other function."""
        if loop is not None and t in (loop.head, loop.out):
            return False
        return t != self.graph.start and not self.shape.cut(t, self.graph.start)

    def _rebound(self, body: set[int], args: tuple[int, ...]) -> bool:
        """Whether a loop changes the set it runs over, or its place in it, itself."""
        watched = {args[0], args[1]}
        for n in body:
            ins = self.p.code[n]
            if ins.op in ("let", "random") and ins.args[0] in watched:
                return True
            if ins.op == "next" and (ins.args[2] in watched or (ins.args[1] in watched and ins.args != args)):
                return True
            if ins.op == "ask" and any(o.slot in watched for o in ins.args[0].options):
                return True
        return False

    def _for(self, head: int, within: list[int], inner: Loop) -> None:
        things, at, var, out = self.p.code[head].args
        over = self.as_set(self.slot(things))
        self.line(f"for a{var} in {bare(over.text)}[a{at}:]:")
        self.depth += 1
        self._bind(at, Code(f"a{at} + 1", NATURAL), head + 1)
        if var in self.seen[head + 1]:
            self.line(f"f[{var + 2}] = a{var}")
        before = len(self.out)
        self._goto(head + 1, within[0] if within else head, inner)
        for i, merge in enumerate(within):
            self._tree(merge, within[i + 1] if i + 1 < len(within) else head, inner)
        if len(self.out) == before:
            self.line("pass")
        self.depth -= 1

    # ---- instructions that branch

    def _control(self, n: int, follow: int | None, loop: Loop | None) -> None:
        ins = self.p.code[n]
        if ins.op == "jump":
            self._goto(ins.args[0], follow, loop)
        elif ins.op == "unless":
            self._unless(n, follow, loop)
        elif ins.op == "next":
            things, at, var, out = ins.args
            over = self.named(self.as_set(self.slot(things)))
            yes: list[str] = []
            self.depth += 1
            with self.apart(yes):
                self._bind(var, Code(f"{over.text}[a{at}]", element(as_sets(self.kinds[things]))), n + 1)
                self._bind(at, Code(f"a{at} + 1", NATURAL), n + 1)
                self._goto(n + 1, follow, loop)
            self.depth -= 1
            self._either(f"a{at} < len({over.text})", yes, out, follow, loop)
        elif ins.op == "ask":
            self._ask(n, ins.args[0], follow, loop)
        else:
            self._plain_instruction(n)
            self._goto(self.succ[n][0], follow, loop)

    def _unless(self, n: int, follow: int | None, loop: Loop | None) -> None:
        """A test; tests in a row that fail to the same place are one."""
        cond, out = self.p.code[n].args
        then = n + 1
        tests = [cond]
        while (
            self.p.code[then].op == "unless" and self.p.code[then].args[1] == out and then not in self.graph.merges
            and then not in self.graph.headers and then != follow and self._straight(then, follow, loop)
        ):  # fmt: skip
            tests.append(self.p.code[then].args[0])
            then += 1
        code = self.cond(E("and", tuple(tests)) if len(tests) > 1 else cond)
        if code.text in ("True", "False"):
            self._goto(then if code.text == "True" else out, follow, loop)
            return
        yes: list[str] = []
        self.depth += 1
        with self.apart(yes):
            self._goto(then, follow, loop)
        self.depth -= 1
        self._either(code.text, yes, out, follow, loop)

    def _either(self, test: str, yes: list[str], out: int, follow: int | None, loop: Loop | None) -> None:
        """`if test:` these lines, otherwise what is at `out`. A branch that goes away is not followed by `else`."""
        no: list[str] = []
        self.depth += 1
        with self.apart(no):
            self._goto(out, follow, loop)
        self.depth -= 1
        if not yes and not no:
            return
        if no and (not yes or (self._ends(no) and (len(no) <= len(yes) or not self._ends(yes)))):
            self.line(f"if not {test}:")
            self.out += no
            self.out += dedented(yes) if self._ends(no) else []
            return
        self.line(f"if {bare(test)}:")
        self.out += yes
        if no and self._ends(yes):
            self.out += dedented(no)
        elif no:
            self.line("else:")
            self.out += no

    def _ends(self, suite: list[str]) -> bool:
        """Whether the suite one level further in goes away for certain."""
        head = "    " * (self.depth + 1)
        return bool(suite) and suite[-1].startswith(tuple(head + w for w in ("return", "continue", "break", "raise")))

    # ---- questions

    def _ask(self, n: int, ask: Ask, follow: int | None, loop: Loop | None) -> None:
        answers = f"q{n}"
        self._answers(answers, ask)
        if ask.lookahead is not None:
            self.line(f"if {answers} and not trial.busy:")
            self.line(f"    f[1] = {n}")
            self.line(f"    {answers} = trial.ahead(s, {ask.lookahead}, {n}, {answers})")
        certain = ask.lookahead is None and any(o.guard is None and o.of is None for o in ask.options)
        if ask.auto and certain and sum(o.guard is None and o.of is None for o in ask.options) > 1:
            self._suspend(n, ask, answers)
            return
        if not ask.auto and certain:
            self._suspend(n, ask, answers)
            return
        self.line(f"if len({answers}) > 1:" if ask.auto else f"if {answers}:")
        self.depth += 1
        self._suspend(n, ask, answers)
        self.depth -= 1
        if not ask.auto:
            self._nothing(ask, follow, loop)
            return
        yes: list[str] = []
        self.depth += 0 if certain else 1
        with self.apart(yes):
            self._take(ask, answers, n, follow, loop)
        self.depth -= 0 if certain else 1
        if certain:
            self.out += yes
            return
        no: list[str] = []
        self.depth += 1
        with self.apart(no):
            self._nothing(ask, follow, loop)
        self.depth -= 1
        if yes or no:
            self.line(f"if {answers}:")
            self.out += yes or ["    " * (self.depth + 1) + "pass"]
            if no:
                self.line("else:")
                self.out += no

    def _nothing(self, ask: Ask, follow: int | None, loop: Loop | None) -> None:
        if ask.none is None:
            self.line("raise Stuck('there is nothing left to choose')")
        else:
            self._goto(ask.none, follow, loop)

    def _answers(self, answers: str, ask: Ask) -> None:
        """The list of the answers, group by group."""
        fixed: list[str] = []
        started = False
        for group, opt in enumerate(ask.options):
            base = group * GROUP + 1
            if not started and opt.guard is None and opt.of is None:
                fixed.append(str(base - 1))
                continue
            if not started:
                self.line(f"{answers} = [{', '.join(fixed)}]")
                started = True
            depth = self.depth
            if opt.guard is not None:
                test = self.cond(opt.guard)
                if test.text == "False":
                    continue
                if test.text != "True":
                    self.line(f"if {bare(test.text)}:")
                    self.depth += 1
            if opt.of is None:
                self.line(f"{answers}.append({base - 1})")
            elif opt.dedupe:
                cards = self.named(self.members(opt.of)).text
                self.line(f"for x in distinct(s, {cards}) if len({cards}) > 1 else {cards}:")
                self.line(f"    {answers}.append(x + {base})")
            else:
                with self.each(opt.of) as x:
                    self.line(f"{answers}.append({x.text} + {base})")
            self.depth = depth
        if not started:
            self.line(f"{answers} = [{', '.join(fixed)}]")

    def _suspend(self, n: int, ask: Ask, answers: str) -> None:
        player = self.value(ask.player)
        if player.kind & NEGATIVE:
            player = self.named(player)
            self.line(f"if {player.text} == -1:")
            self.line("    raise Fault('nobody is there to decide this')")
        self.line(f"f[1] = {n}")
        self.line(f"s.ask = new(Question, ({player.text}, {self.p.id}, {n}, tuple({answers})))")
        self.line("return None")

    def _take(self, ask: Ask, answers: str, n: int, follow: int | None, loop: Loop | None) -> None:
        """Take the only answer."""
        if any(o.slot is not None for o in ask.options) or len(ask.options) > 1:
            self.line(f"q{n} = {answers}[0]")
        word = "if"
        for group, opt in enumerate(ask.options):
            last = group == len(ask.options) - 1
            depth = self.depth
            if len(ask.options) > 1:
                self.line("else:" if last else f"{word} q{n} < {(group + 1) * GROUP}:")
                self.depth += 1
            before = len(self.out)
            if opt.slot is not None:
                known = Code(f"q{n} - {group * GROUP + 1}", NATURAL if opt.of is not None else INTEGER)
                self._bind(opt.slot, known, opt.goto)
            self._goto(opt.goto, follow, loop)
            if len(self.out) == before and len(ask.options) > 1:
                self.line("pass")
            self.depth = depth
            word = "elif"

    # ---- instructions in a row

    def _bind(self, slot: int, code: Code, then: int) -> None:
        """Give a slot a value; the frame too, if anybody can see it there before it is overwritten."""
        text = bare(kept(code))
        self.line(f"f[{slot + 2}] = a{slot} = {text}" if slot in self.seen[then] else f"a{slot} = {text}")

    def _end(self, n: int) -> None:
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
            self.line(f"s.frames.append([{', '.join([str(p.id), '0', *values])}])")
            self.line(f"return b{p.id}_0")
        elif ins.op == "use":
            user = self.slot(args[1]).text if len(args) > 1 else "-1"
            self.line(f"f[1] = {n + 1}")
            self.line(f"return use(s, {self.slot(args[0]).text}, {user})")
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
        elif ins.op == "fail":
            self.line("raise Stuck('this was begun and cannot be finished')")
        else:
            raise ValueError(f"not the end of anything: {ins.op}")

    def _plain_instruction(self, n: int) -> None:
        ins = self.p.code[n]
        if ins.op in ("show", "note"):
            return
        getattr(self, "_do_" + ins.op)(n, *ins.args)

    def _do_let(self, n: int, slot: int, e: E) -> None:
        self._bind(slot, self.value(e), n + 1)

    def _do_move(self, n: int, what: E, to: E, place: str) -> None:
        cards, zone = self.value(what), self.value(to)
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
            left = "-1" if giver is None or source is None else self._cell_of(source[0], giver)
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
            self.line(f"m[{plus(to[0], taker.text)}] += {wanted.text}")
        elif source is None:
            self.line("pass")
        self.depth = depth

    def _cell_of(self, base: int, code: Code) -> str:
        return plus(base, code.text)

    def _do_single(self, n: int, base: int, count: int, e: E) -> None:
        self.line(f"single(m, {base}, {base + count}, {self.value(e).text})")

    def _do_put(self, n: int, base: int, e: E, amount: E) -> None:
        bearer, by = self.value(e), self.value(amount)
        if bearer.kind & NEGATIVE:
            bearer = self.named(bearer)
            self.line(f"if {bearer.text} >= 0:")
            self.line(f"    m[{plus(base, bearer.text)}] += {bare(by.text)}")
        else:
            self.line(f"m[{plus(base, bearer.text)}] += {bare(by.text)}")

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

    def _do_random(self, n: int, slot: int, over: E, count: E, single: int) -> None:
        things = self.members(over)
        many = "1" if single else self.value(count).text
        got = self.temp()
        self.line(f"s.rng, {got} = drawn(s.rng, {bare(things.text)}, {many})")
        if single:
            self._bind(slot, Code(f"{got}[0] if {got} else -1", INTEGER), n + 1)
        else:
            self._bind(slot, Code(got, SETS), n + 1)

    def _do_swap(self, n: int, what: str, a: E, b: E) -> None:
        kind = ("cards", "zones", "seats").index(what)
        self.line(f"swap(s, {kind}, {self.value(a).text}, {self.value(b).text})")

    def _do_lasting(self, n: int, rule: int, until: int, slots: tuple[int, ...]) -> None:
        held = "".join(f"{self.slot(i).text}, " for i in slots)
        self.line(f"s.lasting = (*s.lasting, ({int(rule)}, {int(until)}, ({held})))")


def dedented(lines: list[str]) -> list[str]:
    """Lines one level further out."""
    return [line[4:] for line in lines]


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


def prelude(emitter: Emitter, text: str) -> None:
    """Give names to the parts of the state that some lines look at."""
    for name in "zwm":
        if re.search(rf"\b{name}\b", text):
            emitter.line(f"{name} = s.{name}")
