"""Readable and stable words for questions, answers and events. No number in them is the machine's own.

An answer's text is what a person types and what a saved game consists of: it depends only on what the answering player
can see and, for cards of one title, on what tells them apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .events import Event
from .index import index_of
from .machine import option
from .names import (
    apart,
    cell_name,
    counted_cards,
    listed,
    marker_owner,
    player_name,
    sees_mark,
    sees_zone,
    thing,
    with_slots,
    zone_name,
)
from .program import Ask, Library
from .state import State


def question_text(lib: Library, s: State) -> str:
    """What is asked: `which card to draw`."""
    if s.ask is None:
        return ""
    ask: Ask = lib.programs[s.ask.program].code[s.ask.pc].args[0]
    return with_slots(lib, s, ask.about, s.ask.player) or "what to do"


def answer_texts(lib: Library, s: State) -> dict[int, str]:
    """The text of every answer to the pending question, all different."""
    if s.ask is None:
        return {}
    viewer = s.ask.player
    texts: dict[int, str] = {}
    cards = [option(lib, s.ask, a)[1] for a in s.ask.answers if option(lib, s.ask, a)[0].sort == "card"]
    names = apart(lib, s, list(dict.fromkeys(cards)), viewer)
    for answer in s.ask.answers:
        opt, value = option(lib, s.ask, answer)
        name = names[value] if opt.sort == "card" else thing(lib, s, opt.sort, value, viewer)
        label = with_slots(lib, s, opt.label, viewer)
        texts[answer] = label.replace("{}", name) if "{}" in label or value == -1 else f"{label} {name}".strip()
    return _different(texts)


def _different(texts: dict[int, str]) -> dict[int, str]:
    """Answers whose words are the same although they lead elsewhere: `…`, `… (again)`: never two alike."""
    seen: dict[str, int] = {}
    for answer, text in texts.items():
        seen[text] = seen.get(text, 0) + 1
        if seen[text] > 1:
            texts[answer] = f"{text} (the {('second', 'third', 'fourth')[min(seen[text], 4) - 2]} way)"
    return texts


def answer_text(lib: Library, s: State, answer: int) -> str:
    """The text of one answer to the pending question."""
    return answer_texts(lib, s)[answer]


# ---- events -------------------------------------------------------------------------------------------------------


def event_text(lib: Library, s: State, event: Event, viewer: int | None = None) -> str:
    """What happened, as this player (None: somebody who sees everything) may tell it; empty if it is none of their
    business. `s` is the state after it, or any later one, which knows whose things are."""
    return TELL[event.kind](lib, s, event, viewer)


def _seen_cards(lib: Library, s: State, cards: tuple[int, ...], zones: tuple[int, ...], viewer: int | None) -> str:
    if any(sees_zone(lib, zone, viewer, s) for zone in zones):
        return counted_cards(lib, cards)
    return "1 card" if len(cards) == 1 else f"{len(cards)} cards"


def _move(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    cards, sources, zone, _ = event.data
    parts = []
    for source in dict.fromkeys(sources):
        moved = tuple(c for c, at in zip(cards, sources, strict=True) if at == source)
        what = _seen_cards(lib, s, moved, (source, zone), viewer)
        if len(moved) > 6:
            what = f"{len(moved)} cards"
        start = "" if source == -1 else f" from {zone_name(lib, source)}"
        parts.append(f"{what}{start} to {zone_name(lib, zone)}")
    return ", ".join(parts)


def _amount(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    _, amount, source, targets = event.data
    cells = [cell for cell in (source, *targets) if cell != -1]
    if not all(_cell_seen(lib, s, cell, viewer) for cell in cells):
        return ""
    name = cell_name(lib, cells[0])[0] if cells else ""
    giver = "the bank" if source == -1 else cell_name(lib, source)[1]
    taker = listed([cell_name(lib, cell)[1] for cell in targets]) if targets else "the bank"
    return f"{amount} {name} from {giver} to {taker}"


def _cell_seen(lib: Library, s: State, cell: int, viewer: int | None) -> bool:
    mark, bearer = index_of(lib).cell[cell]
    return sees_mark(lib, s, mark, bearer, s.m[cell], viewer)


def _single(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    held, to = event.data
    name = cell_name(lib, to if to != -1 else held)[0]
    start = "" if held == -1 else f" from {cell_name(lib, held)[1]}"
    return f"the {name}{start} to {cell_name(lib, to)[1] if to != -1 else 'nobody'}"


def _mark(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    cells, owner = event.data
    mark = index_of(lib).cell[cells[0]][0]
    if viewer is not None and mark.seen not in ("everyone", "everybody") and (mark.seen != "owner" or owner != viewer):
        return ""
    return f"{listed([cell_name(lib, c)[1] for c in cells])}: {mark.name}{marker_owner(owner)}"


def _unmark(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    told = []
    for what, cell, old, _ in event.writes:
        mark, bearer = index_of(lib).cell[cell]
        if what == "m" and sees_mark(lib, s, mark, bearer, old, viewer):
            told.append(f"{cell_name(lib, cell)[1]}: no longer {mark.name}")
    return ", ".join(told)


def _put(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    cell, amount = event.data
    if cell not in index_of(lib).cell or not _cell_seen(lib, s, cell, viewer):
        return ""
    name, bearer = cell_name(lib, cell)
    return f"{bearer}: {abs(amount)} {name} {'more' if amount > 0 else 'less'}"


def _shuffle(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    return f"{zone_name(lib, event.data[0])} is shuffled"


def _random(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    chosen, among, sort = event.data
    if sort == "card":
        hidden = not all(s.w[c] != -1 and sees_zone(lib, s.w[c], viewer, s) for c in among)
        return f"{len(chosen)} at random" if hidden else f"at random: {counted_cards(lib, chosen)}"
    name = thing(lib, s, sort, chosen, viewer)
    return f"at random: {name}" if name.strip(", ") else ""


def _show(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    to, cards, truth = event.data
    whom = "everybody" if to == -1 else player_name(to)
    if to not in (-1, viewer) and viewer is not None:
        return f"something is shown to {whom}"
    if truth is None:
        return f"shown to {whom}: {counted_cards(lib, cards)}"
    said = next((cause.origin for cause in event.cause), None)
    return f"shown to {whom}: {said.text if said else 'it'} — {'yes' if truth else 'no'}"


def _swap(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    what, left, right = event.data
    if what == "cards":
        seen = all(sees_zone(lib, s.w[card], viewer, s) for card in (left, right))
        names = f"{lib.cards[left]} and {lib.cards[right]}" if seen else "2 cards"
        return f"{names} change places"
    if what == "zones":
        return f"{zone_name(lib, left)} and {zone_name(lib, right)} are exchanged"
    return f"{player_name(left)} and {player_name(right)} change seats"


def _lasting(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    return f"from now on: {lib.lasting_names[event.data[0]]}"


def _win(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    (who,) = event.data
    return f"{listed([player_name(p) for p in who]) if who else 'nobody'} {'win' if len(who) > 1 else 'wins'}"


def _note(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    kind, key, *values = event.data
    if kind in ("start", "end"):
        names = lib.programs[lib.phases[key][0]].names if key in lib.phases else ()
        about = " ".join(n for n in _named(lib, s, names, values) if n)
        return f"{key}{' of ' + about if about else ''}: {kind}"
    if kind == "verb":
        number = lib.function_ids.get(f"can {key}")
        names = lib.functions[number].names if number is not None else (("", "player"),)
        doer, *things = _named(lib, s, names, values)
        hidden = any(
            sort == "card" and type(x) is int and x >= 0 and not sees_zone(lib, s.w[x], viewer, s)
            for (_, sort), x in zip(names, values, strict=False)
        )
        return " ".join(x for x in (f"{doer}:", key, *(() if hidden else things)) if x)
    if kind == "ability":
        return f"{lib.abilities[values[0]].label}"
    return key if kind != "clause" else ""


def _named(lib: Library, s: State, names: tuple[tuple[str, str], ...], values: list[Any]) -> list[str]:
    sorts = [sort for _, sort in names[: len(values)]]
    sorts += [""] * (len(values) - len(sorts))
    return [thing(lib, s, sort, x) for sort, x in zip(sorts, values, strict=True)]


def _untold(lib: Library, s: State, event: Event, viewer: int | None) -> str:
    return ""


TELL: dict[str, Callable[[Library, State, Event, int | None], str]] = {
    "move": _move, "amount": _amount, "single": _single, "mark": _mark, "unmark": _unmark, "put": _put,
    "shuffle": _shuffle, "random": _random, "show": _show, "swap": _swap, "lasting": _lasting, "win": _win,
    "note": _note, "poke": _untold, "clear": _untold,
}  # fmt: skip
