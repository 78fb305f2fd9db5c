"""Compare facts with a state. A fact holds, or the answer is what holds instead.

For a viewer, a fact holds only if that player also knows it (`kernel.knowing`): from what he sees, what he was shown,
and what followed from that. Otherwise the answer is that he cannot know it, whether it is true or not.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import eq, ge, gt, le, lt, ne
from typing import Any

from moot.dsl import ir
from moot.dsl.notation import parts as p
from moot.dsl.source import Source

from ..kernel.knowing import Unknown, unknown
from ..kernel.names import cell_name, counted_cards, listed, marker_owner, player_name, thing, zone_name
from ..kernel.partly import NOTHING
from ..kernel.program import GAME_OWNER, Library, MarkDecl
from ..kernel.state import State
from .doable import doable
from .look import Look
from .lookup import (
    Impossible,
    bearer_cell,
    card_of,
    cell,
    dealt_zone,
    decl_of,
    in_game,
    player_of,
    zone_of,
)
from .phrases import seated

COMPARE = {"==": eq, "!=": ne, "<": lt, "<=": le, ">": gt, ">=": ge}
SAID = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


class Different(Exception):
    """What holds instead of a fact."""


class NotKnown(Different):
    """The viewer cannot know whether the fact holds."""


def against(fact: p.Fact, look: Look) -> Different | Impossible | None:
    """Compare a fact with the state. Return what is so instead (`NotKnown`: the viewer cannot know it), or why there
    can be no such fact; None if it holds."""
    try:
        CHECKS[type(fact)](fact, look)
    except (Different, Impossible) as other:
        return other
    return None


def check(fact: p.Fact, look: Look) -> str | None:
    """Compare a fact with the state. Return the same in words; None if it holds."""
    other = against(fact, look)
    return None if other is None else str(other)


# ---- who sees what ------------------------------------------------


def _need(look: Look, known: bool, what: str) -> None:
    if not known:
        raise NotKnown(f"{look.eyes.name()} cannot know {what}")


def _who(subject: p.Subject) -> str:
    return f"p{subject.number}" if isinstance(subject, p.Seat) else subject.title


def _place(place: p.Place) -> str:
    return place.zone if place.bearer is None else f"{place.zone} of {_who(place.bearer)}"


def _card(look: Look, named: p.Named) -> int:
    """Return the card that is meant, as far as the viewer can tell which one it is."""
    if look.viewer is None:
        return card_of(look.lib, look.state, named)
    copies = _copies(look, named.title)
    if not copies:
        raise Impossible(f"{named.title} is not in this game")
    if named.owner is not None:
        theirs = {c: look.eyes.owner(c) for c in copies}
        sure = [c for c in copies if theirs[c] == named.owner - 1]
        _need(look, bool(sure) or not any(map(unknown, theirs.values())), f"whether p{named.owner} has {named.title}")
        if not sure:
            raise Impossible(f"p{named.owner} has no {named.title}")
        copies = sure
    if named.zone is not None:
        zone = zone_of(look.lib, look.state, p.Place(named.zone, p.Seat(named.owner) if named.owner else None))
        sure = [c for c in copies if look.eyes.sees_card(c) and look.state.w[c] == zone]
        _need(look, bool(sure), f"whether {named.title} lies in {zone_name(look.lib, zone)}")
        copies = sure
    if named.marked is not None:
        cells = {c: at for c in copies if (at := cell(look.lib, named.marked, "card", c)) is not None}
        sure = [c for c, at in cells.items() if look.eyes.sees_cell(at) and look.state.m[at]]
        known = bool(sure) or all(look.eyes.sees_cell(at) for at in cells.values())
        _need(look, known, f"which {named.title} is {named.marked}")
        if not sure:
            raise Impossible(f"no {named.title} is {named.marked}")
        copies = sure
    return min(copies, key=lambda c: (not look.eyes.sees_card(c), _nobodys(look, c), c))


def _nobodys(look: Look, card: int) -> bool:
    owner = look.eyes.owner(card)
    return unknown(owner) or owner < 0


def _copies(look: Look, title: str) -> list[int]:
    return [c for c in in_game(look.lib, look.state) if look.lib.cards[c] == title]


def _there(look: Look, title: str, zone: int) -> tuple[int, int]:
    """Return how many cards of a title lie in a place: at least, and at most."""
    copies = _copies(look, title)
    sure = sum(1 for c in copies if look.eyes.sees_card(c) and look.state.w[c] == zone)
    perhaps = sum(1 for c in copies if not look.eyes.sees_card(c) and zone in look.eyes.places(c))
    return sure, sure + perhaps


def _subject_cell(look: Look, subject: p.Subject, mark: str) -> int:
    if isinstance(subject, p.Seat) or look.viewer is None:
        return bearer_cell(look.lib, look.state, subject, mark)
    found = cell(look.lib, mark, "card", _card(look, subject))
    if found is None:
        raise Impossible(f"{mark} cannot be on {subject.title}")
    return found


def _zone(look: Look, place: p.Place) -> int:
    if look.viewer is not None and isinstance(place.bearer, p.Named):
        _card(look, place.bearer)
    return zone_of(look.lib, look.state, place)


# ---- facts -------------------------------------------------------


def _holds(fact: p.Holds, look: Look) -> None:
    lib, state = look.lib, look.state
    player = player_of(state, lib, fact.seat)
    for title in fact.titles:
        copies = _copies(look, title)
        if not copies:
            raise Impossible(f"{title} is not in this game")
        zone = dealt_zone(lib, lib.card_kind[copies[0]], player)
        if zone is None:
            raise Impossible(f"no player can be {title}")
        sure, perhaps = _there(look, title, zone)
        _need(look, bool(sure) or not perhaps, f"whether p{player + 1} is {title}")
        if fact.negated and sure:
            raise Different(f"p{player + 1} is {title}")
        if not fact.negated and not sure:
            has = counted_cards(lib, state.z[zone]) if look.eyes.sees_zone(zone) else f"not {title}"
            raise Different(f"p{player + 1} is {has}")


def _instead(op: str, number: int | None) -> str:
    """Return what was expected of a number, to be said after what it is; nothing where anything else was expected."""
    return "" if op == "!=" else f", not {SAID[op]}{number}"


def _counter(fact: p.Counter, look: Look) -> None:
    at = _subject_cell(look, fact.subject, fact.mark)
    value = look.state.m[at]
    _need(look, look.eyes.sees_cell(at), f"{fact.mark} of {_who(fact.subject)}")
    if not COMPARE[fact.op](value, fact.number):
        raise Different(f"{_who(fact.subject)} has {fact.mark} {value}{_instead(fact.op, fact.number)}")


def _marked(fact: p.Marked, look: Look) -> None:
    lib, state = look.lib, look.state
    cells = [_subject_cell(look, fact.subject, fact.mark)]
    if isinstance(fact.subject, p.Named) and fact.subject.marked is None:
        for card in _copies(look, fact.subject.title):
            owner = fact.subject.owner
            if owner is None or look.eyes.owner(card) == owner - 1:
                other = cell(lib, fact.mark, "card", card)
                cells += [other] if other is not None else []
    decl = decl_of(lib, cells[0])
    who, seen = _who(fact.subject), [at for at in cells if look.eyes.sees_cell(at)]
    known = cells if fact.by is not None and _knows_own(look, decl, fact.by) else seen
    has = [at for at in known if state.m[at] and (fact.by is None or state.m[at] == (fact.by.number or GAME_OWNER))]
    put = "" if fact.by is None else f" by p{fact.by.number}" if fact.by.number else " by nobody"
    whether = f"whether {who} {'has the' if decl.single else 'is'} {fact.mark}{put}"
    _need(look, bool(has) or len(known) == len(cells), whether)
    if bool(has) == fact.negated:
        if decl.single:
            raise Different(_holder(look, decl) or f"{who} has no {fact.mark}")
        by = [state.m[at] for at in seen if state.m[at]]
        if by and fact.by is not None:
            raise Different(f"{who} is {fact.mark}{marker_owner(by[0] - 1)}")
        raise Different(f"{who} is {'' if fact.negated else 'not '}{fact.mark}{put}")


def _knows_own(look: Look, decl: MarkDecl, by: p.Seat) -> bool:
    """Whether a marker is the viewer's own: he knows where he put it, even if he knows nothing of the others'."""
    return look.viewer == by.number - 1 and decl.seen == "owner" and not decl.counted and not decl.single


def _holder(look: Look, decl: MarkDecl) -> str | None:
    """Return who has a single marker; None if the viewer does not know."""
    cells = range(decl.base, decl.base + decl.span)
    held = [at for at in cells if look.eyes.sees_cell(at) and look.state.m[at]]
    if held:
        return f"{cell_name(look.lib, held[0])[1]} has the {decl.name}"
    return f"nobody has the {decl.name}" if all(map(look.eyes.sees_cell, cells)) else None


def _cards(fact: p.Cards, look: Look) -> None:
    state, eyes = look.state, look.eyes
    zone = _zone(look, fact.place)
    there = state.z[zone]
    name = _place(fact.place)
    if fact.how == "count":
        _need(look, eyes.counts(zone), f"how many cards lie in {name}")
        if not COMPARE[fact.op](len(there), fact.number):
            raise Different(f"{name} has {len(there)} cards{_instead(fact.op, fact.number)}")
        return
    holds = LIE[fact.how](look, zone, list(fact.titles), fact.others)
    if holds is None:
        raise NotKnown(f"{eyes.name()} cannot know what lies in {name}")
    if not holds:
        at = f" {fact.how}" if fact.how in ("top", "bottom") else ""
        raise Different(f"{name}{at} is {_shown(look, zone, fact)}")


def _shown(look: Look, zone: int, fact: p.Cards) -> str:
    """Return what lies in a zone, as far as the viewer knows."""
    there = look.state.z[zone]
    many = len(fact.titles)
    there = {"top": there[:many], "bottom": there[-many:] if many else ()}.get(fact.how, there)
    seen = [look.lib.cards[c] for c in there if look.eyes.sees_card(c)]
    if not look.eyes.counts(zone):
        return f"{listed(seen)}, and perhaps more" if seen else "something else"
    if len(seen) == len(there):
        return listed(seen) if len(seen) <= 12 else f"{len(seen)} cards"
    return f"{', '.join(seen)}{' and ' if seen else ''}something that {look.eyes.name()} does not see"


def _exactly(look: Look, zone: int, wanted: list[str], others: bool) -> bool | None:
    if others:
        return _includes(look, zone, wanted, others)
    there = look.state.z[zone]
    if look.eyes.sees_zone(zone):
        return sorted(look.lib.cards[c] for c in there) == sorted(wanted)
    if look.eyes.counts(zone) and len(there) != len(wanted):
        return False
    if any(look.eyes.sees_card(c) and look.lib.cards[c] not in wanted for c in there):
        return False
    return False if _includes(look, zone, wanted, others) is False else None


def _includes(look: Look, zone: int, wanted: list[str], others: bool) -> bool | None:
    counts = {title: _there(look, title, zone) for title in wanted}
    if any(wanted.count(title) > perhaps for title, (_, perhaps) in counts.items()):
        return False
    return True if all(wanted.count(title) <= sure for title, (sure, _) in counts.items()) else None


def _without(look: Look, zone: int, wanted: list[str], others: bool) -> bool | None:
    counts = [_there(look, title, zone) for title in wanted]
    if any(sure for sure, _ in counts):
        return False
    return None if any(perhaps for _, perhaps in counts) else True


def _at(look: Look, zone: int, cards: tuple[int, ...], wanted: list[str]) -> bool | None:
    """Whether these cards, in their order, are the wanted ones."""
    if not look.eyes.counts(zone) or len(cards) != len(wanted):
        return False if look.eyes.counts(zone) else None
    known = [look.eyes.sees_card(c) for c in cards]
    if any(k and look.lib.cards[c] != t for k, c, t in zip(known, cards, wanted, strict=True)):
        return False
    return True if all(known) else None


def _on_top(look: Look, zone: int, wanted: list[str], others: bool) -> bool | None:
    return _at(look, zone, look.state.z[zone][: len(wanted)], wanted)


def _at_bottom(look: Look, zone: int, wanted: list[str], others: bool) -> bool | None:
    return _at(look, zone, look.state.z[zone][-len(wanted) :] if wanted else (), wanted)


LIE: dict[str, Callable[[Look, int, list[str], bool], bool | None]] = {
    "exactly": _exactly, "includes": _includes, "without": _without, "top": _on_top, "bottom": _at_bottom,
}  # fmt: skip
"""How cards may lie in a place: whether they do, None if the viewer cannot know."""


def _lies(fact: p.Lies, look: Look) -> None:
    sure, perhaps = _there(look, fact.card.title, _zone(look, fact.place))
    owner, bearer = fact.card.owner, fact.place.bearer
    if owner is not None and not isinstance(bearer, p.Named) and bearer != p.Seat(owner):
        sure = perhaps = 0  # what lies there is not his
    _need(look, bool(sure) or not perhaps, f"what lies in {_place(fact.place)}")
    if bool(sure) == fact.negated:
        raise Different(f"{fact.card.title} is {'' if fact.negated else 'not '}in {_place(fact.place)}")


def _done(fact: p.Done, look: Look) -> None:
    player = player_of(look.state, look.lib, fact.seat)
    subject = None if fact.title is None else _card(look, p.Named(fact.title))
    seen, done = False, False
    for (event, keyed, measure, _), base in look.lib.history.items():
        if event.partition("/")[0] not in fact.verbs or measure is not None or keyed not in ("by", "both"):
            continue
        if keyed == "by" and subject is None:
            seen, done = True, done or look.state.m[base + player] > 0
        elif keyed == "both":
            about = range(len(look.lib.cards)) if subject is None else (subject,)
            seen = True
            if subject is not None:
                _need(look, look.eyes.sees_card(subject), f"whether p{player + 1} has done this to {fact.title}")
            done = done or any(look.state.m[base + x * look.lib.max_players + player] > 0 for x in about)
    if not seen:
        raise Impossible(f"no rule asks whether somebody has done this: {fact.verbs[0]}")
    if done == fact.negated:
        raise Different(f"p{player + 1} has {'' if fact.negated else 'not '}done this: {fact.verbs[0]}")


def _condition(fact: p.Condition, look: Look) -> None:
    source = Source(fact.span.path, " " * fact.span.start + fact.text)
    phrase = seated(look, source, fact.cond, None)
    value = phrase.value()
    if unknown(value):
        raise NotKnown(f"{look.eyes.name()} cannot know whether {fact.text}: {look.eyes.lacks(value.on)}")
    if not value:
        parts = phrase.seen().parts
        raise Different("; ".join([f"not so: {fact.text}", *(f"{part.text} is {part.value}" for part in parts)]))


# ---- values ------------------------------------------------------


def argument(look: Look, arg: p.Arg) -> int:
    """Return the machine's number of a player, card or place."""
    if isinstance(arg, p.Seat):
        return player_of(look.state, look.lib, arg)
    return _card(look, arg) if isinstance(arg, p.Named) else _zone(look, arg)


