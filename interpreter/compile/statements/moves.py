"""Writes statements that move cards, amounts and markers, show them, or establish something for a while."""

from __future__ import annotations

from moot.dsl import ir, teams

from ...kernel.program import E
from .. import anew, journeys, later, soon
from ..assembler import Code
from ..bearers import mark_base, mark_number, sort_of
from ..expressions import expr, is_number, kept_cell
from ..hooks import Happening, Key, recorded, watched
from ..keys import CounterFunction, LowestFunction, TeamFunction, ValueFunction
from ..labels import spoken
from ..record import unpay
from ..scope import Scope
from ..standing import ENDS_WITH
from ..terms import NONE, both, num, plus, slot
from ..unit import Change, Unit
from ..walk import walk
from ..windows import around
from ..within import Within


def move_cards(u: Unit, code: Code, s: ir.MoveCards, w: Within) -> Scope:
    """Move cards to a zone, and let cards answer that."""
    to, cards, kinds = expr(u, s.to, w.scope), expr(u, s.cards, w.scope), soon.kinds(u, s.cards.type)
    if not journeys.answered(u, kinds):
        _move(u, code, s, cards, to, w)
        return w.scope
    to, cards = code.slot_of(to, "", "zone"), code.slot_of(cards, "", "" if s.cards.type.many else "card")
    those = cards if s.cards.type.many else E("set", (cards,))
    journeys.around(u, code, s, [(those, to)], kinds, w, lambda: _move(u, code, s, cards, to, w))
    return w.scope


def _move(u: Unit, code: Code, s: ir.MoveCards, cards: E, to: E, w: Within) -> None:
    """Move cards to a zone, with what follows from it at once."""
    changed = _places(u, s.to, s.cards)
    left: dict[Key, E] = {}
    turns = mark_base(u, ir.FACE_DOWN, s.cards.type) if ir.FACE_DOWN in u.game.markers else None
    if turns is not None:
        cards = code.slot_of(cards, "", "" if s.cards.type.many else "card")
        changed.add(soon.marker(ir.FACE_DOWN))
    if any(isinstance(n, ir.Var | ir.CardNamed) and n.type.sort == "card" for n in walk(s.cards)):
        cards = code.slot_of(cards, "", "" if s.cards.type.many else "card")
        left = soon.leaving(u, code, changed, cards, s.cards.type)
    if later.ends(u):
        cards = code.slot_of(cards, "", "" if s.cards.type.many else "card")
        later.moves(u, code, cards, s.cards.type.many, soon.kinds(u, s.cards.type))
    if anew.may_leave(u, s.cards, kinds := soon.kinds(u, s.cards.type)):
        cards = code.slot_of(cards, "", "" if s.cards.type.many else "card")
        anew.leave(u, code, cards, s.cards.type.many, kinds, to, s.to)
    if s.face_down:
        code.emit("turn", turns, cards, 1)
    where = "top" if s.place == "top" else "end"
    if s.doer is not None and s.doer.type.sort == "player" and s.place == "top" and _hides(u, s.to):
        code.emit("lay", cards, to, where, expr(u, s.doer, w.scope))
    else:
        code.emit("move", cards, to, where)
    if turns is not None and not s.face_down:
        code.emit("turn", turns, cards, 0)
    soon.look(u, code, changed, left)


def _hides(u: Unit, to: ir.Expr) -> bool:
    """Return whether a place hides its cards from anybody."""
    return not isinstance(to, ir.ZoneOf) or u.game.zones[to.zone].seen != "everyone"


def turn(u: Unit, code: Code, s: ir.Turn, w: Within) -> Scope:
    """Turn cards face down or up."""
    code.emit("turn", mark_base(u, ir.FACE_DOWN, s.cards.type), expr(u, s.cards, w.scope), int(s.down))
    soon.look(u, code, (soon.marker(ir.FACE_DOWN),))
    return w.scope


def _places(u: Unit, to: ir.Expr, cards: ir.Expr | None) -> set[Change]:
    """Return the places that a move of cards changes, as far as its words name them."""
    if not isinstance(to, ir.ZoneOf):
        return {soon.anywhere(kind) for kind in u.game.kinds}
    return {soon.zone(n.zone) for n in walk((to, cards)) if isinstance(n, ir.ZoneOf)}


def swap(u: Unit, code: Code, s: ir.Swap, w: Within) -> Scope:
    """Exchange two things, and let cards answer that they are moved."""
    sides, kinds = (expr(u, s.left, w.scope), expr(u, s.right, w.scope)), list(u.game.kinds)
    if s.what == "seats" or not journeys.answered(u, kinds):
        _exchange(u, code, s, sides)
        return w.scope
    sort = "card" if s.what == "cards" else "zone"
    left, right = code.slot_of(sides[0], "", sort), code.slot_of(sides[1], "", sort)
    if s.what == "cards":
        places = [code.new_slot(E("zone_of", (side,)), "", "zone") for side in (left, right)]
        ways = [(E("set", (left,)), places[1]), (E("set", (right,)), places[0])]
    else:
        cards = [code.new_slot(E("cards", (side,))) for side in (left, right)]
        ways = [(cards[0], right), (cards[1], left)]
    journeys.around(u, code, s, ways, kinds, w, lambda: _exchange(u, code, s, (left, right)))
    return w.scope


