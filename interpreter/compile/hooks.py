"""Finds which clauses answer an event, in what role, and what is asked about the event later."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace

from moot.dsl import ir

from ..kernel.program import E, HistoryKey
from .keys import CanFunction, ClauseProgram, WaysProgram
from .labels import block_label
from .standing import Hook, Standing
from .terms import NONE
from .unit import Unit
from .walk import parted

BEFOREHAND = ("would", "instead")
"""The rungs on which a clause can replace a deed."""


Key = tuple[int, int]
"""A clause of a copy of a card: the copy, and the clause's number."""


@dataclass(frozen=True)
class Heard:
    """What was noted of a clause just before a deed (see `going`), or before its turn came (see `called`). `whole`:
    whether it spoke of the event, or of which of several things; `seen`: the same as far as everybody could see.
    `had`: who acted for its card. `you`: who acts for it now. `only`: whether it begins for nothing else."""

    whole: E
    seen: E
    had: E
    you: E
    only: bool = False


@dataclass(frozen=True)
class Happening:
    """An event under way: its name, its doer, its subject, and its further parameters by name. `each`: it is about
    several things and happens to each of them; then `subject` is a slot of its own. `heard`: what was noted before."""

    event: str
    doer: E
    subject: E
    params: Mapping[str, E]
    each: bool = False
    heard: Mapping[Key, Heard] = field(default_factory=dict)


def happening(u: Unit, event: str, doer: E, args: tuple[E, ...]) -> Happening:
    """Make the event of a verb or of one of its steps."""
    verb = u.game.verbs[parted(event)[0]]
    params = {p.name: a for p, a in zip(verb.params, args, strict=True)}
    return Happening(event, doer, args[0] if args else NONE, params, several(u, event))


def events_of(verb: ir.Verb) -> list[str]:
    """List the events of a verb: the verb itself and its steps."""
    return [verb.key, *(step_event(verb.key, step) for step in verb.steps)]


def step_event(name: str, step: ir.Step) -> str:
    """Return the name of the event of a step of a verb or phase. The single step of a verb without named steps has an
    event of its own, which no card can name."""
    return f"{name}/{step.name}"


def several(u: Unit, event: str) -> bool:
    """Return whether a deed, or the deed of a step, takes several things at once."""
    verb = u.game.verbs.get(parted(event)[0])
    return verb is not None and bool(verb.params) and verb.params[0].type.many


# ---- clauses --------------------------------------------------------------------------------------------------------


def forced(hook: Hook) -> bool:
    """Return whether a clause begins without asking. Where several players may do something, each is asked inside the
    clause."""
    return hook.clause.must or hook.clause.doer.type.many


def is_way(u: Unit, hook: Hook) -> bool:
    """Return whether an optional would or instead clause belongs to the doer of the event himself (`… by you`)."""
    m = hook.clause.moment
    if hook.clause.must or m.doer is None or several(u, m.event or ""):
        return False
    parts = m.cond.parts if isinstance(m.cond, ir.And) else (m.cond,)
    for node in parts:
        if isinstance(node, ir.Is) and node.op == "==":
            names = {n.name for n in (node.left, node.right) if isinstance(n, ir.Var)}
            if names == {m.doer, "you"}:
                return True
    return False


def ways(u: Unit, event: str) -> list[Hook]:
    """List the ways of a deed, in order."""
    return [h for h in u.book.at(event, *BEFOREHAND) if is_way(u, h)]


def has_ways(u: Unit, event: str) -> bool:
    """Return whether a deed can be met in other ways than plainly."""
    return bool(ways(u, event))


def ways_program(event: str) -> WaysProgram:
    """Return the key of the program that meets a deed in one of its ways."""
    return WaysProgram(*parted(event))


def within_ways(u: Unit, hook: Hook) -> WaysProgram | None:
    """Return the key of the program of ways in which a clause runs, if the clause goes on with the deed; else None."""
    m = hook.clause.moment
    return ways_program(m.event or "") if m.kind == "would" and is_way(u, hook) else None


def clause_program(u: Unit, hook: Hook) -> int:
    """Return the number of the program of a clause; copies of a card share it."""
    return u.program(ClauseProgram(u.layout.titles[hook.card], hook.printed, hook.branch))


