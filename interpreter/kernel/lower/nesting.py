"""Nests programs, which are flat lists with jumps: one stretch of code for every place where one can be resumed.

The dominator tree says what is nested in what (`analysis.flow`): where both branches of a test meet, the code follows
the test. Where a jump cannot be nested, its target becomes a stretch of its own. Slots are held in named variables. The
frame is written wherever it can still be seen, so at every question it equals the frame of the reference machine.
"""

from __future__ import annotations

from ..analysis.facts import NATURAL, Facts, as_sets, element
from ..analysis.flow import Graph, Shape, exposed, wanted
from ..index import index_of
from ..program import E, Library, Program
from .asking import ask
from .doing import end, plain
from .functions import target
from .pieces import ONE, compare, ends
from .scope import Scope, as_set, cond
from .stretch import TICK, Loop, Plan, heads
from .tree import (
    Body,
    Break,
    Continue,
    Do,
    Each,
    Expr,
    Forever,
    Go,
    If,
    Local,
    Num,
    Op,
    Stmt,
    Stretch,
    Truth,
)

LOOPS = 8
"""How many loops of one stretch may be nested. Python allows twenty, and conditions contain loops too."""
INDENT = 50
"""How deep code may be indented. Python allows a hundred levels."""
_CONTROL = frozenset(("jump", "unless", "next", "ask"))


class Crooked(Exception):
    """Nesting cannot express a jump to `place`, or nests too deep: that place must become a stretch of its own."""

    def __init__(self, place: int) -> None:
        self.place = place


def stretches(lib: Library, facts: Facts, p: Program, resumed: set[int], shown: bool) -> list[Stretch]:
    """Lower all code of a program, by the places where it is resumed. `resumed`: those places. `shown`: whether this
    library ever shows cards."""
    apart: set[int] = set()
    uses = facts.uses[p.id]
    bounds = index_of(lib).bounds
    while True:
        shape = Shape(p, resumed, apart)
        try:
            graphs = [Graph(shape.succ, pc, shape.span(pc)) for pc in sorted(shape.places)]
            for graph in graphs:
                for n in sorted(graph.crooked):
                    raise Crooked(n)
            loaded = {graph.start: exposed(graph, uses) for graph in graphs}
            seen = wanted(p, uses, loaded)
            return [
                _stretch(Plan(lib, p, graph, shape, seen, bounds.heads[p.id], bounds.inner, shown), facts, loaded)
                for graph in graphs
            ]
        except Crooked as crooked:
            apart.add(crooked.place)


def _stretch(plan: Plan, facts: Facts, loaded: dict[int, set[int]]) -> Stretch:
    p, start = plan.p, plan.graph.start
    at = Scope(target(plan.lib, facts), facts.program[p.id], {}, [], 1, True)
    _tree(plan, at, start, None, None)
    return Stretch((p.id, start), tuple(sorted(loaded[start])), tuple(at.out))


# ---- nesting: the code from an instruction on; falling off its end leads to `follow`


def _tree(plan: Plan, at: Scope, n: int, follow: int | None, loop: Loop | None) -> None:
    graph, succ = plan.graph, plan.shape.succ
    while True:
        if at.depth > INDENT and n != graph.start:
            raise Crooked(n)
        if n in graph.headers and (loop is None or loop.head != n):
            _loop(plan, at, n, follow, loop)
            return
        if n in plan.heads:
            at.put(TICK)
        merges = _merges(graph, n)
        if merges or plan.p.code[n].op in _CONTROL or not succ[n]:
            _branch(plan, at, n, merges, follow, loop)
            return
        plain(plan, at, n)
        t = succ[n][0]
        if not _straight(plan, t, follow, loop):
            go(plan, at, t, follow, loop)
            return
        n = t


def _merges(graph: Graph, n: int) -> list[int]:
    """List the places where branches meet that part at an instruction, in order."""
    return sorted((c for c in graph.children[n] if c in graph.merges), key=graph.order.__getitem__)


def _branch(plan: Plan, at: Scope, n: int, merges: list[int], follow: int | None, loop: Loop | None) -> None:
    if not merges and not plan.shape.succ[n] and plan.p.code[n].op != "ask":
        end(plan, at, n)
        return
    _control(plan, at, n, merges[0] if merges else follow, loop)
    _in_a_row(plan, at, merges, follow, loop)