def _exchange(u: Unit, code: Code, s: ir.Swap, sides: tuple[E, E]) -> None:
    """Exchange two things, with what follows from it at once."""
    turns = s.what == "cards" and ir.FACE_DOWN in u.game.markers
    if s.what != "seats" and (later.ends(u) or anew.chances(u) or turns):
        sides = code.slot_of(sides[0]), code.slot_of(sides[1])
    for side, other, there in ((sides[0], sides[1], s.right), (sides[1], sides[0], s.left)):
        if s.what == "zones":
            anew.leave(u, code, E("cards", (side,)), True, u.game.kinds, other, there)
        elif s.what == "cards":
            anew.leave(u, code, side, False, u.game.kinds, E("zone_of", (other,)), there)
    if later.ends(u) and s.what != "seats":
        for side in sides:
            cards = E("cards", (side,)) if s.what == "zones" else side
            later.moves(u, code, cards, s.what == "zones", u.game.kinds)
    code.emit("swap", s.what, *sides)
    if turns:
        code.emit("turn", mark_base(u, ir.FACE_DOWN, s.left.type), E("set", sides), 0)
    soon.look(u, code, {soon.SEATS} if s.what == "seats" else _places(u, s.left, s.right) | _places(u, s.right, s.left))


def shuffle(u: Unit, code: Code, s: ir.Shuffle, w: Within) -> Scope:
    """Shuffle a zone."""
    code.emit("shuffle", expr(u, s.zone, w.scope))
    return w.scope


def show(u: Unit, code: Code, s: ir.Show, w: Within) -> Scope:
    """Let players see cards, or learn whether something holds."""
    if s.to is not None and s.to.type.many:

        def each(inner: Scope, again: int) -> None:
            code.emit("show", expr(u, s.what, inner), inner.vars["each"], 0)

        code.loop(expr(u, s.to, w.scope), "each", "player", w.scope, each)
        return w.scope
    to = None if s.to is None else expr(u, s.to, w.scope)
    what, said = expr(u, s.what, w.scope), ""
    if s.what.type.sort == "truth":
        said = spoken(u, s.what, w.scope)
    if s.what.type.sort == "zone":
        what = E("cards", (what,)) if not s.what.type.many else E("cards_of", (0, what))
    code.emit("show", what, to, int(s.what.type.sort == "truth"), said)
    if to is None and isinstance(s.what, ir.Has):
        bearer = expr(u, s.what.bearer, w.scope)
        base = u.layout.known_base.get((s.what.mark, sort_of(s.what.bearer.type)))
        if base is not None:  # from now on everybody knows of this marker
            code.emit("add", E("+", (bearer, num(base))), num(1))
    return w.scope


# ---- amounts and markers --------------------------------------------------------------------------------------------


def move_amount(u: Unit, code: Code, s: ir.MoveAmount, w: Within) -> Scope:
    """Move an amount of a counted marker. A bearer who is nobody is the bank."""
    number = mark_number(u, s.mark)
    amount = expr(u, s.amount, w.scope)
    source, to = _end(u, s.mark, s.source, w.scope), _end(u, s.mark, s.to, w.scope)
    bank, done = code.label(), code.label()
    if s.to is not None and s.to.type.sort == "bearer" and to is not None:
        code.unless(E(">=", (to[1], num(0))), bank)
        code.emit("amount", number, amount, source, to)
        code.emit("jump", done)
        code.place(bank)
        to = None
    code.emit("amount", number, amount, source, to)
    code.place(done)
    soon.look(u, code, (soon.marker(s.mark),))
    return w.scope


def _end(u: Unit, mark: str, e: ir.Expr | None, s: Scope) -> tuple[int, E] | None:
    """Return one end of a movement of an amount; None is the bank."""
    if e is None:
        return None
    bearer = expr(u, e, s)
    return None if bearer == NONE else (mark_base(u, mark, e.type), bearer)


def recover(u: Unit, code: Code, s: ir.Recover, w: Within) -> Scope:
    """Give back what was paid."""
    mark = s.paid.measure
    assert mark is not None
    doer = code.slot_of(expr(u, s.doer, w.scope), "", "player")
    about = NONE if s.paid.subject is None else code.slot_of(expr(u, s.paid.subject, w.scope))
    back = slot(code.scope.slot())
    code.emit("let", back.args[0], expr(u, s.paid, w.scope))
    unpay(u, code, s.paid, doer, about, back)
    code.emit("amount", mark_number(u, mark), back, None, (u.layout.mark_base[mark, "player"], doer))
    soon.look(u, code, (soon.marker(mark),))
    return w.scope


