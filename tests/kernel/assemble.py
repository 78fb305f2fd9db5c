"""A small assembler for tests: programs as short lists, jumps to named places, and a game to run them in.

An expression is a number, or a list such as `["+", 1, ["slot", 0]]`; strings, None and plain numbers stay what they
are where the row of an operator or instruction (`interpreter.kernel.operators`) has no expression.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.interpreter.kernel.operators import INSTRUCTIONS, OPERATORS, Take, taken
from moot.interpreter.kernel.program import (
    Ability,
    Ask,
    E,
    Function,
    I,
    Library,
    MarkDecl,
    Modifier,
    Objection,
    Opt,
    Origin,
    Program,
    ZoneDecl,
)


def origin(text: str, card: str = "", line: int = 1) -> Origin:
    return Origin(card, text, f"{card.lower() or 'game'}.card", line, 1)


def e(x: Any) -> E:
    """An expression from its short form."""
    if isinstance(x, E):
        return x
    if isinstance(x, int):
        return E("num", (x,))
    op, *args = x
    said = args.pop() if args and isinstance(args[-1], Origin) else None
    assert len(args) <= len(OPERATORS[op].takes) or OPERATORS[op].takes[-1].rest, x
    return E(op, tuple(argument(take, a) for take, a in taken(OPERATORS[op].takes, args)), said)


def argument(take: Take, x: Any) -> Any:
    """What is written for one argument, as the machine takes it."""
    if x is None:
        return None
    if take.kind == "heap":
        return x[0], e(x[1])
    return e(x) if take.expression or (take.kind == "cell-or-e" and not isinstance(x, int)) else x


def opt(label: str, goto: str, of: Any = None, slot: int | None = None, guard: Any = None, **more: Any) -> Opt:
    """An answer; `goto` is a place in the program, a number once it is assembled."""
    return Opt(
        None if guard is None else e(guard),
        goto,  # type: ignore[arg-type]
        label,
        slot,
        None if of is None else e(of),
        **more,
    )


def ask(player: Any, *options: Opt, none: str | None = None, auto: bool = False, about: str = "", **more: Any) -> I:
    return I("ask", (Ask(e(player), options, none, auto, False, about, **more),))  # type: ignore[arg-type]


def program(
    number: int, name: str, lines: Sequence[Any], params: int = 0, slots: int = 8, names: Sequence[tuple[str, str]] = ()
) -> Program:
    """Lines are lists (an instruction), `I` values, or strings (a place to jump to)."""
    places: dict[str, int] = {}
    rows: list[Any] = []
    for line in lines:
        if isinstance(line, str):
            places[line] = len(rows)
        else:
            rows.append(line)

    def at(place: Any) -> Any:
        return places[place] if isinstance(place, str) else place

    code = []
    for row in rows:
        if isinstance(row, I):
            (a,) = row.args
            options = tuple(
                Opt(
                    o.guard, at(o.goto), o.label, o.slot, o.of, o.sort, o.dedupe, o.must, o.last, anywhere=o.anywhere
                )  # fmt: skip
                for o in a.options
            )
            code.append(
                I(
                    "ask",
                    (Ask(a.player, options, at(a.none), a.auto, a.secret, a.about, a.chain, a.lookahead),),
                    row.origin,
                )
            )
            continue
        op, *args = row
        said = args.pop() if args and isinstance(args[-1], Origin) else None
        assert len(args) <= len(INSTRUCTIONS[op].takes) or INSTRUCTIONS[op].takes[-1].rest, row
        done = [at(x) if take.kind == "pc" else argument(take, x) for take, x in taken(INSTRUCTIONS[op].takes, args)]
        code.append(I(op, tuple(done), said))
    return Program(number, name, params, slots, tuple(code), tuple(names))


# ---- a table for tests: three players, ten cards, and places for them ---------------------------------------------
# kinds: 0 plain (cards 0–7: a a a b b c d e), 1 stand (cards 8, 9: X Y)
DECK, DISCARD, HAND, ROW, UNDER = 2, 3, 4, 7, 10  # zones; UNDER: on each plain card
N, START, COIN, CROWN, FLAG, SECRET, GOLD, TAG, HIST, PHASE = 0, 1, 2, 5, 8, 11, 14, 22, 30, 36
DEBT, FACE = 40, 43
COINS, CROWNS, FLAGS, SECRETS, GOLDS, TAGS = range(6)
TITLES = ("a", "a", "a", "b", "b", "c", "d", "e", "X", "Y")
STRENGTH = (1, 1, 1, 2, 2, 3, 4, 5, 10, 20)


def library(
    programs: Sequence[Program],
    functions: Sequence[Function] = (),
    abilities: Sequence[Ability] = (),
    **more: Any,
) -> Library:
    """The table with these programs; program 0 is the game."""
    zones = (
        ZoneDecl("deck", DECK, 1, "table", "nobody", True),
        ZoneDecl("discard", DISCARD, 1, "table", "everyone", False),
        ZoneDecl("hand", HAND, 3, "player", "owner", True),
        ZoneDecl("row", ROW, 3, "player", "everyone", False),
        ZoneDecl("cards under", UNDER, 8, "card", "nobody", True),
    )
    marks = (
        MarkDecl("coin", COIN, 3, "player", 0, "everyone", True, False),
        MarkDecl("crown", CROWN, 3, "player", 0, "everyone", False, True),
        MarkDecl("flagged", FLAG, 3, "player", 0, "everyone", False, False),
        MarkDecl("sworn", SECRET, 3, "player", 0, "owner", False, False),
        MarkDecl("gold", GOLD, 8, "card", 0, "everyone", True, False),
        MarkDecl("tagged", TAG, 8, "card", 0, "owner", False, False),
        MarkDecl("debt", DEBT, 3, "player", 0, "everyone", False, False, holds="number"),
        MarkDecl("face-down", FACE, 8, "card", 0, "everyone", False, False, "down"),
    )
    owners = (-1, -1, -1, -1, 0, 1, 2, 0, 1, 2, *(-2 - card for card in range(8)))
    return Library(
        name="table", hash="0", max_players=3, min_players=2, cards=TITLES, kinds=("plain", "stand"),
        card_kind=(0,) * 8 + (1,) * 2, definition=(0, 0, 0, 3, 3, 5, 6, 7, 8, 9), all_zone={0: 0, 1: 1}, zones=zones,
        zone_count=18, zone_owner=owners, marks=marks, cells=51, tables=(STRENGTH,), words={"colour": ("red", "blue")},
        programs=tuple(programs), functions=tuple(functions), abilities=tuple(abilities), lasting_names=(("debt",),),
        main=0, players_cell=N, **more,
    )  # fmt: skip


def value(number: int, name: str, base: Any, *modifiers: Modifier, params: int = 1, names: Any = ()) -> Function:
    return Function(number, name, "value", params, 6, e(base), modifiers, names=names, origin=origin(name))


def modifier(guard: Any, op: str, amount: Any, level: int = 2, card: str = "Some", **more: Any) -> Modifier:
    return Modifier(e(guard), op, e(amount), level, origin(f"{op} {amount}", card), **more)


def refused(text: str, cond: Any, *lifts: Any, ban: bool = False, hidden: bool = False) -> Objection:
    return Objection(
        text, e(cond), tuple((e(x), origin("a lift", "Lifter")) for x in lifts), ban, origin(text, "Rule"), hidden
    )


def permission(number: int, name: str, *refusals: Objection, needs: Any = None, params: int = 1) -> Function:
    return Function(number, name, "permission", params, 6, refusals=refusals, needs=None if needs is None else e(needs))


def truth(number: int, name: str, base: Any, *modifiers: Modifier) -> Function:
    return Function(number, name, "truth", 1, 6, None if base is None else e(base), modifiers)


def ability(number: int, card: int, guard: Any, must: bool = False, used: int | None = None, **more: Any) -> Ability:
    more = {"program": 1, "slots": 4, "label": f"use {TITLES[card]}", "arg_cell": None, "arg": 0, **more}
    return Ability(
        id=number, card=card, guard=e(guard), must=must, used=used, origin=origin("use", TITLES[card]), **more
    )


__all__ = ["Function", "I", "Library", "Program"]
