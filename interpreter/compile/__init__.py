"""Typed meaning to programs: every word becomes a number, every window a place in the code.

The passes, each a class building on the one before: `layout` (numbers) → `expressions` → `needs` (what must be
possible) → `rules` (values, permissions) → `events` (windows and ways) → `statements` → this module (programs,
abilities, the library).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.program import Ability, E, I, Library, Origin, PositionData, Program
from .answering import settled
from .assembler import Code
from .events import Happening
from .expressions import FALSE, NONE, Scope, both, num
from .layout import MAIN, Layout
from .needs import leading
from .rules import Hook
from .statements import Statements

NOTHING_LASTS = -2
"""What no lasting rule waits for."""


class Compiler(Statements):
    """Builds programs on demand, by name."""

    def __init__(self, game: ir.Game, layout: Layout, sources: Mapping[str, Source]) -> None:
        super().__init__(game, layout, sources)
        self.programs: list[Program | None] = []
        self._waiting: list[str] = []
        self.cleanup: dict[str, int] = {}
        self.step_pcs: dict[tuple[str, str], int] = {}
        self.clauses: dict[str, tuple[Hook, str | None]] = {}

    def program(self, name: str) -> int:
        if name not in self.program_ids:
            self.program_ids[name] = len(self.programs)
            self.programs.append(None)
            self._waiting.append(name)
        return self.program_ids[name]

    def finish_programs(self) -> None:
        """Compile every program that was asked for, and those they ask for."""
        while self._waiting or self._pending:
            self.finish_functions()
            if self._waiting:
                name = self._waiting.pop()
                form, _, rest = name.partition(" ")
                self.programs[self.program_ids[name]] = getattr(self, "_program_" + form)(name, rest)

    # -- verbs, steps with ways, phases
    def _program_verb(self, name: str, key: str) -> Program:
        verb = self.game.verbs[key]
        scope = Scope()
        doer = E("slot", (scope.bind("you", "player"),))
        args = tuple(E("slot", (scope.bind(p.name, self.answer_sort(p.type)),)) for p in verb.params)
        taken = E("slot", (scope.slot("taken"),)) if self.menu(verb) is not None else None
        code = Code(name, scope, scope.count[0], self.origin(verb.span, "", verb.source))
        self.card, self.lookahead, self.taken_branch = "", None, taken
        self.verb_body(code, verb, doer, args, scope)
        return code.finish(self.program_ids[name])

    def _program_ways(self, name: str, key: str) -> Program:
        verb_key, _, step = key.partition("/")
        verb = self.game.verbs[verb_key]
        scope = Scope()
        code = Code(name, scope, len(verb.params) + 3, self.origin(verb.span, "", verb.source))
        self.card, self.lookahead = "", None

        def body(scope: Scope, end: int) -> None:
            doer = scope.vars["you"]
            args = tuple(scope.vars[p.name] for p in verb.params)
            event = self.happening(key, doer, args)

            def deed() -> None:
                for s in verb.steps:
                    if not step or s.name == step:
                        self.block(code, s.body, scope, end)

            self.after_ways(code, event, deed, end)

        self.make_ways(code, key, body)
        return code.finish(self.program_ids[name])

    def _program_phase(self, name: str, key: str) -> Program:
        phase = self.game.phases[key]
        scope = Scope()
        cell = self.layout.phase_cell[key]
        arg: E | None = None
        if phase.param is not None:
            arg = E("slot", (scope.bind(phase.param.name, self.answer_sort(phase.param.type)),))
        code = Code(name, scope, scope.count[0], self.origin(phase.span, "", phase.source))
        self.card, self.lookahead = "", None
        code.emit("poke", cell, num(1) if arg is None else E("+", (arg, num(1))))
        since = self.layout.records[key]
        if key != MAIN and since[0] < since[1]:
            code.emit("clear", (since,), NOTHING_LASTS)  # what happened before it began is not its history
        code.emit("note", "start", key, *(() if arg is None else (arg,)))
        doer = self._phase_doer(phase, arg, scope)
        subject = NONE if arg is None else arg
        params = {} if arg is None or phase.param is None else {phase.param.name: arg}
        self.group(code, (key, "start"), Happening(key, doer, subject, params))
        for step in phase.steps:
            self.step_pcs[key, step.name] = len(code.code)
            end = code.label()
            code.at = self.origin(step.span, "", phase.source) or code.at

            def body(step: ir.Step = step, end: int = end) -> None:
                self.block(code, step.body, scope, end)

            event = f"{key}/{step.name}"
            self.event(code, Happening(event, doer, subject, params), body)
            code.place(end)
        self.group(code, (key, "end"), Happening(key, doer, subject, params))
        code.emit("note", "end", key, *(() if arg is None else (arg,)))
        self.cleanup[key] = len(code.code)
        if key != MAIN:
            code.emit("clear", (self.layout.clears[key],), self.until[key])
        code.emit("poke", cell, num(0))
        return code.finish(self.program_ids[name])

    def _phase_doer(self, phase: ir.Phase, arg: E | None, scope: Scope) -> E:
        if arg is None or phase.param is None:
            return NONE
        t = phase.param.type
        if t.sort == "player":
            return arg
        assert t.name is not None
        you = self.game.kinds[t.name].you
        return NONE if you is None else self.expr(you, scope.fresh({"this": arg}))

    # -- clauses
    def clause_program(self, hook: Hook, way_of: str | None = None) -> int:
        """The program of a clause; copies of a card share it."""
        title = self.layout.titles[hook.card]
        name = f"clause {title} {hook.number}" + (f" {hook.branch}" if hook.branch else "")
        self.clauses[name] = (hook, way_of)
        return self.program(name)

    def call_clause(self, code: Code, hook: Hook, given: Mapping[str, E]) -> None:
        names = self.clause_params(hook)
        code.emit("call", self.answer_program(hook), *(given[n] for n in names))

    def answer_program(self, hook: Hook) -> int:
        m = hook.clause.moment
        return self.clause_program(hook, m.event if m.kind == "would" and self.is_way(hook) else None)

    def _program_clause(self, name: str, _: str) -> Program:
        hook, way_of = self.clauses[name]
        clause = hook.clause
        title = self.layout.titles[hook.card]
        scope = Scope()
        sorts = {"this": "card", "you": "player"}
        params = self.clause_params(hook)
        for n in params:
            scope.bind(n, sorts.get(n, ""))
        origin = self.origin(clause.span, title, self.game.cards[title].source)
        code = Code(f"{title}: {clause.label}", scope, len(params), origin, clause=True)
        code.emit("note", "clause", f"{title} {hook.number}")
        self.card = title
        ways = None if way_of is None else self.program("ways " + way_of)
        end, lost = code.label(), code.label()
        costs, tried = len(leading(clause.body)), self.tried(clause)
        first, last = costs + clause.cost, max(costs + clause.cost, tried)
        self.lookahead = ways if not tried or ways is not None else self.program_ids[name]
        self.cost_left = 0 if tried else clause.cost
        self.strict = lost if clause.cost else None
        abort = lost if tried else end
        inner = self.block(code, clause.body[:first], scope, abort)
        self.strict, self.cost_left = None, 0
        inner = self.block(code, clause.body[first:last], inner, abort)
        if tried:
            code.emit("goal")
        self.lookahead = ways
        self.block(code, clause.body[last:], inner, end)
        if tried or clause.cost:
            code.emit("jump", end)
            self.give_up(code, lost)
        code.place(end)
        self.card, self.lookahead = "", None
        return code.finish(self.program_ids[name])

    def _program_state(self, name: str, rest: str) -> Program:
        card, number = (int(n) for n in rest.split())
        title = self.layout.titles[card]
        clause = self.game.cards[title].clauses[number]
        hook = Hook(clause, card, number)
        scope = Scope()
        code = Code(name, scope, 0, self.origin(clause.span, title))
        m = clause.moment
        end = code.label()
        given = {"this": num(card), "you": self.you(card, scope)}
        if m.subject is None:
            code.unless(self.guard(hook, given, scope), end)
            self.spend(code, hook)
            self.call_clause(code, hook, given)
        else:
            slot = code.scope.slot("", "player")
            inner = {**given, m.subject: E("slot", (slot,))}
            guard = self.guard(hook, inner, scope)
            found = E("where", (slot, E("players"), guard))
            code.unless(E("some", (found,)), end)

            def body(one: Scope, again: int) -> None:
                self.call_clause(code, hook, {**given, str(m.subject): one.vars["one"]})

            found = self.seated(found, code.slot_of(self.who_acts(scope), "", "player"), scope)
            self._loop(code, found, "one", "player", scope, body)
        code.place(end)
        return code.finish(self.program_ids[name])

    def _program_leaves(self, name: str, _: str) -> Program:
        position = self.game.position
        assert position is not None
        scope = Scope()
        scope.bind(position.passed_var or "part", "card")
        code = Code(name, scope, 1)
        end = code.label()
        self.block(code, position.leaves, scope, end)
        code.place(end)
        return code.finish(self.program_ids[name])

    # -- abilities
    def branches(self, hook: Hook) -> list[Hook]:
        """An ability that is one choice is listed branch by branch; using one uses them all."""
        clause = hook.clause
        if len(clause.body) != 1 or not isinstance(clause.body[0], ir.Either):
            return [hook]
        either = clause.body[0]
        if either.otherwise is not None or either.doer != clause.doer:
            return [hook]
        return [
            Hook(
                replace(
                    clause,
                    body=b.body if b.choose is None else (b.choose, *b.body),
                    label=self.block_label(b.body),
                ),
                hook.card,
                hook.number,
                i + 1,
            )
            for i, b in enumerate(either.branches)
        ]

    def abilities(self) -> tuple[Ability, ...]:
        found: list[Ability] = []
        for (phase, rung), hooks in self.hooks.items():
            if rung != "ability":
                continue
            for hook in (branch for h in hooks for branch in self.branches(h)):
                scope = Scope()
                player = E("slot", (scope.bind("player", "player"),))
                guard = self.ability_guard(hook, len(found), player, scope)
                if guard == FALSE:
                    continue
                clause = hook.clause
                title = self.layout.titles[hook.card]
                cell, arg = None, 0
                declared = self.game.phases.get(phase)
                if declared is not None and declared.param is not None:
                    if declared.param.type.name == self.game.cards[title].kind:
                        cell, arg = self.layout.phase_cell[phase], hook.card + 1
                origin = self.origin(clause.span, title, self.game.cards[title].source)
                found.append(
                    Ability(
                        len(found), hook.card, self.clause_program(hook), guard, scope.count[0], clause.must,
                        self.layout.used_cell.get((hook.card, hook.number)), self.clause_label(hook), cell, arg,
                        origin or Origin(title, "", "", 1, 1), self.you(hook.card, scope),
                    )
                )  # fmt: skip
        if "ability's card" in self._table_ids:
            self.tables[self._table_ids["ability's card"]] = tuple(a.card for a in found)
        return tuple(found)

    def card_records(self) -> Iterator[tuple[int, int]]:
        """Where it is recorded what was done to each card: the first cell, and how many there are for one."""
        for (event, keyed, _, _), base in self.layout.history.items():
            name = event.partition("/")[0]
            verb, phase = self.game.verbs.get(name), self.game.phases.get(name)
            about = verb.params[0] if verb is not None and verb.params else phase.param if phase is not None else None
            if keyed in ("subject", "both") and about is not None and about.type.sort in ("card", "bearer"):
                wide = self.layout.players if keyed == "both" else 1
                yield base + wide * (self.layout.players if about.type.sort == "bearer" else 0), wide

    # -- the whole
    def patch(self, program: Program) -> Program:
        """Resolve `leave` now that every phase has its code."""

        def fix(i: I) -> I:
            if i.op == "leave" and isinstance(i.args[0], str):
                phase = i.args[0]
                return replace(i, args=(self.program("phase " + phase), self.cleanup[phase]))
            return i

        return replace(program, code=tuple(fix(i) for i in program.code))

    def position(self) -> PositionData | None:
        """The frames of a posed situation: which phase runs which, down to the one where it begins."""
        p = self.game.position
        if p is None:
            return None
        chain = self._chain_to(MAIN, p.phase, ())
        if chain is None:
            return None
        frames: list[tuple[int, int]] = []
        cells: list[tuple[int, int]] = [(self.layout.phase_cell[MAIN], 1)]
        for phase, pc in chain:
            frames.append((self.program_ids["phase " + phase], pc))
        for phase, _ in chain[1:]:
            cells.append((self.layout.phase_cell[phase], 1))
        if p.phase != MAIN:
            cells.append((self.layout.phase_cell[p.phase], 1))
        frames.append((self.program_ids["phase " + p.phase], self.step_pcs[p.phase, p.step]))
        dealt = tuple((self.layout.kind_index[k], self.layout.zone_base[z]) for k, z in p.dealt)
        passed = None if p.passed is None else self.program_ids["phase " + p.passed]
        leaves = None if p.passed is None else self.program_ids["leaves position"]
        return PositionData(tuple(frames), tuple(dict.fromkeys(cells)), passed, leaves, dealt)

    def _chain_to(
        self, phase: str, goal: str, seen: tuple[str, ...]
    ) -> list[tuple[str, int]] | None:
        if phase == goal:
            return []
        program = self.programs[self.program_ids["phase " + phase]]
        assert program is not None
        for pc, i in enumerate(program.code):
            if i.op == "call":
                for name, number in self.program_ids.items():
                    if number == i.args[0] and name.startswith("phase ") and name[6:] not in seen:
                        rest = self._chain_to(name[6:], goal, (*seen, phase))
                        if rest is not None:
                            return [(phase, pc + 1), *rest]
        return None


def compile_game(game: ir.Game, sources: Mapping[str, Source], hash: str = "") -> Library:
    """A game's typed meaning as a library of programs. `hash` names the card set in saves."""
    layout = Layout(game)
    compiler = Compiler(game, layout, sources)
    main = compiler.program("phase " + MAIN)
    for phase in game.phases:
        compiler.program("phase " + phase)
    for value in game.values:
        compiler.function("value " + value)
    for quality in game.qualities:
        compiler.function("quality " + quality)
    for verb in game.verbs:
        compiler.function("can " + verb)
    if game.position is not None and game.position.passed is not None:
        compiler.program("leaves position")
    legal = compiler.function("legal cast")
    compiler.finish_programs()
    abilities = compiler.abilities()
    compiler.finish_programs()
    programs = tuple(compiler.patch(p) for p in compiler.programs if p is not None)
    return settled(
        Library(
            name=game.name,
            hash=hash,
            max_players=game.most_players,
            min_players=game.least_players,
            cards=tuple(layout.titles),
            kinds=tuple(tuple(game.kinds)[k] for k in layout.card_kind),
            card_kind=tuple(layout.card_kind),
            definition=tuple(layout.definition),
            all_zone=layout.all_zone,
            zones=tuple(layout.zone_decls),
            zone_count=len(layout.zone_owner),
            zone_owner=tuple(layout.zone_owner),
            marks=tuple(layout.mark_decls),
            cells=layout.cells,
            tables=tuple(compiler.tables),
            words={name: enum.words for name, enum in game.enums.items()},
            programs=programs,
            functions=tuple(f for f in compiler.functions if f is not None),
            abilities=abilities,
            lasting_names=tuple(compiler.words(s.rule.span) for s in compiler.lasting_rules),
            main=main,
            players_cell=layout.players_cell,
            options=tuple((o.name, layout.option_cell[o.name], o.settings) for o in game.options.values()),
            phases={p: (compiler.program_ids["phase " + p], layout.phase_cell[p]) for p in game.phases},
            function_ids=dict(compiler.function_ids),
            step_pcs=compiler.step_pcs,
            until=compiler.until,
            legal_cast=legal,
            position=compiler.position(),
            records=tuple(compiler.card_records()),
        )
    )


__all__ = ["Compiler", "both", "compile_game"]
