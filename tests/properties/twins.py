"""Two games that a player cannot tell apart: one, and the same with other cards where that player never looked.

`dealt_again` changes the place of everything the viewer cannot know now, cards and markers. `renamed` goes further
back: it renames cards that the viewer did not see at any time on the way through the last moments, in states and
happenings.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from moot.interpreter.kernel.dealing import dealt
from moot.interpreter.kernel.events import Event, write
from moot.interpreter.kernel.machine import option
from moot.interpreter.kernel.names import by_place, sees_card
from moot.interpreter.kernel.program import Library
from moot.interpreter.kernel.redeal import cards_in, fixed
from moot.interpreter.kernel.redeal import renamed as renamed_state
from moot.interpreter.kernel.state import GROUP, State
from moot.interpreter.play.history import History
from moot.interpreter.play.recalling import memory, step
from moot.interpreter.play.session import Session


def alone(session: Session, state: State) -> Session:
    """A session in which nothing has happened yet: it begins in this state."""
    return replace(session, history=History.begun(state, ()))


def latest(session: Session, count: int) -> Session:
    """A session with no more than the last moments of this one."""
    path = session.path()[-count - 1 :]
    first = replace(path[0], id=0, parent=None, line="", events=(), depth=0, player=None, code=None)
    moments = [first] + [replace(m, id=i, parent=i - 1, depth=i) for i, m in enumerate(path[1:], 1)]
    return replace(session, history=History(moments, len(moments) - 1))


def dealt_again(session: Session, viewer: int, seed: int) -> Session:
    """The state dealt again as the viewer could not tell; cards that he does not see have had other chances, too."""
    lib, chance = session.machine.lib, Random(seed)
    alone_ = alone(session, session.state)
    line = [step(alone_.history.now)]
    state = dealt(lib, line, memory(lib, alone_.history, viewer), viewer, seed)
    for cell, card in lib.spent.items():
        hidden = state.w[card] != -1 and not sees_card(lib, state, card, viewer)
        if hidden and not by_place(lib, state, card, viewer):
            state.m[cell] = chance.randrange(2)
    return alone(session, state)


def renamed(session: Session, viewer: int, seed: int) -> tuple[Session, Mapping[int, int]]:
    """The whole session with cards renamed that the viewer has never seen in it; and how."""
    lib = session.machine.lib
    mapping = unseen_renaming(session, viewer, Random(seed))
    moments = []
    for moment in session.history.moments:
        state = with_names(lib, moment.state, mapping)
        events = tuple(renamed_event(lib, e, mapping) for e in moment.events)
        code = moment.code
        if code is not None and moment.parent is not None:
            code = answer_with(lib, session.history.moments[moment.parent].state, code, mapping)
        moments.append(replace(moment, state=state, events=events, code=code))
    history = session.history
    return replace(session, history=replace(history, moments=moments, latest=dict(history.latest))), mapping


def with_names(lib: Library, s: State, mapping: Mapping[int, int]) -> State:
    """The state with other cards in these places, the pending question included."""
    there = renamed_state(lib, s, mapping)
    if s.ask is not None:
        there.ask = s.ask._replace(answers=tuple(answer_with(lib, s, a, mapping) for a in s.ask.answers))
    return there


def unseen_renaming(
    session: Session,
    viewer: int,
    chance: Random,
    kinds: frozenset[int] | None = None,
    but: frozenset[int] | set[int] = frozenset(),
) -> dict[int, int]:
    """Cards of one kind change their names if the viewer saw none of them, was not asked about them, and nothing that
    happened was about them before everybody; those in `but` keep theirs."""
    lib = session.machine.lib
    out: set[int] = set(but)
    for moment in session.history.moments:
        s = moment.state.clone()
        if moment.parent is not None:
            s = session.history.moments[moment.parent].state.clone()
            out |= _named(lib, s, moment.code)
        out |= _seen(lib, s, viewer) | fixed(lib, s, viewer)
        for event in moment.events:
            write(s, event.writes)
            out |= _seen(lib, s, viewer)
            if event.kind == "show" and event.data[0] in (-1, viewer):
                out |= set(event.data[1])
            if event.kind == "note" and event.data[0] in ("start", "end"):
                out |= _things(lib, event)
        out |= _seen(lib, moment.state, viewer) | fixed(lib, moment.state, viewer)
    mapping: dict[int, int] = {}
    first = session.history.moments[0].state
    knows = [memory(lib, session.history, viewer, moment) for moment in session.history.moments]
    for kind in sorted(set(lib.card_kind)):
        if kinds is not None and kind not in kinds:
            continue
        free = [c for c, w in enumerate(first.w) if w != -1 and lib.card_kind[c] == kind and c not in out]
        free = [c for c in free if not _borne(lib, session, c)]
        groups: dict[Any, list[int]] = {}
        for card in free:  # what he has heard of them does not tell them apart
            groups.setdefault(tuple(known.may[card] for known in knows), []).append(card)
        for group in groups.values():
            other = group[:]
            chance.shuffle(other)
            mapping.update(zip(group, other, strict=True))
    return mapping


def _seen(lib: Library, s: State, viewer: int) -> set[int]:
    return {c for c, w in enumerate(s.w) if w == -1 or sees_card(lib, s, c, viewer)}


def spoken_of(lib: Library, s: State) -> set[int]:
    """The cards that what is half done is about: what came before depended on which they are."""
    return {card for f in s.frames for card in cards_in(lib, f)}


def _named(lib: Library, s: State, answer: int | None) -> set[int]:
    """A card whose title was said aloud, wherever it lies."""
    if s.ask is None or answer is None:
        return set()
    opt, value = option(lib, s.ask, answer)
    return {value} if opt.sort == "card" and opt.open else set()


def _borne(lib: Library, session: Session, card: int) -> bool:
    """Whether something lies on a card, which then can be told from others."""
    from moot.interpreter.kernel.index import index_of

    index = index_of(lib)
    return any(
        any(m.state.m[cell] for cell in index.card_cells[card]) or any(m.state.z[z] for z in index.card_zones[card])
        for m in session.history.moments
    )


def _things(lib: Library, event: Event) -> set[int]:
    _, key, *values = event.data
    names = lib.programs[lib.phases[key][0]].names if key in lib.phases else ()
    return {x for (_, sort), x in zip(names, values, strict=False) if sort == "card"}


def answer_with(lib: Library, s: State, answer: int, mapping: Mapping[int, int]) -> int:
    """The answer to the same question with other cards in these places."""
    assert s.ask is not None
    opt, value = option(lib, s.ask, answer)
    if opt.sort != "card" or value == -1:
        return answer
    return answer // GROUP * GROUP + mapping.get(value, value) + 1


def renamed_event(lib: Library, event: Event, mapping: Mapping[int, int]) -> Event:
    """What happened, with other cards."""

    def card(x: Any) -> Any:
        return tuple(map(card, x)) if type(x) is tuple else mapping.get(x, x)

    data = event.data
    if event.kind == "move" or event.kind == "show":
        place = 0 if event.kind == "move" else 1
        data = (*data[:place], card(data[place]), *data[place + 1 :])
    elif event.kind == "random" and data[2] == "card":
        data = (card(data[0]), card(data[1]), data[2])
    elif event.kind == "swap" and data[0] == "cards":
        data = (data[0], card(data[1]), card(data[2]))
    elif event.kind == "note" and data[0] == "verb":
        number = lib.function_ids.get(f"can {data[1]}")
        names = lib.functions[number].names if number is not None else ()
        sorts = [sort for _, sort in names] + [""] * len(data)
        data = (*data[:2], *[card(x) if sort == "card" else x for sort, x in zip(sorts, data[2:], strict=False)])
    return replace(event, data=data, writes=tuple(_write(lib, w, mapping) for w in event.writes))


def _write(lib: Library, w: Any, mapping: Mapping[int, int]) -> Any:
    what, where, old, new = w
    if what == "z":
        return what, where, tuple(mapping.get(c, c) for c in old), tuple(mapping.get(c, c) for c in new)
    if what == "w":
        return what, mapping.get(where, where), old, new
    if what == "known":
        return what, where, *({mapping.get(c, c): m for c, m in k.items()} for k in (old, new))
    if what == "m":
        for base, wide in lib.records:
            c, k = divmod(where - base, wide)
            if 0 <= c < len(lib.cards):
                return what, base + mapping.get(c, c) * wide + k, old, new
    return w
