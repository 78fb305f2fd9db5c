"""Keeps every answer finite: bounds how long one resolution may go on, how deep things may be nested, and how large
counters and numbers may become.

Both executors count the same ticks. One tick is the beginning of a program, the leaving of one, the next round of a
`for each`, or an arrival at a place that is jumped back to. Whatever the machine does between two ticks ends by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from .faults import Fault
from .operators import INSTRUCTIONS, Goes, of_kind
from .program import Ask, Library, Origin, Program
from .state import State

TICKS = 50_000
"""After this many ticks without a question, a resolution counts as endless."""
MOST = 1_000_000
"""The most of one counter that one bearer can have. The least is 0."""
GREATEST = 1_000_000_000
"""The greatest absolute value of a product, and of a number that a lasting rule has changed."""
TRIES = 2_000
"""How many answers one trial may try before it gives up and says no."""
LOOKED_AHEAD = 5_000
"""How many answers all trials of one question may try together; answers not tried by then are not offered."""
DEPTH = 300
"""How many deeds, phases and answers may be nested in one another."""

BEGINS = frozenset(row.name for row in INSTRUCTIONS.values() if row.goes is Goes.INTO)
"""Instructions that begin another program."""


def successors(p: Program, pc: int) -> list[int]:
    """Return the places where the code may go on after the instruction at `pc` without being suspended."""
    ins = p.code[pc]
    row = INSTRUCTIONS[ins.op]
    if row.goes is Goes.ON:
        return [pc + 1]
    if row.goes is Goes.ASKS:
        ask: Ask = ins.args[0]
        out = [] if ask.none is None else [ask.none]
        return out + [o.goto for o in ask.options] if ask.auto else out
    there: list[int] = of_kind(row.takes, ins.args, "pc")
    return [pc + 1, *there] if row.goes is Goes.EITHER else there


def heads(p: Program) -> frozenset[int]:
    """Return the places of a program that are jumped back to. `next` is not among them: it counts its own rounds."""
    back = {t for pc in range(len(p.code)) for t in successors(p, pc) if t <= pc}
    return frozenset(t for t in back if p.code[t].op != "next")


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is counted in a library. `heads`: for each program, the places where an arrival counts. `inner`: the
    instructions (program, pc) that may begin a program which is already running. `within`: the programs that may run
    inside themselves that way. `clauses`: the programs of cards' clauses."""

    heads: tuple[frozenset[int], ...]
    inner: frozenset[tuple[int, int]]
    within: frozenset[int]
    clauses: frozenset[int]


def bounds(lib: Library) -> Bounds:
    """Return what must be counted in a library."""
    abilities = tuple({a.program for a in lib.abilities})
    begun = [
        [(pc, abilities if i.op == "use" else (i.args[0],)) for pc, i in enumerate(p.code) if i.op in BEGINS]
        for p in lib.programs
    ]
    circle = circles([tuple({t for _, targets in row for t in targets}) for row in begun])
    inner = frozenset(
        (p, pc) for p, row in enumerate(begun) for pc, targets in row if any(circle[t] == circle[p] for t in targets)
    )
    return Bounds(
        tuple(heads(p) for p in lib.programs), inner, frozenset(p for p, _ in inner),
        frozenset(p.id for p in lib.programs if p.clause),
    )  # fmt: skip


def circles(edges: Sequence[Iterable[int]]) -> list[int]:
    """Return for each node of a graph the number of its cycle: equal for nodes that reach one another (Tarjan).
    `edges`: for each node, the nodes it leads to."""
    order = [-1] * len(edges)
    low = [0] * len(edges)
    circle = [-1] * len(edges)
    open_: list[int] = []
    count = 0
    for root in range(len(edges)):
        path = [(root, iter(edges[root]))] if order[root] < 0 else []
        while path:
            node, rest = path[-1]
            if order[node] < 0:
                order[node] = low[node] = count
                count += 1
                open_.append(node)
            for t in rest:
                if order[t] < 0:
                    path.append((t, iter(edges[t])))
                    break
                if circle[t] < 0:
                    low[node] = min(low[node], order[t])
            else:
                path.pop()
                if path:
                    low[path[-1][0]] = min(low[path[-1][0]], low[node])
                if low[node] == order[node]:
                    while circle[node] < 0:
                        circle[open_.pop()] = node
    return circle


