"""Facts held against a state: each holds, or is answered with what is so instead.

With a viewer a fact must also be known to that player: the place or marker is one he sees, or the card was shown to him
and has not moved since (`shown` collects that from what has happened).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from dsl import ir
from dsl.notation import parts as p

from .bearers import (
    Impossible,
    bearer_cell,
    card_of,
    cell,
    dealt_zone,
    decl_of,
    in_game,
    layout_of,
    player_of,
    zone_of,
)
from .kernel.evaluate import apply, owner_of
from .kernel.events import Event
from .kernel.machine import Machine
from .kernel.names import counted_cards, listed, player_name, sees_card, sees_mark, sees_zone, thing, turned_up
from .kernel.program import Library
from .kernel.state import State

COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
SAID = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


@dataclass(frozen=True)
class Look:
    """A state, and who looks at it (None: somebody who sees everything). `shown`: card -> the zone in which the viewer
    was shown it."""

    machine: Machine
    game: ir.Game
    state: State
    viewer: int | None = None
    shown: Mapping[int, int] = field(default_factory=dict)

    @property
    def lib(self) -> Library:
        return self.machine.lib


def shown(events: Iterable[Event], viewer: int, before: Mapping[int, int] | None = None) -> dict[int, int]:
    """The cards a player was shown, and where they lay then. What moves out of sight afterwards is forgotten."""
    where: dict[int, int] = dict(before or {})
    places: dict[int, int] = {}
    for event in events:
        for what, card, _, new in event.writes:
            if what == "w":
                where.pop(card, None)
                places[card] = new
        if event.kind == "show" and event.data[0] in (-1, viewer):
            for card in event.data[1]:
                where[card] = places.get(card, -2)
    return where


class Different(Exception):
    """What is so instead."""


def check(fact: p.Fact, look: Look) -> str | None:
    """None if the fact holds; else what is so instead."""
    try:
        CHECKS[type(fact)](fact, look)
    except (Different, Impossible) as other:
        return str(other)
    return None


# ---- who sees what ------------------------------------------------


def _sees_zone(look: Look, zone: int) -> bool:
    return sees_zone(look.lib, zone, look.viewer, look.state)


def _sees_card(look: Look, card: int) -> bool:
    zone = look.state.w[card]
    if look.viewer is None or look.shown.get(card) in (zone, -2):
        return True
    return zone >= 0 and sees_card(look.lib, look.state, card, look.viewer)


def _need(look: Look, known: bool, what: str) -> None:
    if not known:
        raise Different(f"{player_name(-1 if look.viewer is None else look.viewer)} cannot know {what}")


def _who(subject: p.Subject) -> str:
    return f"p{subject.number}" if isinstance(subject, p.Seat) else subject.title


def _place(place: p.Place) -> str:
    return place.zone if place.bearer is None else f"{place.zone} of {_who(place.bearer)}"


# ---- facts -------------------------------------------------------


def _holds(fact: p.Holds, look: Look) -> None:
    lib, state = look.lib, look.state
    player = player_of(state, lib, fact.seat)
    for title in fact.titles:
        card = card_of(lib, state, p.Named(title))
        zone = dealt_zone(lib, lib.card_kind[card], player)
        if zone is None:
            raise Impossible(f"nobody *is* {title}")
        held = [c for c in state.z[zone] if lib.cards[c] == title]
        if fact.negated:
            _need(look, _sees_zone(look, zone), f"what p{player + 1} is")
            if held:
                raise Different(f"p{player + 1} is {title}")
        elif not held:
            has = counted_cards(lib, state.z[zone])
            raise Different(f"p{player + 1} is {has}")
        else:
            _need(look, any(_sees_card(look, c) for c in held), f"that p{player + 1} is {title}")


def _counter(fact: p.Counter, look: Look) -> None:
    at = bearer_cell(look.lib, look.state, fact.subject, fact.mark)
    value = look.state.m[at]
    decl = decl_of(look.lib, at)
    _need(look, sees_mark(look.lib, look.state, decl, _bearer(look, at), value, look.viewer), fact.mark)
    if not COMPARE[fact.op](value, fact.number):
        raise Different(f"{_who(fact.subject)} has {fact.mark} {value}, not {SAID[fact.op]}{fact.number}")


def _bearer(look: Look, at: int) -> int:
    decl = decl_of(look.lib, at)
    return at - decl.base + (decl.first if decl.bearer == "card" else 0)


def _marked(fact: p.Marked, look: Look) -> None:
    lib, state = look.lib, look.state
    cells = [bearer_cell(lib, state, fact.subject, fact.mark)]
    if isinstance(fact.subject, p.Named) and fact.subject.marked is None:
        for card in in_game(lib, state):
            owned = fact.subject.owner is None or owner_of(lib, state, card) == fact.subject.owner - 1
            if lib.cards[card] == fact.subject.title and owned:
                other = cell(lib, fact.mark, "card", card)
                cells += [other] if other is not None else []
    decl = decl_of(lib, cells[0])
    about = f"whether {_who(fact.subject)} is {fact.mark}"
    for at in cells:
        if turned_up(state, decl, _bearer(look, at)):
            continue
        if state.m[at] or decl.seen != "owner":
            _need(look, sees_mark(lib, state, decl, _bearer(look, at), state.m[at], look.viewer), about)
        elif look.viewer is not None:
            _need(look, False, about)
    has = [at for at in cells if state.m[at]]
    if fact.by is not None:
        has = [at for at in has if state.m[at] == fact.by.number]
    if bool(has) == fact.negated:
        if decl.single:
            holder = next((i for i in range(decl.span) if state.m[decl.base + i]), -1)
            whose = player_name(holder) if decl.bearer == "player" or holder < 0 else lib.cards[decl.first + holder]
            raise Different(f"{whose} has the {fact.mark}")
        by = [state.m[at] - 1 for at in cells if state.m[at]]
        if by and fact.by is not None:
            raise Different(f"{_who(fact.subject)} is {fact.mark} by {player_name(by[0])}")
        raise Different(f"{_who(fact.subject)} is {'' if fact.negated else 'not '}{fact.mark}")


def _cards(fact: p.Cards, look: Look) -> None:
    lib, state = look.lib, look.state
    zone = zone_of(lib, state, fact.place)
    there = state.z[zone]
    titles = [lib.cards[c] for c in there]
    name = _place(fact.place)
    if fact.how == "count":
        known = _sees_zone(look, zone) or next(z.counted for z in lib.zones if z.name == fact.place.zone)
        _need(look, known, f"how many cards lie in {name}")
        if not COMPARE[fact.op](len(there), fact.number):
            raise Different(f"{name} has {len(there)} cards, not {SAID[fact.op]}{fact.number}")
        return
    wanted = list(fact.titles)
    if fact.how == "includes" and not _sees_zone(look, zone):
        titles = [lib.cards[c] for c in there if _sees_card(look, c)]
    elif not (not wanted and not there and next(z.counted for z in lib.zones if z.name == fact.place.zone)):
        _need(look, _sees_zone(look, zone), f"what lies in {name}")
    holds = {
        "exactly": sorted(titles) == sorted(wanted) or (fact.others and _contains(titles, wanted)),
        "includes": _contains(titles, wanted),
        "without": not set(titles) & set(wanted),
        "top": titles[: len(wanted)] == wanted,
        "bottom": not wanted or titles[-len(wanted) :] == wanted,
    }[fact.how]
    if not holds:
        shown_ = {"top": titles[: len(wanted)], "bottom": titles[-len(wanted) :]}.get(fact.how, titles)
        what = listed(shown_) if len(shown_) <= 12 else f"{len(shown_)} cards"
        raise Different(f"{name}{' ' + fact.how if fact.how in ('top', 'bottom') else ''} is {what}")


def _contains(titles: list[str], wanted: list[str]) -> bool:
    return all(titles.count(t) >= wanted.count(t) for t in wanted)


def _lies(fact: p.Lies, look: Look) -> None:
    zone = zone_of(look.lib, look.state, fact.place)
    cards = [c for c in in_game(look.lib, look.state) if look.lib.cards[c] == fact.card.title]
    _need(look, _sees_zone(look, zone) or any(_sees_card(look, c) for c in cards), f"what lies in {_place(fact.place)}")
    if any(look.state.w[c] == zone for c in cards) == fact.negated:
        raise Different(f"{fact.card.title} is {'' if fact.negated else 'not '}in {_place(fact.place)}")


def _done(fact: p.Done, look: Look) -> None:
    layout = layout_of(look.game)
    player = player_of(look.state, look.lib, fact.seat)
    subject = None if fact.title is None else card_of(look.lib, look.state, p.Named(fact.title))
    seen, done = False, False
    for (event, keyed, measure, _), base in layout.history.items():
        if event.partition("/")[0] not in fact.verbs or measure is not None or keyed not in ("by", "both"):
            continue
        if keyed == "by" and subject is None:
            seen, done = True, done or look.state.m[base + player] > 0
        elif keyed == "both":
            about = range(len(look.lib.cards)) if subject is None else (subject,)
            seen = True
            done = done or any(look.state.m[base + x * look.lib.max_players + player] > 0 for x in about)
    if not seen:
        raise Impossible(f"no rule asks whether somebody has done this: {fact.verbs[0]}")
    if done == fact.negated:
        raise Different(f"p{player + 1} has {'' if fact.negated else 'not '}done this: {fact.verbs[0]}")


# ---- values ------------------------------------------------------


def argument(look: Look, arg: p.Arg) -> int:
    """A player, card or place as the machine's number."""
    if isinstance(arg, p.Seat):
        return player_of(look.state, look.lib, arg)
    return card_of(look.lib, look.state, arg) if isinstance(arg, p.Named) else zone_of(look.lib, look.state, arg)


