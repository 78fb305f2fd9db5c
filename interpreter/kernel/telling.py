"""Tells a viewer what happened and what was answered, in words he is allowed to hear.

A `Witness` follows the events and keeps in mind what its viewer sees meanwhile. A card is named to him if he sees it
before or after the change, or if he saw it earlier and could follow it since. All words about events come from here;
what does not follow from what the viewer sees is not said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from .events import Event, undo, write
from .index import index_of
from .machine import option
from .names import (
    SLOT,
    bearer_name,
    cell_name,
    counted_cards,
    kept_name,
    listed,
    marker_owner,
    player_name,
    rule_card,
    rule_name,
    rule_thing,
    rule_time,
    sees_card,
    sees_mark,
    sees_zone,
    thing,
    zone_name,
)
from .program import Ask, Library
from .redeal import fixed
from .state import State
from .text import answer_texts

LARGEST = 6
"""The most cards of one move that are named; if there are more, they are counted."""


def happenings(lib: Library, after: State, events: Sequence[Event], viewer: int | None = None) -> list[str]:
    """Return the words for each of the events that led to the state `after`, as the viewer (None: somebody who sees
    everything) may hear them; '' for an event that he may not hear of."""
    witness = Witness.of(lib, after, events, viewer)
    return [witness.hear(event) for event in events]


class Witness:
    """Follows what happens from a state on, event by event, sees what a viewer sees, and puts it into words."""

    def __init__(self, lib: Library, before: State, viewer: int | None) -> None:
        self.lib, self.viewer = lib, viewer
        self.s = before.clone()
        self.followed = {card for card in range(len(lib.cards)) if before.w[card] != -1 and self.sees(card)}
        """The cards that the viewer sees, or saw and could follow, including those about which he was asked."""
        if before.ask is not None and before.ask.player == viewer:
            self.followed |= fixed(lib, before, viewer)

    @classmethod
    def of(cls, lib: Library, after: State, events: Sequence[Event], viewer: int | None) -> Witness:
        """Return a witness of the events that led to the state `after`, placed before the first of them."""
        before = undo(after, events)
        before.ask = None  # the question of that moment is no longer known
        return cls(lib, before, viewer)

    def sees(self, card: int) -> bool:
        """Return whether the viewer sees a card now."""
        return self.viewer is None or (self.s.w[card] != -1 and sees_card(self.lib, self.s, card, self.viewer))

    def hear(self, event: Event) -> str:
        """Return the words for an event, and go on to the state after it."""
        told = HEARD[event.kind](self, event)
        return told if self.may_hear(event) or event.kind in SEEN_TO_LIE else ""

    def may_hear(self, event: Event) -> bool:
        """Return whether the viewer may hear of an event in words. What is done secretly he only sees where it lies
        open."""
        return self.viewer is None or event.secret is None or self.viewer in event.secret

    def happen(self, event: Event) -> None:
        """Make the event's changes, and keep track of the cards that the viewer could follow."""
        moved = {card: (old, new) for what, card, old, new in event.writes if what == "w"}
        if self.viewer is None:
            write(self.s, event.writes)
            return
        seen = {card for card in moved if self.sees(card)}
        held = {old: len(self.s.z[old]) for old, _ in moved.values() if old != -1}
        write(self.s, event.writes)
        seen |= {card for card in moved if self.sees(card)}
        whole = {
            way for way in moved.values() if way[0] != -1 and held[way[0]] == sum(1 for w in moved.values() if w == way)
        }
        self.followed |= seen
        for card, way in moved.items():
            if card not in seen and way not in whole:  # the viewer cannot say which card of that zone it was
                self.followed.discard(card)
                self.followed -= {c for c in self.s.z[way[0]] if not self.sees(c)} if way[0] != -1 else set()
        if event.kind == "shuffle":
            self.followed -= {c for c in self.s.z[event.data[0]] if not self.sees(c)}

    # ---- names

    def named(self, cards: Iterable[int], seen: Callable[[int], bool]) -> str:
        """Return the titles of those cards that may be named; the others are counted."""
        cards = tuple(cards)
        open_ = [c for c in cards if seen(c)]
        others = len(cards) - len(open_)
        if not others:
            return counted_cards(self.lib, open_)
        rest = "a card" if others == 1 and not open_ else "1 card" if others == 1 else f"{others} cards"
        return f"{counted_cards(self.lib, open_)} and {rest}" if open_ else rest

    def thing(self, sort: str, value: Any) -> str:
        """Return the name of a thing; a card that the viewer could not follow is `a card`."""
        if sort == "card" and self.viewer is not None:
            cards = tuple(x for x in (value if type(value) is tuple else (value,)) if x >= 0)
            if any(c not in self.followed for c in cards):
                return self.named(cards, self.followed.__contains__)
        if sort == "ability" and not self.open_card(self.lib.abilities[value].card):
            return ""
        if sort == "name" and type(value) is not tuple and not self.open_title(self.lib.cards[value]):
            return ""
        if sort == "zone":
            return self.zone(value)
        return thing(self.lib, self.s, sort, value, None)

    def open_card(self, card: int) -> bool:
        """Return whether a card may be named together with where it is."""
        return self.viewer is None or self.s.w[card] == -1 or card in self.followed

    def open_title(self, title: str) -> bool:
        """Return whether the words of a card may be named: when one of its copies is open. A text of no card always
        may."""
        copies = [c for c, t in enumerate(self.lib.cards) if t == title]
        return not copies or any(self.open_card(c) for c in copies)

    def zone(self, zone: int) -> str:
        """Return the name of a zone. If it belongs to a card that the viewer does not see, its owner is left out."""
        entry = index_of(self.lib).zone.get(zone)
        if entry is not None and entry[0].owner == "card" and not self.open_card(entry[1]):
            return f"{entry[0].name} of a card"
        return zone_name(self.lib, zone)

    def sees_zone(self, zone: int) -> bool:
        """Return whether the viewer sees the cards in a zone."""
        return zone != -1 and sees_zone(self.lib, zone, self.viewer, self.s)

    def counts(self, zone: int) -> bool:
        """Return whether the viewer knows how many cards lie in a zone."""
        entry = index_of(self.lib).zone.get(zone)
        return entry is None or entry[0].counted or self.sees_zone(zone)

    def notices(self, event: Event, zone: int) -> bool:
        """Return whether the viewer is told that something happens in a zone; if it is done secretly, only where it
        shows."""
        return self.may_hear(event) or self.counts(zone)

    def bearer(self, cell: int) -> str:
        """Return the name of what bears a counter or marker; a card that the viewer knows by its place is called so."""
        return bearer_name(self.lib, self.s, cell, self.viewer)

    def sees_cell(self, cell: int) -> bool:
        """Return whether the viewer knows the value of a counter or marker."""
        mark, bearer = index_of(self.lib).cell[cell]
        return sees_mark(self.lib, self.s, mark, bearer, self.s.m[cell], self.viewer)


