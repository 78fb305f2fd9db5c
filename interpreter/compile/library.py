"""Compiles a game's typed meaning into a library: everything that was asked for, until nothing is left to compile."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from moot.dsl import ir
from moot.dsl.source import Source

from ..kernel.program import Ability, Function, I, Library, Origin, Program, RuleName
from . import later
from .abilities import abilities, all_listed
from .answering import settled
from .functions import function
from .inside import suspended
from .keys import (
    CanFunction,
    FieldTable,
    LeavesProgram,
    LeftOutFunction,
    LegalCastFunction,
    PhaseProgram,
    QualityFunction,
    StateProgram,
    ValueFunction,
)  # fmt: skip
from .layout import MAIN
from .origins import printed_origin, rule_name
from .position import position
from .programs import build
from .record import card_records
from .soon import together
from .unit import Built, Unit, rows, unit


def compile_game(game: ir.Game, sources: Mapping[str, Source], hash: str = "") -> Library:
    """Compile a game's typed meaning into a library of programs. `sources`: the texts of the cards, by path. `hash`:
    the name of the card set in saves."""
    u = unit(game, sources)
    main = u.program(PhaseProgram(MAIN))
    for phase in game.phases:
        u.program(PhaseProgram(phase))
    for value in game.values:
        u.function(ValueFunction(value))
    for quality in game.qualities:
        u.function(QualityFunction(quality))
    for verb in game.verbs:
        u.function(CanFunction(verb))
    if game.position is not None and game.position.passed is not None:
        u.program(LeavesProgram())
    for card, number in together(u) if game.position is not None else ():
        u.program(StateProgram(card, number))
    legal = u.function(LegalCastFunction())
    some = any(card.left_out for card in game.cards.values())
    left_out = u.function(LeftOutFunction()) if some else None
    finish(u)
    found = abilities(u)
    finish(u)
    return replace(settled(_library(u, hash, main, legal, found)), left_out=left_out)


def finish(u: Unit) -> None:
    """Compile every program and function that was asked for, and those for which they ask in turn."""
    functions, programs = u.numbers.functions, u.numbers.programs
    while functions.waiting or programs.waiting:
        while functions.waiting:
            one = functions.waiting.pop()
            number = functions.ids[one]
            functions.made[number] = function(u, number, one)
        if programs.waiting:
            key = programs.waiting.pop()
            number = programs.ids[key]
            programs.made[number] = build(u, number, key)


def functions_of(u: Unit) -> tuple[Function, ...]:
    """Return all functions in the order of their numbers."""
    return tuple(f for f in u.numbers.functions.made if f is not None)


def programs_of(u: Unit) -> tuple[Program, ...]:
    """Return all programs in the order of their numbers. All phases have their code by now, so `leave` gets the place
    of their ends."""
    phases = phases_of(u)
    return tuple(_patched(b.program, phases) for b in u.numbers.programs.made if b is not None)


def phases_of(u: Unit) -> dict[str, Built]:
    """Return the program of each phase."""
    made = u.numbers.programs.made
    found = {phase: made[u.program(PhaseProgram(phase))] for phase in u.game.phases}
    return {phase: built for phase, built in found.items() if built is not None}


def _patched(program: Program, phases: Mapping[str, Built]) -> Program:
    def fixed(i: I) -> I:
        if i.op != "leave" or not isinstance(i.args[0], str):
            return i
        built = phases[i.args[0]]
        return replace(i, args=(built.program.id, built.ended))

    return replace(program, code=tuple(fixed(i) for i in program.code))


def _library(u: Unit, hash: str, main: int, legal: int, found: tuple[Ability, ...]) -> Library:
    game, layout, phases = u.game, u.layout, phases_of(u)
    listed = all_listed(u, found)
    return Library(
        name=game.name,
        hash=hash,
        max_players=game.most_players,
        min_players=game.least_players,
        cards=layout.titles,
        kinds=tuple(u.kind(card) for card in range(len(layout.titles))),
        card_kind=layout.card_kind,
        definition=layout.definition,
        all_zone=layout.all_zone,
        zones=layout.zone_decls,
        zone_count=len(layout.zone_owner),
        zone_owner=layout.zone_owner,
        marks=layout.mark_decls,
        cells=layout.cells,
        tables=tuple(rows(u, key, listed) for key in u.numbers.tables.ids),
        words={name: enum.words for name, enum in game.enums.items()},
        programs=programs_of(u),
        functions=functions_of(u),
        abilities=found,
        lasting_names=(*(rule_name(u, s) for s in u.book.lasting), *_suspended(game)),
        main=main,
        players_cell=layout.players_cell,
        phases={p: (built.program.id, layout.phase_cell[p]) for p, built in phases.items()},
        function_ids={str(key): number for key, number in u.numbers.functions.ids.items()},
        step_pcs={(p, step): pc for p, built in phases.items() for step, pc in built.steps.items()},
        until=layout.until,
        ends=tuple(map(later.in_words, later.ends(u))),
        legal_cast=legal,
        position=position(u, phases),
        records=tuple(card_records(u)),
        spent={cell: card for (card, _), cell in layout.used_cell.items()},
        history=layout.history,
        printed=_printed(u),
        team=u.function(ValueFunction(ir.TEAM)) if ir.TEAM in game.values else None,
        payoff=u.function(ValueFunction(ir.PAYOFF)) if ir.PAYOFF in game.values else None,
    )


def _suspended(game: ir.Game) -> list[RuleName]:
    return [(f"the {phase} is suspended",) for phase in suspended(game)]


def _printed(u: Unit) -> dict[tuple[int, int], Origin]:
    """Return where each field of each card is printed."""
    found = {}
    for first in dict.fromkeys(u.layout.definition):
        card = u.game.cards[u.layout.titles[first]]
        for one in card.printing:
            table, at = u.numbers.tables.ids.get(FieldTable(one.field)), printed_origin(u, card, one)
            if table is not None and at is not None:
                found[table, first] = at
    return found
