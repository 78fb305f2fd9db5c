"""Reads when a clause counts: phases and their ends, events, limits, and the places a card works from."""

from __future__ import annotations

from dataclasses import dataclass, replace

from lark import Token, Tree

from .. import ir
from ..nearest import nearest
from ..source import Span
from . import builtin, conditions, phrases, record
from .atoms import atoms, exact
from .nouns import Reader, matched_event
from .scope import PLAYER, TRUTH, Atom, Node, Noun, Scope, conjunction, equal, fail, fits, says, tree, unknown


def phase_phrase(scope: Scope, reader: Reader, span: Span) -> tuple[ir.Phase, ir.Expr | None]:
    """`your turn`, `a turn`, `this round`, `the turn of any killed card`: the phase, and what must hold of it."""
    first = reader.text()
    if first in ("your", "the", "a", "any", "this", "their"):
        reader.take()
    else:
        a = reader.take()
        reader.i -= 1
        builtin.phase_at(scope, reader)
        fail(
            "bare-phase",
            f"which `{a.text}`?",
            a.span,
            f"write `your {a.text}`, `a {a.text}`, `any {a.text}` or `this {a.text}`",
        )
    phase = builtin.phase_at(scope, reader)
    if first in ("your", "their"):
        return phase, yours(scope, phase, first, span)
    if reader.glue("of"):
        reader.take()
        of = reader.noun()
        if phase.param is None or not fits(phase.param.type, of.item):
            fail("wrong-type", f"the `{phase.name}` is not one of {says(of.item)}", of.span)
        running = ir.Running(type=TRUTH, span=span, phase=phase.name)
        if not of.many:
            return phase, replace(running, of=of.base)
        what = phase.param.type.name or phase.param.type.sort
        active = ir.Active(type=phase.param.type, span=of.span, what=what)
        among = ir.Among(type=TRUTH, span=of.span, of=active, in_=of.set())
        return phase, ir.And(type=TRUTH, span=span, parts=(running, among))
    return phase, None


def yours(scope: Scope, phase: ir.Phase, word: str, span: Span) -> ir.Expr:
    """Your turn: of this very card, if the phase is one of a card of its kind; else any in which you act."""
    you = scope.you if word == "your" else scope.they
    if you is None:
        fail("no-such-thing", f"`{word}` speaks of nobody here", span)
    running = ir.Running(type=TRUTH, span=span, phase=phase.name)
    this = scope.this
    if word == "your" and phase.param is not None and this is not None and phase.param.type == this.type:
        return replace(running, of=this)
    if phase.param is None:
        fail("wrong-type", f"a `{phase.name}` is nobody's", span, f"write `the {phase.name}`")
    active = ir.Active(type=PLAYER, span=span, what="player")
    return ir.And(type=TRUTH, span=span, parts=(running, equal(active, you, span)))


def whole_phase(scope: Scope, node: Node) -> tuple[ir.Phase, ir.Expr | None]:
    reader = Reader(scope, atoms(scope.desk, node))
    found = phase_phrase(scope, reader, scope.desk.span(node))
    reader.finish()
    return found


def clock(scope: Scope, node: Node) -> tuple[str, ir.Phase, ir.Expr | None]:
    """`the end of your turn`: start or end, the phase, and what must hold of it."""
    span = scope.desk.span(node)
    reader = Reader(scope, atoms(scope.desk, node))
    the = reader.text() == "the"
    if the:
        reader.take()
    a = reader.take()
    if a.text in ("start", "end") and not the:
        fail("wrong-article", f"`{a.text}` needs a word before it", a.span, f"write `the {a.text}`")
    if a.text not in ("start", "end"):
        near = nearest(a.text, ["start", "end"])
        fail("unknown-word", f"no moment `{a.text}`", a.span, "write `the start of` or `the end of` a phase", near)
    if not reader.glue("of"):
        fail("missing-word", f"the {a.text} of which phase?", span)
    reader.take()
    phase, cond = phase_phrase(scope, reader, span)
    reader.finish()
    return a.text, phase, cond