def clause_params(hook: Hook) -> list[str]:
    """List what the program of a clause is told: its card, who acts for it, and what the event is about."""
    m = hook.clause.moment
    names = ["this", "you"]
    names += [n for n in (m.subject, m.doer) if n is not None]
    names += [var for var, _ in m.roles]
    return list(dict.fromkeys(names))


def branches(u: Unit, hook: Hook) -> list[Hook]:
    """List the branches of an ability that is one choice; using one of them uses them all. A branch is done wholly or
    not at all, as if all its deeds were its cost."""
    found = []
    for i, b in enumerate(one_choice(hook.clause), 1):
        body = b.body if b.choose is None else (b.choose, *b.body)
        lead = ir.leading(body)
        label, named = b.label or block_label(u, b.body), b.label is not None
        alone = replace(hook.clause, lead=lead, cost=body[len(lead) :], effect=(), label=label, named=named)
        found.append(Hook(alone, hook.card, hook.number, i))
    return found or [hook]


def one_choice(clause: ir.Clause) -> tuple[ir.Branch, ...]:
    """Return the branches of an ability that is nothing but a choice of its own player; none if it is anything else."""
    if clause.moment.kind != "ability" or clause.lead or clause.cost or len(clause.effect) != 1:
        return ()
    choice = clause.effect[0]
    own = isinstance(choice, ir.Either) and choice.otherwise is None and choice.doer == clause.doer
    return choice.branches if isinstance(choice, ir.Either) and own else ()


# ---- what is watched ------------------------------------------------------------------------------------------------


def watched(u: Unit, event: str) -> bool:
    """Return whether any clause answers this event."""
    return any(heard == event for heard, _ in u.book.hooks)


def recorded(u: Unit, event: str, asked: Iterable[HistoryKey] | None = None) -> bool:
    """Return whether anything asks about this event later. `asked`: consider these questions only."""
    verb = parted(event)[0]
    keys = u.layout.history if asked is None else asked
    return any(k[0] == event or (k[2] is not None and k[0] == verb) for k in keys)


def lending(u: Unit) -> list[Standing]:
    """List the rules that let players use abilities of cards for which others act."""
    return [s for s in u.book.on(CanFunction("use")) if not s.rule.cannot]


def uses(u: Unit) -> bool:
    """Return whether anything answers that an ability is used, or asks about it later."""
    return watched(u, "use") or recorded(u, "use")


def beyond(u: Unit) -> int:
    """Return a number above those of all abilities that a menu offers. Counted from there, each card has a number that
    stands for whatever else it lets a player do."""
    offered = (h for (_, rung), hooks in u.book.hooks.items() if rung == "ability" for h in hooks)
    return sum(len(branches(u, h)) for h in offered) * (2 if lending(u) else 1)


def replacing(u: Unit, event: str) -> Iterator[bool]:
    """Go through the clauses by which other players may replace a deed; say of each whether it is forced."""
    for hook in u.book.at(event, "instead"):
        if not is_way(u, hook):
            yield forced(hook)


# ---- verbs ----------------------------------------------------------------------------------------------------------


def bans(u: Unit, verb: str) -> bool:
    """Return whether some card says `cannot` of a verb."""
    return any(s.rule.cannot for s in u.book.on(CanFunction(verb)))


def trivial(u: Unit, verb: str, seen: frozenset[str] = frozenset()) -> bool:
    """Return whether nothing can ever prevent a verb. `seen`: the verbs that are being looked into."""
    v = u.game.verbs[verb]
    if v.refusals or verb in seen or bans(u, verb):
        return verb in seen
    return all(
        not has_ways(u, step_event(verb, s)) and _free(u, s.body, seen | {verb}) for s in v.steps
    ) and not has_ways(u, verb)


def _free(u: Unit, block: ir.Block, seen: frozenset[str]) -> bool:
    for s in block:
        match s:
            case ir.Do() if s.verb in u.game.verbs and not trivial(u, s.verb, seen):
                return False
            case ir.Choose() | ir.Either() | ir.Require() | ir.PickRandom(single=True):
                return False
            case ir.If() if not (_free(u, s.then, seen) and _free(u, s.otherwise, seen)):
                return False
    return True
