"""Tell the reasons against the things that might have been chosen: of those that a line names, or else of each apart.

What a line names is refused for its own reasons, and not for those of other things. Where it names none, a condition
that is not about the thing forbids the whole choice; otherwise each thing has its own reasons.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..kernel.program import Ask, E, Library, Origin
from .finding import VAGUE, Why
from .words import PLAYER, Options, Words, named

MOST = 8
"""Lines that tell what a reason against several things read."""

Against = tuple[str, Sequence[Why]]
"""The name of a thing, and the reasons against it."""


def picked(rest: Words, options: Options, own: str) -> tuple[frozenset[str], Words] | None:
    """Find the words of a line that name some of these things, the longest first. Return the names of the things, and
    the words of the line without those."""
    for size in range(len(rest), 0, -1):
        for at in range(len(rest) - size + 1):
            said, behind = rest[at : at + size], rest[at + size :]
            if at and PLAYER.fullmatch(said[0]):
                continue  # this says where the thing before it lies
            meant = named(said, options, own, behind)
            if meant:
                return frozenset(text for _, text in meant), (*rest[:at], *behind)
    return None


def apart(things: Sequence[Against]) -> list[Why]:
    """Return the reasons against several things, each once: those against all of them as they are, and the others with
    the things that they are about."""
    if len(things) <= 1:
        return [why for _, reasons in things for why in reasons]
    near, lead = min(things, key=lambda thing: _far(thing[1]))
    about: dict[Why, dict[str, None]] = {}
    saw: dict[Why, dict[tuple[str, ...], None]] = {}
    for name, reasons in things:
        for why in reasons:
            alike = replace(why, saw=())
            about.setdefault(alike, {})[name] = None
            saw.setdefault(alike, {})[why.saw] = None
    everything = {name for name, _ in things}
    first = {replace(why, saw=()): why for why in lead if not why.aside}
    told = []
    for alike, names in about.items():
        of_these = () if names.keys() == everything else (tuple(names), *alike.about)
        seen = tuple(dict.fromkeys(line for lines in saw[alike] for line in lines))[:MOST]
        one = replace(alike, saw=seen, about=of_these)
        if (best := first.get(alike)) is None:
            told.append(replace(one, near=(), near_saw=None, aside=True))
            continue
        differs = best.differs or (len(saw[alike]) > 1 and best.lacks is not None)
        whose = (near, *best.near) if differs or of_these else ()
        least = best.saw if best.near_saw is None else best.near_saw
        told.append(replace(one, near=whose, near_saw=least, aside=False, differs=differs, lacks=best.lacks))
    return sorted(told, key=lambda why: why.aside)


def _far(reasons: Sequence[Why]) -> tuple[int, int, int]:
    """Return how far a thing is from being legal: how many reasons there are, how many of these are no mere lack of a
    number, and how much is lacking."""
    plain = [why for why in reasons if not why.aside]
    told = {(why.text, why.at and why.at.place): why for why in plain}  # the same may be found in two ways
    against = [why for why in told.values() if why.kind not in VAGUE] or list(told.values())
    return len(against), sum(why.lacks is None for why in against), sum(why.lacks or 0 for why in against)


def free(conditions: Sequence[tuple[int, E]]) -> list[E]:
    """Return the conditions on the members of a set that are not about a member: no other member would meet them."""
    slots = frozenset(slot for slot, _ in conditions)
    parts = [part for _, cond in conditions for part in (cond.args if cond.op == "and" else (cond,))]
    return [part for part in parts if not any(e.op == "slot" and e.args[0] in slots for e in within(part))]


def within(e: object) -> Iterator[E]:
    """Go through an expression and everything in it."""
    if isinstance(e, E):
        yield e
        e = e.args
    if isinstance(e, tuple):
        for part in e:
            yield from within(part)


def chosen_as(lib: Library, at: Origin | None) -> str | None:
    """Return the author's name for what is chosen from what the words at this place say ('': it has none); None if
    nobody chooses there."""
    found = None
    for p in lib.programs if at is not None else ():
        asks: Iterator[Ask] = (i.args[0] for i in p.code if i.op == "ask")
        for option in (option for ask in asks for option in ask.options):
            if option.origin is not None and at is not None and _around(option.origin, at):
                slot = len(p.names) if option.slot is None else option.slot
                found = p.names[slot][0] if slot < len(p.names) else found or ""
                if found:
                    return found
    return found


def _around(o: Origin, at: Origin) -> bool:
    return o.path == at.path and o.line == at.line and o.column <= at.column < o.column + len(o.text)