def until(scope: Scope, node: Node) -> str:
    """`the end of the turn`: how long something lasts."""
    which, phase, cond = clock(scope, node)
    if which != "end" or cond is not None:
        fail(
            "misplaced-word",
            "something lasts until the end of a phase",
            scope.desk.span(node),
            f"write `the end of the {phase.name}`",
        )
    return phase.name


def during(scope: Scope, node: Node) -> ir.Expr | None:
    """What must hold; nothing for the whole game."""
    reader = Reader(scope, atoms(scope.desk, node))
    span = scope.desk.span(node)
    phase, cond = phase_phrase(scope, reader, span)
    reader.finish()
    if cond is not None:
        return cond
    if phase.name == "game":
        return None
    return ir.Running(type=TRUTH, span=span, phase=phase.name)


# ---- events --------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Window:
    """A moment, and what a clause may speak of then."""

    moment: ir.Moment
    it: ir.Expr | None = None
    they: ir.Expr | None = None


def event(scope: Scope, node: Node) -> Window:
    """`when plan: a district would be paid for by you`."""
    kind = {"after": "after", "would": "would", "before": "before"}[str(node.data)]
    span = scope.desk.span(node)
    subject_node, passive = tree(node.children[0]), tree(node.children[1])
    participle, at, chain, roles = record.participle_of(scope, passive)
    if chain is not None:
        fail("misplaced-word", "these words do not belong after a window", scope.desk.span(chain))
    events = record.events_of(scope, participle, at)
    words = atoms(scope.desk, tree(subject_node.children[1]))
    fixed = matched_event(events, exact(words), None)
    conds: list[ir.Expr] = []
    subject: str | None = None
    it: ir.Expr | None = None
    found = fixed
    if fixed is not None:
        if len(subject_node.children) > 2 or subject_node.children[0] is not None:
            fail("misplaced-word", "no name or filter can stand here", scope.desk.span(subject_node))
    else:
        noun = phrases.noun_phrase(scope, subject_node, bind=True)
        found = matched_event(events, (), noun.item)
        if found is None:
            record.cannot_be(events, noun, participle)
            raise AssertionError
        subject, it = bind(scope, noun, conds)
    assert found is not None
    doer: str | None = None
    they: ir.Expr | None = None
    named: list[tuple[str, str]] = []
    for prep, binder, role_words in roles:
        if prep == "by" and found.has_doer:
            noun = role(scope, binder, role_words)
            if noun.item.sort != "player":
                fail("wrong-type", f"{says(noun.item)} does nothing", noun.span, "say which player")
            doer, they = bind(scope, noun, conds)
            continue
        param = next((p for p in found.params if p.prep == prep), None)
        if param is None:
            fail("misplaced-word", f"nothing is `{participle} {prep}` something", role_words[0].span)
        noun = role(scope, binder, role_words)
        if not fits(param.type, noun.item):
            fail("wrong-type", f"`{participle} {prep}` takes {says(param.type)}, not {says(noun.item)}", noun.span)
        if param.type.many:
            help = f"leave out `{prep}`"
            fail("misplaced-word", f"a clause cannot tell one of several it is `{participle} {prep}`", noun.span, help)
        var, _ = bind(scope, noun, conds)
        named.append((var, param.name))
    moment = ir.Moment(
        kind=kind,  # type: ignore[arg-type]
        span=span,
        event=found.key,
        subject=subject,
        doer=doer,
        roles=tuple(named),
        cond=conjunction(conds, span),
    )
    return Window(moment, it, they)


def role(scope: Scope, binder: Token | None, words: list[Atom]) -> Noun:
    var = scope.desk.unique(str(binder)) if binder is not None else scope.desk.unnamed()
    noun = phrases.read_words(scope, words, var=var)
    noun.var = noun.var or var
    noun.binder = binder
    return noun


