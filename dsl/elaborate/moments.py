"""Reads when a clause counts: phases and their ends, events, limits, and the places a card works from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from .. import ir, syntax
from ..nearest import nearest
from ..own_verbs import MOVED
from ..source import Span
from ..syntax import Word
from ..vocabulary import Event
from . import conditions, journeys, phrases, record
from .atoms import cover, exact
from .cursor import Cursor
from .mistakes import fail, unknown
from .noun import Noun
from .nouns import matched_event, read_noun, reader
from .phases import phase_at
from .scope import Scope
from .terms import NUMBER, PLAYER, TRUTH, conjunction, equal, fits, says


def phase_phrase(scope: Scope, c: Cursor, span: Span) -> tuple[ir.Phase, ir.Expr | None]:
    """Reads `your turn`, `a turn`, `this round`, `the turn of any killed card`. Returns the phase, and the condition
    that it is the right one."""
    first = c.text()
    if first in ("your", "the", "a", "any", "this", "their"):
        c.take()
    else:
        a = c.take()
        c.i -= 1
        phase_at(c)
        fail(
            "bare-phase",
            f"which `{a.text}`?",
            a.span,
            f"write `your {a.text}`, `a {a.text}`, `any {a.text}` or `this {a.text}`",
        )
    phase = phase_at(c)
    if first in ("your", "their"):
        return phase, yours(scope, phase, first, span)
    if c.glue("of"):
        c.take()
        of = read_noun(c)
        if phase.param is None or not fits(phase.param.type, of.item):
            fail("wrong-type", f"{says(of.item)} has no `{phase.name}`", of.span)
        running = ir.Running(type=TRUTH, span=span, phase=phase.name)
        if not of.many:
            return phase, replace(running, of=of.base)
        what = phase.param.type.name or phase.param.type.sort
        active = ir.Active(type=phase.param.type, span=of.span, what=what)
        among = ir.Among(type=TRUTH, span=of.span, of=active, in_=of.set())
        return phase, ir.And(type=TRUTH, span=span, parts=(running, among))
    return phase, None


def yours(scope: Scope, phase: ir.Phase, word: str, span: Span) -> ir.Expr:
    """Returns the condition of `your turn`: it is the turn of this very card, if cards of its kind have turns; else any
    turn in which you act."""
    you = scope.you if word == "your" else scope.they
    if you is None:
        fail("no-such-thing", f"`{word}` means nobody here", span)
    running = ir.Running(type=TRUTH, span=span, phase=phase.name)
    this = scope.this
    if word == "your" and phase.param is not None and this is not None and phase.param.type == this.type:
        return replace(running, of=this)
    if phase.param is None:
        fail("wrong-type", f"a `{phase.name}` belongs to nobody", span, f"write `the {phase.name}`")
    active = ir.Active(type=PLAYER, span=span, what="player")
    return ir.And(type=TRUTH, span=span, parts=(running, equal(active, you, span)))


def whole_phase(scope: Scope, node: syntax.Chain) -> tuple[ir.Phase, ir.Expr | None]:
    """Reads a phase and nothing else: `your turn`."""
    c = reader(scope, node.atoms)
    found = phase_phrase(scope, c, node.span)
    c.finish()
    return found


def clock(scope: Scope, node: syntax.Chain) -> tuple[Literal["start", "end"], ir.Phase, ir.Expr | None]:
    """Reads `the end of your turn`. Returns start or end, the phase, and the condition that it is the right one."""
    span = node.span
    c = reader(scope, node.atoms)
    the = c.text() == "the"
    if the:
        c.take()
    a = c.take()
    if a.text in ("start", "end") and not the:
        fail("wrong-article", f"`{a.text}` needs a word before it", a.span, f"write `the {a.text}`")
    if a.text not in ("start", "end"):
        near = nearest(a.text, ["start", "end"])
        fail("unknown-word", f"no moment `{a.text}`", a.span, "write `the start of` or `the end of` a phase", near)
    if not c.glue("of"):
        fail("missing-word", f"the {a.text} of which phase?", span)
    c.take()
    phase, cond = phase_phrase(scope, c, span)
    c.finish()
    return ("start" if a.text == "start" else "end"), phase, cond


def until(scope: Scope, node: syntax.Chain) -> str:
    """Reads `the end of the turn`: how long something lasts. Returns the name of the phase."""
    which, phase, cond = clock(scope, node)
    if which != "end" or cond is not None:
        help = f"write `the end of the {phase.name}`"
        fail("misplaced-word", "after `until` comes the end of a phase", node.span, help)
    return phase.name


def during(scope: Scope, node: syntax.Chain) -> ir.Expr | None:
    """Reads when a clause or rule counts. Returns the condition, or None for the whole game."""
    phase, cond = whole_phase(scope, node)
    if cond is not None:
        return cond
    if phase.name == "game":
        return None
    return ir.Running(type=TRUTH, span=node.span, phase=phase.name)


# ---- events --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Window:
    """A moment, and what `it` and `they` mean in a clause then."""

    moment: ir.Moment
    it: ir.Expr | None = None
    they: ir.Expr | None = None


def event(scope: Scope, node: syntax.Happening) -> Window:
    """Reads `when plan: a district would be paid for by you`."""
    passive, subject_node = node.passive, node.subject
    if passive.chain is not None:
        fail("misplaced-word", "an event cannot say when it happened", passive.chain.span)
    events = record.events_of(scope, passive)
    conds: list[ir.Expr] = []
    subject: str | None = None
    it: ir.Expr | None = None
    found = matched_event(events, exact(subject_node.chain.atoms), None)
    if found is not None:
        if subject_node.filters or subject_node.name is not None:
            fail("misplaced-word", "no name and no `that …` can come here", subject_node.span)
    else:
        noun = phrases.noun_phrase(scope, subject_node, bind=True)
        found = record.counted(events, noun, syntax.joined(passive.participle))
        if found is not None:
            subject = scope.desk.unnamed()
            conds.append(_some(subject, noun.span))
        else:
            found = matched_event(events, (), noun.item)
            if found is None:
                record.cannot_be(scope, events, noun, syntax.joined(passive.participle))
            subject, it = bind(scope, noun, conds, found.object)
    doer: str | None = None
    they: ir.Expr | None = None
    named: list[tuple[str, str]] = []
    for said in passive.roles:
        if said.prep.text == "by" and found.doer is not None:
            noun = _does(scope, said, found.doer)
            doer, one = bind(scope, noun, conds, found.doer)
            they = one if noun.item == PLAYER else they
        else:
            param, noun = _takes_part(scope, found, passive, said)
            var, _ = bind(scope, noun, conds, param.type)
            named.append((var, param.name))
    if found.key == MOVED.key and it is not None:
        journeys.seen(scope, node, it.type, named, conds)
    moment = ir.Moment(
        kind=node.moment,
        span=node.span,
        event=found.key,
        subject=subject,
        doer=doer,
        roles=tuple(named),
        cond=conjunction(conds, node.span),
    )
    return Window(moment, it, they)


def _some(var: str, span: Span) -> ir.Expr:
    """Returns the condition that a number is not 0."""
    many, none = ir.Var(type=NUMBER, span=span, name=var), ir.Num(type=NUMBER, span=span, value=0)
    return ir.Is(type=TRUTH, span=span, left=many, op=">", right=none)


def _does(scope: Scope, said: syntax.PassiveRole, doer: ir.Type) -> Noun:
    """Reads who, or which card, does it, in an event."""
    noun = role(scope, said)
    if not fits(doer, noun.item):
        which = "say which player" if doer == PLAYER else f"{says(doer)} does this"
        fail("wrong-type", f"{says(noun.item)} cannot do this", noun.span, which)
    return noun


def _takes_part(scope: Scope, event: Event, passive: syntax.Passive, said: syntax.PassiveRole) -> tuple[ir.Param, Noun]:
    """Reads another thing or player that takes part in an event. Returns the parameter of the event that it is for, and
    the noun."""
    prep, participle = said.prep.text, syntax.joined(passive.participle)
    param = next((p for p in event.params if p.prep == prep), None)
    if param is None:
        help = None
        if event.key.startswith("mark:"):
            words = " ".join(event.words or ())
            help = f"a card hears only that {words} is `{participle}`; who has it then is asked with `if`"
        fail("misplaced-word", f"`{participle}` takes no `{prep}`", said.chain.atoms[0].span, help)
    noun = role(scope, said)
    if not fits(param.type, noun.item):
        fail("wrong-type", f"`{participle} {prep}` takes {says(param.type)}, not {says(noun.item)}", noun.span)
    if param.type.many:
        message, help = (
            f"`{participle} {prep}` takes several things, and a clause cannot ask for one",
            f"leave out `{prep}`",
        )
        fail("misplaced-word", message, noun.span, help)
    return param, noun


def role(scope: Scope, said: syntax.PassiveRole) -> Noun:
    """Reads one of those who take part in an event, perhaps with a local name."""
    var = scope.desk.unique(said.name.text) if said.name is not None else scope.desk.unnamed()
    noun = phrases.read_words(scope, said.chain.atoms, var=var)
    noun.var = noun.var or var
    noun.binder = said.name
    return noun


def bind(scope: Scope, noun: Noun, conds: list[ir.Expr], of: ir.Type | None = None) -> tuple[str, ir.Expr]:
    """Declares the local name of a part of an event, if it has one, and adds its conditions to `conds`. Returns its
    variable, by name and as an expression. `of`: what that part of any such event can be."""
    if noun.up_to or noun.any_number or noun.random or noun.count is not None:
        fail("misplaced-word", "an event happens to one thing at a time", noun.span)
    if isinstance(noun.base, ir.Counted):
        said = "an event tells of an amount, not of just as much as somebody has"
        fail("wrong-type", said, noun.span, f"write `{noun.base.mark}`; whose it is comes with `from` or `to`")
    if noun.det == "all" and (noun.many or noun.all_of):
        fail("misplaced-word", "an event happens to one thing at a time", noun.span, "write `a` or `any`")
    if noun.binder is not None:
        scope.declare(noun.binder, noun.item, noun.var)
    if not noun.all_of:
        conds.extend(noun.test(of))
    return noun.var, ir.Var(type=noun.item, span=noun.span, name=noun.var)


def state(scope: Scope, node: syntax.AsSoonAs) -> Window:
    """Reads `as soon as there is mayor: a player that …`, or any other condition."""
    cond = node.cond
    if not isinstance(cond, syntax.Exists) or cond.denied or cond.what.name is None:
        return Window(ir.Moment(kind="state", span=node.span, cond=conditions.condition(scope, cond)))
    noun = phrases.noun_phrase(scope, cond.what, bind=True)
    conds: list[ir.Expr] = []
    if not noun.many:
        message = f"`there is` asks for one of several things, not for {says(noun.base.type)}"
        fail("wrong-type", message, noun.span)
    var, it = bind(scope, noun, conds)
    if noun.everything:
        conds.insert(0, ir.Among(type=TRUTH, span=noun.span, of=it, in_=noun.base))
    asked = conjunction(conds, node.span)
    return Window(ir.Moment(kind="state", span=node.span, subject=var, cond=asked, among=noun.base), it)


# ---- places --------------------------------------------------------------------------------------------------------


def where(scope: Scope, nodes: Sequence[syntax.WhereFrom | syntax.WhereIf]) -> ir.Where_ | None:
    """Reads `even from your hand`, `only if killed`. Returns None if there is neither."""
    if not nodes:
        return None
    only = [n.keyword.text == "only" for n in nodes]
    if len(set(only)) > 1:
        fail("misplaced-word", "`even` and `only` do not go together", nodes[1].span)
    zones: list[str] = []
    states: list[str] = []
    for node in nodes:
        match node:
            case syntax.WhereFrom(_, chain):
                zones.append(from_place(scope, chain))
            case syntax.WhereIf(_, said):
                states += [state_word(scope, word) for word in said]
    return ir.Where_(only=only[0], zones=tuple(zones), states=tuple(states))


def from_place(scope: Scope, node: syntax.Chain) -> str:
    """Reads `your hand`, `the pile`: a place that this card can lie in."""
    vocabulary = scope.vocabulary
    c = reader(scope, node.atoms)
    a = c.take()
    if c.end:
        fail("missing-word", "from which place?", a.span, "write `your` and a place")
    length, found = vocabulary.match(c.texts, c.i, ("zone",))
    if not length:
        b = c.take()
        unknown(f"no place `{b.text}`", b.span, b.text, vocabulary.zones)
    zone = vocabulary.zones[found[0].name]
    if a.text != ("your" if zone.owner == "player" else "the"):
        fail("wrong-article", f"`{a.text}` cannot come before `{zone.name}` here", a.span)
    if scope.this is not None and zone.holds != scope.this.type.name:
        at = cover(c.atoms[c.i : c.i + length])
        fail("wrong-type", f"`{zone.name}` holds no {scope.this.type.name}", at)
    c.i += length
    c.finish()
    return zone.name


def state_word(scope: Scope, word: Word) -> str:
    """Reads a marker or a quality of this card."""
    vocabulary, name = scope.vocabulary, word.text
    kind = scope.this.type.name if scope.this is not None else None
    there = [m for m in vocabulary.markers.values() if not m.counted and not m.single]
    markers = [m.name for m in there if kind in m.on or "card" in m.on]
    qualities = [
        q.name
        for q in vocabulary.qualities.values()
        if q.param.type.sort == "card" and q.param.type.name in (None, kind)
    ]
    if name not in markers and name not in qualities:
        unknown(f"no word `{name}` describes a {kind}", word.span, name, [*markers, *qualities])
    return name
