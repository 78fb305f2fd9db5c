"""From a library to one Python module, and from that to a fast executor.

`source` prints the module; it is deterministic, and nothing in it comes from a card but integers. `load` brings it to
life with the helpers of `runtime.py`. The result agrees with the reference machine question by question: the same
states, the same answers, the same chance.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from types import CodeType
from typing import Any

from .blocks import functions, prelude
from .chance import drawn, shuffled
from .evaluate import Context, apply
from .expressions import FALSE, Code, Emitter, bare, flat, kept, negated, truth
from .facts import NATURAL, NEGATIVE, SETS, TRUTH, Facts
from .faults import NotLegal
from .flow import resumptions
from .program import Ability, E, Function, Library, Modifier, Refused
from .runtime import Runtime, Step
from .state import Question, State

NAME = re.compile(r"\bb\d+_\d+\b")
"""What the functions of programs are called."""


class Values(Emitter):
    """Prints one named function, or the guards of abilities: slots without a value hold nobody."""

    known_cells: dict[int, int] = {}

    def slot(self, i: int) -> Code:
        return self.names.get(i) or Code("-1", NEGATIVE)

    def _cell(self, i: int) -> Code:
        return self._num(self.known_cells[i]) if i in self.known_cells else super()._cell(i)

    def finish(self, head: str) -> list[str]:
        body, self.out = self.out, [head]
        self.depth = 1
        prelude(self, "\n".join(body))
        return [*self.out, *body]


def source(lib: Library) -> str:
    """The module for a library."""
    facts = Facts(lib)
    lines = ['"""Generated: the programs of a card set."""', ""]
    lines += [f"T{i} = {tuple(map(int, table))!r}" for i, table in enumerate(lib.tables)]
    lines.append(f"PLAYERS = {tuple(tuple(range(n)) for n in range(max(lib.max_players, 1) + 1))!r}")
    lines.append(f"OWNER = {(*(int(i) for i in lib.zone_owner), -1)!r}")
    lines.append(f"USED = {tuple(-1 if a.used is None else int(a.used) for a in lib.abilities)!r}")
    for f in lib.functions:
        lines += ["", "", *function(lib, facts, f)]
    for must in (0, 1):
        lines += menu(lib, facts, must)
    lines += yous(lib, facts)
    lines += blocks(lib, facts)
    return "\n".join(lines)


def blocks(lib: Library, facts: Facts) -> list[str]:
    """The functions of all programs, and the table of where each begins. A function that only goes on to another is
    not printed: the other takes its place."""
    bodies: dict[str, list[str]] = {}
    onward: dict[str, str] = {}
    entry = []
    for p, resumed in zip(lib.programs, resumptions(lib), strict=True):
        places = functions(lib, facts, p, resumed)
        entry.append(f"    {{{', '.join(f'{pc}: b{p.id}_{pc}' for pc in places)}}},")
        for pc, body in places.items():
            name = f"b{p.id}_{pc}"
            bodies[name] = body
            if len(body) == 2 and (match := re.fullmatch(r"    return (b\d+_\d+)", body[1])):
                onward[name] = match[1]

    def settled(match: re.Match[str]) -> str:
        name, seen = match[0], set[str]()
        while name in onward and name not in seen:
            seen.add(name)
            name = onward[name]
        return name

    lines = []
    for name, body in bodies.items():
        if NAME.sub(settled, name) == name:
            lines += ["", "", body[0], *(NAME.sub(settled, line) for line in body[1:])]
    return [*lines, "", "", "B = [", *(NAME.sub(settled, line) for line in entry), "    {0: stop},", "]", ""]


# ---- named functions ------------------------------------------------------------------------------------


def function(lib: Library, facts: Facts, f: Function) -> list[str]:
    """A named function as Python."""
    e = Values(lib, facts, facts.function[f.id])
    params = [f"a{i}" for i in range(f.params)]
    e.names = {i: Code(f"a{i}", facts.function[f.id][i]) for i in range(f.params)}
    e.inlining = (f.id,)
    {"value": _value, "truth": _truth, "permission": _permission}[f.form](e, f)
    return e.finish(f"def f{f.id}({', '.join(['s', *params])}):")


def _answer(e: Emitter, code: Code) -> None:
    e.line(f"return {bare(code.text if code.kind == TRUTH else kept(code))}")


def _in_force(e: Emitter, modifier: Modifier) -> Iterator[None]:
    """The place in the text where a modifier applies (once for each lasting rule in force)."""
    depth = e.depth
    names = dict(e.names)
    if modifier.lasting is not None:
        rule = e.temp()
        e.line(f"for {rule} in s.lasting:")
        e.line(f"    if {rule}[0] == {int(modifier.lasting)}:")
        e.depth += 2
        for i, slot in enumerate(modifier.captured):
            name = e.temp()
            e.line(f"{name} = {rule}[2][{i}]")
            e.names[slot] = Code(name, e.kinds[slot])
    condition = e.cond(modifier.guard)
    if condition.text != "False":
        if condition.text != "True":
            e.line(f"if {bare(condition.text)}:")
            e.depth += 1
        yield
    elif modifier.lasting is not None:
        e.line("pass")
    e.depth = depth
    e.names = names


def _value(e: Emitter, f: Function) -> None:
    said = [m for m in f.modifiers if m.op == "is"]
    more = [m for m in f.modifiers if m.op != "is"]
    zero = Code("0", NATURAL)
    if not said and not more:
        _answer(e, zero if f.base is None else e.value(f.base))
        return
    depth = e.depth
    if not more and not any(m.lasting is not None for m in said) and len({m.level for m in said}) == len(said):
        for modifier in sorted(said, key=lambda m: -m.level):
            for _ in _in_force(e, modifier):
                _answer(e, e.value(modifier.amount))
        _answer(e, zero if f.base is None else e.value(f.base))
        return
    e.line("r = None" if said else f"r = {bare(kept(zero if f.base is None else e.value(f.base)))}")
    for level in sorted({m.level for m in said}, reverse=True):
        if e.depth > depth or level != max(m.level for m in said):
            e.line("if r is None:")
            e.depth += 1
        first = True
        for modifier in (m for m in said if m.level == level):
            for _ in _in_force(e, modifier):
                amount = e.named(Code(kept(e.value(modifier.amount)), NATURAL))
                if not (first and modifier.lasting is None):
                    e.line(f"if r is not None and r != {amount.text}:")
                    e.line("    raise Fault('two rules say what a value is, and they differ')")
                e.line(f"r = {amount.text}")
            first = False
    if said:
        e.line("if r is None:")
        e.depth += 1
        e.line(f"r = {bare(kept(zero if f.base is None else e.value(f.base)))}")
    e.depth = depth
    for modifier in more:
        for _ in _in_force(e, modifier):
            e.line(f"r += {bare(kept(e.value(modifier.amount)))}")
    e.line("return r")


def _truth(e: Emitter, f: Function) -> None:
    if not f.modifiers:
        _answer(e, FALSE if f.base is None else truth(e.cond(f.base)))
        return
    if f.base is not None:
        base = e.cond(f.base)
        if base.text == "True":
            e.line("return True")
            return
        if base.text != "False":
            e.line(f"if {bare(base.text)}:")
            e.line("    return True")
    for modifier in sorted(f.modifiers, key=lambda m: e.cost(m.guard)):
        for _ in _in_force(e, modifier):
            e.line("return True")
    e.line("return False")


def _permission(e: Emitter, f: Function) -> None:
    items: list[E | Refused] = [*f.refusals, *(() if f.needs is None else flat("and", (f.needs,)))]
    for item in sorted(items, key=lambda x: e.cost(x if isinstance(x, E) else x.cond)):
        if isinstance(item, E):
            condition = e.cond(item)
            if condition.text != "True":
                e.line(f"if {negated(condition).text}:")
                e.line("    return False")
            continue
        refused = item
        depth = e.depth
        condition = e.cond(refused.cond)
        if condition.text == "False":
            continue
        if condition.text != "True":
            e.line(f"if {bare(condition.text)}:")
            e.depth += 1
        for lift, _ in () if refused.ban else refused.lifts:
            condition = e.cond(lift)
            if condition.text == "True":
                e.line("pass")
                break
            if condition.text != "False":
                e.line(f"if not {condition.text}:")
                e.depth += 1
        else:
            e.line("return False")
        e.depth = depth
    e.line("return True")


# ---- menus ----------------------------------------------------------------------------------------------


def menu(lib: Library, facts: Facts, must: int) -> list[str]:
    """`abilities`: for each cell that abilities are indexed by, one function for each value that it may hold."""
    groups: dict[int | None, dict[int, list[Ability]]] = {}
    for ability in lib.abilities:
        if ability.must or not must:
            value = 0 if ability.arg_cell is None else int(ability.arg)
            groups.setdefault(ability.arg_cell, {}).setdefault(value, []).append(ability)
    lines: list[str] = []
    sources: list[str] = []
    for number, (cell, values) in enumerate(groups.items()):
        for value, abilities in sorted(values.items()):
            e = Values(lib, facts, [])
            e.known_cells = {} if cell is None else {cell: value}
            e.line("q = []")
            for ability in abilities:
                _usable(e, ability)
            e.line("return q")
            lines += ["", "", *e.finish(f"def menu{must}_{number}_{value}(s, a0):")]
        if cell is None:
            sources.append(f"menu{must}_{number}_0(s, a0)")
        else:
            cases = ", ".join(f"{value}: menu{must}_{number}_{value}" for value in sorted(values))
            lines += ["", "", f"MENU{must}_{number} = {{{cases}}}"]
            sources.append(f"MENU{must}_{number}.get(s.m[{int(cell)}], nothing)(s, a0)")
    total = " + ".join(sources) or "[]"
    lines += ["", "", f"def abilities{must}(s, a0):"]
    if len(sources) == 2:
        lines += [f"    q, r = {sources[0]}, {sources[1]}", "    return sorted(q + r) if q and r else q or r"]
    else:
        lines.append(f"    return sorted({total})" if len(sources) > 1 else f"    return {total}")
    return lines


def _usable(e: Values, ability: Ability) -> None:
    """Put an ability on the menu if it can be used."""
    e.kinds = e.facts.ability[ability.id]
    e.names = {0: Code("a0", e.kinds[0])}
    depth = e.depth
    guard = ability.guard
    if ability.used is not None:
        guard = E("and", (E("==", (E("cell", (ability.used,)), E("num", (0,)))), guard))
    condition = e.cond(guard)
    if condition.text == "False":
        e.line("pass")
    elif condition.text == "True":
        e.line(f"q.append({ability.id})")
    else:
        e.line(f"if {bare(condition.text)}:")
        e.line(f"    q.append({ability.id})")
    e.depth = depth


def yous(lib: Library, facts: Facts) -> list[str]:
    """Who uses an ability, where its card says so."""
    lines = []
    cases = []
    for ability in lib.abilities:
        if ability.you is not None:
            e = Values(lib, facts, facts.ability[ability.id])
            e.names = {0: Code("a0", e.kinds[0])}
            _answer(e, e.value(ability.you))
            lines += ["", "", *e.finish(f"def you{ability.id}(s, a0):")]
            cases.append(f"{ability.id}: you{ability.id}")
    return [*lines, "", "", f"YOU = {{{', '.join(cases)}}}"]


# ---- the executor ---------------------------------------------------------------------------------------


class Compiled:
    """The fast executor of a library. `options`: for each program and question, where the frame keeps the answer of
    each group of answers (0: nowhere), and the code that goes on with it."""

    def __init__(self, lib: Library, code: CodeType) -> None:
        self.lib = lib
        self._runtime = runtime = Runtime(lib)
        self._names: dict[str, Any] = {
            **runtime.names, "Question": Question, "new": tuple.__new__, "shuffled": shuffled, "drawn": drawn,
            "stop": lambda s: None, "nothing": lambda s, a0: [],
        }  # fmt: skip
        exec(code, self._names)
        runtime.entry = self._names["B"]
        runtime.you = self._names["YOU"]
        self.options: list[dict[int, tuple[tuple[int, Step], ...]]] = [{} for _ in lib.programs]
        for (program, pc), options in runtime.taken.items():
            entry = runtime.entry[program]
            self.options[program][pc] = tuple((offset, entry[goto]) for offset, goto in options)

    @cached_property
    def source(self) -> str:
        """The generated module."""
        return source(self.lib)

    @cached_property
    def _facts(self) -> Facts:
        return Facts(self.lib)

    def run(self, s: State) -> None:
        """Go on until the state has a question or is over."""
        if s.ask is None and s.over is None:
            self._runtime.run(s)

    def legal(self, s: State) -> tuple[int, ...]:
        """Every answer the pending question allows."""
        return s.ask.answers if s.ask is not None else ()

    def apply(self, s: State, answer: int) -> None:
        """Answer the pending question and go on to the next."""
        if s.ask is None or answer not in s.ask.answers:
            raise NotLegal("this is not among the answers offered")
        self._runtime.answer(s, answer)
        self._runtime.run(s)

    def value(self, function: int, s: State, *args: Any) -> Any:
        """A named function: a value, a truth or a permission. Arguments of a kind that no program ever passes, such as
        nobody where somebody is meant, are left to the reference evaluator."""
        kinds = self._facts.function[function]
        for x, kind in zip(args, kinds, strict=False):
            expected = kind & SETS if type(x) is tuple else (kind & NATURAL and x >= 0)
            if not expected:
                return apply(Context(self.lib, s, self._runtime), function, args)
        return self._names[f"f{function}"](s, *args)


def load(lib: Library, code: CodeType | None = None) -> Compiled:
    """The executor of a library; `code`: its module compiled before, if somebody kept it."""
    return Compiled(lib, compile(source(lib), "<generated>", "exec") if code is None else code)
