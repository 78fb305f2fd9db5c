"""State what a viewer knows of a position as single facts in the notation, so that two positions can be compared.

A fact has a head and what is said of it: `p1 gold` 3, `p1 hand` Tavern, Market, `Merchant` is robbed. Everything comes
from the teller's view.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..kernel.program import Library, MarkDecl
from .teller import Teller

FEW = 12
"""Cards on both sides together up to which they are all named."""
SEAT = re.compile(r"p\d+")


@dataclass(frozen=True)
class Stated:
    """A fact: `head` and `said` together are a statement. `otherwise`: what is said if a position does not state it.
    `cards`: the titles of the cards in a place, in order, if the viewer sees them all."""

    head: str
    said: str
    otherwise: str
    cards: tuple[str, ...] | None = None


def stated(teller: Teller) -> dict[str, Stated]:
    """Return what the viewer of a teller knows of the position, by names for what each fact is about."""
    view = teller.view()
    found = {f"zone {fact.head}": fact for fact in _zones(view["zones"])}
    found.update((f"mark {name}", fact) for name, fact in _marks(teller.lib, view["marks"]))
    for phase in view["phases"]:
        found[f"phase {phase}"] = Stated(f"the {phase}", "is running", "is not running")
    lasting: list[str] = view["lasting"]
    for rule, count in Counter(lasting).items():
        often = "" if count == 1 else f" {count} times"
        found[f"rule {rule}"] = Stated(f"`{rule}`", f"is in force{often}", "is not in force")
    for player in view.get("winners", ()):
        found[f"winner {player}"] = Stated(player, "wins", "does not win")
    decision = view.get("decision")
    if decision is not None:
        found["asked"] = Stated("", f"{decision['player']} must answer", "nobody must answer")
    return found


def differences(old: Mapping[str, Stated], new: Mapping[str, Stated]) -> tuple[str, ...]:
    """Return a line for each fact that differs: `p1 gold 3 → 5`."""
    return tuple(
        _line(old.get(name), new.get(name))
        for name in dict.fromkeys((*old, *new))
        if old.get(name) != new.get(name)
    )  # fmt: skip


def _line(a: Stated | None, b: Stated | None) -> str:
    there = a or b
    assert there is not None
    one, other = (fact or replace(there, said=there.otherwise, cards=there.cards and ()) for fact in (a, b))
    if one.cards is not None and other.cards is not None and len(one.cards) + len(other.cards) > FEW:
        return f"{one.head} {_changed(one.cards, other.cards)}"
    return f"{one.head} {one.said} → {other.said}".strip()


def _changed(a: Sequence[str], b: Sequence[str]) -> str:
    """Say how a long row of cards differs from another: `49 cards → 48 cards, without Tavern`."""
    less, more = Counter(a) - Counter(b), Counter(b) - Counter(a)
    if not less and not more:
        at = next(i for i, (one, other) in enumerate(zip(a, b, strict=True)) if one != other)
        where = "top" if at == 0 else f"card {at + 1} from the top"
        return f"in another order: {where} {a[at]} → {b[at]}"
    parts = [f"{counted(len(a))} → {counted(len(b))}"] if len(a) != len(b) else []
    parts += [f"{word} {_few(list(cards.elements()))}" for word, cards in (("without", less), ("with", more)) if cards]
    return ", ".join(parts)


def _few(titles: Sequence[str]) -> str:
    return ", ".join(titles) if len(titles) <= FEW else f"{', '.join(titles[:FEW])}, … ({len(titles)} cards)"


def counted(count: int) -> str:
    """Return `1 card`, `4 cards`."""
    return "1 card" if count == 1 else f"{count} cards"


# ---- places ----------------------------------------------------------------------------------------------------------


def _zones(zones: Mapping[str, Any]) -> Iterator[Stated]:
    for name, held in zones.items():
        head = _zone(name)
        if isinstance(held, int):
            yield Stated(head, counted(held), "unknown")
            continue
        unseen = held.count("?")
        seen = [title for title in held if title != "?"]
        if not unseen:
            yield Stated(head, ", ".join(seen) or "nothing", "nothing", tuple(seen))
        else:
            others = f"{counted(unseen)} unseen"
            yield Stated(head, f"{', '.join(seen)} and {others}" if seen else counted(unseen), "unknown")


def _zone(name: str) -> str:
    """Return the head of a place: `p1 hand` for `hand of p1`, `discards` for `the discards`."""
    if name.startswith("the "):
        return name[4:]
    what, of, bearer = name.partition(" of ")
    if not of:
        return name
    return f"{bearer} {what}" if SEAT.fullmatch(bearer) else f"{bearer} has {what}"


# ---- markers ---------------------------------------------------------------------------------------------------------


def _marks(lib: Library, marks: Mapping[str, Any]) -> Iterator[tuple[str, Stated]]:
    for name, held in marks.items():
        decls = [mark for mark in lib.marks if mark.name == name]
        if not isinstance(held, dict):
            yield name, Stated(name, str(held), "nothing")
            continue
        for bearer, value in held.items():
            on = "player" if SEAT.fullmatch(bearer) else "card"
            decl = next((mark for mark in decls if mark.bearer == on), decls[0])
            yield name if decl.single else f"{name} of {bearer}", _mark(decl, bearer, value)


def _mark(decl: MarkDecl, bearer: str, value: Any) -> Stated:
    has = f"{bearer} {decl.name}" if SEAT.fullmatch(bearer) else f"{bearer} has {decl.name}"
    if decl.single:
        return Stated(decl.name, bearer, "nobody")
    if decl.counted:
        return Stated(has, "unknown" if value == "?" else str(value), "0")
    if decl.holds:
        return Stated(has, str(value), "nothing")
    by = f" by {value}" if SEAT.fullmatch(str(value)) else ""
    return Stated(bearer, f"is {decl.name}{by}", f"is not {decl.name}")