def _in_a_row(plan: Plan, at: Scope, places: list[int], follow: int | None, loop: Loop | None) -> None:
    """Lower the code at several places, each of which falls through into the next. Where nothing falls through, what
    follows is reached in other ways."""
    for i, place in enumerate(places):
        if ends(at.out):
            return
        _tree(plan, at, place, places[i + 1] if i + 1 < len(places) else follow, loop)


def _straight(plan: Plan, t: int, follow: int | None, loop: Loop | None) -> bool:
    """Return whether code may stand right where it is reached."""
    start = plan.graph.start
    if t in (follow, start) or (loop is not None and t == loop.out) or t in heads(loop):
        return False
    return not plan.shape.cut(t, start) and t not in plan.graph.merges


def go(plan: Plan, at: Scope, t: int, follow: int | None, loop: Loop | None) -> None:
    """Lower going on at instruction `t`. `follow`: the instruction that is reached by falling through; `loop`: the loop
    around."""
    start, merges = plan.graph.start, plan.graph.merges
    if t == follow:
        return
    if loop is not None and t == loop.head:
        at.put(Continue())
    elif loop is not None and t == loop.out:
        at.put(Break())
    elif plan.shape.cut(t, start) or t == start:
        at.put(Go((plan.p.id, t)))
    elif t in heads(loop) or (t in merges and not _copied(plan, t)):
        if t not in plan.shape.places:
            raise Crooked(t)
        at.put(Go((plan.p.id, t)))
    else:
        _tree(plan, at, t, follow, loop)


def _copied(plan: Plan, t: int) -> bool:
    """Return whether code may stand in more than one place."""
    inside = plan.shape.small(t)
    return inside is not None and not any(n in plan.graph.headers for n in inside)


# ---- loops


def _loop(plan: Plan, at: Scope, head: int, follow: int | None, loop: Loop | None) -> None:
    graph, ins = plan.graph, plan.p.code[head]
    if len(heads(loop)) == LOOPS:
        raise Crooked(head)
    body = graph.headers[head]
    out = _out(plan, head, body)
    merges = [c for c in _merges(graph, head) if c != out]
    within = [c for c in merges if c in body]
    inner = Loop(head, out, loop)
    if ins.op == "next" and out == ins.args[3] and not _rebound(plan, body, ins.args):
        _for(plan, at, head, within, inner)
    else:
        _forever(plan, at, head, within, inner)
    if out is None:
        return
    after = [c for c in merges if c not in body]
    then = after[0] if after else follow
    if out in graph.idom and graph.dominates(head, out) and out != follow and _own(plan, out, loop):
        _tree(plan, at, out, then, loop)
    else:
        go(plan, at, out, then, loop)
    _in_a_row(plan, at, after, follow, loop)


def _out(plan: Plan, head: int, body: set[int]) -> int | None:
    """Return the place to which a break leads."""
    ins, order = plan.p.code[head], plan.graph.order
    if ins.op == "next" and ins.args[3] not in body:
        out: int = ins.args[3]
        return out
    exits = [t for n in body for t in plan.shape.succ[n] if t not in body and t in order]
    return min(exits, key=order.__getitem__) if exits else None


def _own(plan: Plan, t: int, loop: Loop | None) -> bool:
    """Return whether a place belongs to no loop around and to no other stretch."""
    if loop is not None and t in (loop.head, loop.out):
        return False
    return t != plan.graph.start and not plan.shape.cut(t, plan.graph.start)


def _rebound(plan: Plan, body: set[int], args: tuple[int, ...]) -> bool:
    """Return whether a loop itself changes the set over which it runs, or its position there."""
    watched = {args[0], args[1]}
    for n in body:
        ins = plan.p.code[n]
        if ins.op in ("let", "random") and ins.args[0] in watched:
            return True
        if ins.op == "next" and (ins.args[2] in watched or (ins.args[1] in watched and ins.args != args)):
            return True
        if ins.op == "ask" and any(o.slot in watched for o in ins.args[0].options):
            return True
    return False


def _forever(plan: Plan, at: Scope, head: int, within: list[int], inner: Loop) -> None:
    inside = at.inner()
    if head in plan.heads:
        inside.put(TICK)
    then = within[0] if within else head
    if plan.p.code[head].op in _CONTROL:
        _control(plan, inside, head, then, inner)
    else:
        plain(plan, inside, head)
        go(plan, inside, plan.shape.succ[head][0], then, inner)
    _in_a_row(plan, inside, within, head, inner)
    at.put(Forever(tuple(inside.out)))


