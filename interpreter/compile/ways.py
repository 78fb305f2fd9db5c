"""Writes the other ways to meet a deed: its doer is asked which to take, each at most once; plain doing is one of
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations

from ..kernel.program import Ask, E, Opt
from .assembler import Code, option
from .clauses import spend, use_clause
from .guards import given, guard
from .hooks import Happening, happening, ways
from .keys import WaysProgram
from .labels import clause_label
from .needs import need, prefix
from .origins import clause_origin, origin
from .record import step_body
from .scope import Scope
from .secrets import deciding, hidden
from .sorts import answer_sort
from .standing import Hook
from .terms import FALSE, TRUE, both, either, num, slot
from .unit import Unit
from .windows import after_ways
from .within import Within, Write, give_up


def ways_code(u: Unit, key: WaysProgram, write: Write) -> Code:
    """Write the program of a deed that can be met in several ways. Its slots: the doer, the arguments, which ways were
    used (a bit mask, unpacked into one slot per way, because the kernel has no bit operators), and the way to begin
    with (0: ask)."""
    verb = u.game.verbs[key.verb]
    s, _ = Scope().bind("you", answer_sort(verb.doer))
    for p in verb.params:
        s, _ = s.bind(p.name, answer_sort(p.type))
    used_before, first = slot(s.slot("used")), slot(s.slot("first"))
    code = Code(str(key), s, s.slots.count, origin(u, verb.span, "", verb.source))
    args = tuple(s.vars[p.name] for p in verb.params)
    event = happening(u, key.event, s.vars["you"], args)
    hooks = ways(u, event.event)
    used = [s.slot() for _ in hooks]
    labels = [code.label() for _ in hooks]
    menu, plain, end, lost = code.label(), code.label(), code.label(), code.label()
    _unpack(code, used_before, used)
    code.go_to(first, labels)
    code.place(menu)
    about = key.step or key.verb
    plainly = need(u, step_body(verb, key.step), s)
    options = [option(plain, about, guard=plainly, origin=code.at)]
    options += [_option(u, key, hook, event, i, used, labels[i], s) for i, hook in enumerate(hooks)]
    perhaps = _perhaps_several(u, key, hooks, event, used, s)
    asked = Ask(event.doer, tuple(options), lost, perhaps != TRUE, False, f"how to {about}", origin=code.at)
    if perhaps not in (TRUE, FALSE):
        alone = code.label()
        code.unless(perhaps, alone)
        code.emit("ask", replace(asked, auto=False))
        code.place(alone)
    code.emit("ask", asked)  # `lost`: others have closed every way
    for hook, label, n in zip(hooks, labels, used, strict=True):
        code.place(label)
        code.emit("let", n, num(1))
        spend(u, code, hook)
        use_clause(u, code, hook, given(u, hook, event, s))
        code.emit("jump", menu if hook.clause.moment.kind == "would" else end)
    code.place(plain)
    for hook in hooks:
        if hook.clause.first:  # the first time has come, and it was not used
            keep = code.label()
            code.unless(guard(u, hook, given(u, hook, event, s), s, False), keep)
            spend(u, code, hook)
            code.place(keep)
    w = Within(s, end, write)
    _plainly(u, code, key, event, w)
    code.place(end)
    code.emit("poke", u.layout.undone_cell, num(0))
    code.emit("ret")
    give_up(code, w, lost)
    code.emit("poke", u.layout.undone_cell, num(1))
    return code


def _unpack(code: Code, mask: E, used: Sequence[int]) -> None:
    """Put bit i of a mask into slot i: halve i times, then take the remainder of one more halving."""
    for i, n in enumerate(used):
        bits = mask
        for _ in range(i):
            bits = E("half_down", (bits,))
        code.emit("let", n, E("-", (bits, E("*", (E("half_down", (bits,)), num(2))))))


def _packed(used: Sequence[int]) -> E:
    """Make a mask of the slots that say which ways were used."""
    mask = num(0)
    for j, n in enumerate(used):
        bit = E("*", (slot(n), num(2**j)))
        mask = bit if mask == num(0) else E("+", (mask, bit))
    return mask


def _option(
    u: Unit, key: WaysProgram, hook: Hook, event: Happening, i: int, used: Sequence[int], label: int, s: Scope
) -> Opt:
    """Offer way `i`, once, if it can be done and the deed can be met after it."""
    guarded = both(E("==", (slot(used[i]), num(0))), guard(u, hook, given(u, hook, event, s), s))
    if hook.clause.moment.kind == "would":
        args = (event.doer, *event.params.values(), _packed(used), num(i + 1))
        guarded = both(guarded, E("trial", (u.program(key), *args)))
    told = s.fresh(given(u, hook, event, s))
    return option(label, clause_label(u, hook, told), guard=guarded, origin=clause_origin(u, hook))


def _perhaps_several(
    u: Unit, key: WaysProgram, hooks: Sequence[Hook], event: Happening, used: Sequence[int], s: Scope
) -> E:
    """Say that something hidden may close ways, and that, as far as everybody can see, there may be more than one."""
    step = step_body(u.game.verbs[key.verb], key.step)
    said = [(h.clause.moment.cond, h.clause.cond, *deciding(u, prefix(u, h.clause))) for h in hooks]
    if not hidden(u, (*said, *deciding(u, step))):
        return FALSE
    left = [E("==", (slot(n), num(0))) for n in used]
    seen = [both(free, guard(u, h, given(u, h, event, s), s, public=True)) for free, h in zip(left, hooks, strict=True)]
    return either(*(both(one, other) for one, other in combinations((need(u, step, s, public=True), *seen), 2)))


def _plainly(u: Unit, code: Code, key: WaysProgram, event: Happening, w: Within) -> None:
    """Do the deed plainly."""

    def deed(w: Within) -> None:
        for step in u.game.verbs[key.verb].steps:
            if not key.step or step.name == key.step:
                w.write(u, code, step.body, w)

    after_ways(u, code, event, w, deed, w.abort)