def computed(fact: p.ValueIs, look: Look) -> Any:
    """Return the present value of a value, quality or permission, as far as the viewer may know it."""
    function = look.lib.function_ids[f"{fact.form} {fact.name}"]
    args = tuple(argument(look, a) for a in fact.args)
    found = look.eyes.apply(function, args)
    if fact.form != "can" or found is not True or look.state.ask is None or look.state.ask.player != args[0]:
        return found
    if look.viewer not in (None, args[0]):
        return found
    meant = tuple(_meant(look, said, arg) for said, arg in zip(fact.args, args, strict=True))
    told = tuple(_told_apart(look, said, each) for said, each in zip(fact.args, meant, strict=True))
    can = doable(look.machine, look.state, fact.name, told)
    return can if can or told == meant else Unknown(None, NOTHING)


def _told_apart(look: Look, said: p.Arg, meant: tuple[int, ...]) -> tuple[int, ...]:
    """Return those of the cards that a word may mean which the viewer does not know by their places alone."""
    return tuple(x for x in meant if not (isinstance(said, p.Named) and look.eyes.may_lie_apart(x)))


def _meant(look: Look, said: p.Arg, found: int) -> tuple[int, ...]:
    """Return all that a word of a fact may mean: any copy of a card, as long as the fact does not say whose."""
    alike = isinstance(said, p.Named) and said.owner is None and said.marked is None
    return tuple(_copies(look, said.title)) if isinstance(said, p.Named) and alike else (found,)