# ---- what was answered -----------------------------------------------------------------------------------------------


def answered(lib: Library, before: State, answer: int, events: Sequence[Event], viewer: int | None) -> str:
    """Return what a player answered, as the viewer may hear it: all its words if the answer is public, else only that
    he answered.

    `before`: the state with the question. `events`: what the answer led to. A choice is public unless it is made
    secretly or among things that the viewer does not see; a card chosen among such things is named if it is then laid
    open.
    """
    assert before.ask is not None
    question = before.ask
    if viewer in (None, question.player):
        return answer_texts(lib, before)[answer]
    ask: Ask = lib.programs[question.program].code[question.pc].args[0]
    opt, value = option(lib, question, answer)
    witness = Witness(lib, before, viewer)
    if ask.secret or (opt.of is not None and not opt.open and opt.sort != "card"):
        return ""
    name = witness.thing(opt.sort, value) if opt.of is not None else ""
    if opt.sort == "card" and value >= 0 and value not in witness.followed:
        if opt.open or _laid_open(lib, before, value, events, viewer):
            name = thing(lib, before, "card", value, None)
    names = lib.programs[question.program].names

    def said(match: Any) -> str:
        slot = int(match[1])
        sort = names[slot][1] if slot < len(names) else ""
        return witness.thing(sort, before.frames[-1][slot + 2])

    label = SLOT.sub(said, opt.label)
    return label.replace("{}", name) if "{}" in label or value == -1 else f"{label} {name}".strip()


def _laid_open(lib: Library, before: State, card: int, events: Sequence[Event], viewer: int | None) -> bool:
    """Return whether the first event that moves a card puts it where the viewer sees it."""
    s = before.clone()
    for event in events:
        write(s, event.writes)
        if any(what == "w" and which == card for what, which, _, _ in event.writes):
            return s.w[card] != -1 and sees_card(lib, s, card, viewer)
    return False


# ---- happenings ------------------------------------------------------------------------------------------------------


