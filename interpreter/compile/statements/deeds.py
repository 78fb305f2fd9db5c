"""Writes deeds: a declared verb, written out where it is short, or a step of one."""

from __future__ import annotations

from dataclasses import replace

from moot.dsl import ir

from ...kernel.program import E
from ..assembler import Code
from ..expressions import argument, can, expr
from ..hooks import Happening, events_of, recorded, several, step_event, watched
from ..keys import VerbProgram
from ..needs import verb_scope
from ..origins import origin
from ..outcome import asserts
from ..parts import menu
from ..scope import Scope
from ..sorts import answer_sort
from ..terms import NONE, num
from ..together import owed, tangled
from ..unit import Unit
from ..walk import parted, walk
from ..windows import around
from ..within import Offered, Within, give_up, not_done


def do(u: Unit, code: Code, s: ir.Do, w: Within) -> Scope:
    """Do a declared verb, or a step."""
    verb = u.game.verbs.get(s.verb)
    if verb is None:
        return _do_step(u, code, s, w)
    doer = code.slot_of(expr(u, s.doer, w.scope), "", answer_sort(verb.doer))
    args = _told(u, code, s, verb.params, w.scope)
    done = code.label()
    strict = None if s.if_able else w.abort if s.decides else w.strict
    needed = w.bound is not None and owed(s, w.bound)
    matters = strict is not None or needed or w.undone is not None  # it must be learned that a refused deed is not done
    skip = code.label() if matters else done
    if s.as_quality is not None:
        code.emit("poke", u.layout.as_cell[s.as_quality], E("+", (args[0], num(1))))
    _unless_refused(u, code, s, verb, Offered(s.verb, doer, args), skip, w)
    if _inline(u, verb):
        with code.doing(verb.key, doer, args):
            verb_body(u, code, verb, doer, args, replace(w, offered=None))
    else:
        taken = (num(0),) if menu(verb) is not None else ()
        code.emit("call", u.program(VerbProgram(s.verb)), doer, *args, *taken)
    if matters:
        replaced = code.label()
        if asserts(u, s.verb):
            code.unless(E("not", (E("cell", (u.layout.undone_cell,)),)), replaced)
        code.emit("jump", done)
        code.place(skip)
        if needed:
            code.emit("hopeless")
        code.place(replaced)
        not_done(code, w)
        if strict is not None and s.as_quality is None:
            code.emit("jump", strict)
    code.place(done)
    if s.as_quality is not None:
        code.emit("poke", u.layout.as_cell[s.as_quality], num(0))
    return w.scope


def _told(u: Unit, code: Code, s: ir.Do, params: tuple[ir.Param, ...], scope: Scope) -> tuple[E, ...]:
    """Put the arguments of a deed into slots."""
    return tuple(
        code.slot_of(argument(u, a, p, scope), p.name, answer_sort(p.type)) for a, p in zip(s.args, params, strict=True)
    )


def _unless_refused(u: Unit, code: Code, s: ir.Do, verb: ir.Verb, deed: Offered, skip: int, w: Within) -> None:
    """Skip a deed that is refused."""
    if s.lifted:
        inner = verb_scope(verb, deed.doer, deed.args, w.scope)
        for r in verb.refusals:
            if r.text not in s.lifted:
                code.unless(E("not", (expr(u, r.cond, inner),)), skip)
    elif deed != w.offered:
        code.unless(can(u, s.verb, deed.doer, deed.args), skip)


def _do_step(u: Unit, code: Code, s: ir.Do, w: Within) -> Scope:
    """Do one step of a verb or phase by itself (`play model`)."""
    name, step_name = parted(s.verb)
    declared = u.game.verbs.get(name) or u.game.phases[name]
    params = declared.params if isinstance(declared, ir.Verb) else tuple(p for p in (declared.param,) if p)
    doer = code.slot_of(expr(u, s.doer, w.scope), "", "player")
    given = {p.name: a for p, a in zip(params, _told(u, code, s, params, w.scope), strict=True)}
    step = next(st for st in declared.steps if st.name == step_name)
    end = code.label()
    first = next(iter(given), None)
    each = several(u, s.verb)
    if each and first is not None:  # taking things out of this set does not change the named set
        given[first] = code.new_slot(given[first])

    def body(w: Within) -> None:
        w.write(u, code, step.body, w.at(w.scope.fresh({"you": doer, **given}), end))

    subject = next(iter(given.values()), NONE)
    around(u, code, Happening(s.verb, doer, subject, given, each), w, body)
    code.place(end)
    return w.scope


def _inline(u: Unit, verb: ir.Verb) -> bool:
    """Return whether a verb is short and unwatched enough to be written out where it is used."""
    if any(watched(u, event) for event in events_of(verb)):
        return False
    for node in walk(tuple(s.body for s in verb.steps)):
        match node:
            case ir.Choose() | ir.Either() | ir.May() | ir.Repeat() | ir.ForEach() | ir.If() | ir.RunPhase():
                return False
            case ir.Do():
                if node.verb not in u.game.verbs or node.verb == verb.key or not _inline(u, u.game.verbs[node.verb]):
                    return False
    return True


def verb_body(u: Unit, code: Code, verb: ir.Verb, doer: E, args: tuple[E, ...], w: Within) -> None:
    """Write a verb with its windows and steps."""
    params = {p.name: a for p, a in zip(verb.params, args, strict=True)}
    event = Happening(verb.key, doer, args[0] if args else NONE, params, several(u, verb.key))
    with code.saying(origin(u, verb.span, "", verb.source) or code.at):
        undone = code.new_slot(num(0)) if asserts(u, verb.key) else None
        own = replace(w.scope, card="").fresh({"you": doer, **params})

        def steps(w: Within) -> None:
            for step in verb.steps:
                _verb_step(u, code, verb, step, event, w)

        around(u, code, event, replace(w, scope=own, strict=None, bound=None, undone=undone), steps)
        code.emit("note", "verb", verb.key, doer, *args)
        if undone is not None:
            code.emit("poke", u.layout.undone_cell, undone)


def _verb_step(u: Unit, code: Code, verb: ir.Verb, step: ir.Step, deed: Happening, w: Within) -> None:
    """Write a step of a verb, with its windows if anything answers it."""
    event = step_event(verb.key, step)
    end = code.label()

    def body(w: Within) -> None:
        if not tangled(u, step.body):
            w.write(u, code, step.body, w.at(w.scope, end))
            return
        lost = code.label()
        w.write(u, code, step.body, w.at(w.scope, lost))
        code.emit("jump", end)
        give_up(code, w, lost)

    if watched(u, event) or recorded(u, event):
        around(u, code, replace(deed, event=event), w, body)
    else:
        body(w)
    code.place(end)
