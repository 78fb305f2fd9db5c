"""Named functions into Python: a base, and the standing rules of cards that change it."""

from __future__ import annotations

from collections.abc import Iterator

from ..analysis.facts import NATURAL, NEGATIVE, TRUTH, Facts
from ..bounds import GREATEST
from ..program import E, Function, Library, Modifier, Objection
from .blocks import prelude
from .code import FALSE, Code, bare, flat, kept, negated, truth
from .truths import Emitter


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


def function(lib: Library, facts: Facts, f: Function) -> list[str]:
    """A named function as Python."""
    e = Values(lib, facts, facts.function[f.id])
    params = [f"a{i}" for i in range(f.params)]
    e.names = {i: Code(f"a{i}", facts.function[f.id][i]) for i in range(f.params)}
    e.inlining = (f.id,)
    {"value": _value, "truth": _truth, "permission": _permission}[f.form](e, f)
    return e.finish(f"def f{f.id}({', '.join(['s', *params])}):")


def answer(e: Emitter, code: Code) -> None:
    e.line(f"return {bare(code.text if code.kind == TRUTH else kept(code))}")


def _in_force(e: Emitter, modifier: Modifier, began: str = "") -> Iterator[None]:
    """The place in the text where a modifier applies (once for each lasting rule in force, in the order in which they
    began: the name says which it is)."""
    depth = e.depth
    names = dict(e.names)
    if modifier.lasting is not None:
        rule = e.temp()
        e.line(f"for {began}, {rule} in enumerate(s.lasting):" if began else f"for {rule} in s.lasting:")
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
        answer(e, zero if f.base is None else e.value(f.base))
        return
    depth = e.depth
    if not more and not any(m.lasting is not None for m in said) and len({m.level for m in said}) == len(said):
        for modifier in sorted(said, key=lambda m: -m.level):
            for _ in _in_force(e, modifier):
                answer(e, e.value(modifier.amount))
        answer(e, zero if f.base is None else e.value(f.base))
        return
    e.line("r = None" if said else f"r = {bare(kept(zero if f.base is None else e.value(f.base)))}")
    begun = [m for m in said if m.lasting is not None]
    _latest(e, begun)
    said = [m for m in said if m.lasting is None]
    if begun and said:
        e.line("if r is None:")
        e.depth += 1
    for level in sorted({m.level for m in said}, reverse=True):
        if level != max(m.level for m in said):
            e.line("if r is None:")
            e.depth += 1
        first = True
        for modifier in (m for m in said if m.level == level):
            for _ in _in_force(e, modifier):
                amount = e.named(Code(kept(e.value(modifier.amount)), NATURAL))
                if not first:
                    e.line(f"if r is not None and r != {amount.text}:")
                    e.line("    raise Fault('two rules say what a value is, and they differ')")
                e.line(f"r = {amount.text}")
            first = False
    if said or begun:
        e.line("if r is None:")
        e.depth += 1
        e.line(f"r = {bare(kept(zero if f.base is None else e.value(f.base)))}")
    e.depth = depth
    for modifier in more:
        for _ in _in_force(e, modifier):
            e.line(f"r += {bare(kept(e.value(modifier.amount)))}")
    begins = any(m.lasting is not None for m in more)
    e.line(f"return r if {-GREATEST} <= r <= {GREATEST} else bounded(r)" if begins else "return r")


def _latest(e: Emitter, begun: list[Modifier]) -> None:
    """What the lasting rule says that began last."""
    last, place = ("", "") if len(begun) < 2 else (e.temp(), e.temp())
    if last:
        e.line(f"{last} = -1")
    for modifier in begun:
        for _ in _in_force(e, modifier, place):
            if last:
                e.line(f"if {place} > {last}:")
                e.depth += 1
                e.line(f"{last} = {place}")
            e.line(f"r = {bare(kept(e.value(modifier.amount)))}")


def _truth(e: Emitter, f: Function) -> None:
    if not f.modifiers:
        answer(e, FALSE if f.base is None else truth(e.cond(f.base)))
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
    items: list[E | Objection] = [*f.refusals, *(() if f.needs is None else flat("and", (f.needs,)))]
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
