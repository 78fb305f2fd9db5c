"""Sets into loops.

A set is never built when only a question about it is asked: `some`, `size`, `fold`, `first` over `where` become loops,
and loops over zones, players and ranges run over these directly.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from ..analysis.facts import NATURAL, NEGATIVE, ODD_SET, SET, SETS, TRUTH, as_sets, element
from ..analysis.flow import slots_of
from ..program import E
from .code import TRUE, Code, bare, flat, negated, plus, truth
from .plain import Plain

CHEAP = 8
"""The cost of what is tested before a loop only to spare it."""


class Sets(Plain):
    """Operators on sets."""

    @contextmanager
    def each(self, over: E, stop: str | None = None) -> Iterator[Code]:
        """A loop over the members of a set; `stop` is true after a `break` in its body."""
        depth = self.depth
        if over.op == "where":
            slot, inner, test = over.args
            known = len(self.known)
            self._beforehand(slot, test)
            with self.each(inner, stop) as x, self.bound(slot, x):
                condition = self.cond(test)
                if condition.text != "True" and condition.text not in self.known:
                    self.line(f"if {bare(condition.text)}:")
                    self.depth += 1
                self.known.append(condition.text)
                yield x
            del self.known[known:]
        elif over.op == "without":
            first, second = over.args
            with self.each(first, stop) as x:
                condition = negated(self.member(x, second))
                self.line(f"if {bare(condition.text)}:")
                self.depth += 1
                yield x
        elif over.op == "cards_of":
            base, inner = over.args
            with self.each(inner, stop) as x:
                card = self.temp()
                outer = self.depth
                self.line(f"for {card} in z[{plus(base, x.text)}]:")
                self.depth = outer + 1
                yield Code(card, NATURAL)
                if stop is not None:
                    self.depth = outer
                    self.line(f"if {stop}:")
                    self.line("    break")
        elif stop is None and not (kind := self.facts.of(over, self.kinds)) & SETS and kind:
            one = self.named(self.value(over))
            if one.kind & NEGATIVE:
                self.line(f"if {one.text} >= 0:")
                self.depth += 1
            yield Code(one.text, NATURAL)
        elif over.op == "set" and len(over.args) == 1:
            with self.each(over.args[0], stop) as x:
                yield x
        else:
            if over.op == "players":
                text, kind = f"range({self.players()})", NATURAL
            elif over.op == "range":
                low, high = self.value(over.args[0]), self.value(over.args[1])
                text, kind = f"range({low.text}, {high.text} + 1)", NATURAL | low.kind & NEGATIVE
            else:
                code = self.members(over)
                text, kind = code.text, element(code.kind)
            name = self.temp()
            self.line(f"for {name} in {bare(text)}:")
            self.depth += 1
            yield Code(name, kind)
        self.depth = depth

    def _beforehand(self, slot: int, test: E) -> None:
        """Cheap refusals that do not depend on the member looked at: tested once, before the loop."""
        for e in flat("and", (test,)):
            if e.op != "call" or self.lib.functions[e.args[0]].form != "permission":
                continue
            steady = {i for i, arg in enumerate(e.args[1:]) if arg.op in ("num", "slot") and slot not in slots_of(arg)}
            for refused in self.lib.functions[e.args[0]].refusals:
                if not slots_of(refused.cond) <= steady or self.cost(refused.cond) > CHEAP:
                    continue
                lifts = () if refused.ban else tuple(self._steady(lift, steady) for lift, _ in refused.lifts)
                args = {i: self.value(e.args[1 + i]) for i in steady}
                with self.among(e.args[0], args):
                    condition = self.cond(E("or", (E("not", (refused.cond,)), *lifts)))
                if condition.text not in (*self.known, "True"):
                    self.known.append(condition.text)
                    self.line(f"if {bare(condition.text)}:")
                    self.depth += 1

    def _steady(self, test: E, steady: set[int]) -> E:
        """What can be said of a test beforehand: it holds only if this does."""
        said = (e for e in flat("and", (test,)) if slots_of(e) <= steady and self.cost(e) <= CHEAP)
        return E("and", tuple(said))

    def _cards_of(self, base: int, over: E) -> Code:
        return self._gather(E("cards_of", (base, over)))

    def _mark_total(self, base: int, over: E) -> Code:
        total = self.temp()
        self.line(f"{total} = 0")
        with self.each(over) as x:
            self.line(f"{total} += m[{plus(base, x.text)}]")
        return Code(total, NATURAL)

    def _size(self, over: E) -> Code:
        if over.op in ("where", "cards_of"):
            count = self.temp()
            self.line(f"{count} = 0")
            if over.op == "cards_of" and over.args[1].op != "where":
                with self.each(over.args[1]) as x:
                    self.line(f"{count} += len(z[{plus(over.args[0], x.text)}])")
            else:
                with self.each(over):
                    self.line(f"{count} += 1")
            return Code(count, NATURAL)
        if over.op == "players":
            return Code(self.players(), NATURAL)
        return Code(f"len({self.members(over).text})", NATURAL)

    def _some(self, over: E) -> Code:
        found = self.search(over)
        return truth(found) if not found.kind & SETS else Code(f"(len({found.text}) > 0)", TRUTH)

    def search(self, over: E) -> Code:
        """Whether a set has a member: by looking for the first."""
        if over.op == "players":
            return TRUE
        if over.op == "sort":
            return self.search(over.args[1])
        if over.op == "union":
            return self.chain("or", tuple(E("some", (e,)) for e in over.args))
        if over.op not in ("where", "cards_of", "without"):
            return self.members(over)
        found = self.temp()
        self.line(f"{found} = False")
        with self.each(over, found):
            self.line(f"{found} = True")
            self.line("break")
        return Code(found, TRUTH)

    def _first(self, over: E) -> Code:
        if over.op in ("where", "cards_of", "without"):
            found = self.temp()
            self.line(f"{found} = -1")
            with self.each(over, f"{found} >= 0") as x:
                self.line(f"{found} = {x.text}")
                self.line("break")
            return Code(found, NATURAL | NEGATIVE)
        one = self.named(self.members(over))
        return Code(f"({one.text}[0] if {one.text} else -1)", element(one.kind) | NEGATIVE)

    def _gather(self, over: E) -> Code:
        found = self.temp()
        self.line(f"{found} = []")
        with self.each(over) as x:
            self.line(f"{found}.append({x.text})")
        return Code(found, as_sets(self.facts.of(over, self.kinds)), True)

    def _where(self, slot: int, over: E, test: E) -> Code:
        return self._gather(E("where", (slot, over, test)))

    def _without(self, a: E, b: E) -> Code:
        return self._gather(E("without", (a, b)))

    def _union(self, *sets: E) -> Code:
        codes = [self.value(e) for e in sets]
        kind = ODD_SET if any(c.kind & ODD_SET for c in codes) else SET
        return Code(f"merged({', '.join(c.text for c in codes)})", kind)

    def _image(self, slot: int, over: E, body: E) -> Code:
        found = self.temp()
        self.line(f"{found} = []")
        with self.each(over) as x, self.bound(slot, x):
            one = self.named(self.value(body))
            if one.kind & SETS:
                name = self.temp()
                many = self.as_set(one)
                self.line(f"for {name} in {many.text}:")
                self.depth += 1
                one = Code(name, element(many.kind))
            test = f"{one.text} not in {found}"
            with self.block(f"if {test}:" if not one.kind & NEGATIVE else f"if {one.text} != -1 and {test}:"):
                self.line(f"{found}.append({one.text})")
        return Code(found, ODD_SET if self.facts.of(body, self.kinds) & ODD_SET else SET, True)

    def _fold(self, op: str, slot: int, over: E, body: E) -> Code:
        found = self.temp()
        natural = not self.facts.of(body, self.kinds) & NEGATIVE
        start = "0" if op == "total" or (op == "highest" and natural) else "None"
        self.line(f"{found} = {start}")
        with self.each(over) as x, self.bound(slot, x):
            one = self.value(body)
            if op == "total":
                self.line(f"{found} += {bare(one.text)}")
            else:
                one = self.named(one)
                sign = ">" if op == "highest" else "<"
                test = f"{one.text} {sign} {found}"
                with self.block(f"if {test}:" if start == "0" else f"if {found} is None or {test}:"):
                    self.line(f"{found} = {one.text}")
        if start == "None":
            self.line(f"if {found} is None:")
            self.line(f"    {found} = 0")
        return Code(found, NATURAL if natural else NATURAL | NEGATIVE)

    def _sort(self, slot: int, over: E, body: E) -> Code:
        pairs, place = self.temp(), self.temp()
        self.line(f"{pairs} = []")
        self.line(f"{place} = 0")
        with self.each(over) as x, self.bound(slot, x):
            one = self.value(body)
            self.line(f"{pairs}.append(({one.text}, {place}, {x.text}))")
            self.line(f"{place} += 1")
        self.line(f"{pairs}.sort()")
        return Code(f"[x[2] for x in {pairs}]", as_sets(self.facts.of(over, self.kinds)), True)

    @contextmanager
    def among(self, fid: int, args: dict[int, Code]) -> Iterator[None]:
        """Within a function: its slots are others, and hold nobody unless they are named."""
        names, kinds = self.names, self.kinds
        self.names, self.kinds = args, self.facts.function[fid]
        self.inlining = (*self.inlining, fid)
        yield
        self.inlining = self.inlining[:-1]
        self.names, self.kinds = names, kinds