def computed(fact: p.ValueIs, look: Look) -> Any:
    """What the value, quality or permission is now."""
    function = look.lib.function_ids[f"{fact.form} {fact.name}"]
    return apply(look.machine.context(look.state), function, tuple(argument(look, a) for a in fact.args))


def _value(fact: p.ValueIs, look: Look) -> None:
    value = computed(fact, look)
    if fact.form != "value":
        if bool(value) != fact.result:
            about = " ".join(_arg(a) for a in fact.args[:1])
            said = {"quality": f"{about} is {'' if value else 'not '}{fact.name}"}
            raise Different(said.get(fact.form, f"{about} {'can' if value else 'cannot'} {fact.name}"))
        return
    declared = look.game.values[fact.name].type
    wanted, sort = _wanted(fact, look, declared)
    if wanted is None or not COMPARE[fact.op](value, wanted):
        raise Different(f"{said_of(fact)} is {thing(look.lib, look.state, sort, value)}")


def said_of(fact: p.ValueIs) -> str:
    """`price of Library for p1`."""
    return fact.name + "".join(f" {'of' if i == 0 else 'for'} {_arg(a)}" for i, a in enumerate(fact.args))


def _arg(arg: p.Arg) -> str:
    return _place(arg) if isinstance(arg, p.Place) else _who(arg)


