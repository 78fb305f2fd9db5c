"""Numbers, players, cards, zones and marks into Python."""

from __future__ import annotations

from collections.abc import Callable

from ..analysis.facts import NATURAL, NEGATIVE, ODD_SET, SET, SETS, TRUTH
from ..program import E
from .code import FALSE, TRUE, Code, bare, kept, plus
from .printer import Printer


class Plain(Printer):
    """Operators that look something up, or count."""

    def _num(self, n: int) -> Code:
        return Code(str(int(n)), NATURAL if n >= 0 else NEGATIVE)

    def _slot(self, i: int) -> Code:
        return self.slot(i)

    def _players(self) -> Code:
        return Code(f"PLAYERS[{self.players()}]", SET)

    def _set(self, *singles: E) -> Code:
        codes = [self.value(e) for e in singles]
        if len(codes) == 1 and not codes[0].kind & ODD_SET:
            return self.as_set(codes[0])
        return Code(f"union({', '.join(c.text for c in codes)})", SET)

    def _range(self, a: E, b: E) -> Code:
        low, high = self.value(a), self.value(b)
        return Code(f"tuple(range({low.text}, {high.text} + 1))", ODD_SET if low.kind & NEGATIVE else SET)

    def _step(self, e: E, by: str) -> Code:
        one = self.value(e)
        if not one.kind & NEGATIVE:
            return Code(f"(({one.text} {by}) % {self.players()})", NATURAL)
        one = self.named(one)
        return Code(f"(({one.text} {by}) % {self.players()} if {one.text} >= 0 else -1)", NATURAL | NEGATIVE)

    def _left(self, e: E) -> Code:
        return self._step(e, "+ 1")

    def _right(self, e: E) -> Code:
        return self._step(e, "- 1")

    def _neighbours(self, e: E) -> Code:
        return Code(f"neighbours({self.value(e).text}, {self.players()})", SET)

    def _seat(self, e: E) -> Code:
        return Code(f"({self.value(e).text} + 1)", NATURAL)

    def _seats_from(self, a: E, b: E) -> Code:
        return Code(f"(({self.value(b).text} - {self.value(a).text}) % {self.players()})", NATURAL)

    def _inplay(self, kind: int) -> Code:
        return Code(f"z[{self.lib.all_zone[kind]}]", SET)

    def _guarded(self, e: E, text: Callable[[str], str], otherwise: str, kind: int) -> Code:
        """A look-up that somebody answers and nobody does not."""
        one = self.value(e)
        if not one.kind & NEGATIVE:
            return Code(text(one.text), kind)
        one = self.named(one)
        more = NEGATIVE if otherwise == "-1" else 0
        return Code(f"({text(one.text)} if {one.text} >= 0 else {otherwise})", kind | more)

    def _owner(self, e: E) -> Code:
        one = self.named(self.value(e))
        owner = f"OWNER[w[{one.text}]]"
        if any(zone < -1 for zone in self.lib.zone_owner):  # a card may lie on a card
            name = self.temp()
            owner = f"({name} if ({name} := {owner}) > -2 else owner_of(w, {one.text}))"
        if one.kind & NEGATIVE:
            owner = f"({owner} if {one.text} >= 0 else -1)"
        return Code(owner, NATURAL | NEGATIVE)

    def _zone(self, base: int, e: E | None) -> Code:
        if e is None:
            return Code(str(base), NATURAL)
        return self._guarded(e, lambda x: plus(base, x), "-1", NATURAL)

    def _held(self, e: E, text: Callable[[str], str]) -> Code:
        """Of what lies in a place; nothing lies in that of nobody."""
        if e.op == "zone" and e.args[1] is not None:
            base, bearer = e.args
            return self._guarded(bearer, lambda x: text(plus(base, x)), "()", SET)
        return self._guarded(e, text, "()", SET)

    def _cards(self, e: E) -> Code:
        return self._held(e, lambda x: f"z[{x}]")

    def _top(self, n: E, e: E) -> Code:
        count = self.value(n)
        if count.number == 1:
            return self._held(e, lambda x: f"z[{x}][:1]")
        limit = count.text if not count.kind & NEGATIVE else f"max({count.text}, 0)"
        return self._held(e, lambda x: f"z[{x}][:{limit}]")

    def _zone_of(self, e: E) -> Code:
        one = self._guarded(e, lambda x: f"w[{x}]", "-1", NATURAL)
        return Code(one.text, NATURAL | NEGATIVE)

    def _table(self, t: int, e: E) -> Code:
        one = self.value(e)
        if one.number is not None:
            n = self.lib.tables[t][one.number] if one.number >= 0 else -1
            return Code(str(int(n)), NATURAL if n >= 0 else NEGATIVE)
        return self._guarded(e, lambda x: f"T{t}[{x}]", "-1", self.facts.table[t])

    def _mark(self, base: int, e: E) -> Code:
        return self._guarded(e, lambda x: f"m[{plus(base, x)}]", "0", NATURAL)

    def _has(self, base: int, e: E) -> Code:
        return Code(f"({self._mark(base, e).text} > 0)", TRUTH)

    def _mark_owner(self, base: int, e: E) -> Code:
        mark = self._mark(base, e)
        return Code(f"mark_owner({mark.text}, {self.players()})", NATURAL | NEGATIVE)

    def _holder(self, base: int, n: int) -> Code:
        return Code(f"holder(m, {base}, {base + n})", NATURAL | NEGATIVE)

    def _cell(self, i: int) -> Code:
        return Code(f"m[{i}]", self.facts.cells[i])

    def _eq(self, a: E, b: E) -> Code:
        return self._compare("==", a, b)

    def _ne(self, a: E, b: E) -> Code:
        return self._compare("!=", a, b)

    def _lt(self, a: E, b: E) -> Code:
        return self._compare("<", a, b)

    def _le(self, a: E, b: E) -> Code:
        return self._compare("<=", a, b)

    def _gt(self, a: E, b: E) -> Code:
        return self._compare(">", a, b)

    def _ge(self, a: E, b: E) -> Code:
        return self._compare(">=", a, b)

    def _compare(self, op: str, a: E, b: E) -> Code:
        left, right = self.value(a), self.value(b)
        if left.number is not None and right.number is not None:
            x, y = left.number, right.number
            truth = {"==": x == y, "!=": x != y, "<": x < y, "<=": x <= y, ">": x > y, ">=": x >= y}[op]
            return TRUE if truth else FALSE
        if right.number is not None and not left.kind & (NEGATIVE | SETS) and left.kind:
            if right.number < 0 or (right.number == 0 and op in ("<", ">=")):
                return TRUE if op in ("!=", ">", ">=") else FALSE
        if left.many or right.many:
            return Code(f"({kept(left)} {op} {kept(right)})", TRUTH)
        return Code(f"({left.text} {op} {right.text})", TRUTH)

    def _plus(self, a: E, b: E) -> Code:
        return self._arithmetic("+", a, b)

    def _minus(self, a: E, b: E) -> Code:
        return self._arithmetic("-", a, b)

    def _times(self, a: E, b: E) -> Code:
        return self._arithmetic("*", a, b)

    def _max(self, a: E, b: E) -> Code:
        return self._arithmetic("max", a, b)

    def _min(self, a: E, b: E) -> Code:
        return self._arithmetic("min", a, b)

    def _arithmetic(self, op: str, a: E, b: E) -> Code:
        left, right = self.value(a), self.value(b)
        kind = NATURAL | ((left.kind | right.kind) & NEGATIVE) | (NEGATIVE if op == "-" else 0)
        x, y = left.number, right.number
        if x is not None and y is not None:
            return self._num({"+": x + y, "-": x - y, "*": x * y, "max": max(x, y), "min": min(x, y)}[op])
        if op in ("max", "min"):
            left, right = self.named(left), self.named(right)
            sign = ">" if op == "max" else "<"
            return Code(f"({left.text} if {left.text} {sign} {right.text} else {right.text})", kind)
        if op == "*" and x is None and y is None:
            return Code(f"times({left.text}, {right.text})", kind)
        return Code(f"({left.text} {op} {right.text})", kind)

    def _half_up(self, e: E) -> Code:
        one = self.value(e)
        return Code(f"(({one.text} + 1) // 2)", one.kind)

    def _half_down(self, e: E) -> Code:
        one = self.value(e)
        return Code(f"({one.text} // 2)", one.kind)

    def _pick(self, slot: int, e: E, body: E) -> Code:
        with self.bound(slot, self.named(self.value(e))):
            return self.value(body)

    def _abilities(self, who: E, must: int) -> Code:
        return Code(f"abilities{1 if must else 0}(s, {self.value(who).text})", SET, True)

    def _trial(self, program: int, *args: E) -> Code:
        return Code(f"trial(s, {program}, ({''.join(self.kept(a) + ', ' for a in args)}))", TRUTH)

    def _answering(self, program: int, card: E) -> Code:
        return Code(f"answering(s, {program}, {self.value(card).text})", TRUTH)

    def _choose(self, test: E, a: E, b: E) -> Code:
        condition = self.cond(test)
        if condition.text in ("True", "False"):
            return self.value(a if condition.text == "True" else b)
        suites: list[tuple[list[str], Code]] = []
        for e in (a, b):
            before: list[str] = []
            self.depth += 1
            with self.apart(before):
                suites.append((before, self.value(e)))
            self.depth -= 1
        (first, x), (second, y) = suites
        kind = x.kind | y.kind
        if not first and not second:
            return Code(f"({kept(x)} if {condition.text} else {kept(y)})", kind)
        name = self.temp()
        for head, before, code in ((f"if {bare(condition.text)}:", first, x), ("else:", second, y)):
            self.line(head)
            self.out += before
            self.line(f"    {name} = {kept(code)}")
        return Code(name, kind)
