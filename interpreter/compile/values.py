"""Compiles named values and qualities: a base, and the standing rules of cards that change it."""

from __future__ import annotations

from dataclasses import replace

from moot.dsl import ir, teams

from ..kernel.program import E, Function, Modifier, Origin
from .bearers import lies_face_down
from .cards import live, you
from .expressions import expr, value
from .keys import (
    AbilitiesFunction,
    CounterFunction,
    CountsFunction,
    DoubtFunction,
    FieldTable,
    LowestFunction,
    QualityFunction,
    TeamFunction,
    ValueFunction,
    Word,
)  # fmt: skip
from .origins import origin, rule_origin
from .scope import Scope
from .sorts import answer_sort
from .standing import Standing
from .terms import FALSE, NONE, TRUE, both, either, negate, num, slot
from .unit import Unit

NUMBER = ir.Type("number")


def root(names: tuple[str, ...], sorts: tuple[str, ...] = ()) -> Scope:
    """Make the scope of a function: its parameters are in the first slots."""
    s = Scope()
    for i, name in enumerate(names):
        s, _ = s.bind(name, sorts[i] if i < len(sorts) else "")
    return s


def modifier(u: Unit, one: Standing, s: Scope, params: tuple[str, ...]) -> Modifier:
    """Make a modifier of a function out of a standing rule. The function's parameters are in its first slots."""
    rule = one.rule
    given: dict[str, E] = {name: slot(i) for i, name in enumerate(params)}
    captured: list[int] = []
    if one.lasting is not None:
        for name in one.captured:
            captured.append(s.slot(name))
            given[name] = slot(captured[-1])
    works = TRUE
    if one.card is not None:
        works = live(u, one.card, rule, s)
        given["this"] = num(one.card)
        given["you"] = you(u, one.card, rule, s)
    inner = s.fresh(given)
    conds = (rule.during, rule.match, rule.cond)
    guard = both(works, *(expr(u, cond, inner) for cond in conds if cond is not None))
    amount = NONE if rule.amount is None else expr(u, rule.amount, inner)
    return Modifier(guard, rule.op, amount, one.level, rule_origin(u, one), one.lasting, tuple(captured))


def _modifiers(u: Unit, word: Word, s: Scope, arity: int) -> tuple[Modifier, ...]:
    found = []
    for one in u.book.on(word):
        assert len(one.rule.args) == arity, (word, one.rule.args)
        found.append(modifier(u, one, s, one.rule.args))
    return tuple(m for m in found if m.guard != FALSE)


def value_function(u: Unit, number: int, key: ValueFunction) -> Function:
    """Compile a declared value, or a field of a card."""
    decl = u.game.values[key.value]
    names = tuple(p.name for p in decl.params)
    s = root(names, tuple(answer_sort(p.type) for p in decl.params))
    covered: tuple[Modifier, ...] = ()
    if decl.field is not None:
        base = E("table", (u.table(FieldTable(key.value)), slot(0)))
        hidden = lies_face_down(u, slot(0))
        if hidden != FALSE:
            nothing = num(0) if decl.type.sort in ("number", "amount") else NONE
            covered = (Modifier(hidden, "is", nothing, 0, Origin("", ir.FACE_DOWN, "", 0, 0)),)
    else:
        assert decl.base is not None
        base = expr(u, decl.base, s)
        if base.origin is None:
            base = replace(base, origin=origin(u, decl.base.span))
    modifiers = covered + _modifiers(u, key, s, len(names))
    return Function(
        number, key.value, "value", len(names), s.slots.count, base, modifiers,
        names=tuple(s.slots.names), origin=origin(u, decl.span), sort=answer_sort(decl.type),
    )  # fmt: skip


def counter_function(u: Unit, number: int, key: CounterFunction) -> Function:
    """Compile how many of a counted marker a player has."""
    decl = u.game.markers[key.mark]
    s = root(("player",), ("player",))
    base = E("mark", (u.layout.mark_base[key.mark, "player"], slot(0)), origin(u, decl.span))
    return Function(
        number, key.mark, "value", 1, s.slots.count, base, names=tuple(s.slots.names), origin=origin(u, decl.span),
        sort="number",
    )  # fmt: skip


def lowest_function(u: Unit, number: int, key: LowestFunction) -> Function:
    """Compile what decides where the lowest is best: the highest of what is below zero."""
    of = u.function(key.of)
    s = root(("player",), ("player",))
    base = E("-", (num(0), E("call", (of, slot(0)))))
    return Function(number, key.name, "value", 1, s.slots.count, base, names=tuple(s.slots.names), lowest=of)


