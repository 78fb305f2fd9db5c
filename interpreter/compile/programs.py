"""Compiles each program that a library can ask for, from its key."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial

from moot.dsl import ir

from ..kernel.program import E
from . import called, inside, later, soon
from .assembler import Code
from .cards import you
from .clauses import call_clause, spend
from .expressions import expr, seated, who_acts
from .guards import guard
from .hooks import Happening, beyond, branches, clause_params, step_event, within_ways
from .keys import (
    ClauseProgram,
    LeavesProgram,
    PartProgram,
    PhaseProgram,
    ProgramKey,
    StateProgram,
    UsedProgram,
    VerbProgram,
    WaysProgram,
)  # fmt: skip
from .labels import block_label, clause_label
from .layout import MAIN
from .origins import clause_origin, origin
from .outcome import tried
from .parts import menu
from .scope import Scope
from .sorts import answer_sort
from .standing import Hook
from .statements import write
from .statements.deeds import verb_body
from .terms import NONE, num, slot
from .together import due
from .unit import Built, Unit
from .walk import walk
from .ways import ways_code
from .windows import around, group
from .within import Within, give_up


def build(u: Unit, number: int, key: ProgramKey) -> Built:
    """Compile a program."""
    match key:
        case PhaseProgram():
            return _phase(u, number, key)
        case VerbProgram():
            code = _verb(u, key)
        case WaysProgram():
            code = ways_code(u, key, write)
        case ClauseProgram():
            code = _clause(u, number, key)
        case UsedProgram():
            code = _used(u, key)
        case StateProgram():
            code = _state(u, key)
        case PartProgram():
            code = _part(u, number, key)
        case LeavesProgram():
            code = _leaves(u, key)
    return Built(code.finish(number))


def _verb(u: Unit, key: VerbProgram) -> Code:
    verb = u.game.verbs[key.verb]
    s, _ = Scope().bind("you", answer_sort(verb.doer))
    for p in verb.params:
        s, _ = s.bind(p.name, answer_sort(p.type))
    args = tuple(s.vars[p.name] for p in verb.params)
    taken = slot(s.slot("taken")) if menu(verb) is not None else None
    code = Code(str(key), s, s.slots.count, origin(u, verb.span, "", verb.source))
    w = Within(s, code.label(), write, taken=taken)
    verb_body(u, code, verb, s.vars["you"], args, w)
    return code


# ---- clauses --------------------------------------------------------------------------------------------------------


def _hook(u: Unit, key: ClauseProgram) -> Hook:
    """Find the clause for which a program is, on the first copy of its card."""
    hook = Hook(u.game.cards[key.title].clauses[key.number], u.layout.index[key.title], key.number)
    return branches(u, hook)[key.branch - 1] if key.branch else hook


def _clause(u: Unit, number: int, key: ClauseProgram) -> Code:
    """Write a clause. What must be possible together is tried, up to the last choice that may turn out impossible. What
    the clause costs is done wholly or not at all."""
    hook = _hook(u, key)
    clause = hook.clause
    s, sorts = Scope(card=key.title), {n.name: answer_sort(n.type) for n in walk(clause) if isinstance(n, ir.Var)}
    sorts |= {"this": "card", "you": "player"}
    params = clause_params(hook)
    for n in params:
        s, _ = s.bind(n, sorts.get(n, ""))
    code = Code(clause_label(u, hook), s, len(params), clause_origin(u, hook), clause=True)
    code.emit("note", "clause", f"{key.title} {key.number}")
    around_it = within_ways(u, hook)
    ways = None if around_it is None else u.program(around_it)
    end, lost = code.label(), code.label()
    begun, together = len(clause.lead) + len(clause.cost), tried(u, clause)
    last = max(begun, together)
    w = Within(s, lost if together else end, write, lookahead=ways if not together or ways is not None else number)
    costs = replace(w, strict=lost if clause.cost else None)
    s = write(u, code, clause.lead, replace(costs, due=() if together else (*clause.cost, *due(u, clause))))
    s = write(u, code, clause.cost, replace(costs, scope=s))
    s = write(u, code, clause.body[begun:last], replace(w, scope=s, bound=clause.doer))
    if together:
        code.emit("goal")
    write(u, code, clause.body[last:], replace(w, scope=s, abort=end, lookahead=ways))
    if together or clause.cost:
        code.emit("jump", end)
        give_up(code, w, lost)
    code.place(end)
    return code


def _used(u: Unit, key: UsedProgram) -> Code:
    """Write that a player uses an optional clause, with what answers that, or takes its place."""
    hook = Hook(u.game.cards[key.title].clauses[key.number], u.layout.index[key.title], key.number)
    s, sorts = Scope(card=key.title), {"this": "card", "you": "player"}
    params = clause_params(hook)
    for n in params:
        s, _ = s.bind(n, sorts.get(n, ""))
    code = Code(str(key), s, len(params), clause_origin(u, hook))
    ability = code.new_slot(E("+", (s.vars["this"], num(beyond(u)))))
    end = code.label()
    event = Happening("use", expr(u, hook.clause.doer, s), ability, {"ability": ability})
    around(u, code, event, Within(s, end, write), lambda _: call_clause(u, code, hook, s.vars))
    code.place(end)
    return code


def _state(u: Unit, key: StateProgram) -> Code:
    """Write the look whether `as soon as` clauses of a card that ask the same have become true, one after the other."""
    hooks = soon.together(u)[key.card, key.number]
    s = Scope()
    code = Code(str(key), s, 0, origin(u, hooks[0].clause.span, u.layout.titles[key.card]))
    end = code.label()
    given = {"this": num(key.card), "you": you(u, key.card, hooks[0].clause, s)}
    if len(hooks) > 1:  # what they all ask is asked first: mostly it is not so
        code.unless(_asked(u, hooks[0], given, s), end)
    for hook in hooks:
        _become_true(u, code, hook, given, s)
    code.place(end)
    return code


def _asked(u: Unit, hook: Hook, given: Mapping[str, E], s: Scope) -> E:
    """Ask whether what a clause waits for is so, of anything at all."""
    moment = hook.clause.moment
    assert moment.cond is not None
    if moment.subject is None or moment.among is None:
        return expr(u, moment.cond, s.fresh(given))
    one = slot(s.slot("", answer_sort(moment.among.type)))
    cond = expr(u, moment.cond, s.fresh({**given, moment.subject: one}))
    return E("some", (E("where", (one.args[0], expr(u, moment.among, s.fresh(given)), cond)),))


def _become_true(u: Unit, code: Code, hook: Hook, given: Mapping[str, E], s: Scope) -> None:
    """Write a clause that begins if it has become true; where it concerns several things, for each of them. All are
    asked at one moment, before anything is done."""
    end = code.label()
    subject, among = hook.clause.moment.subject, hook.clause.moment.among
    if subject is None or among is None:
        code.unless(guard(u, hook, given, s), end)
        spend(u, code, hook)
        call_clause(u, code, hook, given)
        code.place(end)
        return
    sort = answer_sort(among.type)
    one = slot(s.slot("", sort))
    found = E("where", (one.args[0], expr(u, among, s.fresh(given)), guard(u, hook, {**given, subject: one}, s)))
    code.unless(E("some", (found,)), end)

    def body(inner: Scope, again: int) -> None:
        call_clause(u, code, hook, {**given, subject: inner.vars["one"]})

    if sort == "player":
        found = seated(found, code.slot_of(who_acts(u, s), "", "player"), s)
    code.loop(found, "one", sort, s, body)
    code.place(end)


def _part(u: Unit, number: int, key: PartProgram) -> Code:
    part = u.numbers.parts[key.number]
    s = Scope(card=part.card, picked=part.picked)
    for name, sort in part.names:
        s, _ = s.bind(name, sort)
    code = Code(block_label(u, part.block), s, len(part.names), origin(u, part.block[0].span, part.card))
    lost, end = code.label(), code.label()
    w = Within(s, lost, write, lookahead=number, strict=lost)
    write(u, code, part.block, w)
    code.emit("jump", end)
    give_up(code, w, lost)
    code.place(end)
    return code


def _leaves(u: Unit, key: LeavesProgram) -> Code:
    position = u.game.position
    assert position is not None
    s, _ = Scope().bind(position.passed_var or "part", "card")
    code = Code(str(key), s, 1)
    end = code.label()
    write(u, code, position.leaves, Within(s, end, write))
    code.place(end)
    return code


# ---- phases ---------------------------------------------------------------------------------------------------------


def _phase(u: Unit, number: int, key: PhaseProgram) -> Built:
    phase = u.game.phases[key.phase]
    s = Scope()
    arg: E | None = None
    if phase.param is not None:
        s, n = s.bind(phase.param.name, answer_sort(phase.param.type))
        arg = slot(n)
    told = () if arg is None else (arg,)
    cell, since = u.layout.phase_cell[phase.name], u.layout.records[phase.name]
    code = Code(str(key), s, s.slots.count, origin(u, phase.span, "", phase.source))
    outer = inside.begin(u, code, phase) if inside.may_be(u, phase) else None
    code.emit("poke", cell, num(1) if arg is None else E("+", (arg, num(1))))
    if phase.name != MAIN and since[0] < since[1]:
        code.emit("clear", (since,), inside.NOTHING_LASTS)  # the history of a phase begins with the phase
    code.emit("note", "start", phase.name, *told)
    params = {} if arg is None or phase.param is None else {phase.param.name: arg}
    event = Happening(phase.name, _phase_doer(u, phase, arg, s), NONE if arg is None else arg, params)
    heard = later.awaited(u, phase, s)
    later.begins(u, code, phase, event, heard, s)
    group(u, code, phase.name, "start", event, s)
    late = called.early(u, phase, event, s)
    called.wait(u, code, late, 0, s)
    steps: dict[str, int] = {}
    for done, step in enumerate(phase.steps, 1):
        steps[step.name] = code.here
        code.say(origin(u, step.span, "", phase.source) or code.at)
        around_step = replace(event, event=step_event(phase.name, step))
        _phase_step(u, code, step, around_step, s, partial(called.wait, u, code, late, done, s))
        later.begins(u, code, phase, event, heard, s)
        called.answers(u, code, late, done, s)
    group(u, code, phase.name, "end", event, s)
    code.emit("note", "end", phase.name, *told)
    ended = code.here
    later.over(u, code, phase)
    if phase.name != MAIN:
        inside.end(u, code, phase, outer)
        soon.look(u, code, soon.ending(u, phase.name))
    code.emit("poke", cell, num(0) if outer is None else outer.cell)
    return Built(code.finish(number), steps, ended)


def _phase_step(u: Unit, code: Code, step: ir.Step, event: Happening, s: Scope, then: Callable[[], None]) -> None:
    """Write a step of a phase. `then`: writes what is noted as soon as it is done."""
    end = code.label()

    def body(w: Within) -> None:
        write(u, code, step.body, w)
        then()

    around(u, code, event, Within(s, end, write), body)
    code.place(end)


def _phase_doer(u: Unit, phase: ir.Phase, arg: E | None, s: Scope) -> E:
    """Return the player who acts in a phase."""
    if arg is None or phase.param is None:
        return NONE
    t = phase.param.type
    if t.sort == "player":
        return arg
    assert t.name is not None
    who = u.game.kinds[t.name].you
    return NONE if who is None else expr(u, who, s.fresh({"this": arg}))
