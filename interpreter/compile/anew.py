"""Gives a card its chances anew when it leaves the places where it works.

A clause that works once in a turn, or once in the game, has one chance for each copy of its card. A card that has left
play and comes back is a new thing: nobody remembers what the old one did. So a chance is there again as soon as its
card is moved away from where the clause works. Kinds that work in no place of their own, as characters that work while
they are revealed, keep to what they have used up.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from moot.dsl import ir
from moot.dsl.checks.nodes import below

from ..kernel.program import E
from .assembler import Code
from .keys import CellTable
from .scope import Scope
from .terms import FALSE, TRUE, both, either, negate, num, slot
from .unit import Unit

Places = frozenset[str]


def chances(u: Unit) -> Mapping[Places, Mapping[int, tuple[int, ...]]]:
    """Return, for all places where clauses with a limit work, the cells of the chances of each card there."""
    if u.memo.chances is None:
        found: dict[Places, dict[int, tuple[int, ...]]] = {}
        for (card, number), cell in u.layout.used_cell.items():
            places = _places(u, u.game.cards[u.layout.titles[card]], number)
            if places:
                of_card = found.setdefault(places, {})
                of_card[card] = (*of_card.get(card, ()), cell)
        u.memo.chances = found
    return u.memo.chances


def _places(u: Unit, card: ir.Card, number: int) -> Places:
    """Return the places where a clause works; none if it works by what its card is, or wherever that lies."""
    clause = card.clauses[number]
    kind = () if clause.seat is not None else below(u.game.kinds[card.kind].works)
    own = frozenset(node.zone for node in kind if isinstance(node, ir.ZoneOf))
    where = clause.where
    if where is None:
        return own
    if where.only:
        return frozenset(where.zones) or own
    return own | frozenset(where.zones) if own else own


def leave(u: Unit, code: Code, cards: E, many: bool, kinds: Iterable[str], to: E, place: ir.Expr | None) -> None:
    """Write what it means for the chances of cards of these kinds that they are about to be moved. `many`: there are
    several. `to`: where; `place`: the words that say so."""
    of_kinds = frozenset(kinds)
    for places, of_card in chances(u).items():
        gone = _elsewhere(u, to, place, places)
        if gone == FALSE or not any(u.kind(card) in of_kinds for card in of_card):
            continue
        skip = code.label()
        code.unless(gone, skip)
        for nth in range(max(map(len, of_card.values()))):
            cells = (of_card.get(card, ())[nth : nth + 1] or (-1,) for card in range(len(u.layout.titles)))
            _anew(code, cards if many else E("set", (cards,)), u.table(CellTable(tuple(cell for (cell,) in cells))))
        code.place(skip)


def may_leave(u: Unit, cards: ir.Expr, kinds: Iterable[str]) -> bool:
    """Return whether some cards of these kinds may have a chance that they lose with their place."""
    source, of_kinds = comes_from(cards), frozenset(kinds)
    return any(
        (source is None or source in places) and any(u.kind(card) in of_kinds for card in of_card)
        for places, of_card in chances(u).items()
    )


def comes_from(cards: ir.Expr) -> str | None:
    """Return the place from which cards are moved, if their words name it."""
    match cards:
        case ir.CardsIn(zone=ir.ZoneOf(zone=name)) | ir.Top(zone=ir.ZoneOf(zone=name)):
            return name
        case ir.Where(of=of) | ir.Without(of=of):
            return comes_from(of)
        case _:
            return None


def _elsewhere(u: Unit, to: E, place: ir.Expr | None, places: Places) -> E:
    """Say that a place is none of some places."""
    if isinstance(place, ir.ZoneOf):
        return FALSE if place.zone in places else TRUE
    decls = (z for z in u.layout.zone_decls if z.name in places)
    return negate(either(*(both(E(">=", (to, num(z.base))), E("<", (to, num(z.base + z.span)))) for z in decls)))


def _anew(code: Code, cards: E, table: int) -> None:
    """Write that each card has a chance anew. `table`: the cell of that chance, for each card that has one."""
    s = code.scope
    one = slot(s.slot("", "card"))
    used = E("where", (one.args[0], cards, E("!=", (E("table", (table, one)), num(-1)))))

    def body(inner: Scope, again: int) -> None:
        code.emit("poke", E("table", (table, inner.vars["one"])), num(0))

    code.loop(used, "one", "card", s, body)