def move_single(u: Unit, code: Code, s: ir.MoveSingle, w: Within) -> Scope:
    """Give a single marker to a bearer. Where the bearer has it already, nothing happens."""
    decl = next(m for m in u.layout.mark_decls if m.name == s.mark)
    base = u.layout.mark_base[s.mark, u.game.markers[s.mark].on[0]]
    event = f"mark:{s.mark}"
    to = code.slot_of(expr(u, s.to, w.scope), "", "player")
    if not (watched(u, event) or recorded(u, event)):
        code.emit("single", base, decl.span, to)
        soon.look(u, code, (soon.marker(s.mark),))
        return w.scope
    end = code.label()
    code.unless(E("not", (E("has", (base, to)),)), end)
    around(u, code, Happening(event, to, NONE, {}), w, lambda _: code.emit("single", base, decl.span, to))
    soon.look(u, code, (soon.marker(s.mark),))
    code.place(end)
    return w.scope


def put(u: Unit, code: Code, s: ir.Put, w: Within) -> Scope:
    """Put a new amount on a bearer, taken from nowhere."""
    base = mark_base(u, s.mark, s.on.type)
    code.emit("put", base, expr(u, s.on, w.scope), expr(u, s.amount, w.scope))
    soon.look(u, code, (soon.marker(s.mark),))
    return w.scope


def remember(u: Unit, code: Code, s: ir.Remember, w: Within) -> Scope:
    """Set a kept value."""
    base, bearer = kept_cell(u, s.of, w.scope)
    to = expr(u, s.to, w.scope)
    code.emit("keep", base, bearer, to if is_number(s.of.type) else plus(to, 1))
    soon.look(u, code, (soon.marker(s.of.name),))
    return w.scope


def mark(u: Unit, code: Code, s: ir.Mark, w: Within) -> Scope:
    """Put a marker on things, or take it off."""
    base = mark_base(u, s.mark, s.on.type)
    on = expr(u, s.on, w.scope)
    on = on if s.on.type.many else E("set", (on,))
    if s.off:
        code.emit("unmark", base, on)
    else:
        code.emit("mark", base, on, expr(u, s.owner, w.scope))
        later.marked(u, code, s.mark, on, s.on.type)
    soon.look(u, code, (soon.marker(s.mark),))
    return w.scope


def unmark_all(u: Unit, code: Code, s: ir.UnmarkAll, w: Within) -> Scope:
    """Take off every marker that another player has put on things."""
    on, doer = expr(u, s.on, w.scope), code.slot_of(expr(u, s.doer, w.scope), "", "player")
    on = code.slot_of(on if s.on.type.many else E("set", (on,)))
    sorts = {sort_of(s.on.type), s.on.type.sort}
    for marker in u.game.markers.values():
        if marker.counted or marker.single or sorts.isdisjoint(marker.on):
            continue
        one = slot(w.scope.slot("", sort_of(s.on.type)))
        who = E("mark_owner", (mark_base(u, marker.name, s.on.type), one))
        others = both(E(">=", (who, num(0))), E("!=", (who, doer)))
        code.emit("unmark", mark_base(u, marker.name, s.on.type), E("where", (one.args[0], on, others)))
        soon.look(u, code, (soon.marker(marker.name),))
    return w.scope


# ---- lasting rules and the end --------------------------------------------------------------------------------------


def lasting(u: Unit, code: Code, s: ir.Lasting, w: Within) -> Scope:
    """Begin a lasting rule, with the values of the local names that it reads."""
    number = u.book.lasting_ids[id(s)]
    slots, captured = [], u.book.lasting[number].captured
    told = frozenset(captured) - w.scope.hidden - w.scope.private.keys()
    u.memo.told[number] = u.memo.told.get(number, told) & told
    for name in captured:
        e = w.scope.vars[name] if name != ENDS_WITH else _ends_with(u, s, w.scope)
        slots.append(e if e.op == "slot" else code.new_slot(e, name))
    code.emit("lasting", number, later.until(u, s), tuple(e.args[0] for e in slots))
    soon.look(u, code, (soon.RULES,))
    return w.scope


def _ends_with(u: Unit, s: ir.Lasting, scope: Scope) -> E:
    assert s.later is not None and s.later.of is not None
    return expr(u, s.later.of, scope)


def win(u: Unit, code: Code, s: ir.Win, w: Within) -> Scope:
    """End the game."""
    who = s.who
    if who is not None and ir.TEAM in u.game.values:
        who = teams.members(u.game.values[ir.TEAM], who, s.span, "#winner")
    code.emit("win", None if who is None else expr(u, who, w.scope), *(u.function(_measured(u, by)) for by in s.by))
    return w.scope


def _measured(u: Unit, by: ir.Measure) -> ValueFunction | CounterFunction | TeamFunction | LowestFunction:
    key: ValueFunction | CounterFunction | TeamFunction
    key = ValueFunction(by.name) if by.name in u.game.values else CounterFunction(by.name)
    if by.teams:
        key = TeamFunction(key, by.teams == "total")
    return LowestFunction(key) if by.lowest else key


def nothing(u: Unit, code: Code, s: ir.Nothing, w: Within) -> Scope:
    """Do nothing, deliberately."""
    return w.scope