def _move(t: Witness, event: Event) -> str:
    cards, sources, zone, _ = event.data
    before = {card for card in cards if t.sees(card)}
    known = t.counts(zone) or any(t.counts(source) for source in sources)
    t.happen(event)
    shown = before | {card for card in cards if t.sees(card)}
    parts = []
    for source in dict.fromkeys(sources):
        moved = tuple(c for c, at in zip(cards, sources, strict=True) if at == source)
        what = t.named(moved, shown.__contains__) if len(moved) <= LARGEST else f"{len(moved)} cards"
        if not known and not any(c in shown for c in moved):
            what = "cards"
        what = "1 card" if what == "a card" else what
        start = "" if source == -1 or not t.notices(event, source) else f" from {t.zone(source)}"
        end = f" to {t.zone(zone)}" if t.notices(event, zone) else ""
        if start or end:
            parts.append(f"{what}{start}{end}")
    return ", ".join(parts)


def _amount(t: Witness, event: Event) -> str:
    t.happen(event)
    _, amount, source, targets = event.data
    cells = [cell for cell in (source, *targets) if cell != -1]
    if not all(map(t.sees_cell, cells)):
        return ""
    name = cell_name(t.lib, cells[0])[0] if cells else ""
    giver = "the bank" if source == -1 else t.bearer(source)
    taker = listed([t.bearer(cell) for cell in targets]) if targets else "the bank"
    return f"{amount} {name} from {giver} to {taker}"


def _single(t: Witness, event: Event) -> str:
    held, to = event.data
    known = all(t.sees_cell(cell) for cell in (held, to) if cell != -1)
    t.happen(event)
    if not known or not all(t.sees_cell(cell) for cell in (held, to) if cell != -1):
        return ""
    name = cell_name(t.lib, to if to != -1 else held)[0]
    start = "" if held == -1 else f" from {t.bearer(held)}"
    return f"the {name}{start} to {t.bearer(to) if to != -1 else 'nobody'}"


def _mark(t: Witness, event: Event) -> str:
    t.happen(event)
    cells, owner = event.data
    mark = index_of(t.lib).cell[cells[0]][0]
    seen = mark.seen == "everyone" or (mark.seen == "owner" and owner == t.viewer)
    if t.viewer is not None and not seen:
        return ""
    own = mark.bearer == "player" and cells == (mark.base + owner,)
    return f"{listed([t.bearer(c) for c in cells])}: {mark.name}{'' if own else marker_owner(owner)}"


def _unmark(t: Witness, event: Event) -> str:
    told = []
    for what, cell, old, _ in event.writes:
        mark, bearer = index_of(t.lib).cell[cell]
        if what == "m" and sees_mark(t.lib, t.s, mark, bearer, old, t.viewer):
            told.append(f"{t.bearer(cell)}: no longer {mark.name}")
    t.happen(event)
    return ", ".join(told)


def _turn(t: Witness, event: Event) -> str:
    cards, down = event.data
    seen = {card for card in cards if t.sees(card)}
    t.happen(event)
    seen |= {card for card in cards if t.sees(card)}
    if not down:
        t.followed |= seen
    what = t.named(cards, seen.__contains__)
    return f"{what} {'are' if len(cards) > 1 else 'is'} turned face {'down' if down else 'up'}"


def _put(t: Witness, event: Event) -> str:
    t.happen(event)
    cell, amount = event.data
    if cell not in index_of(t.lib).cell or not t.sees_cell(cell):
        return ""
    return f"{t.bearer(cell)}: {abs(amount)} {cell_name(t.lib, cell)[0]} {'more' if amount > 0 else 'less'}"


def _keep(t: Witness, event: Event) -> str:
    t.happen(event)
    cell, value = event.data
    if not t.sees_cell(cell):
        return ""
    mark, bearer = index_of(t.lib).cell[cell]
    whose = "" if mark.bearer == "game" else f" of {cell_name(t.lib, cell)[1]}"
    return f"{mark.name}{whose}: {kept_name(t.lib, t.s, mark, value, t.viewer)}"


def _shuffle(t: Witness, event: Event) -> str:
    t.happen(event)
    return f"{t.zone(event.data[0])} is shuffled"


def _random(t: Witness, event: Event) -> str:
    t.happen(event)
    chosen, among, sort = event.data
    if sort == "card":
        if not all(t.s.w[c] != -1 and t.sees(c) for c in among):
            return f"{len(chosen)} at random"
        return f"at random: {counted_cards(t.lib, chosen)}"
    name = t.thing(sort, chosen)
    return f"at random: {name}" if name.strip(", ") else ""