def too_many(name: str) -> Fault:
    """Return the fault that one bearer would have more of the counter `name` than it can have."""
    return Fault(f"there would be more than {MOST:,} {name} in one place")


def bounded(value: Any) -> Any:
    """Return a number if it is within the bounds of arithmetic, and anything that is no number as it is. Raises `Fault`
    for a number beyond the bounds."""
    if type(value) is int and not -GREATEST <= value <= GREATEST:
        raise Fault(f"a number would be beyond {GREATEST:,}")
    return value


def remainder(x: int, y: int) -> int:
    """Return what remains of a number after division by another; 0 if that is 0."""
    return x % y if y else 0


def quotient_down(x: int, y: int) -> int:
    """Return a number divided by another, rounded down; 0 if that is 0."""
    return x // y if y else 0


def quotient_up(x: int, y: int) -> int:
    """Return a number divided by another, rounded up; 0 if that is 0."""
    return -(-x // y) if y else 0


def times(x: int, y: int) -> int:
    """Return a product; raises `Fault` if it is beyond the bounds."""
    product = x * y
    return product if -GREATEST <= product <= GREATEST else int(bounded(product))


# ---- the faults -----------------------------------------------------------------------------------------------------


def too_deep(lib: Library, s: State) -> bool:
    """Return whether so much is under way that nothing more may begin inside it. Marks of trials do not count."""
    return len(s.frames) >= DEPTH and sum(f[0] != len(lib.programs) for f in s.frames) >= DEPTH


def round_and_round(lib: Library, s: State, clauses: frozenset[int]) -> Fault:
    """Return the fault that names the cycle of programs under way, from the outside in."""
    frames: list[list[Any]] = [f for f in s.frames if f[0] != len(lib.programs)]
    answering = _circle([f for f in frames if f[0] in clauses], clauses)
    circle = answering or _circle(frames, clauses) or frames
    names = dict.fromkeys(lib.programs[f[0]].name for f in circle)
    lines = [lib.programs[f[0]].code[f[1] - 1].origin or lib.programs[f[0]].origin for f in circle]
    head = "answers that cause each other without end" if answering else "this begins itself again and again"
    return Fault(f"{head}: {_arrows(names)}", _lines(lines))


def _circle(frames: list[list[Any]], clauses: frozenset[int]) -> list[list[Any]]:
    """Return the last frames, as far as they do not repeat themselves: up to an earlier frame of the same program, and
    of the same card if the program is a card's clause. None if the last frame occurs only once."""

    def of(f: list[Any]) -> tuple[Any, ...]:
        return (f[0], f[2]) if f[0] in clauses else (f[0],)

    for i in range(len(frames) - 2, -1, -1):
        if of(frames[i]) == of(frames[-1]):
            return frames[i + 1 :]
    return []


def never_ends(lib: Library, s: State) -> Fault:
    """Return the fault that this resolution never ends; it names what is under way."""
    programs = [lib.programs[f[0]] for f in s.frames if f[0] != len(lib.programs)]  # type: ignore[call-overload]
    names = dict.fromkeys(p.name for p in programs)
    return Fault(f"this never ends: {_arrows(names)}", _lines([p.origin for p in reversed(programs)]))


SHOWN = 12


def _arrows(names: Iterable[str]) -> str:
    said = list(names)
    return " → ".join(said if len(said) <= SHOWN else ["…", *said[-SHOWN:]])


def _lines(origins: Iterable[Origin | None]) -> tuple[Origin, ...]:
    return tuple(dict.fromkeys(o for o in origins if o is not None))[:SHOWN]
