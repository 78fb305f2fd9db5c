"""What must be possible before something may be begun.

A clause, a branch or a verb can only be begun if its choices have candidates, its conditions hold and its costs can
be met. All of it is asked of the position as it is before anything is done; what a cost takes away is remembered, so
that two payments out of one purse must both be there. Where a step can be met in other ways, and only if it cannot be
met plainly, the ways are tried on a copy of the position.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence

from moot.dsl import ir

from ..kernel.program import E
from .expressions import FALSE, NONE, TRUE, Scope, both, either, negate, num
from .secrets import Secrets

Spent = dict[tuple[int, E], E]
"""What costs have already taken: (cells of a counter, bearer) -> amount."""


def leading(block: Sequence[ir.Stmt]) -> Sequence[ir.Stmt]:
    """The names, choices and conditions with which statements begin."""
    i = 0
    while i < len(block) and isinstance(block[i], (ir.Let, ir.Choose, ir.Require, ir.PickRandom)):
        i += 1
    return block[:i]


def prefix(clause: ir.Clause) -> ir.Block:
    """The statements of a clause that must be possible: names, choices, conditions, costs, an `either` right after."""
    i = len(leading(clause.body)) + clause.cost
    if i < len(clause.body) and isinstance(clause.body[i], ir.Either):
        i += 1
    return clause.body[:i]


class Needs(Secrets):
    """Expressions for what must be possible."""

    @abstractmethod
    def ways_need(self, key: str, doer: E, args: tuple[E, ...], scope: Scope) -> E:
        ...

    @abstractmethod
    def has_ways(self, key: str) -> bool:
        ...

    @abstractmethod
    def tangled(self, block: Sequence[ir.Stmt]) -> bool:
        ...

    @abstractmethod
    def part_need(self, block: Sequence[ir.Stmt], scope: Scope) -> E:
        """Whether statements that are tangled can all be done: tried."""

    @abstractmethod
    def program(self, name: str) -> int:
        ...

    @abstractmethod
    def has_bans(self, verb: str) -> bool:
        ...

    def need(
        self, block: Sequence[ir.Stmt], scope: Scope, spent: Spent | None = None, public: bool = False
    ) -> E:
        """What must hold for these statements to be done. `public`: what everybody can see of it; where that does not
        hold they cannot be done."""
        spent = {} if spent is None else spent
        if not block:
            return TRUE
        first, rest = block[0], block[1:]
        match first:
            case ir.Let():
                value = self.expr(first.value, scope)
                if value.op in ("num", "slot"):
                    inner = scope.inner(**{first.name: value})
                    self.learn(inner, first.name, first.value, scope)
                    return self.need(rest, inner, spent, public)
                inner = scope.inner()
                slot = inner.bind(first.name, self.answer_sort(first.value.type))
                self.learn(inner, first.name, first.value, scope)
                then = self.need(rest, inner, spent, public)
                return TRUE if then == TRUE else E("pick", (slot, value, then))
            case ir.PickRandom():
                of = self.expr(first.of, scope)
                one = E("first", (of,)) if first.single else of
                inner = scope.inner(**{first.name: one})
                self.learn(inner, first.name, first.of, scope)
                found = TRUE
                if first.single:
                    found = self.likely(first.of, scope) if public else E("some", (of,))
                return both(found, self.need(rest, inner, spent, public))
            case ir.Choose():
                return self._choose(first, rest, scope, spent, public)
            case ir.Require():
                refused = self.refusal(first.cond, scope) if public else first.cond
                against = FALSE if refused is None else self.expr(refused, scope)
                return both(negate(against), self.need(rest, scope, spent, public))
            case ir.Do():
                can, spent = self._do(first, scope, spent, public)
                return both(can, self.need(rest, scope, spent, public))
            case ir.If():
                cond = self.expr(first.cond, scope)
                then = self.need(first.then, scope, spent, public)
                other = self.need(first.otherwise, scope, spent, public)
                if public and self.hidden(first.cond, scope):
                    return both(either(then, other), self.need(rest, scope, spent, public))
                here = TRUE if then == other == TRUE else either(both(cond, then), both(negate(cond), other))
                return both(here, self.need(rest, scope, spent, public))
            case ir.Either():
                here = TRUE if first.otherwise is not None else self._either(first, scope, spent, public)
                return both(here, self.need(rest, scope, spent, public))
            case _:
                return self.need(rest, scope, spent, public)

    def branch(self, branch: ir.Branch, scope: Scope, spent: Spent | None = None, public: bool = False) -> E:
        """What must hold for a branch of an `either`."""
        block = branch.body if branch.choose is None else (branch.choose, *branch.body)
        if self.tangled(block):
            return self.need(leading(block), scope, spent, True) if public else self.part_need(block, scope)
        return self.need(block, scope, spent, public)

    def _either(self, e: ir.Either, scope: Scope, spent: Spent, public: bool) -> E:
        return either(*(self.branch(b, scope, spent, public) for b in e.branches))

    def _choose(self, c: ir.Choose, rest: Sequence[ir.Stmt], scope: Scope, spent: Spent, public: bool) -> E:
        if c.otherwise is not None:
            return TRUE
        if public and self.hidden(c.of, scope):
            return both(self._perhaps(c, scope), self.need(rest, self._unseen_pick(c, scope), spent, public))
        of = self.expr(c.of, scope)
        if c.single:
            return self.some(c, of, self.candidates(c, of, rest, scope, spent, public))
        enough = TRUE
        if c.least is not None:
            least = self.expr(c.least, scope)
            if least != num(0):
                enough = E(">=", (E("size", (of,)), least))
        inner = scope.inner()
        slot = inner.bind(c.name, self.answer_sort(c.of.type))
        then = self.need(rest, inner, spent, public)
        return both(enough, TRUE if then == TRUE else E("pick", (slot, of, then)))

    def _perhaps(self, c: ir.Choose, scope: Scope) -> E:
        """What everybody knows of whether there is enough to choose from."""
        if c.single:
            return self.likely(c.of, scope)
        if c.least is None or self.hidden(c.least, scope):
            return TRUE
        least = self.expr(c.least, scope)
        return TRUE if least == num(0) else self.likely(c.of, scope, least)

    def _unseen_pick(self, c: ir.Choose, scope: Scope) -> Scope:
        """The names after a choice, of which not everybody knows what was to be had."""
        inner = scope.inner(**{c.name: NONE})
        inner.hidden |= {c.name}
        inner.unsized |= {c.name}
        return inner

    def some(self, c: ir.Choose, of: E, candidates: E) -> E:
        """Whether there is a candidate."""
        if isinstance(c.of, ir.WordsOf) and candidates == of:
            return TRUE
        return E("some", (candidates,))

    def candidates(
        self,
        c: ir.Choose,
        of: E,
        rest: Sequence[ir.Stmt],
        scope: Scope,
        spent: Spent | None = None,
        public: bool = False,
    ) -> E:
        """Those that can be chosen: of the set, those with which the rest can be done."""
        inner = scope.inner()
        slot = inner.bind(c.name, self.answer_sort(c.of.type))
        tried = spent is None and not public and self.tangled(rest)
        then = self.part_need(rest, inner) if tried else self.need(rest, inner, spent, public)
        return of if then == TRUE else E("where", (slot, of, then))

    # -- verbs
    def trivial(self, verb: str, seen: frozenset[str] = frozenset()) -> bool:
        """Whether nothing can ever stand against this verb."""
        v = self.game.verbs[verb]
        if v.refusals or verb in seen or self.has_bans(verb):
            return verb in seen
        return all(
            not self.has_ways(f"{verb}/{s.name}") and self._free(s.body, seen | {verb}) for s in v.steps
        ) and not self.has_ways(verb)

    def _free(self, block: ir.Block, seen: frozenset[str]) -> bool:
        for s in block:
            if isinstance(s, ir.Do) and s.verb in self.game.verbs and not self.trivial(s.verb, seen):
                return False
            if isinstance(s, (ir.Choose, ir.Either, ir.Require)) or (isinstance(s, ir.PickRandom) and s.single):
                return False
            if isinstance(s, ir.If) and not (self._free(s.then, seen) and self._free(s.otherwise, seen)):
                return False
        return True

    def verb_scope(self, verb: ir.Verb, doer: E, args: tuple[E, ...], scope: Scope) -> Scope:
        """A scope for a verb's own words."""
        given = {p.name: a for p, a in zip(verb.params, args, strict=True)}
        return scope.fresh({"you": doer, **given})

    def verb_need(self, verb: ir.Verb, doer: E, args: tuple[E, ...], scope: Scope, public: bool = False) -> E:
        """What the steps of a verb need, besides its refusals."""
        inner = self.verb_scope(verb, doer, args, scope)
        parts = []
        for step in verb.steps:
            key = f"{verb.key}/{step.name}"
            if self.tangled(step.body) and not self.has_ways(key):
                parts.append(TRUE if public else self.tried_deed(verb, doer, args))
                continue
            plain = self.need(step.body, inner, None, public)
            parts.append(either(plain, self.ways_need(key, doer, args, scope)) if self.has_ways(key) else plain)
        all_ = both(*parts)
        return either(all_, self.ways_need(verb.key, doer, args, scope)) if self.has_ways(verb.key) else all_

    @abstractmethod
    def tried_deed(self, verb: ir.Verb, doer: E, args: tuple[E, ...]) -> E:
        """Whether a deed can be done to its end: tried."""

    def can(self, verb: str, doer: E, args: tuple[E, ...], scope: Scope) -> E:
        if self.trivial(verb):
            return TRUE
        return E("call", (self.function("can " + verb), doer, *args))

    def seems(self, verb: str, doer: E, args: tuple[E, ...], scope: Scope) -> E:
        """What everybody can see of whether this can be done."""
        if self.trivial(verb):
            return TRUE
        if not self.deed_hidden(verb):
            return self.can(verb, doer, args, scope)
        return E("call", (self.function("seems " + verb), doer, *args))

    def _do(self, s: ir.Do, scope: Scope, spent: Spent, public: bool) -> tuple[E, Spent]:
        if s.verb not in self.game.verbs:
            return TRUE, spent
        if public and self.hidden((s.doer, s.args), scope):
            return TRUE, spent
        verb = self.game.verbs[s.verb]
        doer = self.expr(s.doer, scope)
        args = tuple(self.argument(a, p, scope) for a, p in zip(s.args, verb.params, strict=True))
        if s.as_quality is not None:
            return TRUE, spent
        inner = self.verb_scope(verb, doer, args, scope)
        said = [r.cond for r in verb.refusals if r.text not in s.lifted]
        if public:
            said = [cond for cond in (self.refusal(c, inner) for c in said) if cond is not None]
        if spent and not self.has_bans(s.verb) and verb.refusals:
            self.taken = spent
            refusals = [negate(self.expr(cond, inner)) for cond in said]
            self.taken = {}
            can = both(*refusals)
        elif s.lifted:
            can = both(*(negate(self.expr(cond, inner)) for cond in said))
        elif public:
            can = self.seems(s.verb, doer, args, scope)
        else:
            can = self.can(s.verb, doer, args, scope)
        return can, self._takes(verb, inner, spent)

    taken: Spent = {}

    def _counted(self, n: ir.Counted, s: Scope) -> E:
        e = super()._counted(n, s)
        gone = self.taken.get((e.args[0], e.args[1])) if e.op == "mark" and self.taken else None
        return e if gone is None else E("-", (e, gone))

    def _takes(self, verb: ir.Verb, inner: Scope, spent: Spent) -> Spent:
        for step in verb.steps:
            for s in step.body:
                if isinstance(s, ir.MoveAmount) and s.source is not None and not s.up_to:
                    key = (self.mark_base(s.mark, s.source.type), self.expr(s.source, inner))
                    amount = self.expr(s.amount, inner)
                    spent = {**spent, key: E("+", (spent[key], amount)) if key in spent else amount}
        return spent


__all__ = ["FALSE", "NONE", "TRUE", "Needs", "Spent", "prefix"]
