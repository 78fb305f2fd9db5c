"""What happens around a deed: the ladder of windows, and the other ways to meet it.

would (something first) → instead → before → the deed → happens → as soon as. Forced clauses come before optional ones;
within a rung kinds come in the order the game states. Where the doer himself has optional clauses of the first two
rungs, they are his *ways*: he is asked which to take, each at most once, and plain doing is one of them.
"""

from __future__ import annotations

import re
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property

from moot.dsl import ir

from ..kernel.program import Ask, E, Origin
from .assembler import Code, option
from .expressions import FALSE, NONE, TRUE, Scope, both, either, negate, num
from .layout import HistoryKey, asked_in, walk
from .rules import Hook, Rules


@dataclass(frozen=True)
class Happening:
    """An event under way: its key, who does it, what it is about, and its further parameters by name. `each`: it is
    about several things, and happens to each of them; then `subject` is a slot of this deed's own."""

    key: str
    doer: E
    subject: E
    params: Mapping[str, E]
    each: bool = False


def _always(noun: str) -> Callable[[re.Match[str]], str]:
    """A replacement that is taken as it is."""
    return lambda _: noun


class Events(Rules):
    """Code around deeds."""

    @abstractmethod
    def _loop(self, code: Code, of: E, var: str, sort: str, scope: Scope, body: Callable[[Scope, int], None]) -> None:
        """Code that is done for each of several things."""

    @abstractmethod
    def give_up(self, code: Code, lost: int) -> None:
        """Where something that was to be done cannot be."""

    @abstractmethod
    def call_clause(self, code: Code, hook: Hook, given: Mapping[str, E]) -> None:
        ...

    # -- what a clause sees of an event
    def given(self, hook: Hook, event: Happening | None, scope: Scope) -> dict[str, E]:
        """The variables of a clause at an event."""
        m = hook.clause.moment
        found = {"this": num(hook.card), "you": self.you(hook.card, scope)}
        if event is not None:
            if m.subject is not None:
                found[m.subject] = event.subject
            if m.doer is not None:
                found[m.doer] = event.doer
            for var, param in m.roles:
                found[var] = event.params[param]
        return found

    def guard(
        self, hook: Hook, given: Mapping[str, E], scope: Scope, need: bool = True, public: bool = False
    ) -> E:
        """Whether a clause answers now. `public`: what everybody can see of it."""
        clause = hook.clause
        inner = scope.fresh(given)
        used = self.layout.used_cell.get((hook.card, hook.number))
        somebody = TRUE
        if clause.doer.type.sort == "player" and not clause.doer.type.many:
            doer = self.expr(clause.doer, inner)
            somebody = E(">=", (doer, num(0)))
        return both(
            self.live(hook.card, clause.where, scope),
            None if used is None else E("==", (E("cell", (used,)), num(0))),
            somebody,
            negate(E("answering", (self.answer_program(hook), num(hook.card)))),
            *(None if cond is None else self.expr(cond, inner) for cond in self.conditions(hook, inner, public)),
            self.possible(hook, inner, public) if need else None,
        )

    def possible(self, hook: Hook, inner: Scope, public: bool = False) -> E:
        """Whether a clause can be begun, and something can come of it. `public`: what everybody can see of it."""
        need = self.clause_need(hook, inner, public)
        way = hook.clause.moment.kind == "would" and self.is_way(hook)
        return need if way else both(need, self.effective(hook.clause, inner, self.clause_origin(hook)))

    def conditions(self, hook: Hook, scope: Scope, public: bool) -> tuple[ir.Expr | None, ir.Expr | None]:
        """What a clause asks of its moment, and else."""
        clause = hook.clause
        if public:
            return self.public(clause.moment.cond, scope), self.public(clause.cond, scope)
        return clause.moment.cond, clause.cond

    def spend(self, code: Code, hook: Hook) -> None:
        """A clause that works once has had its chance."""
        used = self.layout.used_cell.get((hook.card, hook.number))
        if used is not None:
            code.emit("poke", used, num(1))

    def forced(self, hook: Hook) -> bool:
        """Whether a clause is begun without asking: where several may do something, each is asked within it."""
        return hook.clause.must or hook.clause.doer.type.many

    # -- ways
    def is_way(self, hook: Hook) -> bool:
        """Whether an optional would/instead clause belongs to the doer of the event himself (`… by you`)."""
        m = hook.clause.moment
        if hook.clause.must or m.doer is None or self.several(m.event or ""):
            return False
        parts = m.cond.parts if isinstance(m.cond, ir.And) else (m.cond,)
        for node in parts:
            if isinstance(node, ir.Is) and node.op == "==":
                names = {n.name for n in (node.left, node.right) if isinstance(n, ir.Var)}
                if names == {m.doer, "you"}:
                    return True
        return False

    def ways(self, key: str) -> list[Hook]:
        """The ways of a deed, in order."""
        hooks = self.hooks.get((key, "would"), []) + self.hooks.get((key, "instead"), [])
        return [h for h in hooks if self.is_way(h)]

    def has_ways(self, key: str) -> bool:
        return bool(self.ways(key))

    def ways_need(self, key: str, doer: E, args: tuple[E, ...], scope: Scope) -> E:
        """Whether some sequence of ways meets it. A step is tried with the whole deed, for what is done before it may
        close a way that is open now."""
        event = self.happening(key, doer, args)
        some = [both(self.guard(h, self.given(h, event, scope), scope), self.played(h.card)) for h in self.ways(key)]
        verb, _, step = key.partition("/")
        if step and verb in self.game.verbs:
            trial = E("trial", (self.program("verb " + verb), doer, *args))
        else:
            trial = E("trial", (self.program("ways " + key), doer, *args, num(0), num(0)))
        return both(either(*some), trial)

    def happening(self, key: str, doer: E, args: Sequence[E]) -> Happening:
        """An event of a verb or of one of its steps."""
        verb = self.game.verbs[key.partition("/")[0]]
        params = {p.name: a for p, a in zip(verb.params, args, strict=True)}
        return Happening(key, doer, args[0] if args else NONE, params, self.several(key))

    def several(self, key: str) -> bool:
        """Whether a deed, or the deed of a step, takes several things at once."""
        verb = self.game.verbs.get(key.partition("/")[0])
        return verb is not None and bool(verb.params) and verb.params[0].type.many

    def make_ways(self, code: Code, key: str, body: Callable[[Scope, int], None]) -> None:
        """The program of a deed that can be met in several ways. Slots: doer, arguments, the ways used (bits as a sum
        of distinct powers kept apart in slots), the way to begin with (0: ask)."""
        verb = self.game.verbs[key.partition("/")[0]]
        scope = code.scope
        doer = E("slot", (scope.bind("you", "player"),))
        args = tuple(E("slot", (scope.bind(p.name, self.answer_sort(p.type)),)) for p in verb.params)
        used_before = scope.slot("used")
        first = scope.slot("first")
        event = self.happening(key, doer, args)
        hooks = self.ways(key)
        used = [scope.slot() for _ in hooks]
        labels = [code.label() for _ in hooks]
        menu, plain, end = code.label(), code.label(), code.label()
        for i, slot in enumerate(used):
            # bit i of the sum: halve i times, then the rest of halving once more
            bits = E("slot", (used_before,))
            for _ in range(i):
                bits = E("half_down", (bits,))
            code.emit("let", slot, E("-", (bits, E("*", (E("half_down", (bits,)), num(2))))))
        for i, label in enumerate(labels):
            skip = code.label()
            code.unless(E("==", (E("slot", (first,)), num(i + 1))), skip)
            code.emit("jump", label)
            code.place(skip)
        code.place(menu)
        options = []
        plain_need = self.need(self.plain_body(key), scope)
        options.append(option(plain, self.plain_label(key), guard=plain_need, origin=code.at))
        for i, hook in enumerate(hooks):
            given = self.given(hook, event, scope)
            guard = both(E("==", (E("slot", (used[i],)), num(0))), self.guard(hook, given, scope))
            if hook.clause.moment.kind == "would":
                sum_ = num(0)
                for j, slot in enumerate(used):
                    bit = E("*", (E("slot", (slot,)), num(2**j)))
                    sum_ = bit if sum_ == num(0) else E("+", (sum_, bit))
                trial = E("trial", (self.program("ways " + key), doer, *args, sum_, num(i + 1)))
                guard = both(guard, trial)
            options.append(
                option(labels[i], self.clause_label(hook), guard=guard, origin=self.clause_origin(hook))
            )
        about = f"how to {self.plain_label(key)}"
        lost = code.label()  # others have seen to it that no way is left
        code.emit("ask", Ask(doer, tuple(options), lost, True, False, about, origin=code.at))
        for i, hook in enumerate(hooks):
            code.place(labels[i])
            code.emit("let", used[i], num(1))
            self.spend(code, hook)
            self.call_clause(code, hook, self.given(hook, event, scope))
            code.emit("jump", menu if hook.clause.moment.kind == "would" else end)
        code.place(plain)
        body(scope, end)
        code.place(end)
        code.emit("poke", self.layout.undone_cell, num(0))
        code.emit("ret")
        self.give_up(code, lost)
        code.emit("poke", self.layout.undone_cell, num(1))

    def plain_body(self, key: str) -> ir.Block:
        """The statements of a step (or of a verb with one)."""
        verb_key, _, step = key.partition("/")
        verb = self.game.verbs[verb_key]
        return next(s.body for s in verb.steps if not step or s.name == step)

    def plain_label(self, key: str) -> str:
        verb_key, _, step = key.partition("/")
        return step or verb_key

    # -- the ladder
    def event(self, code: Code, event: Happening, body: Callable[[], None]) -> None:
        """A deed with all its windows. `body` emits the deed itself."""
        end, away = code.label(), code.label()
        outer = self.deed_away
        if "/" not in event.key or outer is None:
            self.deed_away = end if event.each else away
        if event.each:
            self._first_rungs(code, event, body, end)
            self.deed_away = outer
            return
        self._forced_first(code, event, away)
        if self.ways(event.key):
            args, plain = tuple(event.params.values()), code.label()
            taken = None if "/" in event.key else self.taken_branch
            if taken is not None:  # a branch was taken because nobody has a way
                code.unless(E("==", (taken, num(0))), plain)
            code.emit("call", self.program("ways " + event.key), event.doer, *args, num(0), num(0))
            code.unless(E("==", (E("cell", (self.layout.undone_cell,)), num(0))), self.deed_away or away)
            if taken is not None:
                code.emit("jump", end)
                code.place(plain)
                self.after_ways(code, event, body, away)
        else:
            self.after_ways(code, event, body, away)
        if self.undone is not None:
            code.emit("jump", end)
        code.place(away)
        self.not_done(code)
        code.place(end)
        self.deed_away = outer

    deed_away: int | None = None
    """Within a deed: where the code goes on when it comes to nothing, because a step of it can be met in no way."""

    taken_branch: E | None = None
    """Within the program of a verb that is one choice: which branch was taken before it was begun (0: none)."""

    undone: E | None = None
    """Within a deed whose program says at its end whether it was wholly done: where it notes that not."""

    def not_done(self, code: Code) -> None:
        """Note that something of the deed is not done."""
        if self.undone is not None:
            code.emit("let", self.undone.args[0], num(1))

    def _forced_first(self, code: Code, event: Happening, end: int) -> None:
        """What must be done before or instead of the deed."""
        for hook in self.hooks.get((event.key, "would"), []) + self.hooks.get((event.key, "instead"), []):
            if self.forced(hook):
                self._run(code, hook, event)
                if hook.clause.moment.kind == "instead":
                    code.emit("jump", end)
                code.place(self._skip)

    def _first_rungs(self, code: Code, event: Happening, body: Callable[[], None], end: int) -> None:
        """A deed done to several things, up to its end: what takes its place for one of them leaves the others."""
        of = event.subject
        watched = any((event.key, rung) in self.hooks for rung in ("would", "instead"))
        kept = E("slot", (code.scope.slot(),))
        if watched:
            code.emit("let", kept.args[0], of)

            def one_of_them(one: Happening, again: int) -> None:
                out = code.label()
                self._forced_first(code, one, out)
                self._others(code, one, out)
                code.emit("jump", again)
                code.place(out)
                self.not_done(code)
                code.emit("let", of.args[0], E("without", (of, E("set", (one.subject,)))))

            self._one_by_one(code, event, one_of_them)
            code.unless(E("some", (of,)), end)
        self._deed(code, event, body)
        code.place(end)
        if watched:
            code.emit("let", of.args[0], kept)

    def _one_by_one(self, code: Code, event: Happening, do: Callable[[Happening, int], None]) -> None:
        """What happens to several things happens to each."""

        def body(scope: Scope, again: int) -> None:
            do(replace(event, subject=scope.vars["one"], each=False), again)

        self._loop(code, event.subject, "one", "card", code.scope, body)

    def after_ways(self, code: Code, event: Happening, body: Callable[[], None], end: int) -> None:
        """From the instead of others to the end of the deed."""
        self._others(code, event, end)
        self._deed(code, event, body)

    def _others(self, code: Code, event: Happening, end: int) -> None:
        """What others than its doer may do before or instead of the deed."""
        hooks = self.hooks.get((event.key, "instead"), []) + self.hooks.get((event.key, "would"), [])
        others = [h for h in hooks if not self.forced(h) and not self.is_way(h)]
        self._offer_round(code, others, event, end)

    def _deed(self, code: Code, event: Happening, body: Callable[[], None]) -> None:
        """What nothing stops any more, with the windows just before and just after."""
        self.group(code, (event.key, "before"), event)
        measured = self._before_measure(code, event)
        body()
        self._record(code, event, measured)
        self.group(code, (event.key, "after"), event)

    _skip = 0

    def _run(self, code: Code, hook: Hook, event: Happening | None) -> None:
        """Run a forced clause if it answers; `_skip` is where the code goes on if it does not."""
        given = self.given(hook, event, code.scope)
        self._skip = code.label()
        code.unless(self.guard(hook, given, code.scope), self._skip)
        self.spend(code, hook)
        self.call_clause(code, hook, given)

    def _offer_round(self, code: Code, hooks: list[Hook], event: Happening, end: int) -> None:
        """Offer clauses of the first rungs; where several might be asked, they are asked clockwise from who acts."""

        def offer(hook: Hook) -> None:
            self._offer(code, hook, event, end if hook.clause.moment.kind == "instead" else None)

        if len(hooks) < 2:
            for hook in hooks:
                offer(hook)
            return
        who, start = code.scope.slot("", "player"), code.scope.slot("", "player")
        player, again, done = E("slot", (who,)), code.label(), code.label()
        code.emit("let", start, self.who_acts(code.scope))
        code.emit("let", who, E("slot", (start,)))
        code.place(again)
        for hook in hooks:
            skip = code.label()
            doer = self.expr(hook.clause.doer, code.scope.fresh(self.given(hook, event, code.scope)))
            code.unless(E("==", (doer, player)), skip)
            offer(hook)
            code.place(skip)
        code.emit("let", who, E("left", (player,)))
        code.unless(E("!=", (player, E("slot", (start,)))), done)
        code.emit("jump", again)
        code.place(done)

    def _offer(self, code: Code, hook: Hook, event: Happening | None, end: int | None) -> None:
        """Ask the doer of one optional clause; if it is taken, go on at `end` (None: just after)."""
        given = self.given(hook, event, code.scope)
        skip, yes = code.label(), code.label()
        inner = code.scope.fresh(given)
        if hook.clause.limit is None:
            code.unless(self.guard(hook, given, code.scope, True, True), skip)
        else:  # the chance is spent when it comes, whether or not it can be taken
            code.unless(self.guard(hook, given, code.scope, False, True), skip)
            self.spend(code, hook)
            code.unless(self.possible(hook, inner, True), skip)
        needs = self.closing(hook, inner)
        doer = self.expr(hook.clause.doer, inner)
        origin = self.clause_origin(hook)
        secret = any(isinstance(s, ir.Require) and self.hidden(s.cond) for s in hook.clause.body)
        options = (
            option(yes, "yes, " + self.clause_label(hook), guard=None if needs == TRUE else needs, origin=origin),
            option(skip, "no", last=True),
        )
        code.emit("ask", Ask(doer, options, skip, False, secret, self.clause_label(hook), origin=origin))
        code.place(yes)
        self.not_counted_on(code, doer, event)
        self.call_clause(code, hook, given)
        if end is not None:
            code.emit("jump", end)
        code.place(skip)

    def closing(self, hook: Hook, scope: Scope) -> E:
        """What closes the *yes* of an optional clause, beyond what everybody can see."""
        seen, whole = self.conditions(hook, scope, True), self.conditions(hook, scope, False)
        conds = [self.expr(e, scope) for e, known in zip(whole, seen, strict=True) if e is not None and e != known]
        return both(*conds, self.clause_need(hook, scope))

    def not_counted_on(self, code: Code, doer: E, event: Happening | None) -> None:
        """What somebody else may do about a deed is nothing that the deed can count on: no trial does."""
        if event is None or event.doer in (NONE, doer):
            return
        own = code.label()
        code.unless(E("!=", (doer, event.doer)), own)
        code.emit("hopeless")
        code.place(own)

    def group(self, code: Code, at: tuple[str, str], event: Happening | None) -> None:
        """All clauses on one rung: kind by kind, forced ones first; the optional ones as their owner likes."""
        hooks = self.hooks.get(at, [])
        if hooks and event is not None and event.each:
            self._one_by_one(code, event, lambda one, again: self.group(code, at, one))
            return
        kinds = list(dict.fromkeys(self.kind(h.card) for h in hooks))
        for kind in kinds:
            here = [h for h in hooks if self.kind(h.card) == kind]
            for hook in here:
                if self.forced(hook):
                    self._run(code, hook, event)
                    code.place(self._skip)
            optional = [h for h in here if not self.forced(h)]
            if len(optional) == 1:
                self._offer(code, optional[0], event, None)
            elif optional:
                self._menu(code, optional, event)

    def _menu(self, code: Code, hooks: list[Hook], event: Happening | None) -> None:
        scope = code.scope
        fired = [scope.slot() for _ in hooks]
        who = scope.slot("who", "player")
        again, done, end = code.label(), code.label(), code.label()
        labels = [code.label() for _ in hooks]
        guards: list[E] = []
        doers: list[E] = []
        given = [self.given(h, event, scope) for h in hooks]
        for i, hook in enumerate(hooks):
            code.emit("let", fired[i], num(0))
            live = self.guard(hook, given[i], scope, True, True)
            guards.append(both(E("==", (E("slot", (fired[i],)), num(0))), live))
            doers.append(self.expr(hook.clause.doer, scope.fresh(given[i])))
        start, near = code.slot_of(self.who_acts(scope), "", "player"), scope.slot()
        player = E("slot", (who,))
        code.place(again)
        code.emit("let", who, NONE)
        code.emit("let", near, num(self.layout.players))
        for i, doer in enumerate(doers):  # the next clockwise of those who can use something
            next_, away = code.label(), E("seats_from", (start, doer))
            code.unless(guards[i], next_)
            code.unless(E("<", (away, E("slot", (near,)))), next_)
            code.emit("let", who, doer)
            code.emit("let", near, away)
            code.place(next_)
        code.unless(E(">=", (player, num(0))), end)
        options = tuple(
            option(
                labels[i], "yes, " + self.clause_label(h),
                guard=both(guards[i], E("==", (doers[i], player)), self.closing(h, scope.fresh(given[i]))),
                origin=self.clause_origin(h),
            )
            for i, h in enumerate(hooks)
        )  # fmt: skip
        code.emit("ask", Ask(player, (*options, option(done, "no", last=True)), done, False, False, "what to use"))
        for i, hook in enumerate(hooks):
            code.place(labels[i])
            code.emit("let", fired[i], num(1))
            self.not_counted_on(code, doers[i], event)
            self.spend(code, hook)
            self.call_clause(code, hook, given[i])
            code.emit("jump", again)
        code.place(done)
        for i, hook in enumerate(hooks):
            code.emit("let", fired[i], E("max", (E("slot", (fired[i],)), E("==", (doers[i], player)))))
            if hook.clause.limit is not None:
                keep = code.label()
                code.unless(E("==", (doers[i], player)), keep)
                self.spend(code, hook)
                code.place(keep)
        code.emit("jump", again)
        code.place(end)

    # -- the record
    def _keys(self, event: Happening, measured: bool) -> list[tuple[tuple[str, str, str | None, str | None], int]]:
        if not measured:
            return [(k, cell) for k, cell in self.layout.history.items() if k[2] is None and k[0] == event.key]
        verb, _, step = event.key.partition("/")
        plain = not step and self.game.verbs.get(verb) is not None and len(self.game.verbs[verb].steps) == 1
        wanted = {event.key} if step or plain else set()
        if step and verb in self.game.verbs and self._pays(self.plain_body(event.key)):
            wanted.add(verb)  # what was paid in doing it is what was paid in its steps
        return [(k, cell) for k, cell in self.layout.history.items() if k[2] is not None and k[0] in wanted]

    def _pays(self, block: ir.Block) -> bool:
        """Whether these statements themselves take an amount from their doer."""
        for s in block:
            if isinstance(s, ir.MoveAmount) and s.source is not None:
                return True
            verb = self.game.verbs.get(s.verb) if isinstance(s, ir.Do) else None
            if verb is not None and any(self._pays(step.body) for step in verb.steps):
                return True
        return False

    def _before_measure(self, code: Code, event: Happening) -> dict[str, int]:
        """What the doer has of each counter that somebody asks about, before the deed."""
        slots: dict[str, int] = {}
        for key, _ in self._keys(event, True):
            mark = key[2]
            assert mark is not None
            if mark not in slots:
                slots[mark] = code.scope.slot()
                code.emit("let", slots[mark], E("mark", (self.layout.mark_base[mark, "player"], event.doer)))
        return slots

    def _record(self, code: Code, event: Happening, measured: Mapping[str, int]) -> None:
        """Remember what somebody asks about."""
        for key, base in self._keys(event, False):
            self._add(code, key[1], base, event, num(1))
        for key, base in self._keys(event, True):
            mark = key[2]
            assert mark is not None
            now = E("mark", (self.layout.mark_base[mark, "player"], event.doer))
            gone = E("max", (E("-", (E("slot", (measured[mark],)), now)), num(0)))
            self._add(code, key[1], base, event, gone)

    def _add(self, code: Code, keyed: str, base: int, event: Happening, amount: E) -> None:
        """Add to the record: of each of several things, if it tells one from another. Nobody has no record."""
        about, by = keyed in ("subject", "both"), keyed in ("by", "both")
        if (about and event.subject == NONE) or (by and event.doer == NONE):
            return

        def add(one: Happening, again: int = 0) -> None:
            after = code.label()
            if about and not event.each and one.subject.op != "num":
                code.unless(E(">=", (one.subject, num(0))), after)
            if by and event.key.partition("/")[0] in self.game.phases and one.doer.op != "num":
                code.unless(E(">=", (one.doer, num(0))), after)
            code.emit("add", self._history_cell(keyed, base, one), amount)
            code.place(after)

        if event.each and about:
            self._one_by_one(code, event, add)
        else:
            add(event)

    def unpay(self, code: Code, paid: ir.Happened, doer: E, about: E, back: E) -> None:
        """What has come back was not paid: neither in the step, nor in the deed it is a step of."""
        verb = paid.event.partition("/")[0]
        for key, base in self.layout.history.items():
            event, keyed, mark, _ = key
            if mark != paid.measure or event.partition("/")[0] != verb:
                continue
            if about == NONE and keyed in ("subject", "both"):
                continue  # nobody can say for which of them it was paid
            at = self._history_cell(keyed, base, Happening(paid.event, doer, about, {}))
            now = E("cell", (at,)) if isinstance(at, int) else E("mark", (0, at))
            code.emit("add", at, E("-", (num(0), E("min", (now, back)))))

    def _history_cell(self, keyed: str, base: int, event: Happening) -> int | E:
        if keyed == "":
            return base
        if keyed == "both":
            wide = E("*", (event.subject, num(self.layout.players)))
            return E("+", (E("+", (wide, event.doer)), num(base)))
        who = event.doer if keyed == "by" else event.subject
        return num(base + who.args[0]) if who.op == "num" else E("+", (who, num(base)))

    def recorded(self, key: str, asked: Iterable[HistoryKey] | None = None) -> bool:
        """Whether anybody asks about this event; `asked`: with one of these questions."""
        verb = key.partition("/")[0]
        keys = self.layout.history if asked is None else asked
        return any(k[0] == key or (k[2] is not None and k[0] == verb) for k in keys)

    def replacing(self, key: str) -> Iterator[bool]:
        for hook in self.hooks.get((key, "instead"), []):
            if not self.is_way(hook):
                yield self.forced(hook)

    def watched(self, key: str) -> bool:
        """Whether any clause answers this event."""
        return any(event == key for event, _ in self.hooks)

    def noticed(self, key: str) -> E:
        """Whether something in this game may answer an event, or ask for it later."""
        if self.recorded(key, self._asked_by_the_game):
            return TRUE
        cards = [h.card for (event, _), hooks in self.hooks.items() if event == key for h in hooks]
        for title, asked in self._asked_by.items():
            if self.recorded(key, asked):
                cards += self.layout.copies(title)
        return either(*(self.played(card) for card in dict.fromkeys(cards)))

    @cached_property
    def _asked_by(self) -> dict[str, frozenset[HistoryKey]]:
        """What each card asks of the past."""
        return {title: asked_in(card) for title, card in self.game.cards.items()}

    @cached_property
    def _asked_by_the_game(self) -> frozenset[HistoryKey]:
        return asked_in([getattr(self.game, f.name) for f in fields(self.game) if f.name != "cards"])

    # -- words
    def clause_label(self, hook: Hook) -> str:
        """`Warlord: destroy a district in any city`: the main deed, with what the local names stand for."""
        title = self.layout.titles[hook.card]
        label = self.deed(hook.clause)
        named = [n for n in walk(hook.clause.body) if isinstance(n, (ir.Choose, ir.Let))]
        for node in reversed(named):
            said = node.of if isinstance(node, ir.Choose) else node.value
            noun = re.split(r" (?:that|whose|except) ", self.words(said.span))[0]
            label = re.sub(rf"\b{re.escape(node.name.partition('#')[0])}\b", _always(noun), label)
        label = re.sub(r"\bthis\b", title, label.replace("(", "").replace(")", ""))
        return f"{title}: {label}"

    def deed(self, clause: ir.Clause) -> str:
        """The words of a clause's first deed, and of its cost where that is short."""
        i = 0
        while i < len(clause.body) and isinstance(clause.body[i], (ir.Let, ir.Choose, ir.Require, ir.PickRandom)):
            i += 1
        costs = [self.words(s.span) for s in clause.body[i : i + clause.cost]]
        label = clause.label
        if len(costs) == 1 and len(costs[0].split()) < 5:
            lasts = i + clause.cost < len(clause.body) and isinstance(clause.body[i + clause.cost], ir.Lasting)
            label = costs[0] if lasts else f"{costs[0]} to {label}"
        return label

    def clause_origin(self, hook: Hook) -> Origin | None:
        title = self.layout.titles[hook.card]
        return self.origin(hook.clause.span, title, self.game.cards[title].source)


__all__ = ["FALSE", "Events", "Happening", "negate"]