def _wanted(fact: p.ValueIs, look: Look, declared: ir.Type) -> tuple[int | None, str]:
    result = fact.result
    sort = {"player": "player", "card": "card", "enum": f"word:{declared.name}"}.get(declared.sort, "number")
    if result is None:
        return -1, sort
    if isinstance(result, str):
        words = look.lib.words.get(str(declared.name), ())
        return (words.index(result) if result in words else None), sort
    if isinstance(result, p.Seat | p.Named):
        return argument(look, result), sort
    return int(result), sort


# ---- the game ----------------------------------------------------


def _wins(fact: p.Wins, look: Look) -> None:
    over = look.state.over
    if over is None:
        if fact.seats:
            raise Different("the game is not over")
        return
    wanted = sorted(s.number - 1 for s in fact.seats)
    if sorted(over) != wanted:
        raise Different(f"{listed([player_name(x) for x in over]) if over else 'nobody'} wins")


def _over(fact: p.Over, look: Look) -> None:
    if (look.state.over is not None) == fact.negated:
        raise Different("the game is over" if fact.negated else "the game is not over")


def _asked(fact: p.Asked, look: Look) -> None:
    ask = look.state.ask
    who = None if ask is None else ask.player
    if who != (None if fact.seat is None else fact.seat.number - 1):
        raise Different("nobody is asked" if who is None else f"{player_name(who)} is asked")


def runs(lib: Library, state: State, phase: str, title: str | None) -> bool:
    """Whether a phase (about this card) is under way."""
    value = state.m[lib.phases[phase][1]]
    return value > 0 and (title is None or (value - 1 < len(lib.cards) and lib.cards[value - 1] == title))


def _runs(fact: p.Runs, look: Look) -> None:
    if runs(look.lib, look.state, fact.phase, fact.title) == fact.negated:
        about = "" if fact.title is None else f" of {fact.title}"
        raise Different(f"the {fact.phase}{about} is {'' if fact.negated else 'not '}running")


def _unknown(fact: p.Unknown, look: Look) -> None:
    if look.viewer is None:
        raise Different("only a player can fail to know something: `as p2 expect …`")
    inner = fact.of
    lib, state = look.lib, look.state
    if isinstance(inner, p.Cards):
        zone = zone_of(lib, state, inner.place)
        known = _sees_zone(look, zone)
    elif isinstance(inner, p.Counter | p.Marked):
        at = bearer_cell(lib, state, inner.subject, inner.mark)
        known = sees_mark(lib, state, decl_of(lib, at), _bearer(look, at), state.m[at], look.viewer)
    elif isinstance(inner, p.Holds):
        known = all(_sees_card(look, card_of(lib, state, p.Named(t))) for t in inner.titles)
    else:
        raise Different("this cannot be unknown")
    if known:
        raise Different(f"p{look.viewer + 1} knows this")


CHECKS: dict[type[p.Fact], Any] = {
    p.Holds: _holds, p.Counter: _counter, p.Marked: _marked, p.Cards: _cards, p.Lies: _lies, p.Done: _done,
    p.ValueIs: _value, p.Wins: _wins, p.Over: _over, p.Asked: _asked, p.Runs: _runs, p.Unknown: _unknown,
}  # fmt: skip
