"""Say who must answer first, and by which words of which card, where a line is about something else.

While a question is open, nothing else can be done. A line that would be an answer to another question gets the clause
that asks now; a line for a player who is not asked gets the one who is, and why it is he.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..kernel.knowing import Eyes
from ..kernel.names import player_name
from ..kernel.program import Ask, E, Library, Opt, Origin, Program
from ..kernel.state import State
from ..kernel.text import answer_texts, question_text
from .answer_words import names_something
from .called import asks_for
from .deciding import Deciding, Place
from .finding import NO_ANSWER, Cause, Why
from .words import Words, inside, normal, within

MUST = (" must", " may")
FEW = 3
"""Answers that are listed in place of the question."""


def asking(lib: Library, state: State) -> Origin | None:
    """Return the clause of a card that asks what is asked now, or else the words of the game; None if nothing is
    known."""
    said: list[Origin] = []
    frames: list[Any] = list(state.frames)
    for f in reversed(frames):
        program = lib.programs[f[0]]
        said += [o for o in (program.origin, program.code[f[1]].origin) if o is not None and o.path]
    return next((o for o in said if o.card), said[0] if said else None)


def turn(lib: Library, state: State) -> str:
    """Return the innermost phase that is under way, with what it is about: `turn of King`."""
    frames: list[Any] = list(state.frames)
    for f in reversed(frames):
        for name, (program, _) in lib.phases.items():
            if program == f[0]:
                about = lib.programs[program]
                of = f[2] if about.params and about.names[0][1] == "card" else -1
                return f"{name} of {lib.cards[of]}" if of >= 0 else name
    return ""


def first(lib: Library, state: State, viewer: int | None, kind: str) -> Why:
    """Return the reason that a player must answer another question first (`kind`: `first`), or that it is he who is
    asked (`asked`): the question, the words that ask it, and the rules that made it his."""
    assert state.ask is not None
    ask: Ask = lib.programs[state.ask.program].code[state.ask.pc].args[0]
    who, said = player_name(state.ask.player), asking(lib, state)
    knows = viewer is None or viewer == state.ask.player
    about = _asked(lib, state) if knows else ""
    f: Any = list(state.frames[-1])
    saw = []
    if said is not None and said.card and knows:
        saw.append(f"{said.card}: {_up_to_the_doer(said.text)} ({said.place})")
    under_way = turn(lib, state)
    if under_way:
        saw.append(f"it is the {under_way}")
    if knows:
        decided = Deciding(Eyes(lib, state, viewer))
        program = lib.programs[f[0]]
        for e in _named_as(program, ask.player):
            if decided.c.value(e, f) == state.ask.player:
                saw += decided.rules(e, Place(f, program.names))
    text = f"{who} must answer first{about and f': {about}'}" if kind == "first" else f"{who} is asked"
    return Why(text, kind, saw=tuple(dict.fromkeys(saw)))


def _asked(lib: Library, state: State) -> str:
    """Return what is asked: the answers, if they are few, or else the question."""
    texts = list(answer_texts(lib, state).values())
    return " or ".join(texts) if len(texts) <= FEW else question_text(lib, state)


def _named_as(program: Program, player: E) -> Iterator[E]:
    """Go through the expressions that say who a player is: this one, and those that a program puts into its slot."""
    yield player
    for ins in program.code:
        if player.op == "slot" and ins.op == "let" and ins.args[0] == player.args[0]:
            yield ins.args[1]


def _up_to_the_doer(sentence: str) -> str:
    """Return the words of a clause up to who must or may do something."""
    ends = [sentence.find(word) + len(word) for word in MUST if word in sentence]
    return sentence[: min(ends)] if ends else sentence


def kinds_of_answer(lib: Library, state: State, typed: Words) -> list[Opt]:
    """Return the groups of answers to the pending question that begin with words of the line: `build …`."""
    assert state.ask is not None
    ask: Ask = lib.programs[state.ask.program].code[state.ask.pc].args[0]
    named = [(opt, _of_label(opt.label)) for opt in ask.options if opt.of is not None]
    return [opt for opt, words in named if words and within(words, typed)]


def _of_label(label: str) -> Words:
    return normal(label.replace("{}", " "))


def not_there(lib: Library, state: State, viewer: int | None, opt: Opt, typed: Words) -> Why:
    """Return the reason that what the line names is not among the things of this group, and from what one answers:
    `build: one of cards in hand of p1`."""
    f: Any = list(state.frames[-1])
    assert opt.of is not None
    at = Place(f, lib.programs[f[0]].names)
    among = Deciding(Eyes(lib, state, viewer)).name(opt.of, at)
    saw = f"{opt.label.replace('{}', '').strip()}: one of {among}"
    card = _named(lib, state, typed)
    cause = None if card is None else Cause(state, E("in", (E("num", (card,)), opt.of)), at)
    return Why(NO_ANSWER, "none", saw=(saw,), cause=cause)


def _named(lib: Library, state: State, typed: Words) -> int | None:
    """Return a card whose title the line says, rather one that nobody has; None if there is none in the game."""
    cards = [card for card, title in enumerate(lib.cards) if state.w[card] >= 0 and inside(normal(title), typed)]
    return min(cards, key=lambda c: (-len(normal(lib.cards[c])), lib.zone_owner[state.w[c]] != -1, c), default=None)


def another_answer(lib: Library, typed: Words) -> bool:
    """Whether these words would be an answer to some question of this game."""
    if asks_for(lib, typed):
        return True
    plain = tuple(w for w in typed if not names_something(lib, w))
    labels = [(_of_label(text), "{}" in text) for text in _labels(lib)]
    if any(with_thing and label and within(label, typed) for label, with_thing in labels):
        return True
    return any(within(words, label, True) for words in (typed, plain) if words for label, _ in labels)


def _labels(lib: Library) -> Iterator[str]:
    yield from (ability.label for ability in lib.abilities)
    for program in lib.programs:
        if program.clause:
            yield program.name
        asks = (ins.args[0] for ins in program.code if ins.op == "ask")
        yield from (option.label for ask in asks for option in ask.options if option.label)