def _show(t: Witness, event: Event) -> str:
    t.happen(event)
    to, cards, holds = event.data
    whom = "everybody" if to == -1 else player_name(to)
    if to not in (-1, t.viewer) and t.viewer is not None:
        return f"something is shown to {whom}"
    if holds is None:
        t.followed |= set(cards)
        return f"shown to {whom}: {counted_cards(t.lib, cards)}"
    return f"shown to {whom}: {_what_is_shown(t, event)} — {'yes' if holds else 'no'}"


def _what_is_shown(t: Witness, event: Event) -> str:
    """Return the words for a truth that is shown, with the names of the things that it is about."""
    cause = next(iter(event.cause), None)
    if cause is None or cause.number < 0:
        return "it"
    program = t.lib.programs[cause.number]
    said = program.code[cause.pc].args[3:]

    def named(match: Any) -> str:
        slot = int(match[1])
        return t.thing(program.names[slot][1], cause.slots[slot]) or "it"

    return SLOT.sub(named, said[0]) if said else "it"


def _swap(t: Witness, event: Event) -> str:
    what, left, right = event.data
    if what == "cards":
        seen = [card for card in (left, right) if t.sees(card)]
        t.happen(event)
        seen += [card for card in (left, right) if t.sees(card)]
        both = all(card in seen for card in (left, right))
        if not seen and not t.may_hear(event):
            return ""
        return f"{f'{t.lib.cards[left]} and {t.lib.cards[right]}' if both else '2 cards'} change places"
    t.happen(event)
    if what == "zones":
        told = t.may_hear(event) or t.sees_zone(left) or t.sees_zone(right)
        return f"{t.zone(left)} and {t.zone(right)} are exchanged" if told else ""
    return f"{player_name(left)} and {player_name(right)} change seats"


def _lasting(t: Witness, event: Event) -> str:
    t.happen(event)
    rule, until, held = event.data

    def named(at: int, sort: str) -> str | None:
        if sort == "card":
            return rule_card(t.lib, held[at], held[at] >= 0 and t.sees(held[at]))
        return rule_thing(t.lib, t.s, sort, held[at], t.viewer)

    return f"{rule_time(t.lib, until)}: {rule_name(t.lib, rule, named)}"


def _win(t: Witness, event: Event) -> str:
    t.happen(event)
    (who,) = event.data
    return f"{listed([player_name(p) for p in who]) if who else 'nobody'} {'win' if len(who) > 1 else 'wins'}"


def _note(t: Witness, event: Event) -> str:
    t.happen(event)
    kind, key, *values = event.data
    lib = t.lib
    if kind in ("start", "end"):
        names = lib.programs[lib.phases[key][0]].names if key in lib.phases else ()
        about = " ".join(thing(lib, t.s, sort, x) for (_, sort), x in zip(names, values, strict=False))
        return f"{key}{' of ' + about if about.strip() else ''}: {kind}"
    if kind == "verb":
        number = lib.function_ids.get(f"can {key}")
        names = lib.functions[number].names if number is not None else (("", "player"),)
        sorts = [sort for _, sort in names[: len(values)]]
        said = [(sort, t.thing(sort, x)) for sort, x in zip(sorts, values, strict=False)]
        (_, doer), *things = said if sorts.count("number") < 2 else [x for x in said if x[0] != "number"]
        return " ".join(x for x in (f"{doer}:", key, *(x for _, x in things)) if x)  # two numbers say nothing bare
    if kind == "ability":
        ability = lib.abilities[values[0]]
        return str(ability.label) if t.open_card(ability.card) else ""
    return key if kind != "clause" else ""


def _untold(t: Witness, event: Event) -> str:
    t.happen(event)
    return ""


HEARD: dict[str, Callable[[Witness, Event], str]] = {
    "move": _move, "amount": _amount, "single": _single, "mark": _mark, "unmark": _unmark, "turn": _turn, "put": _put,
    "keep": _keep,
    "shuffle": _shuffle, "random": _random, "show": _show, "swap": _swap, "lasting": _lasting, "win": _win,
    "note": _note, "poke": _untold, "clear": _untold,
}  # fmt: skip

SEEN_TO_LIE = {"move", "amount", "single", "mark", "unmark", "turn", "put", "keep", "swap", "win"}
"""Kinds of events whose result everybody sees, as far as he sees the zones and markers, even if the event itself is
secret."""