def _value(fact: p.ValueIs, look: Look) -> None:
    value = computed(fact, look)
    possible = value.of if isinstance(value, Unknown) and value.of is not None else None if unknown(value) else (value,)
    if fact.form == "value":
        wanted, sort = _wanted(fact, look, look.game.values[fact.name].type)
        held = [wanted is not None and bool(COMPARE[fact.op](v, wanted)) for v in possible or ()]
    else:
        held = [bool(v) == fact.result for v in possible or ()]
    if unknown(value) and (not held or len(set(held)) > 1):
        raise NotKnown(f"{look.eyes.name()} cannot know {_about(fact)}: {look.eyes.lacks(value.on)}")
    if all(held):
        return
    if fact.form != "value":
        about = " ".join(_arg(a) for a in fact.args[:1])
        is_ = not fact.result
        said = {"quality": f"{about} is {'' if is_ else 'not '}{fact.name}"}
        raise Different(said.get(fact.form, f"{about} {'can' if is_ else 'cannot'} {fact.name}"))
    if unknown(value):
        raise Different(f"{said_of(fact)} is something else")
    raise Different(f"{said_of(fact)} is {thing(look.lib, look.state, sort, value)}")


def _about(fact: p.ValueIs) -> str:
    """Return the words for what a fact about a value is about."""
    if fact.form == "value":
        return said_of(fact)
    about = " ".join(_arg(a) for a in fact.args[:1])
    return f"whether {about} {'is' if fact.form == 'quality' else 'can'} {fact.name}"