def bind(scope: Scope, noun: Noun, conds: list[ir.Expr]) -> tuple[str, ir.Expr]:
    """The variable of a part of an event: declared, if it has a name; its conditions are added."""
    if noun.up_to or noun.any_number or noun.random or noun.count is not None:
        fail("misplaced-word", "an event happens to one thing at a time", noun.span)
    if noun.det == "all" and (noun.many or noun.all_of):
        fail("misplaced-word", "an event happens to one thing at a time", noun.span, "write `a` or `any`")
    if noun.binder is not None:
        scope.declare(noun.binder, noun.item, noun.var)
    if not noun.all_of:
        conds.extend(noun.test())
    return noun.var, ir.Var(type=noun.item, span=noun.span, name=noun.var)


def state(scope: Scope, node: Node) -> Window:
    """`as soon as there is mayor: a player that …`; or any condition."""
    span = scope.desk.span(node)
    cond = tree(node.children[0])
    if cond.data == "exists" and not any(isinstance(c, Token) for c in cond.children):
        np = tree(cond.children[-1])
        if isinstance(np.children[0], Tree):
            noun = phrases.noun_phrase(scope, np, bind=True)
            conds: list[ir.Expr] = []
            if not noun.many:
                fail(
                    "wrong-type",
                    f"`there is` asks for one of several things, not for {says(noun.base.type)}",
                    noun.span,
                )
            var, it = bind(scope, noun, conds)
            if noun.everything:
                conds.insert(0, ir.Among(type=TRUTH, span=noun.span, of=it, in_=noun.base))
            return Window(ir.Moment(kind="state", span=span, subject=var, cond=conjunction(conds, span)), it)
    return Window(ir.Moment(kind="state", span=span, cond=conditions.condition(scope, cond)))


# ---- places --------------------------------------------------------------------------------------------------------


def where(scope: Scope, nodes: list[Node]) -> ir.Where_ | None:
    """`even from your hand`, `only if killed`."""
    if not nodes:
        return None
    only = [str(n.children[0]) == "only" for n in nodes]
    if len(set(only)) > 1:
        fail("misplaced-word", "`even` and `only` do not go together", scope.desk.span(nodes[1]))
    zones: list[str] = []
    states: list[str] = []
    vocabulary = scope.vocabulary
    for node in nodes:
        if node.data == "where_from":
            reader = Reader(scope, atoms(scope.desk, tree(node.children[1])))
            a = reader.take()
            if reader.end:
                fail("missing-word", "from which place?", a.span, "write `your` and a place")
            length, found = vocabulary.match(reader.texts, reader.i, ("zone",))
            if not length:
                b = reader.take()
                unknown(f"no place `{b.text}`", b.span, b.text, vocabulary.zones)
            zone = vocabulary.zones[found[0].name]
            if a.text != ("your" if zone.owner == "player" else "the"):
                fail("wrong-article", f"`{a.text}` does not stand before `{zone.name}` here", a.span)
            if scope.this is not None and zone.holds != scope.this.type.name:
                fail("wrong-type", f"`{zone.name}` holds no {scope.this.type.name}", b_span(reader, length))
            reader.i += length
            reader.finish()
            zones.append(zone.name)
        else:
            for token in node.children[1:]:
                assert isinstance(token, Token)
                states.append(state_word(scope, token))
    return ir.Where_(only=only[0], zones=tuple(zones), states=tuple(states))


def b_span(reader: Reader, length: int) -> Span:
    return reader.atoms[reader.i].span.to(reader.atoms[reader.i + length - 1].span)


def state_word(scope: Scope, token: Token) -> str:
    """A marker or a quality of this card."""
    vocabulary, name = scope.vocabulary, str(token)
    kind = scope.this.type.name if scope.this is not None else None
    markers = [m.name for m in vocabulary.markers.values() if not m.counted and not m.single and kind in m.on]
    qualities = [
        q.name
        for q in vocabulary.qualities.values()
        if q.param.type.sort == "card" and q.param.type.name in (None, kind)
    ]
    if name not in markers and name not in qualities:
        unknown(f"no word `{name}` that describes a {kind}", scope.desk.span(token), name, [*markers, *qualities])
    if name in markers:
        vocabulary.asked.add(name)
    return name
