"""Named values, qualities and permissions: a base, and the standing rules of cards that change it."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from moot.dsl import ir
from moot.dsl.source import NOWHERE, Source

from ..kernel.program import Ability, E, Function, I, Modifier, Objection, Origin, Program
from .expressions import FALSE, NONE, TRUE, Scope, both, either, negate, num
from .layout import MAIN, Layout, walk
from .needs import leading, prefix
from .together import Together


@dataclass(frozen=True)
class Standing:
    """A rule in its place: on a copy of a card, of the game itself (card None), or lasting (number set)."""

    rule: ir.Rule
    card: int | None
    level: int
    lasting: int | None = None
    captured: tuple[str, ...] = ()


USE = ir.Verb(
    key="use", words=("use",), participle="used",
    params=(ir.Param(name="ability", type=ir.Type("ability")),),
    doer=ir.Type("player"), refusals=(), steps=(), source=None, span=NOWHERE,
)  # fmt: skip
"""The one deed that the language itself declares: using an ability."""


@dataclass(frozen=True)
class Hook:
    """A clause of a copy of a card; `branch`: of an ability that is one choice, only that branch (from 1)."""

    clause: ir.Clause
    card: int
    number: int
    branch: int = 0


class Rules(Together):
    """Functions and abilities, and which clause stands where."""

    def __init__(self, game: ir.Game, layout: Layout, sources: Mapping[str, Source]) -> None:
        super().__init__(game, layout, sources)
        self.standing: dict[str, list[Standing]] = {}
        self.hooks: dict[tuple[str, str], list[Hook]] = {}  # (event, rung)
        self.function_ids: dict[str, int] = {}
        self.functions: list[Function | None] = []
        self._pending: list[str] = []
        self.tables: list[tuple[int, ...]] = []
        self._table_ids: dict[str, int] = {}
        self.lasting_rules: list[Standing] = []
        self.lasting_ids: dict[int, int] = {}
        self.until = {phase: i for i, phase in enumerate(game.phases)}
        self._collect()

    # -- collecting what cards say
    def _collect(self) -> None:
        for value in self.game.values.values():
            for rule in value.rules:
                self._stand(Standing(rule, None, 0))
        order = {kind: i for i, kind in enumerate(self.game.order)}
        by_kind = sorted(self.game.cards.values(), key=lambda c: order.get(c.kind, len(order)))
        for card in by_kind:
            level = 1 if self.game.kinds[card.kind].you is None else 2
            for copy in self.layout.copies(card.title):
                for rule in card.rules:
                    self._stand(Standing(rule, copy, level))
                for number, clause in enumerate(card.clauses):
                    m = clause.moment
                    event = m.event or m.phase or ""
                    self.hooks.setdefault((event, m.kind), []).append(Hook(clause, copy, number))
        for node in walk((self.game.verbs, self.game.phases, self.game.cards)):
            if isinstance(node, ir.Lasting):
                number = len(self.lasting_rules)
                names = [n.name for n in walk(node.rule) if isinstance(n, ir.Var)]
                bound = {*node.rule.args, node.rule.doer} | {
                    n.var for n in walk(node.rule) if isinstance(n, (ir.Where, ir.Image, ir.Fold))
                }
                captured = tuple(dict.fromkeys(n for n in names if n not in bound))
                standing = Standing(node.rule, None, 2, number, captured)
                self.lasting_rules.append(standing)
                self.lasting_ids[id(node)] = number
                self._stand(standing)

    def _stand(self, standing: Standing) -> None:
        rule = standing.rule
        form = {"permit": "can", "value": "value", "counts": "counts", "quality": "quality"}[rule.form]
        self.standing.setdefault(f"{form} {rule.name}", []).append(standing)

    def rules_on(self, name: str) -> tuple[ir.Rule, ...]:
        return tuple(s.rule for s in self.standing.get(name, ()))

    def has_bans(self, verb: str) -> bool:
        return any(s.rule.cannot for s in self.standing.get("can " + verb, ()))

    def said_of(self, word: str) -> Iterator[Any]:
        for s in self.standing.get(word, ()):
            yield (s.rule.match, s.rule.amount, s.rule.cond, s.rule.during)

    # -- numbered things
    def function(self, name: str) -> int:
        if self.plain and not name.startswith(("plain ", "doubt ", "quality blank")):
            name = "plain " + name
        if name not in self.function_ids:
            self.function_ids[name] = len(self.functions)
            self.functions.append(None)
            self._pending.append(name)
        return self.function_ids[name]

    def finish_functions(self) -> None:
        """Compile every function that was asked for, and those they ask for."""
        while self._pending:
            name = self._pending.pop()
            number = self.function_ids[name]
            self.plain = name.startswith("plain ")
            said = name.removeprefix("plain ")
            form, _, rest = said.partition(" ")
            self.functions[number] = getattr(self, "_make_" + form)(number, said, rest)
            self.plain = False

    def table(self, name: str) -> int:
        if name not in self._table_ids:
            self._table_ids[name] = len(self.tables)
            self.tables.append(self._rows(name))
        return self._table_ids[name]

    def _rows(self, name: str) -> tuple[int, ...]:
        if name == "name":
            return tuple(self.layout.definition)
        if name == "ability's card":
            return ()  # known when all abilities are
        rows = []
        for title in self.layout.titles:
            card = self.game.cards[title]
            printed = dict(card.fields).get(name)
            if isinstance(printed, str):
                field = next(f for f in self.game.kinds[card.kind].fields if f.name == name)
                assert field.type.name is not None
                printed = self.game.enums[field.type.name].words.index(printed)
            rows.append(-1 if printed is None else printed)
        return tuple(rows)

    # -- when a card counts
    def you(self, card: int, scope: Scope) -> E:
        """Who acts for this copy of a card."""
        you = self.game.kinds[self.kind(card)].you
        return NONE if you is None else self.expr(you, scope.fresh({"this": num(card)}))

    def kind(self, card: int) -> str:
        return tuple(self.game.kinds)[self.layout.card_kind[card]]

    def live(self, card: int, where: ir.Where_ | None, scope: Scope) -> E:
        """Whether a clause of this copy counts now."""
        kind = self.game.kinds[self.kind(card)]
        this = scope.fresh({"this": num(card)})
        works = self.played(card) if kind.works is None else self.expr(kind.works, this)
        if where is None:
            return self._not_blank(card, works, scope)
        others: list[E] = []
        for zone in where.zones:
            decl = next(z for z in self.layout.zone_decls if z.name == zone)
            here = E("zone_of", (num(card),))
            if decl.span == 1:
                others.append(E("==", (here, num(decl.base))))
            else:
                others.append(both(E(">=", (here, num(decl.base))), E("<", (here, num(decl.base + decl.span)))))
        for state in where.states:
            if state in self.game.qualities:
                others.append(self.quality(state, num(card), scope))
            else:
                t = ir.Type("card", self.kind(card))
                others.append(E("has", (self.mark_base(state, t), num(card))))
        if where.states and not where.only:
            return self._not_blank(card, either(works, both(either(*others), self.played(card))), scope)
        if where.states:
            others = [both(either(*others), self.played(card))]
        return self._not_blank(card, either(*others) if where.only else either(works, *others), scope)

    def played(self, card: int) -> E:
        """Whether a card is part of this game."""
        return E("in", (num(card), E("inplay", (self.layout.card_kind[card],))))

    def _not_blank(self, card: int, live: E, scope: Scope) -> E:
        if self.plain or not self.standing.get("quality blank"):
            return live
        return both(live, negate(self.quality("blank", num(card), scope)))

    plain = False
    """Whether what is being compiled decides who is blank: then everything is taken as if nobody were."""

    def _blanking(self, s: Standing, scope: Scope, args: tuple[str, ...], doubt: int) -> Modifier:
        """A rule that says who is blank, unless its own card is. Each degree of doubt asks the one before it who that
        might be; without any, nobody is."""
        m = self.modifier(s, scope, args)
        if s.card is None or not doubt:
            return m
        return replace(m, guard=both(m.guard, negate(E("call", (self.function(f"doubt {doubt - 1}"), num(s.card))))))

    def _make_doubt(self, number: int, name: str, degree: str) -> Function:
        """Who might be blank: with an even degree, everybody who cannot be ruled out; with an odd one, everybody who is
        for certain. Cards that would only make each other blank stay in doubt, and so are blank."""
        decl = self.game.qualities["blank"]
        scope = self._scope((decl.param.name,), (self.answer_sort(decl.param.type),))
        before, self.plain = self.plain, True
        base = FALSE if decl.cond is None else self.expr(decl.cond, scope)
        rules = self.standing.get("quality blank", [])
        modifiers = tuple(self._blanking(s, scope, s.rule.args, int(degree)) for s in rules)
        self.plain = before
        return Function(
            number, "blank", "truth", 1, scope.count[0], base, tuple(m for m in modifiers if m.guard != FALSE),
            names=tuple(scope.names), origin=self.origin(decl.span),
        )  # fmt: skip

    def _degree(self) -> int:
        """How far doubts are followed: as far as cards that say who is blank can say it of one another in a row, and
        no farther than is worth it."""
        cards = {s.card for s in self.standing["quality blank"] if s.card is not None}
        return 2 * min(max(len(cards) - 1, 0), 2)

    # -- values and qualities
    def quality(self, name: str, arg: E, scope: Scope) -> E:
        quality = self.game.qualities[name]
        if self.standing.get("quality " + name) or name in self.layout.as_cell:
            return E("call", (self.function("quality " + name), arg))
        if quality.cond is None:
            return FALSE
        if arg.op not in ("num", "slot"):
            slot = scope.slot()
            inner = scope.fresh({quality.param.name: E("slot", (slot,))})
            return E("pick", (slot, arg, self.expr(quality.cond, inner)))
        return self.expr(quality.cond, scope.fresh({quality.param.name: arg}))

    def modifier(self, s: Standing, scope: Scope, params: tuple[str, ...]) -> Modifier:
        """A standing rule as a modifier of a function whose first slots are the things asked about."""
        rule = s.rule
        given: dict[str, E] = {name: E("slot", (i,)) for i, name in enumerate(params)}
        captured: list[int] = []
        if s.lasting is not None:
            for name in s.captured:
                slot = scope.slot(name)
                captured.append(slot)
                given[name] = E("slot", (slot,))
        live = TRUE
        if s.card is not None:
            live = self.live(s.card, rule.where, scope)
            given["this"] = num(s.card)
            you = self.you(s.card, scope)
            given["you"] = you
        inner = scope.fresh(given)
        guard = both(
            live,
            None if rule.during is None else self.expr(rule.during, inner),
            None if rule.match is None else self.expr(rule.match, inner),
            None if rule.cond is None else self.expr(rule.cond, inner),
        )
        amount = NONE if rule.amount is None else self.expr(rule.amount, inner)
        origin = self.rule_origin(s)
        return Modifier(guard, rule.op, amount, s.level, origin, s.lasting, tuple(captured))

    def rule_origin(self, s: Standing) -> Origin:
        card = "" if s.card is None else self.layout.titles[s.card]
        source = self.game.cards[card].source if card else None
        return self.origin(s.rule.span, card, source) or Origin(card, "", "", 1, 1)

    def _scope(self, names: tuple[str, ...], sorts: tuple[str, ...] = ()) -> Scope:
        scope = Scope()
        for i, name in enumerate(names):
            scope.bind(name, sorts[i] if i < len(sorts) else "")
        return scope

    def _modifiers(self, name: str, scope: Scope, arity: int) -> tuple[Modifier, ...]:
        found = []
        for s in self.standing.get(name, ()):
            assert len(s.rule.args) == arity, (name, s.rule.args)
            found.append(self.modifier(s, scope, s.rule.args))
        return tuple(m for m in found if m.guard != FALSE)

    def _make_value(self, number: int, name: str, value: str) -> Function:
        decl = self.game.values[value]
        names = tuple(p.name for p in decl.params)
        scope = self._scope(names, tuple(self.answer_sort(p.type) for p in decl.params))
        if decl.field is not None:
            base = E("table", (self.table(value), E("slot", (0,))))
        else:
            assert decl.base is not None
            base = self.expr(decl.base, scope)
            if base.origin is None:
                base = replace(base, origin=self.origin(decl.base.span))
        modifiers = self._modifiers(name, scope, len(names))
        origin = self.origin(decl.span)
        return Function(
            number, value, "value", len(names), scope.count[0], base, modifiers, names=tuple(scope.names),
            origin=origin, sort=self.answer_sort(decl.type),
        )  # fmt: skip

    def _make_quality(self, number: int, name: str, quality: str) -> Function:
        if quality == "blank" and self.standing.get("quality blank"):
            return self._make_doubt(number, name, str(self._degree()))
        decl = self.game.qualities[quality]
        scope = self._scope((decl.param.name,), (self.answer_sort(decl.param.type),))
        base = FALSE if decl.cond is None else self.expr(decl.cond, scope)
        if quality in self.layout.as_cell:
            cell = E("cell", (self.layout.as_cell[quality],))
            base = either(base, E("==", (cell, E("+", (E("slot", (0,)), num(1))))))
        modifiers = self._modifiers(name, scope, 1)
        origin = self.origin(decl.span)
        return Function(
            number, quality, "truth", 1, scope.count[0], base, modifiers, names=tuple(scope.names), origin=origin
        )

    def _make_counts(self, number: int, name: str, field: str) -> Function:
        scope = self._scope(("card", "word"), ("card", self.answer_sort(self.game.values[field].type)))
        card, word = E("slot", (0,)), E("slot", (1,))
        base = E("==", (self.value(field, (card,)), word))
        modifiers = []
        for s in self.standing.get(name, ()):
            m = self.modifier(s, scope, s.rule.args)
            as_word = TRUE if s.rule.amount is None else E("==", (m.amount, word))
            modifiers.append(Modifier(both(m.guard, as_word), "holds", TRUE, m.level, m.origin, m.lasting, m.captured))
        return Function(
            number, f"counts as {field}", "truth", 2, scope.count[0], base, tuple(modifiers), names=tuple(scope.names)
        )

    # -- permissions
    def _make_seems(self, number: int, name: str, key: str) -> Function:
        """What everybody can see of a permission: nothing that is known refuses it."""
        verb = self.game.verbs[key]
        scope = self._scope(("you", *(p.name for p in verb.params)))
        doer, args = E("slot", (0,)), tuple(E("slot", (i + 1,)) for i in range(len(verb.params)))
        base = both(self._public_refusals(key, verb, scope), self.verb_need(verb, doer, args, scope, True))
        return Function(number, name, "truth", len(args) + 1, scope.count[0], base, names=tuple(scope.names))

    def _public_refusals(self, key: str, verb: ir.Verb, scope: Scope) -> E:
        """No refusal stands that everybody can judge, with what could lift it."""
        open_, lifts, closed = [], dict[str, list[E]](), set[str]()
        for s in self.standing.get(f"can {key}", ()):
            secret = self.hidden((s.rule.match, s.rule.cond, s.rule.during))
            if s.rule.cannot and not secret:
                open_.append(negate(self._permit(s, scope, len(verb.params))))
            elif s.rule.lift is not None and secret:
                closed.add(s.rule.lift)
            elif s.rule.lift is not None:
                lifts.setdefault(s.rule.lift, []).append(self._permit(s, scope, len(verb.params)))
        for r in verb.refusals:
            cond = None if r.text in closed else self.refusal(r.cond, scope)
            if cond is not None:
                open_.append(either(negate(self.expr(cond, scope)), *lifts.get(r.text, ())))
        return both(*open_)

    def _make_can(self, number: int, name: str, key: str) -> Function:
        verb = self.game.verbs.get(key, USE)
        sorts = tuple(self._told(t) for t in (verb.doer, *(p.type for p in verb.params)))
        scope = self._scope(("you", *(p.name for p in verb.params)), sorts)
        doer, args = E("slot", (0,)), tuple(E("slot", (i + 1,)) for i in range(len(verb.params)))
        rules = self.standing.get(name, ())
        lifts: dict[str, list[tuple[E, Origin]]] = {}
        refusals: list[Objection] = []
        for s in rules:
            guard = self._permit(s, scope, len(args))
            if s.rule.cannot:
                origin = self.rule_origin(s)
                hidden = self.hidden((s.rule.match, s.rule.cond, s.rule.during))
                refusals.append(Objection(origin.text, guard, (), True, origin, hidden))
            elif s.rule.lift is not None:
                lifts.setdefault(s.rule.lift, []).append((guard, self.rule_origin(s)))
        for r in verb.refusals:
            cond = self.expr(r.cond, scope)
            refusal_origin = self.origin(r.span, "", verb.source) or Origin("", "", "", 1, 1)
            refusals.append(
                Objection(r.text, cond, tuple(lifts.get(r.text, ())), False, refusal_origin, self.hidden(r.cond))
            )
        needs = self.verb_need(verb, doer, args, scope)
        return Function(
            number, key, "permission", len(args) + 1, scope.count[0], None, (), tuple(refusals),
            None if needs == TRUE else needs, tuple(scope.names), self.origin(verb.span, "", verb.source),
        )  # fmt: skip

    def _told(self, t: ir.Type) -> str:
        """How an argument of a deed is named where the deed is told; not at all if it may be of several sorts."""
        return self.answer_sort(t) if t.sort in ("player", "card", "ability", "enum", "number", "amount") else ""

    def _permit(self, s: Standing, scope: Scope, arity: int) -> E:
        """When a permission rule applies; the doer is slot 0, the arguments follow."""
        if s.lasting is not None:
            things = tuple(E("slot", (i,)) for i in range(arity + 1))
            return E("call", (self.function(f"held {s.lasting}"), *things))
        return self.modifier(s, scope, self._asked(s.rule)).guard

    def _asked(self, rule: ir.Rule) -> tuple[str, ...]:
        """What a permission is asked about: who, and what."""
        return (rule.doer if rule.doer is not None else "it#doer", *rule.args)

    def _make_held(self, number: int, name: str, rule: str) -> Function:
        """Whether one of the lasting permission rules of this number applies."""
        s = self.lasting_rules[int(rule)]
        names = self._asked(s.rule)
        scope = self._scope(names)
        m = self.modifier(s, scope, names)
        held = Modifier(m.guard, "holds", TRUE, m.level, m.origin, m.lasting, m.captured)
        return Function(
            number, name, "truth", len(names), scope.count[0], FALSE, (held,), names=tuple(scope.names)
        )

    def _make_legal(self, number: int, name: str, _cast: str) -> Function:
        scope = Scope()
        refusals = []
        for r in self.game.refused:
            origin = self.origin(r.span) or Origin("", "", "", 1, 1)
            refusals.append(Objection(r.text, self.expr(r.cond, scope), (), False, origin))
        for card in self.game.cards.values():
            first = self.layout.index[card.title]
            for r in card.refused:
                inner = scope.fresh({"this": num(first)})
                played = E("in", (num(first), E("inplay", (self.layout.card_kind[first],))))
                origin = self.origin(r.span, card.title, card.source) or Origin(card.title, "", "", 1, 1)
                text = r.text or origin.text
                refusals.append(Objection(text, both(played, self.expr(r.cond, inner)), (), False, origin))
        return Function(number, "legal cast", "permission", 0, scope.count[0], None, (), tuple(refusals))

    # -- abilities
    def ability_guard(self, hook: Hook, number: int, player: E, scope: Scope) -> E:
        """Whether this player may use this ability now."""
        clause = hook.clause
        you = self.you(hook.card, scope)
        inner = scope.fresh({"this": num(hook.card), "you": player})
        used = self.layout.used_cell.get((hook.card, hook.number))
        allowed = E("call", (self.function("can use"), player, num(number))) if self.has_bans("use") else TRUE
        return both(
            self.live(hook.card, clause.where, scope),
            allowed,
            None if clause.moment.cond is None else self.expr(clause.moment.cond, inner),
            E("==", (you, player)),
            None if used is None else E("==", (E("cell", (used,)), num(0))),
            None if clause.cond is None else self.expr(clause.cond, inner),
            self.clause_need(hook, inner),
            self.effective(clause, inner, self.origin(clause.span, self.layout.titles[hook.card])),
        )

    # -- what a clause needs
    @abstractmethod
    def answer_program(self, hook: Hook) -> int:
        """The program of a clause."""

    def clause_params(self, hook: Hook) -> list[str]:
        """What the program of a clause is told: its card, who acts for it, and what the event is about."""
        m = hook.clause.moment
        names = ["this", "you"]
        names += [n for n in (m.subject, m.doer) if n is not None]
        names += [var for var, _ in m.roles]
        return list(dict.fromkeys(names))

    def clause_need(self, hook: Hook, inner: Scope, public: bool = False) -> E:
        """What must be possible for a clause to be begun; `public`: what everybody can see of it. What is tangled is
        tried, and seen by nobody before."""
        clause = hook.clause
        if not self.tried(clause):
            return self.need(prefix(clause), inner, None, public)
        lead = self.need(leading(clause.body), inner, None, public)
        if public:
            return lead
        told = tuple(inner.vars[n] for n in self.clause_params(hook))
        return both(lead, E("trial", (self.answer_program(hook), *told)))


__all__ = ["Ability", "Hook", "I", "MAIN", "Program", "Rules", "Standing"]
