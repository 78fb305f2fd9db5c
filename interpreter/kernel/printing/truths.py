"""Truths into Python, cheap tests first.

Operands of `and` and `or` change places: every operator is total and none changes anything, so the result is the same.
Whether a card lies somewhere is asked of the card, not by looking through the place.
"""

from __future__ import annotations

from ..analysis.facts import NATURAL, NEGATIVE, SET, SETS, TRUTH
from ..analysis.flow import parts
from ..operators import LOOPS, OPERATORS
from ..program import E, Function
from .code import FALSE, LIKE_TRUTH, TRUE, Code, bare, bare_e, either, flat, kept, negated, plus, truth
from .sets import Sets


class Emitter(Sets):
    """All operators: conditions and calls of named functions too."""

    def _not(self, e: E) -> Code:
        return negated(self.cond(e))

    def _and(self, *operands: E) -> Code:
        return truth(self.chain("and", operands))

    def _or(self, *operands: E) -> Code:
        return truth(self.chain("or", operands))

    def chain(self, word: str, operands: tuple[E, ...]) -> Code:
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
        elif e.op == "in" and e.args[1].op == "inplay":
            own = 9
        else:
            own = OPERATORS[e.op].cost if e.op in OPERATORS else 1
        inner = sum(self.cost(a) for a in parts(e.args))
        return own + inner * (4 if e.op in LOOPS else 1)

    def _in(self, e: E, over: E) -> Code:
        if e.op == "num" and over.op == "inplay" and e.args[0] >= 0:  # what lies somewhere is in the game
            card, zone = e.args[0], self.lib.all_zone[over.args[0]]
            return Code(f"(w[{card}] >= 0 or {card} in z[{zone}])", TRUTH)
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

    def _inline(self, f: Function, body: E, args: list[Code]) -> Code:
        with self.among(f.id, dict(enumerate(args))):
            return self.value(body) if f.form == "value" else self.cond(body)
