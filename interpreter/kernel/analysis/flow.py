"""Finds the shape of a program: where it can be resumed, and how the code between is made of `if` and loops.

A program is a flat list with jumps, and Python has no jumps. So every place where a program is resumed becomes a
function: its start, the instruction after a call, and the target of an answer. The code from there on is nested again
by the dominator tree. The join point of both branches is printed after the `if`. Where a jump cannot be nested, its
target becomes a function of its own.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..bounds import BEGINS, successors
from ..operators import BINDERS, INSTRUCTIONS, of_kind
from ..program import Ask, E, I, Library, Program

SMALL = 8
"""Code of up to this many instructions is copied to where it is needed, instead of being called."""
SHOWS = frozenset(row.name for row in INSTRUCTIONS.values() if row.ends and row.name != "ret")
"""Instructions that suspend a program, so its whole frame can be seen. After `ret` the frame is gone."""


def resumptions(lib: Library) -> list[set[int]]:
    """Return, for each program, the places where it can be resumed from outside."""
    found: list[set[int]] = [{0} for _ in lib.programs]
    for p in lib.programs:
        for pc, ins in enumerate(p.code):
            if ins.op in BEGINS:
                found[p.id].add(pc + 1)
            elif ins.op == "ask":
                found[p.id].update(o.goto for o in ins.args[0].options)
            elif ins.op == "leave":
                found[ins.args[0]].add(ins.args[1])
    for (phase, _), pc in lib.step_pcs.items():
        found[lib.phases[phase][0]].add(pc)
    if lib.position is not None:
        for program, pc in lib.position.frames:
            found[program].add(pc)
    for p in lib.programs:
        found[p.id] = {pc for pc in found[p.id] if 0 <= pc < len(p.code)}
    return found


def reach(succ: list[list[int]], start: int, limit: int = 1 << 30) -> set[int]:
    """Return the instructions that can be reached from `start`; stop once there are more than `limit`."""
    seen = {start}
    todo = [start]
    while todo and len(seen) <= limit:
        for t in succ[todo.pop()]:
            if t not in seen:
                seen.add(t)
                todo.append(t)
    return seen


class Shape:
    """The places of a program that become functions: where it is resumed, the places `apart` (which nesting cannot
    express), and large code that several of them share."""

    def __init__(self, p: Program, resumed: Iterable[int], apart: Iterable[int]) -> None:
        self.succ = [successors(p, pc) for pc in range(len(p.code))]
        self.apart = set(apart)
        self.places = {*resumed, *apart}
        self._size: dict[int, set[int]] = {}
        while fresh := self._shared(p):
            self.places |= fresh
            self.apart |= fresh

    def small(self, place: int) -> set[int] | None:
        """Return the instructions from a place on, or None if there are too many to copy."""
        if place not in self._size:
            self._size[place] = reach(self.succ, place, SMALL)
        inside = self._size[place]
        return inside if len(inside) <= SMALL else None

    def cut(self, place: int, start: int) -> bool:
        """Return whether code that runs from `start` and reaches `place` goes on in another function."""
        if place == start or place not in self.places:
            return False
        return place in self.apart or self.small(place) is None

    def span(self, start: int) -> set[int]:
        """Return the instructions that are printed into the function of a place."""
        seen = {start}
        todo = [start]
        while todo:
            for t in self.succ[todo.pop()]:
                if t not in seen and not self.cut(t, start):
                    seen.add(t)
                    todo.append(t)
        return seen

    def _shared(self, p: Program) -> set[int]:
        owners: list[set[int]] = [set() for _ in p.code]
        for place in self.places:
            for pc in self.span(place):
                owners[pc].add(place)
        preds: list[list[int]] = [[] for _ in p.code]
        for pc, targets in enumerate(self.succ):
            for t in targets:
                preds[t].append(pc)
        return {
            pc
            for pc, own in enumerate(owners)
            if len(own) > 1 and pc not in self.places and self.small(pc) is None
            and any(owners[q] and owners[q] < own for q in preds[pc])
        }  # fmt: skip


class Graph:
    """The control flow of one function: reverse post-order, dominators, loops, and the places where branches meet."""

    def __init__(self, succ: list[list[int]], start: int, inside: set[int]) -> None:
        self.start = start
        self.succ = {n: [t for t in dict.fromkeys(succ[n]) if t in inside] for n in inside}
        self.order: dict[int, int] = {}
        self._number()
        preds: dict[int, list[int]] = {n: [] for n in self.order}
        for n in self.order:
            for t in self.succ[n]:
                preds[t].append(n)
        self.idom = self._dominators(preds)
        self.children: dict[int, list[int]] = {n: [] for n in self.order}
        for n, d in self.idom.items():
            if n != start:
                self.children[d].append(n)
        self.merges: set[int] = set()
        self.headers: dict[int, set[int]] = {}
        self.crooked: set[int] = set()
        for n in self.order:
            back = [q for q in preds[n] if self.order[q] >= self.order[n]]
            if len(preds[n]) - len(back) >= 2:
                self.merges.add(n)
            if not all(self.dominates(n, q) for q in back):
                self.crooked.add(n)
            elif back:
                self.headers[n] = self._loop(n, back, preds)

    def _number(self) -> None:
        post: list[int] = []
        seen = {self.start}
        stack = [(self.start, iter(reversed(self.succ[self.start])))]
        while stack:
            n, rest = stack[-1]
            for t in rest:
                if t not in seen:
                    seen.add(t)
                    stack.append((t, iter(reversed(self.succ[t]))))
                    break
            else:
                stack.pop()
                post.append(n)
        self.order = {n: i for i, n in enumerate(reversed(post))}

    def _dominators(self, preds: dict[int, list[int]]) -> dict[int, int]:
        idom = {self.start: self.start}
        changed = True
        while changed:
            changed = False
            for n in self.order:
                if n == self.start:
                    continue
                best = -1
                for q in preds[n]:
                    if q in idom:
                        best = q if best < 0 else self._meet(idom, best, q)
                if idom.get(n) != best:
                    idom[n] = best
                    changed = True
        return idom

    def _meet(self, idom: dict[int, int], a: int, b: int) -> int:
        while a != b:
            while self.order[a] > self.order[b]:
                a = idom[a]
            while self.order[b] > self.order[a]:
                b = idom[b]
        return a

    def dominates(self, a: int, b: int) -> bool:
        """Return whether every path to `b` goes through `a`."""
        while b != a and b != self.start:
            b = self.idom[b]
        return a == b

    def _loop(self, head: int, back: list[int], preds: dict[int, list[int]]) -> set[int]:
        body = {head, *back}
        todo = [q for q in back if q != head]
        while todo:
            for q in preds[todo.pop()]:
                if q not in body:
                    body.add(q)
                    todo.append(q)
        return body


def parts(args: Iterable[object]) -> list[E]:
    """List the expressions among the arguments of an operator or instruction, also those inside pairs."""
    found: list[E] = []
    for a in args:
        if type(a) is E:
            found.append(a)
        elif type(a) is tuple:
            found += [x for x in a if type(x) is E]
    return found


def slots_of(e: E) -> set[int]:
    """Return the slots that an expression reads, without those that it binds itself."""
    if e.op == "slot":
        return {e.args[0]}
    found: set[int] = set()
    for a in parts(e.args):
        found |= slots_of(a)
    binds = BINDERS.get(e.op)
    if binds is not None:
        found -= {e.args[binds]} - slots_of(e.args[binds + 1])
    return found


def reads(ins: I) -> set[int]:
    """Return the slots that an instruction reads."""
    found: set[int] = set()
    for e in parts(ins.args):
        found |= slots_of(e)
    takes = INSTRUCTIONS[ins.op].takes
    found.update(of_kind(takes, ins.args, "held"), *of_kind(takes, ins.args, "slots"))
    if ins.op == "ask":
        ask: Ask = ins.args[0]
        found |= slots_of(ask.player)
        for o in ask.options:
            if o.guard is not None:
                found |= slots_of(o.guard)
            if o.of is not None:
                found |= slots_of(o.of)
    return found


def _writes(ins: I, pc: int, to: int) -> set[int]:
    """Return the slots that the instruction at `pc` certainly binds if the code goes on at `to`."""
    if ins.op == "ask":
        if to == ins.args[0].none:
            return set()
        bound = [{o.slot} for o in ins.args[0].options if o.goto == to]
        return {slot for slot in set.intersection(*bound) if slot is not None} if bound else set()
    takes = INSTRUCTIONS[ins.op].takes
    binds = to == pc + 1 and to not in of_kind(takes, ins.args, "pc")
    return set(of_kind(takes, ins.args, "slot")) if binds else set()


class Uses:
    """What the instructions of a program do with its slots. `reads[pc]`: the slots that the instruction at `pc`
    reads."""

    def __init__(self, p: Program) -> None:
        self.code = p.code
        self.reads = list(map(reads, p.code))
        self._writes: dict[tuple[int, int], set[int]] = {}

    def writes(self, pc: int, to: int) -> set[int]:
        """Return the slots that the instruction at `pc` certainly binds if the code goes on at `to`."""
        known = self._writes.get((pc, to))
        if known is None:
            known = self._writes[pc, to] = _writes(self.code[pc], pc, to)
        return known


def unset(p: Program, uses: Uses) -> set[int]:
    """Return the slots that may be read before they were written; they hold nobody (-1) then."""
    succ = [successors(p, pc) for pc in range(len(p.code))]
    for pc, ins in enumerate(p.code):
        if ins.op in BEGINS:
            succ[pc] = [pc + 1]
        elif ins.op == "ask":
            succ[pc] = succ[pc] + [o.goto for o in ins.args[0].options]
    graph = Graph(succ, 0, reach(succ, 0))
    return exposed(graph, uses) - set(range(p.params))


def exposed(graph: Graph, uses: Uses) -> set[int]:
    """Return the slots that the code of a function reads before it binds them; the function loads them first."""
    live: dict[int, set[int]] = {n: set() for n in graph.order}
    steps = [(n, [(t, uses.writes(n, t)) for t in graph.succ[n]]) for n in reversed(graph.order)]
    changed = True
    while changed:
        changed = False
        for n, onward in steps:
            now = uses.reads[n].union(*[live[t] - bound for t, bound in onward])
            if now != live[n]:
                live[n] = now
                changed = True
    return live[graph.start]


def wanted(p: Program, uses: Uses, loaded: dict[int, set[int]]) -> list[set[int]]:
    """Return, for each instruction, the slots whose entry in the frame can still be seen when it is about to run.

    Whatever suspends shows the whole frame; whatever returns throws it away. `loaded`: the slots that each function
    loads.
    """
    everything = set(range(p.slots))
    live: list[set[int]] = [everything if ins.op in SHOWS else set() for ins in p.code] + [set()]
    steps = [
        (pc, loaded.get(pc, set()), [(t, uses.writes(pc, t)) for t in successors(p, pc)])
        for pc in range(len(p.code) - 1, -1, -1)
        if p.code[pc].op not in SHOWS
    ]
    changed = True
    while changed:
        changed = False
        for pc, now, onward in steps:
            now = now.union(*[live[t] - bound for t, bound in onward])
            if now != live[pc]:
                live[pc] = now
                changed = True
    return live
