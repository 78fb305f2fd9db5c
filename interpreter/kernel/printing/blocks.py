"""Instructions into Python: one function for every place where a program can be resumed.

A function takes the state and returns the function to go on with, or None when somebody must decide or the game is
over. Slots are kept in Python variables; the frame is written wherever it can still be seen, so that at every question
it equals the frame of the reference machine.
"""

from __future__ import annotations

import re

from ..analysis.facts import NATURAL, Facts, as_sets, element
from ..analysis.flow import Graph, Shape, exposed, wanted
from ..program import E, Library, Program
from .asking import Asking, Loop
from .code import Code, bare
from .printer import Printer

LOOPS = 8
"""Loops within one another in one function; Python has room for twenty, and conditions have loops of their own."""
INDENT = 50
"""How far in lines may stand. Python has room for a hundred steps."""


class Crooked(Exception):
    """A jump that nesting cannot express, or too much nesting: the target must be a function of its own."""

    def __init__(self, place: int) -> None:
        self.place = place


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


class Block(Asking):
    """Prints one function."""

    def __init__(
        self, lib: Library, facts: Facts, p: Program, graph: Graph, shape: Shape, seen: list[set[int]]
    ) -> None:
        super().__init__(lib, facts, p, seen)
        self.graph = graph
        self.shape = shape
        self.succ = shape.succ
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
            if self.depth > INDENT and n != graph.start:
                raise Crooked(n)
            if n in graph.headers and (loop is None or loop.head != n):
                self._loop(n, follow, loop)
                return
            if n in self.heads:
                self.tick()
            merges = sorted((c for c in graph.children[n] if c in graph.merges), key=graph.order.__getitem__)
            if merges or self.p.code[n].op in ("jump", "unless", "next", "ask") or not self.succ[n]:
                self._branch(n, merges, follow, loop)
                return
            self.plain(n)
            t = self.succ[n][0]
            if self._straight(t, follow, loop):
                n = t
                continue
            self.go(t, follow, loop)
            return

    def _branch(self, n: int, merges: list[int], follow: int | None, loop: Loop | None) -> None:
        chain = [*merges, follow]
        if not merges and not self.succ[n] and self.p.code[n].op != "ask":
            self.end(n)
            return
        self._control(n, chain[0], loop)
        for i, merge in enumerate(merges):
            self._tree(merge, chain[i + 1], loop)

    def _straight(self, t: int, follow: int | None, loop: Loop | None) -> bool:
        """Whether code may be printed right where it is reached."""
        if t == follow or (loop is not None and t == loop.out) or t in self.open or t == self.graph.start:
            return False
        return not self.shape.cut(t, self.graph.start) and t not in self.graph.merges

    def go(self, t: int, follow: int | None, loop: Loop | None) -> None:
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
        if len(self.open) == LOOPS:
            raise Crooked(head)
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
            self.line("while True:")
            self.depth += 1
            if head in self.heads:
                self.tick()
            if ins.op in ("jump", "unless", "next", "ask"):
                self._control(head, within[0] if within else head, inner)
            else:
                self.plain(head)
                self.go(self.succ[head][0], within[0] if within else head, inner)
            for i, merge in enumerate(within):
                self._tree(merge, within[i + 1] if i + 1 < len(within) else head, inner)
            self.depth -= 1
        self.open.discard(head)
        if out is not None:
            then = after[0] if after else follow
            if out in graph.idom and graph.dominates(head, out) and out != follow and self._own(out, loop):
                self._tree(out, then, loop)
            else:
                self.go(out, then, loop)
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
        self.tick()
        self.bind(at, Code(f"a{at} + 1", NATURAL), head + 1)
        if var in self.seen[head + 1]:
            self.line(f"f[{var + 2}] = a{var}")
        self.go(head + 1, within[0] if within else head, inner)
        for i, merge in enumerate(within):
            self._tree(merge, within[i + 1] if i + 1 < len(within) else head, inner)
        self.depth -= 1

    # ---- instructions that branch

    def _control(self, n: int, follow: int | None, loop: Loop | None) -> None:
        ins = self.p.code[n]
        if ins.op == "jump":
            self.go(ins.args[0], follow, loop)
        elif ins.op == "unless":
            self._unless(n, follow, loop)
        elif ins.op == "next":
            things, at, var, out = ins.args
            over = self.named(self.as_set(self.slot(things)))
            yes: list[str] = []
            self.depth += 1
            with self.apart(yes):
                self.tick()
                self.bind(var, Code(f"{over.text}[a{at}]", element(as_sets(self.kinds[things]))), n + 1)
                self.bind(at, Code(f"a{at} + 1", NATURAL), n + 1)
                self.go(n + 1, follow, loop)
            self.depth -= 1
            self._either(f"a{at} < len({over.text})", yes, out, follow, loop)
        elif ins.op == "ask":
            self.ask(n, ins.args[0], follow, loop)
        else:
            self.plain(n)
            self.go(self.succ[n][0], follow, loop)

    def _unless(self, n: int, follow: int | None, loop: Loop | None) -> None:
        """A test; tests in a row that fail to the same place are one."""
        cond, out = self.p.code[n].args
        then = n + 1
        tests = [cond]
        while (
            self.p.code[then].op == "unless" and self.p.code[then].args[1] == out and then != follow
            and then not in self.graph.merges and then not in self.graph.headers and then not in self.heads
            and self._straight(then, follow, loop)
        ):  # fmt: skip
            tests.append(self.p.code[then].args[0])
            then += 1
        code = self.cond(E("and", tuple(tests)) if len(tests) > 1 else cond)
        if code.text in ("True", "False"):
            self.go(then if code.text == "True" else out, follow, loop)
            return
        yes: list[str] = []
        self.depth += 1
        with self.apart(yes):
            self.go(then, follow, loop)
        self.depth -= 1
        self._either(code.text, yes, out, follow, loop)

    def _either(self, test: str, yes: list[str], out: int, follow: int | None, loop: Loop | None) -> None:
        """`if test:` these lines, otherwise what is at `out`. A branch that goes away is not followed by `else`."""
        no: list[str] = []
        self.depth += 1
        with self.apart(no):
            self.go(out, follow, loop)
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


def dedented(lines: list[str]) -> list[str]:
    """Lines one level further out."""
    return [line[4:] for line in lines]


def prelude(printer: Printer, text: str) -> None:
    """Give names to the parts of the state that some lines look at."""
    for name in "zwm":
        if re.search(rf"\b{name}\b", text):
            printer.line(f"{name} = s.{name}")