def team_function(u: Unit, number: int, key: TeamFunction) -> Function:
    """Compile what decides which team wins, asked of one of its players."""
    team, span = u.game.values[ir.TEAM], u.game.values[ir.TEAM].span
    player = ir.Var(type=teams.PLAYER, span=span, name="player")
    s = root(("player",), ("player",))
    if key.total:
        one = ir.Var(type=teams.PLAYER, span=span, name="partner")
        all_ = teams.members(team, player, span, "partner")
        of: ir.Expr = ir.Fold(type=NUMBER, span=span, op="total", var="partner", of=all_, body=_has(key, one))
    else:
        of = _has(key, teams.team_of(team, player, span))
    base = expr(u, of, s)
    return Function(number, key.name, "value", 1, s.slots.count, base, names=tuple(s.slots.names))


def _has(key: TeamFunction, of: ir.Expr) -> ir.Expr:
    if isinstance(key.of, CounterFunction):
        return ir.Counted(type=ir.Type("amount", key.of.mark), span=of.span, mark=key.of.mark, bearer=of)
    return ir.ValueOf(type=NUMBER, span=of.span, value=key.of.value, args=(of,))


def quality_function(u: Unit, number: int, key: QualityFunction) -> Function:
    """Compile a declared quality."""
    name = key.quality
    if name == "blank" and u.book.on(key):
        return _blank(u, number, _farthest_doubt(u))
    decl = u.game.qualities[name]
    s = root((decl.param.name,), (answer_sort(decl.param.type),))
    base = FALSE if decl.cond is None else expr(u, decl.cond, s)
    if name in u.layout.as_cell:
        cell = E("cell", (u.layout.as_cell[name],))
        base = either(base, E("==", (cell, E("+", (slot(0), num(1))))))
    modifiers = _modifiers(u, key, s, 1)
    return Function(
        number, name, "truth", 1, s.slots.count, base, modifiers,
        names=tuple(s.slots.names), origin=origin(u, decl.span),
    )  # fmt: skip


def counts_function(u: Unit, number: int, key: CountsFunction) -> Function:
    """Compile whether a card counts as a word."""
    s = root(("card", "word"), ("card", answer_sort(u.game.values[key.field].type)))
    base = E("==", (value(u, key.field, (slot(0),)), slot(1)))
    modifiers = []
    for one in u.book.on(key):
        m = modifier(u, one, s, one.rule.args)
        as_word = TRUE if one.rule.amount is None else E("==", (m.amount, slot(1)))
        modifiers.append(Modifier(both(m.guard, as_word), "holds", TRUE, m.level, m.origin, m.lasting, m.captured))
    return Function(
        number, f"counts as {key.field}", "truth", 2, s.slots.count, base, tuple(modifiers),
        names=tuple(s.slots.names),
    )  # fmt: skip


def abilities_function(u: Unit, number: int, key: AbilitiesFunction) -> Function:
    """Compile whether a card, or a player, has the abilities of a card."""
    s = root(("taker", "giver"), ("player" if key.to_player else "card", "card"))
    rules = ((one, (*(() if one.rule.doer is None else (one.rule.doer,)), *one.rule.args)) for one in u.book.on(key))
    found = tuple(m for m in (modifier(u, one, s, names) for one, names in rules) if m.guard != FALSE)
    return Function(
        number, str(key), "truth", 2, s.slots.count, FALSE, found, names=tuple(s.slots.names)
    )  # fmt: skip


# ---- who is blank ---------------------------------------------------------------------------------------------------


def doubt_function(u: Unit, number: int, key: DoubtFunction) -> Function:
    """Compile which players or cards might be blank, to the degree of the key."""
    return _blank(u, number, key.degree)


def _farthest_doubt(u: Unit) -> int:
    """Return how far doubts are followed: as many steps as cards that blank cards can blank one another in a row, up to
    a limit that is still worth it."""
    cards = {s.card for s in u.book.on(QualityFunction("blank")) if s.card is not None}
    return 2 * min(max(len(cards) - 1, 0), 2)


def _blank(u: Unit, number: int, degree: int) -> Function:
    """Compile who might be blank: with an even degree, everything that cannot be ruled out; with an odd one, everything
    that is certain. Cards that only blank each other stay in doubt, and so are blank."""
    decl = u.game.qualities["blank"]
    s = root((decl.param.name,), (answer_sort(decl.param.type),))
    plainly = replace(u, plain=True)
    base = FALSE if decl.cond is None else expr(plainly, decl.cond, s)
    rules = u.book.on(QualityFunction("blank"))
    modifiers = tuple(_blanking(plainly, one, s, degree) for one in rules)
    return Function(
        number, "blank", "truth", 1, s.slots.count, base, tuple(m for m in modifiers if m.guard != FALSE),
        names=tuple(s.slots.names), origin=origin(u, decl.span),
    )  # fmt: skip


def _blanking(u: Unit, one: Standing, s: Scope, doubt: int) -> Modifier:
    """Make a modifier out of a rule that says who is blank; it applies unless its own card is blank. Each degree of
    doubt asks the one before it whether that card might be blank; at degree 0 no card is."""
    m = modifier(u, one, s, one.rule.args)
    if one.card is None or not doubt:
        return m
    doubtful = E("call", (u.function(DoubtFunction(doubt - 1)), num(one.card)))
    return replace(m, guard=both(m.guard, negate(doubtful)))
