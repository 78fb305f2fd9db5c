"""Deeds to instructions."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.program import Ask, E, Opt, Origin, Program
from .assembler import Code, option
from .events import Events, Happening
from .expressions import FALSE, NONE, TRUE, Scope, both, either, negate, num
from .layout import Layout, walk
from .needs import leading, prefix
from .rules import Hook
from .together import Part

PUBLIC = (
    ir.If, ir.ForEach, ir.Repeat, ir.Either, ir.May, ir.Choose, ir.Let, ir.RunPhase, ir.UseAbility, ir.Show, ir.Win,
    ir.Leave,
)  # fmt: skip
"""Statements that are nobody's business alone, whatever they read; the deeds within some of them are."""


class Statements(Events):
    """Code for statements. `abort` is where a block ends that cannot go on."""

    def __init__(self, game: ir.Game, layout: Layout, sources: Mapping[str, Source]) -> None:
        super().__init__(game, layout, sources)
        self.program_ids: dict[str, int] = {}
        self.parts: list[Part] = []
        self.part_numbers: dict[tuple[Any, ...], int] = {}

    card = ""
    """Whose words are being compiled, for origins."""
    sure: tuple[str, E, tuple[E, ...]] | None = None
    """The deed that the question just answered was about: it has been seen to be possible."""
    lookahead: int | None = None
    """The program of ways within which the present clause is done."""

    def block(self, code: Code, block: Sequence[ir.Stmt], scope: Scope, abort: int) -> Scope:
        """Emit statements in order. Returns the scope with the names they introduced."""
        for i, statement in enumerate(block):
            at = code.at
            code.at = self.origin_of(statement, at)
            owner = self.business(code, statement, scope)
            start = len(code.code)
            scope = getattr(self, "_do_" + type(statement).__name__.lower())(
                code, statement, scope, abort, block[i + 1 :]
            )
            if owner is not None and len(code.code) > start:
                code.secret.append((start, len(code.code), owner))
            code.at = at
        return scope

    def business(self, code: Code, s: ir.Stmt, scope: Scope) -> E | None:
        """The player whose business alone this is: it is done secretly, or with what was picked secretly. A block is
        judged deed by deed; what is shown, won, run or used is everybody's."""
        if isinstance(s, PUBLIC):
            return None
        if s.business is not None:
            return code.slot_of(self.expr(s.business, scope), "", "player")
        return self.picker(s, scope)

    def picker(self, node: Any, scope: Scope) -> E | None:
        """Who picked secretly what is spoken of here."""
        if not scope.private:
            return None
        names = (n.name for n in walk(node) if isinstance(n, ir.Var) and n.name in scope.private)
        return next((scope.private[name] for name in names), None)

    def origin_of(self, statement: ir.Stmt, outer: Origin | None) -> Origin | None:
        source = self.game.cards[self.card].source if self.card else (outer.source if outer else None)
        return self.origin(statement.span, self.card, source) or outer

    # -- verbs
    def _do_do(self, code: Code, s: ir.Do, scope: Scope, abort: int, rest: Any) -> Scope:
        if s.verb not in self.game.verbs:
            return self._do_step(code, s, scope)
        verb = self.game.verbs[s.verb]
        doer = code.slot_of(self.expr(s.doer, scope), "", "player")
        args = tuple(
            code.slot_of(self.argument(a, p, scope), p.name, self.answer_sort(p.type))
            for a, p in zip(s.args, verb.params, strict=True)
        )
        skip = done = code.label()
        asserts = self.asserts(s.verb) and (self.strict is not None or self.undone is not None)
        if self.strict is not None or self.undone is not None:
            skip = code.label()  # what is refused is not done, and that matters
        if s.as_quality is not None:
            code.emit("poke", self.layout.as_cell[s.as_quality], E("+", (args[0], num(1))))
        if s.lifted:
            inner = self.verb_scope(verb, doer, args, scope)
            refusals = [r for r in verb.refusals if r.text not in s.lifted]
            for r in refusals:
                code.unless(E("not", (self.expr(r.cond, inner),)), skip)
        elif self.sure != (s.verb, doer, args):
            code.unless(self.can(s.verb, doer, args, scope), skip)
        self.sure = None
        if self.inline(verb):
            self.verb_body(code, verb, doer, args, scope)
        else:
            ask = (num(0),) if self.menu(verb) is not None else ()
            code.emit("call", self.program("verb " + s.verb), doer, *args, *ask)
        if asserts:
            code.unless(E("not", (E("cell", (self.layout.undone_cell,)),)), skip)
        if skip != done:
            code.emit("jump", done)
            code.place(skip)
            self.not_done(code)
            if self.strict is not None and s.as_quality is None:
                code.emit("jump", self.strict)
        code.place(done)
        if s.as_quality is not None:
            code.emit("poke", self.layout.as_cell[s.as_quality], num(0))
        return scope

    def _do_step(self, code: Code, s: ir.Do, scope: Scope) -> Scope:
        """One step of a verb or phase, done by itself (`play model`)."""
        name, _, step_name = s.verb.partition("/")
        declared = self.game.verbs.get(name) or self.game.phases[name]
        params = declared.params if isinstance(declared, ir.Verb) else tuple(p for p in (declared.param,) if p)
        doer = code.slot_of(self.expr(s.doer, scope), "", "player")
        given = {
            p.name: code.slot_of(self.argument(a, p, scope), p.name, self.answer_sort(p.type))
            for a, p in zip(s.args, params, strict=True)
        }
        step = next(st for st in declared.steps if st.name == step_name)
        end = code.label()
        first = next(iter(given), None)
        several = self.several(s.verb)
        if several and first is not None:  # what is taken out of them is not taken out of what has the name
            own = code.scope.slot()
            code.emit("let", own, given[first])
            given[first] = E("slot", (own,))

        def body() -> None:
            self.block(code, step.body, scope.fresh({"you": doer, **given}), end)

        subject = next(iter(given.values()), NONE)
        self.event(code, Happening(s.verb, doer, subject, given, several), body)
        code.place(end)
        return scope

    def inline(self, verb: ir.Verb) -> bool:
        """Whether a verb is short and unwatched enough to be written out where it is used."""
        keys = [verb.key, *(f"{verb.key}/{s.name}" for s in verb.steps)]
        if any(self.watched(k) for k in keys):
            return False
        for node in walk(tuple(s.body for s in verb.steps)):
            if isinstance(node, (ir.Choose, ir.Either, ir.May, ir.Repeat, ir.ForEach, ir.If, ir.RunPhase)):
                return False
            if isinstance(node, ir.Do) and node.verb not in self.game.verbs:
                return False
            if isinstance(node, ir.Do) and (node.verb == verb.key or not self.inline(self.game.verbs[node.verb])):
                return False
        return True

    def menu(self, verb: ir.Verb) -> ir.Either | None:
        """The choice that a verb consists of, if it is nothing else. Where such a verb is one branch of a choice of the
        same player, its own branches are offered there at once; its program is told which was taken."""
        if len(verb.steps) != 1 or len(verb.steps[0].body) != 1:
            return None
        (only,) = verb.steps[0].body
        if not isinstance(only, ir.Either) or only.otherwise is not None or only.secret:
            return None
        if not isinstance(only.doer, ir.Var) or only.doer.name != "you" or any(b.choose for b in only.branches):
            return None
        return only

    def stirred(self, verb: ir.Verb, scope: Scope) -> E:
        """Whether a card that works now has something to say before the deed: then its branches are not offered at
        once."""
        hooks = [h for rung in ("would", "instead", "before") for h in self.hooks.get((verb.key, rung), [])]
        return either(*(both(self.live(h.card, h.clause.where, scope), self.played(h.card)) for h in hooks))

    def verb_body(self, code: Code, verb: ir.Verb, doer: E, args: tuple[E, ...], scope: Scope) -> None:
        """A verb with its windows and steps."""
        params = {p.name: a for p, a in zip(verb.params, args, strict=True)}
        subject = args[0] if args else NONE
        several = self.several(verb.key)
        card, self.card = self.card, ""
        strict, self.strict = self.strict, None
        outer, self.undone = self.undone, None
        before = code.at
        code.at = self.origin(verb.span, "", verb.source) or before
        if self.asserts(verb.key):
            self.undone = E("slot", (code.scope.slot(),))
            code.emit("let", self.undone.args[0], num(0))

        def steps() -> None:
            inner = scope.fresh({"you": doer, **params})
            for step in verb.steps:
                key = f"{verb.key}/{step.name}"
                end = code.label()

                def body(step: ir.Step = step, inner: Scope = inner, end: int = end) -> None:
                    if not self.tangled(step.body):
                        self.block(code, step.body, inner, end)
                        return
                    lost = code.label()
                    self.block(code, step.body, inner, lost)
                    code.emit("jump", end)
                    self.give_up(code, lost)

                if self.watched(key) or self.recorded(key):
                    self.event(code, Happening(key, doer, subject, params, several), body)
                else:
                    body()
                code.place(end)

        self.event(code, Happening(verb.key, doer, subject, params, several), steps)
        code.emit("note", "verb", verb.key, doer, *args)
        if self.undone is not None:
            code.emit("poke", self.layout.undone_cell, self.undone)
        code.at = before
        self.card = card
        self.strict, self.undone = strict, outer

    strict: int | None = None
    """Within what must be done wholly or not at all: where the code goes on when something of it is not done."""

    def give_up(self, code: Code, lost: int) -> None:
        """What was to be done wholly cannot be: a trial looks no further here."""
        code.place(lost)
        self.not_done(code)
        code.emit("hopeless")

    # -- primitives
    def _cards(self, e: ir.Expr, scope: Scope) -> E:
        return self.expr(e, scope)

    def _do_movecards(self, code: Code, s: ir.MoveCards, scope: Scope, abort: int, rest: Any) -> Scope:
        to = self.expr(s.to, scope)
        code.emit("move", self._cards(s.cards, scope), to, "top" if s.place == "top" else "end")
        self.look(code, s.to, s.cards)
        return scope

    def look(self, code: Code, to: ir.Expr, cards: ir.Expr | None) -> None:
        """After cards have moved: is something so that was not (`as soon as`)?"""
        zones = {n.zone for n in walk((to, cards)) if isinstance(n, ir.ZoneOf)}
        known = isinstance(to, ir.ZoneOf)
        for hook in self.hooks.get(("", "state"), []):
            reads = self.reads(hook.clause.moment.cond)
            if not known or zones & reads:
                code.emit("call", self.program(f"state {hook.card} {hook.number}"))

    def reads(self, node: Any, seen: set[str] | None = None) -> set[str]:
        """The zones that a condition reads, through the values and qualities it asks for."""
        seen = set() if seen is None else seen
        found: set[str] = set()
        for n in walk(node):
            if isinstance(n, ir.ZoneOf):
                found.add(n.zone)
            name = n.value if isinstance(n, ir.ValueOf) else n.quality if isinstance(n, ir.QualityOf) else None
            if name is not None and name not in seen:
                seen.add(name)
                value = self.game.values.get(name)
                found |= self.reads((value.base, value.rules) if value else self.game.qualities[name].cond, seen)
        return found

    def _do_moveamount(self, code: Code, s: ir.MoveAmount, scope: Scope, abort: int, rest: Any) -> Scope:
        number = next(i for i, m in enumerate(self.layout.mark_decls) if m.name == s.mark)

        amount, up_to = self.expr(s.amount, scope), int(s.up_to)
        source, to = self._end(s.mark, s.source, scope), self._end(s.mark, s.to, scope)
        bank, done = code.label(), code.label()
        if s.to is not None and s.to.type.sort == "bearer" and to is not None:
            code.unless(E(">=", (to[1], num(0))), bank)
            code.emit("amount", number, amount, source, to, up_to)
            code.emit("jump", done)
            code.place(bank)
            to = None
        code.emit("amount", number, amount, source, to, up_to)
        code.place(done)
        return scope

    def _do_recover(self, code: Code, s: ir.Recover, scope: Scope, abort: int, rest: Any) -> Scope:
        mark = s.paid.measure
        assert mark is not None
        number = next(i for i, m in enumerate(self.layout.mark_decls) if m.name == mark)
        doer = code.slot_of(self.expr(s.doer, scope), "", "player")
        about = NONE if s.paid.subject is None else code.slot_of(self.expr(s.paid.subject, scope))
        back = code.scope.slot()
        code.emit("let", back, self.expr(s.paid, scope))
        self.unpay(code, s.paid, doer, about, E("slot", (back,)))
        code.emit("amount", number, E("slot", (back,)), None, (self.layout.mark_base[mark, "player"], doer), 0)
        return scope

    def _end(self, mark: str, e: ir.Expr | None, scope: Scope) -> tuple[int, E] | None:
        """One end of a movement of an amount; None is the bank."""
        if e is None:
            return None
        bearer = self.expr(e, scope)
        return None if bearer == NONE else (self.mark_base(mark, e.type), bearer)

    def _do_movesingle(self, code: Code, s: ir.MoveSingle, scope: Scope, abort: int, rest: Any) -> Scope:
        decl = next(m for m in self.layout.mark_decls if m.name == s.mark)
        base = self.layout.mark_base[s.mark, self.game.markers[s.mark].on[0]]
        key = f"mark:{s.mark}"
        to = code.slot_of(self.expr(s.to, scope), "", "player")
        if not (self.watched(key) or self.recorded(key)):
            code.emit("single", base, decl.span, to)
            return scope
        end = code.label()
        code.unless(E("not", (E("has", (base, to)),)), end)

        def body() -> None:
            code.emit("single", base, decl.span, to)

        self.event(code, Happening(key, to, NONE, {}), body)
        code.place(end)
        return scope

    def _do_put(self, code: Code, s: ir.Put, scope: Scope, abort: int, rest: Any) -> Scope:
        code.emit("put", self.mark_base(s.mark, s.on.type), self.expr(s.on, scope), self.expr(s.amount, scope))
        return scope

    def _do_mark(self, code: Code, s: ir.Mark, scope: Scope, abort: int, rest: Any) -> Scope:
        base = self.mark_base(s.mark, s.on.type)
        on = self.expr(s.on, scope)
        on = on if s.on.type.many else E("set", (on,))
        if s.off:
            code.emit("unmark", base, on)
        else:
            code.emit("mark", base, on, self.expr(s.owner, scope))
        return scope

    def _do_shuffle(self, code: Code, s: ir.Shuffle, scope: Scope, abort: int, rest: Any) -> Scope:
        code.emit("shuffle", self.expr(s.zone, scope))
        return scope

    def _do_show(self, code: Code, s: ir.Show, scope: Scope, abort: int, rest: Any) -> Scope:
        if s.to is not None and s.to.type.many:

            def each(inner: Scope, again: int) -> None:
                code.emit("show", self.expr(s.what, inner), inner.vars["each"], 0)

            self._loop(code, self.expr(s.to, scope), "each", "player", scope, each)
            return scope
        to = None if s.to is None else self.expr(s.to, scope)
        what = self.expr(s.what, scope)
        if s.what.type.sort == "zone":
            what = E("cards", (what,)) if not s.what.type.many else E("cards_of", (0, what))
        code.emit("show", what, to, int(s.what.type.sort == "truth"))
        if to is None and isinstance(s.what, ir.Has):
            bearer = self.expr(s.what.bearer, scope)
            base = self.layout.known_base.get((s.what.mark, self.sort_of(s.what.bearer.type)))
            if base is not None:  # from now on everybody knows of this marker
                code.emit("add", E("+", (bearer, num(base))), num(1))
        return scope

    def _do_swap(self, code: Code, s: ir.Swap, scope: Scope, abort: int, rest: Any) -> Scope:
        code.emit("swap", s.what, self.expr(s.left, scope), self.expr(s.right, scope))
        self.look(code, s.left, None)
        return scope

    def _do_nothing(self, code: Code, s: ir.Nothing, scope: Scope, abort: int, rest: Any) -> Scope:
        return scope

    def _do_lasting(self, code: Code, s: ir.Lasting, scope: Scope, abort: int, rest: Any) -> Scope:
        number = self.lasting_ids[id(s)]
        slots = []
        for name in self.lasting_rules[number].captured:
            e = code.slot_of(scope.vars[name], name)
            if e.op == "num":
                slot = code.scope.slot(name)
                code.emit("let", slot, e)
                e = E("slot", (slot,))
            slots.append(e.args[0])
        code.emit("lasting", number, -1 if s.until in (None, "game") else self.until[str(s.until)], tuple(slots))
        return scope

    def _do_win(self, code: Code, s: ir.Win, scope: Scope, abort: int, rest: Any) -> Scope:
        by = None if s.by is None else self.function("value " + s.by)
        tie = None if s.tie is None else self.function("value " + s.tie)
        code.emit("win", None if s.who is None else self.expr(s.who, scope), by, tie)
        return scope

    # -- names and choices
    def _do_let(self, code: Code, s: ir.Let, scope: Scope, abort: int, rest: Any) -> Scope:
        value = self.expr(s.value, scope)
        inner = scope.inner()
        slot = inner.bind(s.name, self.answer_sort(s.value.type))
        self.learn(inner, s.name, s.value, scope)
        self.keep(code, inner, s.name, self.picker(s.value, scope))
        code.emit("let", slot, value)
        return inner

    def _do_pickrandom(self, code: Code, s: ir.PickRandom, scope: Scope, abort: int, rest: Any) -> Scope:
        of, count = self.expr(s.of, scope), self.expr(s.count, scope)
        inner = scope.inner()
        slot = inner.bind(s.name, self.answer_sort(s.of.type))
        self.learn(inner, s.name, s.of, scope)
        self.keep(code, inner, s.name, self.business(code, s, scope))
        code.emit("random", slot, of, count, int(s.single))
        if s.single:
            code.unless(E(">=", (E("slot", (slot,)), num(0))), abort)
        return inner

    def _do_choose(self, code: Code, s: ir.Choose, scope: Scope, abort: int, rest: Sequence[ir.Stmt]) -> Scope:
        chooser = self.expr(s.chooser, scope)
        of = self.expr(s.of, scope)
        sort = self.answer_sort(s.of.type)
        if not s.single:
            return self._chain(code, s, chooser, of, sort, scope, abort)
        candidates = self.candidates(s, of, self.leading(rest), scope)
        inner = scope.inner()
        slot = inner.bind(s.name, sort)
        self.learn(inner, s.name, s.of, scope, not s.secret)
        self.keep(code, inner, s.name, chooser if s.secret else None)
        go, none = code.label(), abort
        after = code.label()
        if s.otherwise is not None:
            none = code.label()
        opt = option(
            go, "{}", slot=slot, of=candidates, sort=sort, dedupe=sort == "card", origin=code.at,
            open=self.open(s.of), anywhere=self.anywhere(s.of),
        )  # fmt: skip
        auto = not self.hidden((s.of, self.leading(rest)), scope)
        if not auto and candidates == of and self.size_known(s.of, scope):
            ask = code.label()  # where everybody knows that there is only one nobody is asked
            code.unless(E("==", (E("size", (of,)), num(1))), ask)
            self._ask(code, chooser, (opt,), none, True, s.secret, f"choose {self.words_of(s.of)}")
            code.place(ask)
        self._ask(code, chooser, (opt,), none, auto, s.secret, f"choose {self.words_of(s.of)}")
        if s.otherwise is not None:
            code.place(none)
            self.block(code, s.otherwise, scope, abort)
            code.emit("jump", abort)
        code.place(go)
        code.place(after)
        return inner

    def keep(self, code: Code, inner: Scope, name: str, owner: E | None) -> None:
        """A name for what was picked secretly, by this player."""
        if owner is not None:
            inner.private = {**inner.private, name: code.slot_of(owner, "", "player")}
            inner.hidden |= {name}

    def leading(self, rest: Sequence[ir.Stmt]) -> Sequence[ir.Stmt]:
        """Of what follows a choice, what bears on who can be chosen: names, choices and conditions (and what was
        counted in as cost)."""
        i = 0
        while i < len(rest) and isinstance(rest[i], (ir.Let, ir.Choose, ir.Require, ir.PickRandom)):
            i += 1
        cost = self.cost_left
        return rest[: i + cost] if cost and len(rest) >= i + cost else rest[:i]

    cost_left = 0

    def _chain(self, code: Code, s: ir.Choose, chooser: E, of: E, sort: str, scope: Scope, abort: int) -> Scope:
        inner = scope.inner()
        self.picked |= {s.name}
        chosen = inner.bind(s.name, sort)
        self.learn(inner, s.name, s.of, scope, not s.secret)
        self.keep(code, inner, s.name, chooser if s.secret else None)
        inner.unsized -= {s.name}  # how many were taken is told
        one = code.scope.slot("", sort)
        acc = E("slot", (chosen,))
        fixed = s.least is not None and s.least == s.most  # how many is told beforehand
        of = code.slot_of(of, "", sort)
        least = None if s.least is None else code.slot_of(self.expr(s.least, scope))
        most = None if s.most is None else code.slot_of(self.expr(s.most, scope))
        again, add, end = code.label(), code.label(), code.label()
        about = f"choose {'the next of ' if s.ordered else ''}{self.words_of(s.of)}"
        if fixed and least is not None and self.size_known(s.of, scope):
            code.emit("let", chosen, of)  # where all must be taken nobody is asked
            code.unless(E(">", (E("size", (of,)), num(1) if s.ordered else least)), end)
        code.emit("let", chosen, E("set", ()))
        code.place(again)
        if most is not None:
            code.unless(E("<", (E("size", (acc,)), most)), end)
        if not fixed and self.size_known(s.of, scope):
            more = code.label()
            code.unless(E(">=", (E("size", (acc,)), E("size", (of,)))), more)
            done = (option(end, "done", last=True),)
            self._ask(code, chooser, done, end, True, s.secret, about, True)
            code.place(more)
        left = E("without", (of, acc))
        options = [
            option(
                add, "{}", slot=one, of=left, sort=sort, dedupe=sort == "card", origin=code.at,
                open=self.open(s.of), anywhere=self.anywhere(s.of),
            )  # fmt: skip
        ]
        if not fixed:
            enough = None if least in (None, num(0)) else E(">=", (E("size", (acc,)), least))
            options.append(option(end, "done", guard=enough, last=True))
        auto = not self.hidden(s.of, scope)
        if not auto and self.size_known(s.of, scope):
            ask = code.label()  # where everybody knows that only one is left nobody is asked
            code.unless(E("==", (E("size", (left,)), num(1))), ask)
            self._ask(code, chooser, tuple(options), end, True, s.secret, about, True)
            code.place(ask)
        self._ask(code, chooser, tuple(options), end, auto, s.secret, about, True)
        code.place(add)
        code.emit("let", chosen, E("union", (acc, E("set", (E("slot", (one,)),)))))
        code.emit("jump", again)
        code.place(end)
        return inner

    def _ask(
        self, code: Code, player: E, options: tuple[Opt, ...], none: int | None, auto: bool, secret: bool,
        about: str, chain: bool = False,
    ) -> None:  # fmt: skip
        code.emit("ask", Ask(player, options, none, auto, secret, about, chain, self.lookahead, code.at))

    # -- control
    def _do_if(self, code: Code, s: ir.If, scope: Scope, abort: int, rest: Any) -> Scope:
        other, end = code.label(), code.label()
        if not s.otherwise and len(s.then) == 1 and isinstance(s.then[0], ir.May) and self.hidden(s.cond, scope):
            return self.block(code, (self._only_if(s.then[0], s.cond),), scope, abort)
        code.unless(self.expr(s.cond, scope), other)
        self.block(code, s.then, scope, abort)
        if s.otherwise:
            code.emit("jump", end)
        code.place(other)
        self.block(code, s.otherwise, scope, abort)
        code.place(end)
        return scope

    def _only_if(self, may: ir.May, cond: ir.Expr) -> ir.May:
        """Something optional that can only be done under a condition: what of it is hidden closes the *yes*."""
        unless = ir.Not(type=ir.Type("truth"), span=cond.span, of=cond)
        return replace(may, body=(ir.Require(span=cond.span, cond=unless, text=None), *may.body))

    def _if_among(self, may: ir.May, var: str, of: ir.Expr) -> ir.May:
        """The same for those who are among a set."""
        one = ir.Var(type=ir.Type("player"), span=of.span, name=var)
        return self._only_if(may, ir.Among(type=ir.Type("truth"), span=of.span, of=one, in_=of))

    def _loop(self, code: Code, of: E, var: str, sort: str, scope: Scope, body: Callable[[Scope, int], None]) -> None:
        inner = scope.inner()
        each, index = code.scope.slot(), code.scope.slot()
        slot = inner.bind(var, sort)
        again, end = code.label(), code.label()
        code.emit("let", each, of)
        code.emit("let", index, num(0))
        code.place(again)
        code.emit("next", each, index, slot, end)
        body(inner, again)
        code.emit("jump", again)
        code.place(end)

    def _round(self, code: Code, of: ir.Expr, scope: Scope) -> E:
        """Several things, in the order in which one goes through them. Players that nobody picked in an order of his
        own come clockwise, from who acts."""
        things = self.expr(of, scope)
        if of.type.sort != "player" or (isinstance(of, ir.Var) and of.name in self.picked):
            return things
        return self.seated(things, code.slot_of(self.who_acts(scope), "", "player"), code.scope)

    picked: frozenset[str] = frozenset()
    """Names of several things that were picked one after another."""

    def _do_foreach(self, code: Code, s: ir.ForEach, scope: Scope, abort: int, rest: Any) -> Scope:
        if s.of.type.sort == "player" and len(s.body) == 1 and isinstance(s.body[0], ir.May):
            everybody = self._whom(s.of, scope)
            if everybody is not s.of:
                s = replace(s, of=everybody, body=(self._if_among(s.body[0], s.var, s.of),))
        of = self._round(code, s.of, scope)
        if s.by is not None:
            slot = code.scope.slot("", self.answer_sort(s.of.type))
            of = E("sort", (slot, of, self.value(s.by, (E("slot", (slot,)),))))

        def body(inner: Scope, again: int) -> None:
            self.block(code, s.body, inner, again if self.strict is None else self.strict)

        self._loop(code, of, s.var, self.answer_sort(s.of.type), scope, body)
        return scope

    def _do_repeat(self, code: Code, s: ir.Repeat, scope: Scope, abort: int, rest: Any) -> Scope:
        again, go, end = code.label(), code.label(), code.label()
        code.place(again)
        code.unless(E("not", (self.expr(s.until, scope),)), end)
        code.place(go)
        self.block(code, s.body, scope, again if self.strict is None else self.strict)
        code.emit("jump", again)
        code.place(end)
        return scope

    def _do_require(self, code: Code, s: ir.Require, scope: Scope, abort: int, rest: Any) -> Scope:
        code.unless(E("not", (self.expr(s.cond, scope),)), abort)
        return scope

    def _do_either(self, code: Code, s: ir.Either, scope: Scope, abort: int, rest: Any) -> Scope:
        doer = self.expr(s.doer, scope)
        labels = [code.label() for _ in s.branches]
        other, end = code.label(), code.label()
        if self.taken_branch is not None:
            taken, self.taken_branch = self.taken_branch, None
            for i, label in enumerate(labels):
                next_ = code.label()
                code.unless(E("==", (taken, num(i + 1))), next_)
                code.emit("jump", label)
                code.place(next_)
        options: list[Opt] = []
        calls: list[tuple[int, int, ir.Do]] = []
        inners: list[Scope] = []
        hidden = self.hidden(tuple((b.choose, self.branch_need(b)) for b in s.branches), scope)
        for label, b in zip(labels, s.branches, strict=True):
            inner = scope.inner()
            origin = self.origin_of(ir.Nothing(span=b.span), code.at)
            text = self.branch_label(b)
            last = b is s.branches[-1] and len(s.branches) > 2
            only = b.body[0] if len(b.body) == 1 and b.choose is None else None
            if isinstance(only, ir.Do) and only.verb in self.game.verbs and not only.lifted and only.doer == s.doer:
                menu = self.menu(self.game.verbs[only.verb])
                if menu is not None:
                    for j, guard, text in self._unfolded(only, menu, scope):
                        deed = code.label()
                        calls.append((deed, j, only))
                        options.append(option(deed, text, guard=None if guard == TRUE else guard, origin=origin))
                    inners.append(inner)
                    continue
            if b.choose is not None and b.choose.single:
                sort = self.answer_sort(b.choose.of.type)
                of = self.expr(b.choose.of, scope)
                candidates = self.candidates(b.choose, of, b.body, scope)
                slot = inner.bind(b.choose.name, sort)
                self.learn(inner, b.choose.name, b.choose.of, scope, not s.secret)
                self.keep(code, inner, b.choose.name, doer if s.secret else None)
                must = isinstance(b.choose.of, ir.Abilities) and b.choose.of.only_must
                options.append(
                    option(
                        label, text, slot=slot, of=candidates, sort=sort, dedupe=sort == "card", must=must, last=last,
                        origin=origin, open=self.open(b.choose.of), anywhere=self.anywhere(b.choose.of),
                    )
                )  # fmt: skip
            else:
                guard = self.branch(b, scope)
                options.append(
                    option(label, text, guard=None if guard == TRUE else guard, last=last, origin=origin)
                )
            inners.append(inner)
        none = None if s.otherwise is None else other
        if s.otherwise is None:
            none = abort
        self._ask(code, doer, tuple(options), none, not hidden, s.secret, "choose one")
        for label, b, inner in zip(labels, s.branches, inners, strict=True):
            code.place(label)
            body: Sequence[ir.Stmt] = b.body
            if b.choose is not None and not b.choose.single:
                body = (b.choose, *b.body)
            elif b.choose is not None:
                self.sure = self._offered(b.choose, inner)
            if self.tangled(body):
                self.sure = None
                self.call_part(code, body, inner)
            else:
                self.block(code, body, inner, end if self.strict is None else self.strict)
            code.emit("jump", end)
        for deed, taken_, do in calls:
            code.place(deed)
            params = self.game.verbs[do.verb].params
            args = tuple(self.argument(a, p, scope) for a, p in zip(do.args, params, strict=True))
            code.emit("call", self.program("verb " + do.verb), doer, *args, num(taken_))
            code.emit("jump", end)
        code.place(other)
        if s.otherwise:
            self.block(code, s.otherwise, scope, abort)
        code.place(end)
        return scope

    def _unfolded(self, do: ir.Do, menu: ir.Either, scope: Scope) -> list[tuple[int, E, str]]:
        """The branches of a verb that is a choice, as answers: their numbers, what each needs, and its words. The verb
        itself (0) where a card has something to say first."""
        verb = self.game.verbs[do.verb]
        doer = self.expr(do.doer, scope)
        args = tuple(self.argument(a, p, scope) for a, p in zip(do.args, verb.params, strict=True))
        can = self.can(do.verb, doer, args, scope)
        inner = self.verb_scope(verb, doer, args, scope)
        stirred = self.stirred(verb, scope)
        found = [
            (j, both(negate(stirred), can, self.branch(b, inner)), self.branch_label(b))
            for j, b in enumerate(menu.branches, 1)
        ]
        return found if stirred == FALSE else [(0, both(stirred, can), self.words(do.span)), *found]

    def _offered(self, c: ir.Choose, scope: Scope) -> tuple[str, E, tuple[E, ...]] | None:
        """The deed that the candidates were picked for (`a card in their hand that they may build`)."""
        cond = c.of.cond if isinstance(c.of, ir.Where) else None
        if not isinstance(cond, ir.Can):
            return None
        params = self.game.verbs[cond.verb].params
        inner = scope.inner(**{c.of.var: scope.vars[c.name]}) if isinstance(c.of, ir.Where) else scope
        args = tuple(self.argument(a, p, inner) for a, p in zip(cond.args, params, strict=True))
        return cond.verb, self.expr(cond.doer, inner), args

    def branch_need(self, b: ir.Branch) -> tuple[ir.Stmt, ...]:
        """The statements of a branch that decide whether it is possible."""
        return tuple(s for s in b.body if isinstance(s, (ir.Let, ir.Choose, ir.Require)))

    def _do_may(self, code: Code, s: ir.May, scope: Scope, abort: int, rest: Any) -> Scope:
        if s.doer.type.many:
            assert s.var is not None
            everybody = self._whom(s.doer, scope)
            may = s if everybody is s.doer else self._if_among(s, s.var, s.doer)

            def each(inner: Scope, again: int) -> None:
                self._may(code, may, inner.vars[str(s.var)], inner, again)

            self._loop(code, self._round(code, everybody, scope), s.var, "player", scope, each)
            return scope
        self._may(code, s, self.expr(s.doer, scope), scope, abort)
        return scope

    def _whom(self, players: ir.Expr, scope: Scope) -> ir.Expr:
        """Those who are asked one after the other: who is among them must be known to everybody."""
        if not self.hidden(players, scope):
            return players
        return self.public_set(players, scope) or ir.Players(type=players.type, span=players.span)

    def _may(self, code: Code, s: ir.May, doer: E, scope: Scope, abort: int) -> None:
        strict, self.strict = self.strict, None
        inner = scope if s.var is None else scope.inner(**{s.var: doer})
        yes, end = code.label(), code.label()
        first = s.body[0] if s.body else None
        cell = None
        if isinstance(first, ir.Do) and first.as_quality is not None:
            cell = self.layout.as_cell[first.as_quality]
            code.emit("poke", cell, E("+", (self.expr(first.args[0], inner), num(1))))
            verb_doer = self.expr(first.doer, inner)
            params = self.game.verbs[first.verb].params
            args = tuple(self.argument(a, p, inner) for a, p in zip(first.args, params, strict=True))
            guard = seen = self.seems(first.verb, verb_doer, args, inner)
            needs = self.can(first.verb, verb_doer, args, inner)
        else:
            seen, needs = self.block_need(s.body, inner, True), self.block_need(s.body, inner)
            guard = both(seen, self.effective_block(s.body, inner, code.at))
        reset = code.label() if cell is not None else end
        code.unless(guard, reset)
        label = self.block_label(s.body)
        allowed = None if needs in (TRUE, seen) else needs
        options = (option(yes, "yes, " + label, guard=allowed, origin=code.at), option(reset, "no", last=True))
        self._ask(code, doer, options, reset, False, s.secret, label)
        code.place(yes)
        if cell is not None:
            code.emit("poke", cell, num(0))
        if cell is None and self.tangled(s.body):
            self.call_part(code, s.body, inner)
        else:
            self.block(code, s.body, inner, end)
        if cell is not None:
            code.emit("jump", end)
            code.place(reset)
            code.emit("poke", cell, num(0))
        code.place(end)
        self.strict = strict

    # -- what is tried
    def block_need(self, block: Sequence[ir.Stmt], scope: Scope, public: bool = False) -> E:
        """What must hold for all of these statements to be done; `public`: what everybody can see of it."""
        if not self.tangled(block):
            return self.need(block, scope, None, public)
        return self.need(leading(block), scope, None, True) if public else self.part_need(block, scope)

    def part(self, block: Sequence[ir.Stmt], scope: Scope) -> tuple[int, tuple[E, ...]]:
        """Statements as a program of their own, and what it is told here."""
        read = {n.name for n in walk(tuple(block)) if isinstance(n, ir.Var)} | {"this", "you"}
        names = tuple(n for n in scope.vars if n in read)
        key = (tuple(map(id, block)), names, self.card)
        if key not in self.part_numbers:
            self.part_numbers[key] = len(self.parts)
            sorts = (scope.names[e.args[0]][1] if e.op == "slot" else "" for e in (scope.vars[n] for n in names))
            self.parts.append(Part(tuple(block), tuple(zip(names, sorts, strict=True)), self.card))
        number = self.part_numbers[key]
        return self.program(f"part {number}"), tuple(scope.vars[n] for n in names)

    def part_need(self, block: Sequence[ir.Stmt], scope: Scope) -> E:
        program, told = self.part(block, scope)
        return E("trial", (program, *told))

    def call_part(self, code: Code, block: Sequence[ir.Stmt], scope: Scope) -> None:
        program, told = self.part(block, scope)
        code.emit("call", program, *told)

    def _program_part(self, name: str, number: str) -> Program:
        part = self.parts[int(number)]
        scope = Scope()
        for variable, sort in part.names:
            scope.bind(variable, sort)
        code = Code(self.block_label(part.block), scope, len(part.names), self.origin(part.block[0].span, part.card))
        self.card, self.lookahead = part.card, self.program_ids[name]
        self.strict = lost = code.label()
        end = code.label()
        self.block(code, part.block, scope, lost)
        self.card, self.lookahead, self.strict = "", None, None
        code.emit("jump", end)
        self.give_up(code, lost)
        code.place(end)
        return code.finish(self.program_ids[name])

    def tried_deed(self, verb: ir.Verb, doer: E, args: tuple[E, ...]) -> E:
        menu = () if self.menu(verb) is None else (num(0),)
        return E("trial", (self.program("verb " + verb.key), doer, *args, *menu))

    # -- phases and abilities
    def _do_runphase(self, code: Code, s: ir.RunPhase, scope: Scope, abort: int, rest: Any) -> Scope:
        args = () if s.arg is None else (self.expr(s.arg, scope),)
        code.emit("call", self.program("phase " + s.phase), *args)
        return scope

    def _do_leave(self, code: Code, s: ir.Leave, scope: Scope, abort: int, rest: Any) -> Scope:
        code.emit("leave", s.phase, 0)
        return scope

    def _do_useability(self, code: Code, s: ir.UseAbility, scope: Scope, abort: int, rest: Any) -> Scope:
        ability = code.slot_of(self.expr(s.ability, scope), "", "ability")

        def body() -> None:
            code.emit("used", ability.args[0], 1)
            code.emit("note", "ability", "use", ability)
            code.emit("use", ability.args[0])

        if not (self.watched("use") or self.recorded("use")):
            body()
            return scope
        player = ir.Active(type=ir.Type("player"), span=s.span, what="player")
        doer = code.slot_of(self.expr(player, scope), "", "player")
        self.event(code, Happening("use", doer, ability, {"ability": ability}), body)
        return scope

    # -- words of answers
    def words_of(self, node: ir.Expr) -> str:
        return self.words(node.span)

    def block_label(self, block: Sequence[ir.Stmt]) -> str:
        """The words of the first deed of a block."""
        for s in block:
            if not isinstance(s, (ir.Let, ir.Choose, ir.Require, ir.PickRandom)):
                text = self.words(s.span)
                return text.partition(" otherwise ")[0]
        return "do it"

    def branch_label(self, b: ir.Branch) -> str:
        """The words of a branch, with `{}` where the chosen thing is named."""
        label = self.block_label(b.body) if b.body else "choose {}"
        if b.choose is None or not b.choose.single:
            return label
        if b.body and isinstance(b.body[0], ir.UseAbility):
            return "{}"
        found, n = re.subn(rf"\b{re.escape(b.choose.name.partition('#')[0])}\b", "{}", label, count=1)
        return found if n else label + ": {}"


__all__ = ["FALSE", "Hook", "Statements", "both", "prefix"]
