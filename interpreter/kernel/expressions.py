"""Expressions into Python: statements that prepare, and a Python expression for the result.

A set is never built when only a question about it is asked: `some`, `size`, `fold`, `first` and `in` over `where`
become loops and tests, and loops over zones, players and ranges run over these directly. Operands of `and` and `or`
change places so that cheap tests come first: every operator is total and none changes anything, so the result is the
same.

Only integers of the library are printed; a name or a text of a card is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from .facts import INTEGER, NATURAL, NEGATIVE, ODD_SET, SET, SETS, TRUTH, Facts, as_sets, element
from .flow import parts, slots_of
from .program import E, Function, Library

_COMPARE = {"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">="}
_COST = {"abilities": 400, "trial": 9000, "lasting": 20, "cards_of": 12, "where": 4, "fold": 4, "image": 8, "best": 10,
         "sort": 15, "without": 8, "neighbours": 6, "range": 4, "set": 3, "holder": 8, "mark_total": 15}  # fmt: skip
_LOOPS = frozenset(("where", "image", "fold", "best", "sort"))


class Code:
    """Python text of an expression; `simple` when it may be printed twice (a name or a number); `kind` as in `facts`;
    `many` when it is a list where the machine has a tuple."""

    __slots__ = ("kind", "many", "text")

    def __init__(self, text: str, kind: int, many: bool = False) -> None:
        self.text = text
        self.kind = kind
        self.many = many

    @property
    def simple(self) -> bool:
        return self.text.isidentifier() or self.number is not None

    @property
    def number(self) -> int | None:
        text = self.text
        return int(text) if text.isdigit() or (text[:1] == "-" and text[1:].isdigit()) else None


LIKE_TRUTH = TRUTH | NATURAL
"""The kind of a condition that Python takes for true or false, but that may be a number."""
TRUE = Code("True", TRUTH)
FALSE = Code("False", TRUTH)


class Emitter:
    """Prints the body of one Python function. `slots` says how each slot is written down here."""

    def __init__(self, lib: Library, facts: Facts, kinds: list[int]) -> None:
        self.lib = lib
        self.facts = facts
        self.kinds = kinds
        self.out: list[str] = []
        self.depth = 1
        self.names: dict[int, Code] = {}
        self.temporaries = 0
        self.inlining: tuple[int, ...] = ()
        self.known: list[str] = []

    # ---- statements

    def line(self, text: str) -> None:
        self.out.append("    " * self.depth + text)

    def temp(self) -> str:
        self.temporaries += 1
        return f"t{self.temporaries}"

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        self.line(head)
        before = len(self.out)
        self.depth += 1
        yield
        if len(self.out) == before:
            self.line("pass")
        self.depth -= 1

    @contextmanager
    def apart(self, into: list[str]) -> Iterator[None]:
        """Collect the statements printed meanwhile in another list."""
        kept, self.out = self.out, into
        yield
        self.out = kept

    def named(self, code: Code) -> Code:
        """The same value under a name or as a number, so that it can be printed twice."""
        if code.simple:
            return code
        name = self.temp()
        self.line(f"{name} = {code.text}")
        return Code(name, code.kind, code.many)

    @contextmanager
    def bound(self, slot: int, code: Code) -> Iterator[None]:
        before = self.names.get(slot)
        self.names[slot] = code
        yield
        if before is None:
            del self.names[slot]
        else:
            self.names[slot] = before

    def players(self) -> str:
        return f"m[{self.lib.players_cell}]"

    # ---- values

    def slot(self, i: int) -> Code:
        known = self.names.get(i)
        if known is not None:
            return known
        return Code("-1", NEGATIVE) if self.inlining else Code(f"a{i}", self.kinds[i])

    def value(self, e: E) -> Code:
        """An expression as a value."""
        method = getattr(self, "_" + e.op, None)
        if method is not None:
            result: Code = method(*e.args)
            return result
        if e.op in _COMPARE:
            return self._compare(e.op, *e.args)
        if e.op in _ARITHMETIC:
            return self._arithmetic(e.op, *e.args)
        special: Callable[..., Code] = getattr(self, _SPECIAL[e.op])
        return special(*e.args)

    def kept(self, e: E) -> str:
        """An expression as a value that goes into the state: a tuple, and an integer for a truth."""
        return kept(self.value(e))

    def cond(self, e: E) -> Code:
        """An expression of which only the truth matters."""
        code = self._cond(e)
        number = code.number
        return code if number is None else (TRUE if number else FALSE)

    def _cond(self, e: E) -> Code:
        if e.op == "some":
            return self._search(e.args[0])
        if e.op in ("==", "!=", "<", "<=", ">", ">="):
            a, b = e.args
            if b.op == "num" and a.op == "size":
                if (e.op, b.args[0]) in ((">", 0), (">=", 1), ("!=", 0)):
                    return self._search(a.args[0])
                if (e.op, b.args[0]) in (("==", 0), ("<", 1), ("<=", 0)):
                    return negated(self._search(a.args[0]))
        if e.op == "not":
            return negated(self.cond(e.args[0]))
        if e.op == "has":
            return Code(self._mark(*e.args).text, LIKE_TRUTH)
        if e.op in ("and", "or"):
            return self._chain(e.op, e.args)
        if e.op == "call":
            return self.call(e.args[0], [self.value(a) for a in e.args[1:]])
        return self.value(e)

    def _num(self, n: int) -> Code:
        return Code(str(int(n)), NATURAL if n >= 0 else NEGATIVE)

    def _slot(self, i: int) -> Code:
        return self.slot(i)

    def _nplayers(self) -> Code:
        return Code(self.players(), NATURAL)

    def _players(self) -> Code:
        return Code(f"PLAYERS[{self.players()}]", SET)

    def _set(self, *singles: E) -> Code:
        codes = [self.value(e) for e in singles]
        if len(codes) == 1 and not codes[0].kind & ODD_SET:
            return self.as_set(codes[0])
        return Code(f"union({', '.join(c.text for c in codes)})", SET)

    def as_set(self, code: Code) -> Code:
        """A thing taken as a set."""
        if not code.kind & (INTEGER | TRUTH):
            return code
        if code.kind & SETS:
            return Code(f"as_set({code.text})", as_sets(code.kind))
        if not code.kind & NEGATIVE:
            return Code(f"({code.text},)", SET)
        one = self.named(code)
        return Code(f"(({one.text},) if {one.text} >= 0 else ())", SET)

    def members(self, e: E) -> Code:
        """An expression taken as a set."""
        return self.as_set(self.value(e))

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

    def _cards(self, e: E) -> Code:
        return self._guarded(e, lambda x: f"z[{x}]", "()", SET)

    def _top(self, n: E, e: E) -> Code:
        count = self.value(n)
        if count.number == 1:
            return self._guarded(e, lambda x: f"z[{x}][:1]", "()", SET)
        limit = count.text if not count.kind & NEGATIVE else f"max({count.text}, 0)"
        return self._guarded(e, lambda x: f"z[{x}][:{limit}]", "()", SET)

    def _cards_of(self, base: int, over: E) -> Code:
        return self._gather(E("cards_of", (base, over)))

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

    def _mark_total(self, base: int, over: E) -> Code:
        total = self.temp()
        self.line(f"{total} = 0")
        with self.each(over) as x:
            self.line(f"{total} += m[{plus(base, x.text)}]")
        return Code(total, NATURAL)

    def _mark_owner(self, base: int, e: E) -> Code:
        mark = self._mark(base, e)
        return Code(f"mark_owner({mark.text}, {self.players()})", NATURAL | NEGATIVE)

    def _holder(self, base: int, n: int) -> Code:
        return Code(f"holder(m, {base}, {base + n})", NATURAL | NEGATIVE)

    def _cell(self, i: int) -> Code:
        return Code(f"m[{i}]", self.facts.cells[i])

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
        found = self._search(over)
        return truth(found) if not found.kind & SETS else Code(f"(len({found.text}) > 0)", TRUTH)

    def _search(self, over: E) -> Code:
        """Whether a set has a member: by looking for the first."""
        if over.op == "players":
            return TRUE
        if over.op in ("best", "sort"):
            return self._search(over.args[1])
        if over.op == "union":
            return self._chain("or", tuple(E("some", (e,)) for e in over.args))
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

    @contextmanager
    def each(self, over: E, stop: str | None = None) -> Iterator[Code]:
        """A loop over the members of a set; `stop` is true after a `break` in its body."""
        depth = self.depth
        if over.op == "where":
            slot, inner, test = over.args
            self._beforehand(slot, test)
            with self.each(inner, stop) as x, self.bound(slot, x):
                condition = self.cond(test)
                if condition.text != "True" and condition.text not in self.known:
                    self.line(f"if {bare(condition.text)}:")
                    self.depth += 1
                self.known.append(condition.text)
                yield x
                self.known.pop()
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
        said: list[str] = []
        for e in flat("and", (test,)):
            if e.op != "call" or self.lib.functions[e.args[0]].form != "permission":
                continue
            steady = {i for i, arg in enumerate(e.args[1:]) if arg.op in ("num", "slot") and slot not in slots_of(arg)}
            for refused in self.lib.functions[e.args[0]].refusals:
                if (refused.lifts and not refused.ban) or not slots_of(refused.cond) <= steady:
                    continue
                if self.cost(refused.cond) > 8:
                    continue
                args = {i: self.value(e.args[1 + i]) for i in steady}
                with self.among(e.args[0], args):
                    condition = negated(self.cond(refused.cond))
                if condition.text not in (*said, *self.known, "True"):
                    said.append(condition.text)
                    self.line(f"if {bare(condition.text)}:")
                    self.depth += 1

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

    def _best(self, slot: int, over: E, body: E) -> Code:
        found, top = self.temp(), self.temp()
        self.line(f"{found} = []")
        self.line(f"{top} = None")
        with self.each(over) as x, self.bound(slot, x):
            one = self.named(self.value(body))
            with self.block(f"if {top} is None or {one.text} > {top}:"):
                self.line(f"{top} = {one.text}")
                self.line(f"{found} = [{x.text}]")
            with self.block(f"elif {one.text} == {top}:"):
                self.line(f"{found}.append({x.text})")
        return Code(found, as_sets(self.facts.of(over, self.kinds)), True)

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

    def _pick(self, slot: int, e: E, body: E) -> Code:
        with self.bound(slot, self.named(self.value(e))):
            return self.value(body)

    def _abilities(self, who: E, must: int) -> Code:
        return Code(f"abilities{1 if must else 0}(s, {self.value(who).text})", SET, True)

    def _trial(self, program: int, *args: E) -> Code:
        return Code(f"trial(s, {program}, ({''.join(self.kept(a) + ', ' for a in args)}))", TRUTH)

    def _lasting(self, rule: int) -> Code:
        return Code(f"[x[2] for x in s.lasting if x[0] == {rule}]", SET, True)

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

    # ---- truths

    def _not(self, e: E) -> Code:
        return negated(self.cond(e))

    def _and(self, *operands: E) -> Code:
        return truth(self._chain("and", operands))

    def _or(self, *operands: E) -> Code:
        return truth(self._chain("or", operands))

    def _chain(self, word: str, operands: tuple[E, ...]) -> Code:
        """`and`, `or`: cheap tests first; what an operand prepares is done only when it is looked at."""
        stops, goes = (FALSE, TRUE) if word == "and" else (TRUE, FALSE)
        texts: list[str] = []
        sure = True
        depth, start = self.depth, len(self.out)
        result: str | None = None
        tests = list(flat(word, operands))
        for e in sorted(self._lying(tests) if word == "and" else tests, key=self.cost):
            before: list[str] = []
            self.depth += bool(texts)
            with self.apart(before):
                code = self.cond(e)
            self.depth -= bool(texts)
            if code.text == goes.text or code.text in texts:
                continue
            if code.text == stops.text:
                self.depth = depth
                del self.out[start:]
                return stops
            if before and texts:
                result = result or self.temp()
                self.line(f"{result} = {f' {word} '.join(texts)}")
                self.line(f"if {result}:" if word == "and" else f"if not {result}:")
                self.depth += 1
                texts = []
            self.out += before
            sure &= code.kind == TRUTH
            texts.append(code.text)
        joined = f" {word} ".join(texts)
        if result is not None:
            self.line(f"{result} = {joined}")
            joined = result
        elif len(texts) > 1:
            joined = f"({joined})"
        self.depth = depth
        return Code(joined, TRUTH if sure else LIKE_TRUTH) if texts else goes

    def _lying(self, tests: list[E]) -> list[E]:
        """`this lies in a city and x owns this` is `this lies in the city of x`, a single look."""
        for place in tests:
            if place.op != "in" or place.args[0].op != "num" or place.args[1].op != "cards_of":
                continue
            card, (base, over) = place.args[0], place.args[1].args
            owners = self.lib.zone_owner[base : base + self.lib.max_players]
            if over.op != "players" or owners != tuple(range(self.lib.max_players)) or not self._ordinary(base):
                continue
            for test in tests:
                if test.op == "==" and E("owner", (card,)) in (bare_e(test.args[0]), bare_e(test.args[1])):
                    who = test.args[0] if bare_e(test.args[1]) == E("owner", (card,)) else test.args[1]
                    there = E("in", (card, E("cards", (E("zone", (base, who)),))))
                    return self._lying([there if x is place else x for x in tests if x is not test])
        return tests

    def cost(self, e: E) -> int:
        """A rough price, for the order of tests."""
        if e.op == "call":
            f = self.lib.functions[e.args[0]]
            own = 1 if self.constant(f) is not None else 10 + 4 * len(f.modifiers) + 3 * len(f.refusals)
        elif e.op == "in" and e.args[1].op in ("cards", "cards_of"):
            return 2 + self.cost(e.args[0]) + sum(self.cost(a) for a in parts(e.args[1].args))
        else:
            own = _COST.get(e.op, 1)
        inner = sum(self.cost(a) for a in parts(e.args))
        return own + inner * (4 if e.op in _LOOPS else 1)

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
        return Code(f"({left.text} {op} {right.text})", kind)

    def _half_up(self, e: E) -> Code:
        one = self.value(e)
        return Code(f"(({one.text} + 1) // 2)", one.kind)

    def _half_down(self, e: E) -> Code:
        one = self.value(e)
        return Code(f"({one.text} // 2)", one.kind)

    def _in(self, e: E, over: E) -> Code:
        one = self.value(e)
        return truth(self.member(one, over))

    def member(self, one: Code, over: E) -> Code:
        """Whether one thing is in a set, without building the set."""
        somebody = not one.kind & NEGATIVE
        if over.op == "where":
            slot, inner, test = over.args
            one = self.named(one)
            within = self.member(one, inner)
            before: list[str] = []
            known = Code(one.text, NATURAL if somebody or not self.facts.of(inner, self.kinds) & ~SET else one.kind)
            self.depth += 1
            with self.bound(slot, known), self.apart(before):
                condition = self.cond(test)
            self.depth -= 1
            if not before and somebody:
                return Code(f"({within.text} and {condition.text})", either(within, condition))
            name = self.temp()
            self.line(f"{name} = {bare(within.text)}")
            self.line(f"if {name}:")
            self.out.extend(before)
            self.line(f"    {name} = {bare(condition.text)}")
            return Code(name, either(within, condition))
        if over.op == "set":
            return self._among(one, over.args)
        if over.op == "without":
            one = self.named(one)
            within, but = self.member(one, over.args[0]), self.member(one, over.args[1])
            return Code(f"({within.text} and {negated(but).text})", TRUTH)
        if over.op == "players" and somebody:
            return Code(f"({one.text} < {self.players()})", TRUTH)
        if over.op == "range":
            low, high = self.value(over.args[0]), self.value(over.args[1])
            return Code(f"({low.text} <= {one.text} <= {high.text})", TRUTH)
        if over.op == "cards" and over.args[0].op == "zone" and self._ordinary(over.args[0].args[0]):
            return self._lies(one, *over.args[0].args)
        if over.op == "cards_of" and self._ordinary(over.args[0]):
            return self._lies_among(one, *over.args)
        if over.op == "union":
            one = self.named(one)
            tests = [self.member(one, e).text for e in over.args]
            return Code(f"({' or '.join(tests)})", LIKE_TRUTH) if tests else FALSE
        if over.op == "sort":
            return self.member(one, over.args[1])
        kind = self.facts.of(over, self.kinds)
        if kind and not kind & SETS:
            return self._among(one, (over,))
        return Code(f"({one.text} in {self.members(over).text})", TRUTH)

    def _lies(self, card: Code, base: int, e: E | None) -> Code:
        """Whether a card lies in a zone: no need to look through the zone."""
        card = self.named(card)
        tests = [f"{card.text} >= 0"] if card.kind & NEGATIVE else []
        bearer = Code("0", NATURAL) if e is None else self.value(e)
        if bearer.kind & NEGATIVE:
            bearer = self.named(bearer)
            tests.append(f"{bearer.text} >= 0")
        tests.append(f"w[{card.text}] == {plus(base, bearer.text)}")
        return Code(f"({' and '.join(tests)})", TRUTH)

    def _lies_among(self, card: Code, base: int, over: E) -> Code:
        """Whether a card lies in one of the zones of these bearers."""
        card = self.named(card)
        zone = f"w[{card.text}]"
        tests = [f"{card.text} >= 0"] if card.kind & NEGATIVE else []
        if over.op == "players":
            tests.append(f"{base} <= {zone} < {base} + {self.players()}")
        else:
            name = self.temp()
            self.line(f"{name} = {zone} - {base}" if not tests else f"{name} = {zone} - {base} if {tests[0]} else -1")
            tests = [f"{name} >= 0", self.member(Code(name, NATURAL), over).text]
        return Code(f"({' and '.join(tests)})", TRUTH)

    def _ordinary(self, base: int) -> bool:
        """Whether cards in such a zone know that they lie there."""
        return base not in self.lib.all_zone.values()

    def _among(self, one: Code, singles: tuple[E, ...]) -> Code:
        codes = [self.value(e) for e in singles]
        if not codes:
            return FALSE
        if any(c.kind & SETS for c in codes):
            return Code(f"({one.text} in {self._set(*singles).text})", TRUTH)
        somebody = not one.kind & NEGATIVE
        if len(codes) == 1:
            test = f"({one.text} == {codes[0].text})"
        elif all(c.number is not None for c in codes):
            test = f"({one.text} in ({', '.join(c.text for c in codes)}))"
        else:
            one = self.named(one)
            test = f"({' or '.join(f'{one.text} == {c.text}' for c in codes)})"
        if not somebody and any(c.kind & NEGATIVE for c in codes):
            one2 = self.named(one)
            if one2.text != one.text:
                return self._among(one2, singles)
            return Code(f"({one.text} >= 0 and {test})", TRUTH)
        return Code(test, TRUTH)

    # ---- functions

    def constant(self, f: Function) -> Code | None:
        """The value of a function that has one and the same always."""
        if f.modifiers or f.refusals:
            return None
        if f.form == "permission":
            if f.needs is None:
                return TRUE
            return None
        if f.base is None:
            return FALSE if f.form == "truth" else Code("0", NATURAL)
        return self._num(f.base.args[0]) if f.base.op == "num" and f.form == "value" else None

    def call(self, fid: int, args: list[Code]) -> Code:
        """A named function; of a truth or a permission perhaps only what Python takes for it."""
        f = self.lib.functions[fid]
        known = self.constant(f)
        if known is not None:
            return known
        body = self.facts.small[fid]
        if body is not None and fid not in self.inlining:
            return self._inline(f, body, [self.named(a) for a in args])
        kind = TRUTH if f.form != "value" else self.facts.result[fid]
        return Code(f"f{fid}({', '.join(['s', *(kept(a) for a in args)])})", kind)

    def _call(self, fid: int, *args: E) -> Code:
        code = self.call(fid, [self.value(a) for a in args])
        return code if self.lib.functions[fid].form == "value" else truth(code)

    @contextmanager
    def among(self, fid: int, args: dict[int, Code]) -> Iterator[None]:
        """Within a function: its slots are others, and hold nobody unless they are named."""
        names, kinds = self.names, self.kinds
        self.names, self.kinds = args, self.facts.function[fid]
        self.inlining = (*self.inlining, fid)
        yield
        self.inlining = self.inlining[:-1]
        self.names, self.kinds = names, kinds

    def _inline(self, f: Function, body: E, args: list[Code]) -> Code:
        with self.among(f.id, dict(enumerate(args))):
            return self.value(body) if f.form == "value" else self.cond(body)


_ARITHMETIC = frozenset(("+", "-", "*", "max", "min"))
_SPECIAL = {"and": "_and", "or": "_or", "not": "_not", "in": "_in"}


def bare_e(e: E) -> E:
    """An expression without what is said of where it comes from (on the outside)."""
    return E(e.op, tuple(E(a.op, a.args) if isinstance(a, E) else a for a in e.args))


def truth(code: Code) -> Code:
    """A condition as a truth that may be stored."""
    return code if code.kind == TRUTH else Code(f"bool({code.text})", TRUTH)


def either(a: Code, b: Code) -> int:
    """The kind of two conditions joined."""
    return TRUTH if a.kind == b.kind == TRUTH else LIKE_TRUTH


def negated(code: Code) -> Code:
    """The opposite of a condition."""
    if code.text in ("True", "False"):
        return FALSE if code.text == "True" else TRUE
    if code.text.startswith("(not ") and bare(code.text) != code.text:
        return Code(code.text[5:-1], LIKE_TRUTH)
    return Code(f"(not {code.text})", TRUTH)


def kept(code: Code) -> str:
    """Text of a value as the state keeps it."""
    if code.many:
        return f"tuple({code.text})"
    if code.kind == TRUTH:
        return {"True": "1", "False": "0"}.get(code.text, f"(1 if {code.text} else 0)")
    return code.text


def plus(base: int, text: str) -> str:
    """base + text, with the sum of numbers done."""
    if text.isdigit():
        return str(base + int(text))
    return f"{base} + {text}" if base else text


def bare(text: str) -> str:
    """Without the outermost brackets, where none are needed."""
    if not text.startswith("(") or not text.endswith(")") or text == "()":
        return text
    depth = 0
    for i, ch in enumerate(text):
        depth += (ch in "([") - (ch in ")]")
        if depth == 0 and i < len(text) - 1:
            return text
        if depth == 1 and ch == ",":
            return text
    return text[1:-1]


def flat(word: str, operands: tuple[E, ...]) -> Iterator[E]:
    """Operands of a chain, those of chains of the same word within it included."""
    for e in operands:
        if e.op == word:
            yield from flat(word, e.args)
        else:
            yield e
