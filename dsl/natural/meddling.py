"""Knows which cards of a game exchange something of others, or take it: what no verb of the game says.

Who is safe from that is safe from these cards: they cannot target him, or what they would exchange.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping

from .. import ir
from ..checks.nodes import below
from ..possible.terms import key
from .marking import only_takes
from .words import Words

Form = Callable[[str], str]
SWAPS = re.compile(r"\b(?:swap|exchang|trad)")
TAKES = re.compile(r"\b(?:tak|steal|stol)")
LOOKS = re.compile(r"\b(?:look|see|view|inspect)")
NONE = "\0"  # nothing is to be said, and that is right
DEEDS = (ir.Do, ir.MoveAmount, ir.MoveSingle, ir.Put, ir.Mark, ir.Remember, ir.Recover)
DONE_BY = re.compile(r"(?P<v>[\w-]+) by (?:the )?(?P<t>.+)")
CANNOT = re.compile(r"(?:the )?(?P<t>.+) cannot (?P<v>[\w-]+)")
SEVERAL = " & "  # parts the cards, each of which has a rule of its own


def meddling_forms(words: Words) -> dict[str, Form]:
    """Returns the forms, by their names."""
    return {
        "exchanging": lambda said: _listed(_exchanging(words, said)) if said else NONE,
        "meddling": lambda said: _listed(_meddling(words, said)),
        "handler": lambda title: _handler(words, title),
        "barred_from": lambda said: _barred_from(words, said),
        "asking_more": lambda verb: _asking_more(words, verb),
        "only_taker": lambda who: _only_taker(words, who.removeprefix("the ")),
    }


def _barred_from(words: Words, said: str) -> str:
    """Returns what bars a card from a deed and bars its player from nothing else, if the card asks whether it reaches
    what it chooses and does just that to it: `Warlord cannot affect` for `destroyed by the Warlord`."""
    found = DONE_BY.fullmatch(said) or CANNOT.fullmatch(said)
    if found is None or found["t"] not in words.vocabulary.cards:
        return ""
    verb = words.undone(found["v"]) or words.base(found["v"])
    reaches = {h.key: h.word for heads in words.vocabulary.by_word.values() for h in heads if h.doer.sort == "card"}
    card, asked, done = words.vocabulary.cards[found["t"]], set[str](), set[str]()
    for clause in card.clauses:
        chosen = {n.name: n for n in below(clause.lead) if isinstance(n, ir.Choose)}
        asked |= {can.verb for one in chosen.values() for can in below(one.of) if isinstance(can, ir.Can)}
        deeds = [n for n in below(clause.effect) if isinstance(n, ir.Stmt)]
        done |= {n.verb if isinstance(n, ir.Do) else "" for n in deeds if _names(n, chosen)}
    same = {h.key for h in words.vocabulary.by_word.get(verb, ())}
    named = [reaches[key] for key in asked if key in reaches]
    return f"{card.title} cannot {named[0]}" if len(named) == 1 and done and done <= same else ""


def _asking_more(words: Words, verb: str) -> str:
    """Returns who asks what more is paid for a deed to a card of others: all such cards, if each does just this deed,
    or the only one that does."""
    values = words.vocabulary.values.values()
    tolls = {v.name for v in values if [p.type.sort for p in v.params] == ["card", "card"] and v.only_more_or_less}
    asking = [(c.title, one) for c in words.vocabulary.cards.values() for one in c.clauses if _asks(one, tolls)]
    doing = dict.fromkeys(title for title, clause in asking if _does(words, clause, words.base(verb)))
    if doing and len(doing) == len({title for title, _ in asking}):
        return f"any {words.actor('')}"
    return next(iter(doing)) if len(doing) == 1 else ""


def _asks(clause: ir.Clause, values: set[str]) -> bool:
    return any(isinstance(n, ir.ValueOf) and n.value in values for n in _nodes(clause))


def _does(words: Words, clause: ir.Clause, verb: str) -> bool:
    """Whether a clause does this to cards: by a verb of the game, or as people say of exchanging or taking them."""
    zone = _zone(words, "", "")
    if SWAPS.search(verb):
        return _swaps(clause, zone)
    if TAKES.search(verb) or verb == "seize":
        return _takes(clause, zone)
    same = {head.key for head in words.vocabulary.by_word.get(verb, ())}
    return any(isinstance(n, ir.Do) and n.verb in same for n in below(clause.effect))


def _names(deed: ir.Stmt, chosen: Mapping[str, ir.Choose]) -> bool:
    return any(isinstance(n, ir.Var) and n.name in chosen for n in below(deed))


def _only_taker(words: Words, title: str) -> str:
    return title if title in words.vocabulary.cards and only_takes(words, title) else ""


def _listed(titles: Iterator[str]) -> str:
    return SEVERAL.join(dict.fromkeys(titles))


def apart(row: str) -> list[str]:
    """Returns a rule about several cards as one rule for each."""
    who, cannot, what = row.partition(" cannot ")
    return [f"{one}{cannot}{what}" for one in who.split(SEVERAL)]


def _exchanging(words: Words, said: str) -> Iterator[str]:
    """Yields the cards that exchange such cards, or such places; nothing if one of them does something else besides."""
    kind = next((word for word in said.split(" ") if words.is_kind(word)), "")
    yield from _cards(words, _zone(words, said, words.seen(kind)), swaps=True)


def _meddling(words: Words, said: str) -> Iterator[str]:
    """Yields the cards that do what is said with the cards of a player: `swap or steal cards from your hand`. None does
    just that if somebody looks at them: whoever does so does something else with what is seen."""
    if not LOOKS.search(said):
        zone = _zone(words, said, words.held(""))
        yield from _cards(words, zone, bool(SWAPS.search(said)), bool(TAKES.search(said)))


def _zone(words: Words, said: str, else_: str) -> str:
    """Returns the place that is named; else the one in which all see the cards, or this one."""
    named = (zone for zone in words.vocabulary.zones if re.search(rf"\b{zone}s?\b", said))
    shown = (z.name for z in words.vocabulary.zones.values() if z.owner == "player" and z.seen == "everyone")
    return next(named, "") or else_ or next(shown, "")


def _cards(words: Words, zone: str, swaps: bool = False, takes: bool = False) -> Iterator[str]:
    found = [
        card
        for card in words.vocabulary.cards.values()
        if any(swaps and _swaps(clause, zone) or takes and _takes(clause, zone) for clause in card.clauses)
    ]
    if all(_only_handles(clause) for card in found for clause in card.clauses):
        yield from (card.title for card in found)


def _handler(words: Words, title: str) -> str:
    """Returns a card that does nothing to others but move and exchange cards."""
    card = words.vocabulary.cards.get(title)
    return title if card is not None and all(_only_handles(clause) for clause in card.clauses) else ""


def _only_handles(clause: ir.Clause) -> bool:
    """Whether a clause does nothing to others but move and exchange cards."""
    deeds = [n for n in below(clause.effect) if isinstance(n, DEEDS)]
    parts = (part for deed in deeds for part in below(deed) if isinstance(part, ir.Expr))
    return not any(part.type.sort == "player" and key(part) != key(clause.doer) for part in parts)


def _takes(clause: ir.Clause, zone: str) -> bool:
    """Whether cards come out of such a place of somebody else."""
    moved = [n.cards for n in _nodes(clause) if isinstance(n, ir.MoveCards)]
    return bool(moved) and any(_from_others(clause, zone, part) for part in (*_picked(clause), *moved))


def _swaps(clause: ir.Clause, zone: str) -> bool:
    """Whether such a place of somebody else is exchanged, or cards of it are."""
    swaps = [n for n in _nodes(clause) if isinstance(n, ir.Swap) and n.what != "seats"]
    return bool(swaps) and any(_from_others(clause, zone, part) for part in (*_picked(clause), *swaps))


def _nodes(clause: ir.Clause) -> Iterator[object]:
    return below((clause.lead, clause.cost, clause.effect))


def _picked(clause: ir.Clause) -> list[ir.Expr]:
    return [n.of for n in _nodes(clause) if isinstance(n, ir.Choose | ir.PickRandom)]


def _from_others(clause: ir.Clause, zone: str, part: object) -> bool:
    places = [n for n in below(part) if isinstance(n, ir.ZoneOf) and n.zone == zone and n.bearer is not None]
    return any(n.bearer is not None and key(n.bearer) != key(clause.doer) for n in places)