def _for(plan: Plan, at: Scope, head: int, within: list[int], inner: Loop) -> None:
    things, place, slot, _ = plan.p.code[head].args
    over = as_set(at, at.slot(things))
    name, where = Local(f"a{slot}", at.kinds[slot]), Local(f"a{place}", at.kinds[place])
    inside = at.inner()
    inside.put(TICK)
    plan.bind(inside, place, Op("+", (where, ONE), NATURAL), head + 1)
    if slot in plan.seen[head + 1]:
        inside.put(Do("keep", (Num(slot), name)))
    go(plan, inside, head + 1, within[0] if within else head, inner)
    _in_a_row(plan, inside, within, head, inner)
    at.put(Each(name, Op("rest", (over, where), over.kind), tuple(inside.out)))


# ---- instructions that branch


def _control(plan: Plan, at: Scope, n: int, follow: int | None, loop: Loop | None) -> None:
    ins = plan.p.code[n]
    match ins.op:
        case "jump":
            go(plan, at, ins.args[0], follow, loop)
        case "unless":
            _unless(plan, at, n, follow, loop)
        case "next":
            _next(plan, at, n, follow, loop)
        case "ask":
            ask(plan, at, n, lambda here, t: go(plan, here, t, follow, loop))
        case _:
            plain(plan, at, n)
            go(plan, at, plan.shape.succ[n][0], follow, loop)


def _next(plan: Plan, at: Scope, n: int, follow: int | None, loop: Loop | None) -> None:
    things, place, slot, out = plan.p.code[n].args
    over = at.named(as_set(at, at.slot(things)))
    where = Local(f"a{place}", at.kinds[place])
    yes = at.inner()
    yes.put(TICK)
    plan.bind(yes, slot, Op("member", (over, where), element(as_sets(at.kinds[things]))), n + 1)
    plan.bind(yes, place, Op("+", (where, ONE), NATURAL), n + 1)
    go(plan, yes, n + 1, follow, loop)
    _either(plan, at, compare("<", where, Op("size", (over,), NATURAL)), yes.out, out, follow, loop)


def _unless(plan: Plan, at: Scope, n: int, follow: int | None, loop: Loop | None) -> None:
    """Lower a test; tests in a row that fail to the same place become one test."""
    code, graph = plan.p.code, plan.graph
    test, out = code[n].args
    then = n + 1
    tests = [test]
    while (
        code[then].op == "unless" and code[then].args[1] == out and then != follow
        and then not in graph.merges and then not in graph.headers and then not in plan.heads
        and _straight(plan, then, follow, loop)
    ):  # fmt: skip
        tests.append(code[then].args[0])
        then += 1
    condition = cond(at, E("and", tuple(tests)) if len(tests) > 1 else test)
    if isinstance(condition, Truth):
        go(plan, at, then if condition.value else out, follow, loop)
        return
    yes = at.inner()
    go(plan, yes, then, follow, loop)
    _either(plan, at, condition, yes.out, out, follow, loop)


def _either(
    plan: Plan, at: Scope, test: Expr, yes: list[Stmt], out: int, follow: int | None, loop: Loop | None
) -> None:
    """Lower these statements if a test holds, and what is at `out` if not. Statements that do not fall through need no
    `else` after them."""
    inside = at.inner()
    go(plan, inside, out, follow, loop)
    no = inside.out
    if not yes and not no:
        return
    if no and (not yes or (ends(no) and (length(no) <= length(yes) or not ends(yes)))):
        apart = ends(no)
        at.put(If(Op("not", (test,), test.kind), tuple(no)))
        at.out.extend(yes if apart else [])
    elif no and ends(yes):
        at.put(If(test, tuple(yes)))
        at.out.extend(no)
    else:
        at.put(If(test, tuple(yes), tuple(no)))


def length(body: list[Stmt] | Body) -> int:
    """Return how much code this is."""
    total = 0
    for statement in body:
        total += 1
        match statement:
            case If():
                total += length(statement.then) + length(statement.other)
            case Each() | Forever():
                total += length(statement.body)
    return total