def said_of(fact: p.ValueIs) -> str:
    """Return `price of Library for p1`."""
    return fact.name + "".join(f" {'of' if i == 0 else 'for'} {_arg(a)}" for i, a in enumerate(fact.args))


def _arg(arg: p.Arg) -> str:
    return _place(arg) if isinstance(arg, p.Place) else _who(arg)


def sort_of(declared: ir.Type) -> str:
    """Return the sort of things by which the results of a value are named."""
    named = {"player": "player", "card": "card", "name": "name", "enum": f"word:{declared.name}"}
    return named.get(declared.sort, "number")


def _wanted(fact: p.ValueIs, look: Look, declared: ir.Type) -> tuple[int | None, str]:
    result, sort = fact.result, sort_of(declared)
    if result is None:
        return -1, sort
    if isinstance(result, str):
        words = look.lib.words.get(str(declared.name), ())
        return (words.index(result) if result in words else None), sort
    if sort == "name" and isinstance(result, p.Named):
        return look.lib.cards.index(result.title), sort
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
    """Whether a phase (about this card) is running."""
    value = state.m[lib.phases[phase][1]]
    return value > 0 and (title is None or (value - 1 < len(lib.cards) and lib.cards[value - 1] == title))


def _runs(fact: p.Runs, look: Look) -> None:
    if runs(look.lib, look.state, fact.phase, fact.title) == fact.negated:
        about = "" if fact.title is None else f" of {fact.title}"
        raise Different(f"the {fact.phase}{about} is {'' if fact.negated else 'not '}running")


def _unknown(fact: p.Unknown, look: Look) -> None:
    if look.viewer is None:
        raise Different("only a player can fail to know something: `as p2 expect …`")
    if isinstance(fact.of, p.Cards) and not fact.of.titles:
        if not look.eyes.sees_zone(_zone(look, fact.of.place)):
            return
        raise Different(f"p{look.viewer + 1} knows this")
    if isinstance(fact.of, p.ValueIs) and unknown(computed(fact.of, look)):
        return
    try:
        CHECKS[type(fact.of)](fact.of, look)
    except NotKnown:
        return
    except Different:
        pass
    raise Different(f"p{look.viewer + 1} knows this")


CHECKS: dict[type[p.Fact], Any] = {
    p.Holds: _holds, p.Counter: _counter, p.Marked: _marked, p.Cards: _cards, p.Lies: _lies, p.Done: _done,
    p.ValueIs: _value, p.Wins: _wins, p.Over: _over, p.Asked: _asked, p.Runs: _runs, p.Unknown: _unknown,
    p.Condition: _condition,
}  # fmt: skip
