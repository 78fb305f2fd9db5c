"""Follow an event back, link by link, to the answer or the phase that it comes from.

An event keeps what was half done when it happened (`kernel.events.Cause`): programs, the words that each was carrying
out, and what their slots held. From these come the links: the sentence of a card, the deed that it answered, the phase,
and the answer. Deeds that only carry out another deed are left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from moot.dsl import ir
from moot.dsl.words import third_person

from ..kernel.evaluate import evaluate
from ..kernel.events import Cause, Event
from ..kernel.knowing import Eyes
from ..kernel.machine import Machine
from ..kernel.names import player_name
from ..kernel.program import E, Function, Library, Origin
from ..kernel.state import State
from ..kernel.sums import worked_out
from ..kernel.telling import Witness
from ..kernel.wording import Words
from .causes import cited

BODY = "as|do|choose|cost|instead|either|refused|let|if|for each|repeat|reveal|nothing"
HEAD = re.compile(rf"^(.*?\b(?:may|must))\s+(?:{BODY})\b")
"""The words of a sentence before what is done."""
CLAUSE, DEED, PHASE, ANSWER, BEGINNING = "clause", "deed", "phase", "answer", "beginning"
OWN = frozenset(("move", "mark", "unmark", "put", "show", "shuffle", "swap", "use"))
KINDS = {"verb": DEED, "ways": DEED, "phase": PHASE}


@dataclass(frozen=True)
class Link:
    """One link. `kind`: the clause of a card, a deed, a phase, an answer, or the beginning. `origin`: the sentence that
    is carried out; `at`: the words of it that were reached. `rests`: what its number is made of. `name`: the verb of a
    deed, or the phase."""

    kind: str
    text: str
    origin: Origin | None = None
    at: Origin | None = None
    rests: tuple[str, ...] = ()
    name: str = ""

    def render(self) -> list[str]:
        """Return the link with its card, line and source, followed by what its number is made of."""
        return [f"  {self.text}{cited(self.origin, self.at)}", *(f"     {one}" for one in self.rests)]


@dataclass(frozen=True)
class Led:
    """What led to a moment: the state in which somebody answered (None: nobody did), the player, and the answer as the
    viewer may hear it (`line`: `p1: build Docks`)."""

    before: State | None
    player: int | None
    line: str


@dataclass(frozen=True)
class _Layer:
    """One thing that was half done: a clause, a deed or a phase. `said`: the words in it that had been reached; `by`:
    the words that say to do it. `things`: doer and objects. `depth`: the frame, counted from the innermost."""

    kind: str
    name: str
    said: Origin | None
    sentence: Origin | None
    things: tuple[Any, ...]
    depth: int
    by: Origin | None = None


def chain(machine: Machine, game: ir.Game, event: Event, witness: Witness, led: Led) -> tuple[Link, ...]:
    """Return the links from an event to the answer, phase or beginning from which it comes, innermost first. `witness`:
    the viewer just before the event."""
    lib = machine.lib
    layers = list(_layers(machine, event.cause, witness.s))
    found: list[Link] = []
    clauses = [i for i, layer in enumerate(layers) if layer.kind == CLAUSE]
    rests = tuple(rests_on(lib, event, witness))
    if not clauses:
        deed = _deciding(layers)
        if deed is not None and deed.said is not None:
            found.append(Link(DEED, f"{deed.name}: {deed.said.text}", deed.said, None, rests, deed.name))
    for i in clauses:
        sentence = layers[i].sentence
        assert sentence is not None
        if not witness.open_title(sentence.card):
            continue
        said = layers[i].said
        found.append(Link(CLAUSE, _sentence(sentence, said), sentence, said, () if found else rests))
        outer = layers[i + 1] if i + 1 < len(layers) else None
        if outer is not None and outer.kind == DEED:
            by = outer.by if outer.by is not None and outer.by.path else None
            found.append(Link(DEED, _deed(game, lib, outer, witness), by, name=outer.name))
    return (*found, _end(game, lib, event, layers, witness, led))


# ---- what was half done ---------------------------------------------------------------------------------------------


def _layers(machine: Machine, causes: Sequence[Cause] | Any, state: State) -> Iterator[_Layer]:
    lib, context = machine.lib, machine.context(state)
    phases = {program: name for name, (program, _) in lib.phases.items()}
    causes = list(causes)
    for depth, cause in enumerate(causes):
        program = lib.programs[cause.number]
        said, f = cause.origin, [cause.number, cause.pc, *cause.slots]
        outer = causes[depth + 1].origin if depth + 1 < len(causes) else None
        for deed in cause.within:
            things = tuple(evaluate(context, e, f) for e in (deed.doer, *deed.args))
            yield _Layer(DEED, deed.verb, said, None, things, depth, deed.origin)
            said = deed.origin
        word, _, name = program.name.partition(" ")
        if program.clause:
            yield _Layer(CLAUSE, program.name, said, cause.sentence, cause.slots[:2], depth, outer)
        elif cause.number in phases:
            yield _Layer(PHASE, phases[cause.number], said, None, cause.slots[: program.params], depth, outer)
        elif KINDS.get(word) == DEED:
            verb = name.partition("/")[0]
            yield _Layer(DEED, verb, said, None, cause.slots[: 1 + _arity(lib, verb)], depth, outer)


def _arity(lib: Library, verb: str) -> int:
    """Return how many things a verb is about."""
    return max(len(_names(lib, verb)) - 1, 0)


def _names(lib: Library, verb: str) -> tuple[tuple[str, str], ...]:
    number = lib.function_ids.get(f"can {verb}")
    if number is None:
        return (("", "player"),)
    fn: Function = lib.functions[number]
    return fn.names[: fn.params]


def asked_for(
    machine: Machine, game: ir.Game, state: State, viewer: int | None
) -> Iterator[tuple[str, Origin | None, bool]]:
    """Yield what somebody is asked for: the clauses and deeds under way, and the phase; each with its place, and
    whether it is the phase."""
    witness = Witness(machine.lib, state, viewer)
    layers = list(_layers(machine, machine.context(state).cause(), state))
    asked = state.ask and machine.lib.programs[state.ask.program].code[state.ask.pc].args[0].origin
    said = [layer.sentence for layer in layers if layer.kind == CLAUSE and layer.sentence is not None]
    if asked and asked.card and not said:
        said = [asked]
    for sentence in said:
        if witness.open_title(sentence.card):
            yield f"{sentence.card}: {head(sentence.text)} …", sentence, False
    deeds = {_deed(game, machine.lib, one, witness): one for one in layers if one.kind == DEED}
    for text, deed in list(deeds.items())[-1:]:
        by = deed.by if deed.by is not None and deed.by.path else deed.said
        yield text, by, False
    phase = next((layer for layer in layers if layer.kind == PHASE), None)
    if phase is not None:
        yield f"in the {_phase(machine.lib, phase, witness)}", phase.said, True


def _deciding(layers: Sequence[_Layer]) -> _Layer | None:
    """Return the deed whose words decide, where no card speaks: the innermost only carries out the one around it."""
    deeds = []
    for layer in layers:
        if layer.kind != DEED:
            break
        deeds.append(layer)
    return None if not deeds else deeds[min(1, len(deeds) - 1)]


# ---- in words -------------------------------------------------------------------------------------------------------


def head(text: str) -> str:
    """Return the words of a sentence before what is done: `when this would be played, you must`."""
    found = HEAD.match(text)
    return found[1] if found else text


def _sentence(sentence: Origin, said: Origin | None) -> str:
    """Return a sentence of a card, cut down to when it speaks and the part that is carried out."""
    begins = head(sentence.text)
    card = f"{sentence.card}: " if sentence.card else ""
    if said is None or said == sentence or said.text not in sentence.text or begins == sentence.text:
        return card + sentence.text
    between = sentence.text[len(begins) : sentence.text.index(said.text)].strip()
    return f"{card}{begins} {'' if between in ('', 'do', 'cost') else '… '}{said.text}"


def _deed(game: ir.Game, lib: Library, layer: _Layer, witness: Witness) -> str:
    """Return `p2 places Docks`."""
    sorts = [sort for _, sort in _names(lib, layer.name)]
    doer, *things = layer.things or (-1,)
    named = [witness.thing(sort, x) for sort, x in zip(sorts[1:], things, strict=False) if sort]
    first, *rest = layer.name.split(" ")
    said = " ".join(x for x in (*rest, *named) if x)
    if type(doer) is int and doer >= 0:
        return f"{player_name(doer)} {third_person(first)} {said}".strip()
    verb = game.verbs.get(layer.name)
    done = verb.participle if verb is not None and verb.participle else f"{first}ed"
    return f"{said} is {done}" if said else f"{layer.name} is done"


def _end(game: ir.Game, lib: Library, event: Event, layers: Sequence[_Layer], witness: Witness, led: Led) -> Link:
    """Return the last link: the answer, or the phase in which this happens by itself."""
    phase = next((layer for layer in layers if layer.kind == PHASE), None)
    during = "" if phase is None else f"in the {_phase(lib, phase, witness)}"
    at, name = (None, "") if phase is None else (phase.said, phase.name)
    if led.player is None or led.before is None:
        when = "when the position was posed" if led.line else "at the beginning"
        return Link(BEGINNING, f"{during}, {when}" if during else when, at, name=name)
    said = chose(game, led)
    if _continues(event, led.before):
        return Link(ANSWER, f"{said}, {during}" if during else said, name=name)
    return Link(PHASE, f"{during}, after {said}" if during else f"after {said}", at, name=name)


def _phase(lib: Library, layer: _Layer, witness: Witness) -> str:
    names = lib.programs[lib.phases[layer.name][0]].names
    about = [witness.thing(sort, x) for (_, sort), x in zip(names, layer.things, strict=False) if sort]
    return f"{layer.name}{f' of {about[0]}' if about and about[0] else ''}"


def chose(game: ir.Game, led: Led) -> str:
    """Return what somebody answered, as one would tell it: `p1 chose to build Docks`."""
    who, _, text = led.line.partition(": ")
    if not text:
        return f"{player_name(led.player if led.player is not None else -1)} answered"
    if text.startswith("yes, "):
        return f"{who} said yes: {text[5:]}"
    if text in ("yes", "no", "done"):
        return f"{who} said {text}"
    deeds = OWN | {verb.words[0] for verb in game.verbs.values()}
    return f"{who} chose {'to ' if text.split()[0] in deeds else ''}{text}"


def _continues(event: Event, before: State) -> bool:
    """Whether an event belongs to what was half done when the question before it was asked."""
    causes = list(event.cause)[::-1]
    depth = len(before.frames) - 1
    if depth < 0 or depth >= len(causes):
        return False
    asked: Any = before.frames[depth]
    return bool(causes[depth].number == asked[0] and causes[depth].slots[:1] == tuple(asked[2:3]))


# ---- numbers --------------------------------------------------------------------------------------------------------


def rests_on(lib: Library, event: Event, witness: Witness) -> Iterator[str]:
    """Yield what the number in an event is made of."""
    causes = list(event.cause)
    if not causes or event.kind not in ("amount", "put") or (witness.viewer is not None and event.secret is not None):
        return
    code = lib.programs[causes[0].number].code
    instruction = code[causes[0].pc]
    if instruction.op != event.kind:
        return
    e, depth = written(lib, causes, instruction.args[1 if event.kind == "amount" else 2], 0)
    f, names = [causes[depth].number, causes[depth].pc, *causes[depth].slots], lib.programs[causes[depth].number].names
    w = Words(Eyes(lib, witness.s, witness.viewer), f, names)
    if open_to(e, w, witness) and w.eyes.value(e, w.f) == event.data[1]:
        yield from worked_out(w, e)


def open_to(e: E, w: Words, witness: Witness) -> bool:
    """Whether the viewer may hear of all cards in the slots that an expression reads."""
    if e.op == "slot" and e.args[0] < len(w.names) and w.names[e.args[0]][1] in ("card", "ability"):
        held = w.f[e.args[0] + 2]
        cards = held if type(held) is tuple else (held,)
        return all(x < 0 or witness.open_card(x) for x in cards)
    return all(open_to(a, w, witness) for a in e.args if isinstance(a, E))


def written(lib: Library, causes: Sequence[Cause], e: E, depth: int) -> tuple[E, int]:
    """Follow a number that was put into a slot, or told to a program, back to the words that say it. Return its
    expression and the frame over whose slots it is, counted from the innermost."""
    while e.op == "slot":
        cause = causes[depth]
        program = lib.programs[cause.number]
        lets = [i for i in program.code[: cause.pc] if i.op == "let" and i.args[0] == e.args[0]]
        if lets:
            e = lets[-1].args[1]
            continue
        outer = causes[depth + 1] if depth + 1 < len(causes) else None
        call = None if outer is None else lib.programs[outer.number].code[outer.pc]
        if call is None or call.op != "call" or e.args[0] + 1 >= len(call.args) or e.args[0] >= program.params:
            break
        e, depth = call.args[e.args[0] + 1], depth + 1
    return e, depth
